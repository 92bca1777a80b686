"""Names of the files of a corpus beside its tables."""

SPEC = "spec.toml"
"""What it was rendered from; written first, as a claim to the folder."""

MANIFEST = "manifest.jsonl"

README = "README.md"
"""Its card; written last, so that a folder that has one is complete."""

VERIFIED = "verified.json"
"""What verifying found, and the digest of every file that it found it in."""

CROISSANT = "croissant.json"
"""Its card for machines."""

PICTURES = "pictures"
"""Folder of the pictures on its card."""
