"""Documents: colours, scenes, layouts and the edits made to them."""
