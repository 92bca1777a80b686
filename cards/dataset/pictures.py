"""Pictures on a card: every dimension at its tiers, beside what is correct."""

import base64
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...analysis.figures.strip import HEIGHT, WIDTH, Strip, make_strips

GAP = 8
"""px between crops."""

_PAPER = (255, 255, 255)
_AT_TARGET = ("instructed", "incidental")
"""Roles whose error is where the target is, which crops show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One dimension, shown.

    Attributes
    ----------
    dimension, role, unit : str
        What is shown.
    tiers : tuple of (str, float)
        Tier and magnitude of each column.
    png : bytes
        Above crops of the ground truth, below the same crops of the result.
    """

    dimension: str
    role: str
    unit: str
    tiers: tuple[tuple[str, float], ...]
    png: bytes

    @property
    def name(self) -> str:
        """Name of its file."""
        return f"{self.dimension}.png"


def examples(folder: Path, rows: Iterable[Mapping[str, Any]]) -> tuple[Example, ...]:
    """Draw a picture of every dimension that is instructed or incidental.

    Raises
    ------
    CorpusError
        When a picture cannot be read.
    """
    wanted = {
        (row["dimension"], row["role"]) for row in rows if row["role"] in _AT_TARGET
    }
    strips = make_strips(folder, wanted)
    return tuple(
        Example(
            dimension=strip.dimension,
            role=strip.role,
            unit=strip.unit,
            tiers=tuple((one.tier, one.magnitude) for one in strip.frames),
            png=_sheet(strip),
        )
        for strip in strips
    )


def _sheet(strip: Strip) -> bytes:
    from PIL import Image

    width = len(strip.frames) * (WIDTH + GAP) - GAP
    sheet = Image.new("RGB", (width, 2 * HEIGHT + GAP), _PAPER)
    for column, frame in enumerate(strip.frames):
        for line, address in enumerate((frame.truth, frame.result)):
            data = base64.b64decode(address.partition(",")[2])
            with Image.open(io.BytesIO(data)) as crop:
                sheet.paste(crop, (column * (WIDTH + GAP), line * (HEIGHT + GAP)))
    buffer = io.BytesIO()
    sheet.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
