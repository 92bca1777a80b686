"""Kinds of textured plates, one file each, found by name.

A file in this folder defines ``read(table)``, which returns a plate as described
in `plate`. The file's name is the kind's.
"""
