"""From files and frames to checked records."""
