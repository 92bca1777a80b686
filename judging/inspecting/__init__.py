"""Inspect AI: a corpus as its task, and its logs as judgements."""
