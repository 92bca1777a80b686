"""Spec to plan to scenes to pixels to corpus."""
