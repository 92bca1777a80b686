"""Settings that all tests share."""

from hypothesis import settings

# A loaded machine must not fail a property for being slow.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
