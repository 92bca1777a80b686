"""Choosing what to render: draws, what fits a page, and balance."""
