"""Protocols, observers and the runner that puts a judge through a corpus."""
