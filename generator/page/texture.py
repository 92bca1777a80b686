"""Reading and drawing textured plates."""

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping

import numpy as np

from ..drawing.canvas import Pixels
from ..read import Table
from . import plates
from .plate import Plate

Reader = Callable[[Table], Plate]


@functools.cache
def plate_kinds() -> Mapping[str, Reader]:
    """Return what reads each kind of plate: one file of `plates` each."""
    names = sorted(module.name for module in pkgutil.iter_modules(plates.__path__))
    return {
        name: importlib.import_module(f"{plates.__name__}.{name}").read
        for name in names
    }


def read_plate(table: Table) -> Plate:
    """Read the table ``[plate]`` of a layout.

    Raises
    ------
    SpecError
        When its kind is unknown, or a key is missing, unknown or out of range.
    """
    kinds = plate_kinds()
    plate = kinds[table.text("kind", allowed=tuple(kinds))](table)
    table.done()
    return plate


@functools.lru_cache(maxsize=64)
def texture(plate: Plate, width: int, height: int) -> Pixels:
    """Return a plate's pixels; read-only and shared."""
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    for channel, plane in enumerate(plate.planes(width, height)):
        pixels[..., channel] = np.clip(plane + 0.5, 0.0, 255.0).astype(np.uint8)
    pixels.flags.writeable = False
    return pixels
