"""A dataset hub on this machine: the protocol that the real clients speak."""

from .server import Hub

__all__ = ["Hub"]
