"""Sending requests: how fast, how often again, at what cost."""
