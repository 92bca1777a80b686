"""An observer with known thresholds, to test what is made of its answers."""
