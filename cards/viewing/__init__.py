"""A page to browse stimuli in."""
