"""What the tiers look like: crops of ground truth and result, side by side."""

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ...generator.errors import AnalysisError, CorpusError, suggest

WIDTH, HEIGHT = 176, 100
_CHOICE = ("stimulus_id", "dimension", "role", "tier", "magnitude", "unit")
_PICTURES = ("target_box", "ground_truth", "result")
_ROLES = ("instructed", "incidental", "bystander")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One tier: how large the error is, and both crops as PNG data addresses."""

    tier: str
    magnitude: float
    truth: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """The tiers of one dimension, smallest error first."""

    dimension: str
    role: str
    unit: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a stimulus stands in the shards."""

    file: Path
    row_group: int
    row: dict[str, Any]


def make_strips(corpus: Path, wanted: Iterable[tuple[str, str]]) -> tuple[Strip, ...]:
    """Cut crops for one role of every dimension, one stimulus a tier.

    The role is the first of instructed, incidental and bystander that is both
    wanted and in the corpus. Crops are 176 by 100 original pixels around the
    centre of the target's box, shifted only to stay on the page.

    Parameters
    ----------
    corpus : Path
        A corpus folder with ``stimuli/*.parquet``.
    wanted : iterable of (str, str)
        Dimension and role of the cells to choose from.

    Returns
    -------
    tuple of Strip
        Sorted by dimension; empty when the corpus has none of the cells.

    Raises
    ------
    CorpusError
        When the folder, its shards, their columns or their pictures are not
        what they should be.
    """
    chosen = _choose(_places(corpus), set(wanted))
    pictures = _read_pictures([place for row in chosen for place in row])
    return tuple(_strip(row, pictures) for row in chosen)


def _places(corpus: Path) -> list[_Place]:
    folder = corpus / "stimuli"
    files = sorted(folder.glob("*.parquet")) if folder.is_dir() else []
    if not files:
        raise CorpusError(
            f"{corpus}: holds no stimuli/*.parquet to take pictures from; "
            "name a rendered corpus folder or leave --corpus out"
        )
    return [place for file in files for place in _places_in(file)]


def _places_in(file: Path) -> list[_Place]:
    """Return where the degraded stimuli of one shard stand; controls have no tier."""
    places: list[_Place] = []
    with _opened(file) as shard:
        names = shard.schema_arrow.names
        for column in (*_CHOICE, *_PICTURES):
            if column not in names:
                raise CorpusError(
                    f"{file}: column {column!r} is missing; {suggest(column, names)}"
                )
        for group in range(shard.num_row_groups):
            table = shard.read_row_group(group, columns=list(_CHOICE))
            places += [
                _Place(file=file, row_group=group, row=row)
                for row in table.to_pylist()
                if row["dimension"] and row["role"] and row["tier"] and row["magnitude"]
            ]
    return places


@contextmanager
def _opened(file: Path) -> Iterator[pq.ParquetFile]:
    try:
        # Not a name: some are patterns or URLs to Arrow. Not a file of Python's either:
        # a reading thread that lets go of one after the interpreter's end aborts.
        with pa.OSFile(str(file)) as handle:
            yield pq.ParquetFile(handle, page_checksum_verification=True)
    except (OSError, pa.ArrowException) as error:
        raise CorpusError(f"{file}: is not a readable Parquet file") from error


def _choose(
    places: Sequence[_Place], wanted: set[tuple[str, str]]
) -> list[list[_Place]]:
    """Return the rows to show: a dimension, inside it one stimulus a tier."""
    cells: dict[tuple[str, str], list[_Place]] = {}
    for place in places:
        cells.setdefault((place.row["dimension"], place.row["role"]), []).append(place)
    chosen: list[list[_Place]] = []
    for dimension in sorted({dimension for dimension, _ in cells}):
        roles = [r for r in _ROLES if (dimension, r) in wanted & cells.keys()]
        if roles:
            chosen.append(_one_a_tier(cells[dimension, roles[0]]))
    return chosen


def _one_a_tier(places: Sequence[_Place]) -> list[_Place]:
    first: dict[Any, _Place] = {}
    for place in sorted(places, key=lambda place: str(place.row["stimulus_id"])):
        first.setdefault(place.row["tier"], place)
    return sorted(first.values(), key=lambda place: float(place.row["magnitude"]))


def _read_pictures(places: Sequence[_Place]) -> dict[str, dict[str, Any]]:
    """Read boxes and pictures of the given rows, a row group at a time."""
    wanted = {place.row["stimulus_id"] for place in places}
    found: dict[str, dict[str, Any]] = {}
    for file, group in sorted({(place.file, place.row_group) for place in places}):
        with _opened(file) as shard:
            columns = ["stimulus_id", *_PICTURES]
            table = shard.read_row_group(group, columns=columns)
        ids = table.column("stimulus_id").to_pylist()
        for i, stimulus in enumerate(ids):
            if stimulus in wanted:
                found[stimulus] = table.slice(i, 1).to_pylist()[0]
    return found


def _strip(places: Sequence[_Place], pictures: dict[str, dict[str, Any]]) -> Strip:
    head = places[0].row
    return Strip(
        dimension=head["dimension"],
        role=head["role"],
        unit=head["unit"] or "",
        frames=tuple(_frame(place.row, pictures) for place in places),
    )


def _frame(row: dict[str, Any], pictures: dict[str, dict[str, Any]]) -> Frame:
    stimulus = row["stimulus_id"]
    picture = pictures[stimulus]
    return Frame(
        tier=str(row["tier"]),
        magnitude=float(row["magnitude"]),
        truth=_crop(picture["ground_truth"], picture["target_box"], stimulus),
        result=_crop(picture["result"], picture["target_box"], stimulus),
    )


def _crop(image: Any, box: Any, stimulus: str) -> str:
    """Return the crop of one picture as a PNG data address."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError as error:
        raise AnalysisError(
            "pictures need Pillow, which is not installed; leave --corpus out"
        ) from error
    try:
        with Image.open(io.BytesIO(image["bytes"])) as opened:
            whole = opened.convert("RGB")
        left, top = _corner(box, whole.size)
    except (TypeError, ValueError, UnidentifiedImageError, OSError) as error:
        raise CorpusError(
            f"stimulus {stimulus!r}: its picture or target_box is not readable"
        ) from error
    crop = whole.crop((left, top, left + WIDTH, top + HEIGHT))
    buffer = io.BytesIO()
    crop.save(buffer, format="PNG", optimize=True)
    code = base64.b64encode(buffer.getvalue()).decode("ascii")
    return f"data:image/png;base64,{code}"


def _corner(box: Sequence[float], size: tuple[int, int]) -> tuple[int, int]:
    """Return the top left corner of the crop inside a picture of `size`."""
    x0, y0, x1, y1 = box
    left = round((x0 + x1 - WIDTH) / 2)
    top = round((y0 + y1 - HEIGHT) / 2)
    return (
        max(0, min(left, size[0] - WIDTH)),
        max(0, min(top, size[1] - HEIGHT)),
    )
