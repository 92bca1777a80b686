"""Rows and manifest lines: what a corpus says of a stimulus."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..companions.companions import Companions
from ..dimensions import dimension
from ..page.layout import layout
from ..page.scene import Run
from ..page.setting import box, quad
from ..paths import Points
from ..stimulus import Stimulus
from .picture import Drawn, Picture
from .row_digest import row_digest
from .run_record import run_record

Row = dict[str, Any]

PICTURES = ("source", "ground_truth", "result", "plate")
"""The pictures of a stimulus, in the order in which they are first used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A stimulus, drawn and measured.

    Attributes
    ----------
    stimulus : Stimulus
        What was planned.
    drawn : Drawn
        Its pictures.
    measured : mapping of str to float, or None
        Error on every axis as read from the pixels; None for controls.
    companions : Companions
        How far the result is from the ground truth in other measures.
    """

    stimulus: Stimulus
    drawn: Drawn
    measured: Mapping[str, float] | None
    companions: Companions


def _target(stimulus: Stimulus) -> Row:
    edit = stimulus.edit
    if edit is None:
        nothing = ("edit_property", "edit_value", "target_box", "font")
        return dict.fromkeys(nothing) | {"instruction": "", "target_text": ""}
    disturbed: Run = edit.run if stimulus.correct is None else stimulus.correct
    return {
        "edit_property": edit.property,
        "edit_value": edit.value,
        "instruction": edit.instruction,
        "target_text": edit.run.text,
        "target_box": list(box(edit.run)),
        "font": disturbed.face.font,
    }


def _error(shown: Shown) -> Row:
    stimulus, name = shown.stimulus, shown.stimulus.dimension
    measured = None if shown.measured is None else shown.measured[str(name)]
    return {
        "dimension": name,
        "role": stimulus.role,
        "tier": stimulus.tier,
        "magnitude": stimulus.magnitude,
        "magnitude_measured": measured,
        "unit": stimulus.unit,
        "direction": stimulus.direction,
        "visible_anchor": None if name is None else dimension(name).visible_anchor,
    }


def _image(picture: Picture) -> Row:
    return {"bytes": picture.png, "path": f"{picture.pixels_sha256[:16]}.png"}


def stimulus_row(shown: Shown, spec_version: str) -> Row:
    """Return the row of a stimulus in the table `stimuli`.

    What a control cannot have is null: dimension, role, tier, magnitudes, unit,
    direction, anchor; for the identity control also the edit and its target.

    Parameters
    ----------
    shown : Shown
        The stimulus.
    spec_version : str
        Which spec it belongs to.

    Returns
    -------
    dict
        Values by column. `target_box` is x0, y0, x1, y1 of the edit's target in
        the ground truth, page px; `font` is that of the disturbed run, or of the
        target where nothing is disturbed; the digests are those of the result.
    """
    stimulus, drawn = shown.stimulus, shown.drawn
    page = layout(stimulus.layout)
    return {
        "stimulus_id": stimulus.stimulus_id,
        "series_id": stimulus.series_id,
        "kind": stimulus.kind,
        **_error(shown),
        "layout": stimulus.layout,
        "difficulty": page.difficulty,
        "script": page.script,
        "language": page.language,
        **_target(stimulus),
        "canvas": f"{stimulus.source.width}x{stimulus.source.height}",
        "source": _image(drawn.source),
        "ground_truth": _image(drawn.ground_truth),
        "result": _image(drawn.result),
        **asdict(shown.companions),
        "scene_sha256": drawn.result.scene_sha256,
        "pixels_sha256": drawn.result.pixels_sha256,
        "spec_version": spec_version,
    }


def image_row(kind: str, picture: Picture) -> Row:
    """Return the row of a picture in the table `images`."""
    return {
        "pixels_sha256": picture.pixels_sha256,
        "kind": kind,
        "image": _image(picture),
    }


def _corners(points: Points) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in points]


def manifest_line(shown: Shown, row: Mapping[str, Any]) -> str:
    """Return the line of a stimulus in the manifest, without its line feed.

    It is JSON with sorted keys and holds nothing of the machine or the time:
    digests of every scene and its pixels and of the row without images, and for a
    degraded stimulus the run that is wrong as it should be, the corners of its box
    (page px) as it should be and as it is shown, the direction and requested magnitude
    of the error, and what was measured on every axis.

    Parameters
    ----------
    shown : Shown
        The stimulus.
    row : mapping
        Its row as the table `metadata` returns it.
    """
    stimulus, drawn = shown.stimulus, shown.drawn
    pictures = {name: drawn.picture(name) for name in PICTURES}
    wrong, correct = stimulus.wrong, stimulus.correct
    line = {
        "stimulus_id": stimulus.stimulus_id,
        "kind": stimulus.kind,
        "dimension": stimulus.dimension,
        "magnitude": stimulus.magnitude,
        "measured": None if shown.measured is None else dict(shown.measured),
        "direction": stimulus.direction,
        "run": None if correct is None else run_record(correct),
        "truth_quad": None if correct is None else _corners(quad(correct)),
        "shown_quad": None if wrong is None else _corners(quad(wrong)),
        "scene": {n: p and p.scene_sha256 for n, p in pictures.items()},
        "pixels": {n: p and p.pixels_sha256 for n, p in pictures.items()},
        "row_sha256": row_digest(row),
    }
    return json.dumps(line, sort_keys=True, ensure_ascii=False, allow_nan=False)
