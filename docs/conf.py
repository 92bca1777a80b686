"""Settings of the documentation."""

project = "Eyechart"
author = "The Eyechart authors"
extensions = ["myst_parser"]
html_theme = "furo"
exclude_patterns = ["pictures"]
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]
