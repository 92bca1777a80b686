"""Corpora on disk: their records, how they are written and read."""
