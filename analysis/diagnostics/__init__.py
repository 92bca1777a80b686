"""How well a curve describes its cell, and what other methods make of the data."""
