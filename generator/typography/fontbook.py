"""The catalogue of vendored fonts."""

import functools
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...fonts import FOLDER
from ..errors import TextError, UnknownNameError, suggest
from ..read import Table, read_toml

Axes = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisRange:
    """Limits of one variation axis, in user units."""

    low: float
    default: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Font:
    """One vendored font family.

    Attributes
    ----------
    slug : str
        Registered name.
    name : str
        Family name for people.
    path : Path
        The font file.
    sha256 : str
        Digest of the file.
    cap_height : float
        Height of "H" in em, measured from its outline.
    scripts : tuple of str
        ISO 15924 codes that the font can typeset.
    made_for : tuple of str
        Those of them that it is chosen for; Latin letters of an Arabic font are
        there to go with it.
    italic : bool
        Whether it is a family's italic.
    axes : mapping of str to AxisRange
        Variation axes by tag; empty for a static font.
    """

    slug: str
    name: str
    path: Path
    sha256: str
    cap_height: float
    scripts: tuple[str, ...]
    made_for: tuple[str, ...]
    italic: bool
    axes: Mapping[str, AxisRange]

    def location(self, wanted: Mapping[str, float]) -> Axes:
        """Return a value for every axis, the default where none is wanted.

        Raises
        ------
        TextError
            When an axis is unknown or its value is outside the font's range.
        """
        for tag, value in wanted.items():
            if tag not in self.axes:
                raise TextError(
                    f"font {self.slug}: unknown axis {tag!r}; "
                    f"{suggest(tag, sorted(self.axes))}"
                )
            limits = self.axes[tag]
            if not (math.isfinite(value) and limits.low <= value <= limits.high):
                raise TextError(
                    f"font {self.slug}: axis {tag} = {value} is outside "
                    f"{limits.low:g} to {limits.high:g}"
                )
        return tuple(
            (tag, float(wanted.get(tag, limits.default)))
            for tag, limits in sorted(self.axes.items())
        )


def _axis_range(table: Table, tag: str) -> AxisRange:
    low, default, high = table.numbers(tag, length=3)
    return AxisRange(low=low, default=default, high=high)


def _font(slug: str, table: Table) -> Font:
    axes = table.table("axes", {})
    scripts = table.texts("scripts")
    font = Font(
        slug=slug,
        name=table.text("name"),
        path=FOLDER / table.text("file"),
        sha256=table.text("sha256"),
        cap_height=table.number("cap_height"),
        scripts=scripts,
        made_for=table.texts("made_for", scripts, allowed=scripts),
        italic=table.flag("italic", False),
        axes={tag: _axis_range(axes, tag) for tag in axes.keys()},  # noqa: SIM118
    )
    for note in (
        "original_file",
        "licence",
        "licence_file",
        "version",
        "source",
        "copyright",
        "classification",
    ):
        table.text(note)
    table.done()
    return font


@functools.cache
def fontbook() -> Mapping[str, Font]:
    """Return every vendored font by slug, in catalogue order."""
    catalogue = read_toml(FOLDER / "fonts.toml")
    return {slug: _font(slug, catalogue.table(slug)) for slug in catalogue.keys()}  # noqa: SIM118


def font(slug: str) -> Font:
    """Return one font.

    Raises
    ------
    UnknownNameError
        When no font has that slug.
    """
    fonts = fontbook()
    if slug not in fonts:
        raise UnknownNameError(f"unknown font {slug!r}; {suggest(slug, sorted(fonts))}")
    return fonts[slug]


@functools.cache
def font_bytes(slug: str) -> bytes:
    """Return a font's file after checking its digest.

    Raises
    ------
    TextError
        When the file is missing or is not the one catalogued.
    """
    entry = font(slug)
    try:
        data = entry.path.read_bytes()
    except OSError as error:
        raise TextError(f"{entry.path}: cannot be read ({error.strerror})") from error
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise TextError(f"{entry.path}: differs from its catalogued SHA-256")
    return data
