"""Measuring a stimulus: its one error, and that there is no other."""
