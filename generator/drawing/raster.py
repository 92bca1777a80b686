"""Coverage masks: how much of each pixel a path covers.

A path is filled by cairo on a grid four times finer each way, where 16
subpixels of 255 levels add up to one pixel. That keeps the centroid of a run
within .012 px; cairo's own antialiasing alone is off by up to .055 px.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import EyechartError, GeometryError
from ..paths import CLOSE, CURVE, LINE, MOVE, Path
from .mask import FINE, Mask

MAX_SIDE = 32767 // FINE
"""Most pixels that a mask is wide or high: cairo's surfaces end there."""


class MissingLibraryError(EyechartError, ImportError):
    """The cairo library is not installed."""


try:
    import cairocffi
except OSError as error:
    raise MissingLibraryError(
        "the cairo library is missing; install it with 'apt-get install libcairo2', "
        "'dnf install cairo' or 'brew install cairo'"
    ) from error


_HEADERS = {
    MOVE: (cairocffi.PATH_MOVE_TO, 1),
    LINE: (cairocffi.PATH_LINE_TO, 1),
    CURVE: (cairocffi.PATH_CURVE_TO, 3),
    CLOSE: (cairocffi.PATH_CLOSE_PATH, 0),
}


def _path_data(path: Path) -> NDArray[np.float64]:
    """Lay the path out as cairo's array of 16-byte header and point slots."""
    counts = np.array([_HEADERS[verb][1] for verb in range(4)])[path.verbs]
    types = np.array([_HEADERS[verb][0] for verb in range(4)])[path.verbs]
    starts = np.concatenate(([0], np.cumsum(counts + 1)))
    data = np.empty((starts[-1], 2), dtype=np.float64)
    is_header = np.zeros(starts[-1], dtype=bool)
    is_header[starts[:-1]] = True
    data[~is_header] = path.points
    headers = np.zeros((len(counts), 4), dtype=np.int32)
    headers[:, 0], headers[:, 1] = types, counts + 1
    data[is_header] = headers.view(np.float64)
    return data


def _append(context: cairocffi.Context, path: Path) -> None:
    data = _path_data(path)
    ffi, library = cairocffi.ffi, cairocffi.cairo
    struct = ffi.new("cairo_path_t *")
    struct.status = 0
    struct.data = ffi.cast("cairo_path_data_t *", data.ctypes.data)
    struct.num_data = len(data)
    library.cairo_append_path(context._pointer, struct)  # noqa: SLF001


def _window(path: Path) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = path.bounds()
    left, top = math.floor(x0) - 1, math.floor(y0) - 1
    width, height = math.ceil(x1) + 1 - left, math.ceil(y1) + 1 - top
    if max(width, height) > MAX_SIDE:
        raise GeometryError(
            f"a shape is {width}x{height} px; at most {MAX_SIDE} px each way are drawn"
        )
    return left, top, width, height


def _pooled(fine: NDArray[np.integer[Any]]) -> NDArray[np.uint16]:
    """Add up every `FINE` rows; slices add faster than a sum over short axes."""
    added = fine[0::FINE].astype(np.uint16)
    for row in range(1, FINE):
        added += fine[row::FINE]
    return added


def coverage(path: Path) -> Mask:
    """Fill a path, given in page pixels with y downward, by the nonzero rule.

    Raises
    ------
    GeometryError
        When the path is empty or larger than cairo's surfaces.
    """
    if path.empty:
        raise GeometryError("a shape without contours cannot be drawn")
    left, top, width, height = _window(path)
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, width * FINE, height * FINE)
    context = cairocffi.Context(surface)
    context.set_fill_rule(cairocffi.FILL_RULE_WINDING)
    context.set_tolerance(0.04)
    grid = np.eye(2) * FINE
    _append(context, path.mapped(grid, np.array([-left, -top], np.float64) * FINE))
    context.fill()
    surface.flush()
    stride = surface.get_stride()
    fine = np.frombuffer(bytes(surface.get_data()), dtype=np.uint8)
    fine = fine.reshape(height * FINE, stride)[:, : width * FINE]
    return Mask(x=left, y=top, levels=_pooled(_pooled(fine).T).T)
