"""How well a judge sees, apart from how readily it docks."""
