"""What the pages of a corpus were made from."""

import hashlib
from collections.abc import Collection
from pathlib import Path

from ...layouts import FOLDER
from ..page.layout import layout
from ..spec import Spec
from ..typography.fontbook import font, fontbook

FAMILY = "family"
"""The dimension whose errors and edits draw on the whole catalogue of fonts."""


def materials_digest(layouts: Collection[str], fonts: Collection[str]) -> str:
    """Return one digest of the files of layouts and fonts.

    It is the SHA-256 of the files' own SHA-256 digests in hexadecimal, sorted
    and each followed by a line feed, as ``sha256sum`` and ``sort`` make them.
    """
    paths = (
        *(FOLDER / f"{name}.toml" for name in layouts),
        *(font(slug).path for slug in fonts),
    )
    lines = [f"{digest}\n" for digest in sorted({_digest(path) for path in paths})]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def fonts_of(spec: Spec, layouts: Collection[str]) -> tuple[str, ...]:
    """Return the fonts that a corpus depends on, sorted.

    They are those of its layouts, and the whole catalogue where edits or errors set
    text in another family: which one is taken depends on all that there are.
    """
    if FAMILY in spec.edits or FAMILY in spec.dimensions:
        return tuple(sorted(fontbook()))
    return tuple(sorted({slug for name in layouts for slug in layout(name).fonts}))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
