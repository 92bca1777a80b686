"""Differences between two pictures of one page."""
