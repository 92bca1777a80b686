"""The card of a corpus, for people and for machines."""
