"""Curves that differ from series to series."""
