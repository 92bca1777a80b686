"""Tools that several analyses share: limits, resampling and batches of fits."""
