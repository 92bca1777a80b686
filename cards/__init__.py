"""Dataset cards and publication."""
