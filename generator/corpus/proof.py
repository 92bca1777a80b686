"""Proving the stimuli of one shard from nothing but the files."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from ..companions.companions import companions
from ..drawing.canvas import Pixels
from ..drawing.encode import stored_png
from ..errors import VerificationError
from ..measuring.measure import allowed, unit_of
from ..page.draw import draw_run
from ..page.finishing import finished_quad
from ..page.quads import covered
from ..page.scene import Run
from ..rulers.view import View
from .boxes import check_boxes
from .control_checks import check_control, check_sham
from .decoding import Decoder
from .deviation import Deviation
from .manifest import Disturbed, Entry
from .measuring import check_named, measure_named
from .reading import Place, image_at
from .row_checks import Row, check_row, check_row_digest, check_version
from .schema import IMAGES
from .shards import opened

_SAME = 1e-9
"""How far a reading may be from the stored one: rounding of sums alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a corpus claims of the stimuli in one shard.

    Attributes
    ----------
    path : Path
        The shard.
    entries : tuple of Entry
        Their lines of the manifest, in the order of the rows.
    metadata : tuple of mapping
        Their rows in the table without images.
    plates : mapping of str to (Path, int)
        Where the plates are, by digest.
    images : tuple of Path
        Shards of images to verify on the way: most hold the same pictures.
    spec_version : str
        Name and short digest of the corpus' spec.
    """

    path: Path
    entries: tuple[Entry, ...]
    metadata: tuple[Row, ...]
    plates: Mapping[str, Place]
    images: tuple[Path, ...]
    spec_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """That every stimulus of a shard passed.

    Attributes
    ----------
    kinds : tuple of str
        Kind of each.
    worst : tuple of Deviation
        The largest on each axis.
    images : int
        How many images were verified beside.
    """

    kinds: tuple[str, ...]
    worst: tuple[Deviation, ...]
    images: int


def prove(claims: Claims) -> Proof:
    """Verify every stimulus of a shard, and some shards of images.

    Raises
    ------
    CorpusError
        When a file is damaged.
    VerificationError
        For the first stimulus that fails, naming it.
    """
    decoder = Decoder()
    worst: dict[str, Deviation] = {}
    rows = zip(_rows(claims.path), claims.entries, claims.metadata, strict=True)
    for row, entry, metadata in rows:
        check_version(row, claims.spec_version)
        for one in _prove_stimulus(row, entry, metadata, claims.plates, decoder):
            if one.axis not in worst or one.size > worst[one.axis].size:
                worst[one.axis] = one
        check_row_digest(row, entry)
    kinds = tuple(entry.kind for entry in claims.entries)
    images = sum(_prove_images(path, decoder) for path in claims.images)
    return Proof(kinds=kinds, worst=tuple(worst.values()), images=images)


def _rows(path: Path) -> Iterator[Row]:
    with opened(path) as file:
        for number in range(file.num_row_groups):
            yield from file.read_row_group(number).to_pylist()


def _prove_stimulus(
    row: Row,
    entry: Entry,
    metadata: Row,
    plates: Mapping[str, Place],
    decoder: Decoder,
) -> Iterator[Deviation]:
    pages = {name: _decoded(row, entry, name, decoder) for name in IMAGES}
    check_row(row, entry, metadata)
    has_plate = entry.pixels["plate"] is not None or entry.kind == "degraded"
    plate = _plate(entry, plates, decoder) if has_plate else None
    if entry.kind == "degraded" and plate is not None:
        yield from _prove_error(row, entry, pages, plate)
    else:
        check_control(entry)
    if entry.kind == "sham":
        check_sham(entry, pages)
    _check_companions(row, pages, plate)


def _check_companions(
    row: Row, pages: Mapping[str, Pixels], plate: Pixels | None
) -> None:
    found = companions(pages["ground_truth"], pages["result"], plate)
    for name, value in asdict(found).items():
        stored = row[name]
        alike = value is stored is None
        if not alike and None not in (value, stored):
            alike = abs(value - stored) <= _SAME
        if not alike:
            raise VerificationError(
                f"stimulus {row['stimulus_id']}: {name} measures {value!r}, "
                f"but its row says {stored!r}"
            )


def _decoded(row: Row, entry: Entry, name: str, decoder: Decoder) -> Pixels:
    place = f"stimulus {row['stimulus_id']}: {name}"
    data = stored_png(row[name], place)
    _check_digest(decoder.digest(data, place), entry.pixels[name], place)
    return decoder.pixels(data, place)


def _check_digest(found: str, recorded: str | None, place: str) -> None:
    if found != recorded:
        raise VerificationError(
            f"{place}: the pixels have the digest {found}, recorded is {recorded}"
        )


def _plate(entry: Entry, plates: Mapping[str, Place], decoder: Decoder) -> Pixels:
    digest = entry.pixels["plate"]
    place = f"stimulus {entry.stimulus_id}: plate"
    if digest is None or digest not in plates:
        raise VerificationError(f"{place}: is not among the images")
    data = image_at(plates[digest], digest)
    _check_digest(decoder.digest(data, place), digest, place)
    return decoder.pixels(data, place)


def _prove_error(
    row: Row, entry: Entry, pages: Mapping[str, Pixels], plate: Pixels
) -> Iterator[Deviation]:
    name, disturbed = entry.stimulus_id, entry.disturbed
    if disturbed is None:
        raise VerificationError(f"stimulus {name}: the manifest names no disturbed run")
    view = View(
        truth=pages["ground_truth"],
        shown=pages["result"],
        plate=plate,
        correct=disturbed.run,
        truth_quad=disturbed.truth_quad,
        shown_quad=disturbed.shown_quad,
    )
    _check_truth(name, disturbed.run, view.truth, plate)
    _check_elsewhere(name, disturbed, view.truth, view.shown)
    if row["direction"] != disturbed.direction:
        raise VerificationError(
            f"stimulus {name}: direction is {row['direction']!r} among the stimuli "
            f"and {disturbed.direction!r} in the manifest"
        )
    readings = measure_named(name, view, row["dimension"], row["direction"])
    check_named(name, readings, row["dimension"], row["magnitude"])
    check_boxes(name, disturbed, row["dimension"], row["magnitude"])
    _check_stored(row, entry, readings)
    for axis, reading in readings.items():
        requested = row["magnitude"] if axis == row["dimension"] else 0.0
        yield Deviation(
            axis=axis,
            unit=unit_of(axis),
            size=abs(reading - requested),
            bound=allowed(axis, requested),
            stimulus_id=name,
        )


def _check_truth(name: str, run: Run, truth: Pixels, plate: Pixels) -> None:
    """Refuse a recorded run that is not the one of the ground truth."""
    page = plate.copy()
    draw_run(page, run)
    if (page != truth).any():
        raise VerificationError(
            f"stimulus {name}: the recorded run {run.name!r}, drawn over its plate, is "
            "not the ground truth"
        )


def _check_elsewhere(
    name: str, disturbed: Disturbed, truth: Pixels, shown: Pixels
) -> None:
    quads = [disturbed.truth_quad, disturbed.shown_quad]
    height, width = truth.shape[:2]
    boxes = covered([finished_quad(quad) for quad in quads], width, height)
    red, green, blue = (truth != shown).transpose(2, 0, 1)
    wrong = (red | green | blue) & ~boxes
    if wrong.any():
        y, x = (int(place[0]) for place in wrong.nonzero())
        raise VerificationError(
            f"stimulus {name}: outside the run {disturbed.run.name!r} the result "
            f"differs from the ground truth in {int(wrong.sum())} px, first at "
            f"x {x}, y {y}"
        )


def _check_stored(row: Row, entry: Entry, readings: Mapping[str, float]) -> None:
    stored = dict(entry.measured or {})
    pairs: list[tuple[str, str, float | None]] = [
        (axis, "the manifest", value) for axis, value in stored.items()
    ]
    pairs.append((row["dimension"], "the manifest", stored.get(row["dimension"])))
    pairs.append((row["dimension"], "its row", row["magnitude_measured"]))
    for axis, where, value in pairs:
        reading = readings.get(axis)
        if value is None or reading is None or not abs(value - reading) <= _SAME:
            raise VerificationError(
                f"stimulus {entry.stimulus_id}: {axis} measures {reading!r}, "
                f"but {where} says {value!r}"
            )
    if row["magnitude"] != entry.magnitude:
        raise VerificationError(
            f"stimulus {entry.stimulus_id}: {row['dimension']} of {row['magnitude']!r} "
            f"is requested by its row, {entry.magnitude!r} by the manifest, and "
            f"{readings[row['dimension']]!r} measured"
        )


def _prove_images(path: Path, decoder: Decoder) -> int:
    count = 0
    for row in _rows(path):
        place = f"{path}: image {row['pixels_sha256']}"
        found = decoder.digest(stored_png(row["image"], place), place)
        _check_digest(found, row["pixels_sha256"], place)
        count += 1
    return count
