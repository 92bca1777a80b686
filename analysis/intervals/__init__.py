"""Intervals of an onset, one file a kind, and the refits that they rest on."""
