"""Keys: read from the environment, never shown."""

import json
import re
from collections.abc import Mapping
from typing import NoReturn
from urllib.parse import quote

from ...generator.errors import EyechartError

OTHER_KEY = "EYECHART_API_KEY"
"""Environment variable with the key for any address but a provider's own.

A key for one address is never sent to another.
"""


_LONG = 8
"""Characters from which on a key is no word that texts hold for other reasons."""


class KeyMissingError(EyechartError, LookupError):
    """The environment holds no key that can be used."""


class Secret:
    """A key that shows itself to nobody but who asks for it by `reveal`."""

    __slots__ = ("_shown", "_value")

    def __init__(self, value: str) -> None:
        self._value = value
        self._shown = re.compile(_shown(value))

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
        """Return a text with the key blotted out, however it is escaped there."""
        return self._shown.sub("***", text)


def _shown(value: str) -> str:
    """Return what matches a key in a text, also as JSON and addresses write it."""
    escaped = json.dumps(value)[1:-1]
    forms = {value, escaped, escaped.replace("/", r"\/"), quote(value, safe="")}
    whole = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    if len(value) >= _LONG:
        return whole
    # Only where it stands alone, and never the name of a member: "model" may be a key.
    return rf'(?<!\w)(?:{whole})(?!\w|\\*"\s*:)'


def _is_json(value: str) -> bool:
    try:
        json.loads(value)
    except ValueError:
        return False
    return True


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
    if len(value) < _LONG and _is_json(value):
        raise KeyMissingError(
            f"environment variable {variable} holds a number or a word of JSON, which "
            "cannot be blotted out of replies without spoiling them; allowed: a key "
            "as the provider shows it"
        )
    return Secret(value)
