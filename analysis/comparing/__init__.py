"""Differences between roles, judges, framings and kinds of criterion."""
