"""Parts: the stimuli that share a shard, rendered by one process."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..companions.companions import companions
from ..errors import CorpusError
from ..page.setting import quad
from ..rulers.view import View
from ..stimulus import Stimulus
from .measuring import check_named, measure_named
from .picture import Canvases, Studio, canvases
from .records import PICTURES, Row, Shown, image_row, manifest_line, stimulus_row
from .row_digest import row_digest
from .schema import SCHEMAS
from .shards import check_columns, opened, shard_path, write_shard

_NOTE = "eyechart.manifest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Stimuli that are written together.

    Attributes
    ----------
    folder : Path
        The corpus.
    number, count : int
        Which part of how many.
    stimuli : tuple of Stimulus
        In corpus order.
    spec_version : str
        Which spec they belong to.
    """

    folder: Path
    number: int
    count: int
    stimuli: tuple[Stimulus, ...]
    spec_version: str

    def path(self, table: str) -> Path:
        """Return the part's shard of a table."""
        return shard_path(self.folder, table, self.number, self.count)


def render_part(part: Part) -> int:
    """Draw, measure and write a part; return how many stimuli it has.

    The images go to disk before the stimuli: where the stimuli are, the part is
    complete. The shard of stimuli carries the part's lines of the manifest.

    Raises
    ------
    VerificationError
        When a stimulus would not show what it should; nothing is written then.
    FileWriteError
        When a file cannot be written.
    """
    studio = Studio()
    shown = [_shown(stimulus, studio) for stimulus in part.stimuli]
    images: dict[str, Row] = {}
    for one in shown:
        for kind in PICTURES:
            picture = one.drawn.picture(kind)
            if picture is not None:
                images.setdefault(picture.pixels_sha256, image_row(kind, picture))
    write_shard(part.path("images"), "images", list(images.values()))
    rows = [stimulus_row(one, part.spec_version) for one in shown]
    stored = pa.Table.from_pylist(rows, schema=SCHEMAS["metadata"]).to_pylist()
    lines = [manifest_line(*pair) for pair in zip(shown, stored, strict=True)]
    write_shard(part.path("stimuli"), "stimuli", rows, {_NOTE: "\n".join(lines)})
    return len(part.stimuli)


def _shown(stimulus: Stimulus, studio: Studio) -> Shown:
    pixels = canvases(stimulus)
    measured = _measured(stimulus, pixels)
    drawn = studio.drawn(stimulus, pixels)
    return Shown(
        stimulus=stimulus,
        drawn=drawn,
        measured=measured,
        companions=companions(pixels.ground_truth, pixels.result, pixels.plate),
    )


def _measured(stimulus: Stimulus, pixels: Canvases) -> Mapping[str, float] | None:
    wrong, correct, plate = stimulus.wrong, stimulus.correct, pixels.plate
    if wrong is None or correct is None or plate is None:
        return None
    view = View(
        truth=pixels.ground_truth,
        shown=pixels.result,
        plate=plate,
        correct=correct,
        truth_quad=quad(correct),
        shown_quad=quad(wrong),
    )
    name = stimulus.stimulus_id
    readings = measure_named(name, view, stimulus.dimension, stimulus.direction)
    check_named(name, readings, stimulus.dimension, stimulus.magnitude)
    return readings


def lines_of(path: Path) -> tuple[str, ...]:
    """Return the lines of the manifest that a shard of stimuli carries.

    Raises
    ------
    CorpusError
        When the file is missing, damaged or carries none.
    """
    with opened(path) as file:
        note = (file.metadata.metadata or {}).get(_NOTE.encode())
    if note is None:
        raise CorpusError(f"{path}: carries no lines of a manifest")
    return tuple(note.decode().split("\n"))


def digests_of(lines: tuple[str, ...]) -> Iterator[str]:
    """Yield the pixel digests that lines of a manifest name, as first used."""
    for line in lines:
        pixels: dict[str, Any] = json.loads(line)["pixels"]
        yield from (pixels[name] for name in PICTURES if pixels[name] is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a part that is already on disk holds.

    Attributes
    ----------
    named : frozenset of str
        Pixel digests that its stimuli name.
    held : frozenset of str
        Pixel digests that its shard of images holds.
    """

    named: frozenset[str]
    held: frozenset[str]


def find_part(part: Part) -> Found | None:
    """Read a part from disk; None when it is missing, damaged or not of this plan.

    Every byte is read, so that damage shows in the checksums of the pages.
    """
    try:
        lines = lines_of(part.path("stimuli"))
        with opened(part.path("stimuli")) as file:
            check_columns(file, part.path("stimuli"), "stimuli")
            rows = file.read()
        with opened(part.path("images")) as file:
            check_columns(file, part.path("images"), "images")
            images = file.read()
    except CorpusError:
        return None
    if not _is_of(part, rows, lines):
        return None
    held = frozenset(images["pixels_sha256"].to_pylist())
    return Found(named=frozenset(digests_of(lines)), held=held)


def _is_of(part: Part, rows: pa.Table, lines: tuple[str, ...]) -> bool:
    ids = [stimulus.stimulus_id for stimulus in part.stimuli]
    scenes = [stimulus.result.digest() for stimulus in part.stimuli]
    entries = [json.loads(line) for line in lines]
    plain = rows.select(SCHEMAS["metadata"].names).to_pylist()
    return (
        rows["stimulus_id"].to_pylist() == ids
        and rows["scene_sha256"].to_pylist() == scenes
        and set(rows["spec_version"].to_pylist()) == {part.spec_version}
        and [entry["stimulus_id"] for entry in entries] == ids
        and [entry.get("row_sha256") for entry in entries]
        == list(map(row_digest, plain))
    )
