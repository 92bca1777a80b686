"""Keys: read from the environment, never shown."""

from collections.abc import Mapping
from typing import NoReturn

from ...generator.errors import EyechartError

OTHER_KEY = "EYECHART_API_KEY"
"""Environment variable with the key for any address but a provider's own.

A key for one address is never sent to another.
"""


class KeyMissingError(EyechartError, LookupError):
    """The environment holds no key that can be used."""


class Secret:
    """A key that shows itself to nobody but who asks for it by `reveal`."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        """Return the same for every key."""
        return "Secret(***)"

    def __reduce__(self) -> NoReturn:
        """Refuse to be written anywhere."""
        raise TypeError("a key cannot be pickled")

    def reveal(self) -> str:
        """Return the key."""
        return self._value

    def hide_in(self, text: str) -> str:
        """Return a text with the key blotted out."""
        return text.replace(self._value, "***")


def read_secret(
    environment: Mapping[str, str], variable: str, *, needed: bool
) -> Secret | None:
    """Return the key in an environment variable; None when there may be none.

    Raises
    ------
    KeyMissingError
        When a needed key is missing, or a key cannot be sent in a header. The
        message does not hold it.
    """
    value = environment.get(variable, "").strip()
    if not value:
        if not needed:
            return None
        raise KeyMissingError(
            f"environment variable {variable} is not set; allowed: the key of your "
            "account with the provider"
        )
    if not all("!" <= character <= "~" for character in value):
        raise KeyMissingError(
            f"environment variable {variable} holds blanks or characters outside "
            "ASCII; allowed: a key as the provider shows it"
        )
    return Secret(value)
