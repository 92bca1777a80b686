"""The command line, one file a command.

A file in this folder that defines ``command`` is a command of the file's name.
"""
