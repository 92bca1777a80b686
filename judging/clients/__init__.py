"""Providers of models, one file each.

A file in this folder that defines ``PROVIDER`` is a provider; its name is the
file's. Nothing else has to be touched.
"""

import functools
import importlib
import pkgutil

from ...generator.errors import SpecError, UnknownNameError, suggest
from .provider import Provider

_OTHERS = frozenset({"address", "fields", "provider", "refused", "secret", "transport"})


def provider_names() -> tuple[str, ...]:
    """Return the registered providers, sorted."""
    files = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(name for name in files if name not in _OTHERS)


@functools.cache
def load_provider(name: str) -> Provider:
    """Return a registered provider; only its file is loaded.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    SpecError
        When the file's provider has another name than the file.
    """
    names = provider_names()
    if name not in names:
        raise UnknownNameError(f"unknown provider {name!r}; {suggest(name, names)}")
    provider: Provider = importlib.import_module(f"{__name__}.{name}").PROVIDER
    if provider.name != name:
        raise SpecError(
            f"clients/{name}.py: names its provider {provider.name!r}; "
            f"allowed: {name!r}"
        )
    return provider
