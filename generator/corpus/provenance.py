"""What the pages of a corpus were made from."""

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path

from ...layouts import FOLDER
from ..page.layout import layout
from ..typography.fontbook import font


def materials_digest(layouts: Collection[str]) -> str:
    """Return one digest of the files of layouts and of all fonts they use.

    It is the SHA-256 of the files' own SHA-256 digests in hexadecimal, sorted
    and each followed by a line feed, as ``sha256sum`` and ``sort`` make them.
    """
    digests = {_digest(path) for path in _files(layouts)}
    lines = [f"{digest}\n" for digest in sorted(digests)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def fonts_of(layouts: Collection[str]) -> tuple[str, ...]:
    """Return the fonts that layouts use, sorted."""
    return tuple(sorted({font for name in layouts for font in layout(name).fonts}))


def _files(layouts: Collection[str]) -> Iterator[Path]:
    yield from (FOLDER / f"{name}.toml" for name in layouts)
    yield from (font(slug).path for slug in fonts_of(layouts))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
