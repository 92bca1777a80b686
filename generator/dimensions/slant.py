"""Slant: the run leans more or less than it should."""

import dataclasses

from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.slant import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension, NotPossibleError
from .wording import quoted

_SIGNS = {"forward": 1, "backward": -1}
_ANGLES = tuple(range(6, 19))
WORDINGS = (
    "Slant {text} forward by {angle}°, like an oblique, keeping its centre in place.",
    "Make {text} oblique: let its letters lean forward by {angle}°.",
    "Set {text} in an oblique style, its uprights {angle}° off the vertical.",
)


def _leaning(run: Run, angle: float) -> Run:
    pose = dataclasses.replace(run.pose, slant=run.pose.slant + angle)
    return dataclasses.replace(run, pose=pose)


def _settle(run: Run, magnitude: float, ground: Rgb) -> float:  # noqa: ARG001
    """Refuse blocks: sheared as one their lines would slide past each other."""
    if "\n" in run.text:
        raise NotPossibleError("lines of one block would slide past each other")
    return magnitude


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    return _leaning(run, _SIGNS[direction] * magnitude), magnitude


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:
    _settle(run, 0.0, ground)
    angle, wording = stream.choice(_ANGLES), stream.choice(WORDINGS)
    return Edit(
        property="slant",
        value=f"{angle:+d}°",
        instruction=wording.format(text=quoted(run), angle=angle),
        run=_leaning(run, angle),
    )


DIMENSION = Dimension(
    name="slant",
    unit="°",
    summary=(
        "The run is sheared along its lines, about the centroid of its ink, by an "
        "angle between its uprights and where they should point. It has one line: "
        "those of a block would slide past each other."
    ),
    rationale=(
        "Diffusion models control the style of text badly (DiffSTE, Ji et al. 2023, "
        "arXiv:2304.05568, which names italic among the variations that it adds), "
        "above all in single words (FonTS, Shi et al. 2024, arXiv:2412.00136). That "
        "letters then lean by some other angle is our reasoning."
    ),
    windows=((0.5, 1.5), (1.5, 3), (3, 6), (6, 10), (10, 15), (15, 25)),
    limits=(0.3, 35),
    visible_anchor=6.0,
    anchor_source=(
        "Orientation thresholds are .3° to .6° for lines and gratings (Burbeck and "
        "Regan 1983; Vision Res. 1990, 30:1429). No threshold is known for the slant "
        "of text; 6° is half the slant of a usual italic and ten thresholds."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("forward",),
    step=0.3,
    edit=_edit,
    settle=_settle,
)
