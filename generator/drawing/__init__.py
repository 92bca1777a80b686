"""From vector paths to 8-bit pixels."""
