"""Names of the files of a corpus beside its tables."""

SPEC = "spec.toml"
"""What it was rendered from; written first, as a claim to the folder."""

MANIFEST = "manifest.jsonl"

README = "README.md"
"""Its card; written last, so that a folder that has one is complete."""
