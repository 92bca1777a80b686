"""Answers as they came, on disk before anything is read from them."""
