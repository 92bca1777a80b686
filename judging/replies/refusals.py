"""Words by which models decline, read from refusals.toml."""

import functools
import re
from pathlib import Path

from ...generator.read import read_toml

_REACH = 1500
"""Characters of a reply in which a refusal is looked for."""

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "ʼ": "'"})


@functools.cache
def _patterns() -> re.Pattern[str]:
    table = read_toml(Path(__file__).with_name("refusals.toml"))
    lists = {f"{{{name}}}": "|".join(table.texts(name)) for name in ("not", "verb")}
    languages = table.table("patterns")
    found = [
        pattern
        for language in languages.keys()  # noqa: SIM118
        for pattern in languages.texts(language)
    ]
    table.done()
    whole = "|".join(found)
    for place, words in lists.items():
        whole = whole.replace(place, words)
    return re.compile(whole, re.IGNORECASE)


def declines(text: str) -> bool:
    """Tell whether a text without an answer is a refusal to give one.

    Examples
    --------
    >>> declines("I'm sorry, but I can't help with that.")
    True
    >>> declines("I can't see any difference. Rating: 4/5")
    False
    """
    return _patterns().search(text[:_REACH].translate(_APOSTROPHES)) is not None
