"""Rulers: reading magnitudes back from pixels, one file an axis.

A ruler sees the result, the ground truth, the plate, the recorded boxes and the run
as it should be, never what the error was asked to be nor how it was drawn. It reads
one quantity and may take everything else to be right: whether it is, is told by
what the error leaves unexplained (`measuring`).
"""
