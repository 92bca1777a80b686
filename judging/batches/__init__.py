"""Batch files: requests that are sent by other programs, and what these bring."""
