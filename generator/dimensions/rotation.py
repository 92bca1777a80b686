"""Rotation: the run is turned about its centre."""

import dataclasses

import numpy as np

from ..page.colour import Rgb
from ..page.scene import Run
from ..page.setting import quad
from ..rulers.rotation import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension, NotPossibleError
from .wording import quoted

_SIGNS = {"clockwise": 1, "anticlockwise": -1}
_ANGLES = tuple(range(4, 21))
_LEAST_ELONGATION = 4.5
WORDINGS = (
    "Rotate {text} by {angle}° {sense} about its centre.",
    "Tilt the text {text} {angle}° {sense}, keeping its centre where it is.",
    "Set {text} at an angle of {angle}° {sense} from the horizontal, about its centre.",
)


def _turned(run: Run, angle: float) -> Run:
    pose = dataclasses.replace(run.pose, angle=run.pose.angle + angle)
    return dataclasses.replace(run, pose=pose)


def _check_length(run: Run) -> None:
    """Refuse runs so short that the axis of their ink is not that of their lines."""
    corners = quad(run)
    width, height = (float(np.linalg.norm(corners[i] - corners[0])) for i in (1, 3))
    if width < _LEAST_ELONGATION * height:
        raise NotPossibleError("the run is too short to show its angle")


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    if magnitude:
        _check_length(run)
    return _turned(run, _SIGNS[direction] * magnitude), magnitude


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    sense, angle = stream.choice(tuple(_SIGNS)), stream.choice(_ANGLES)
    wording = stream.choice(WORDINGS)
    return Edit(
        property="rotation",
        value=f"{_SIGNS[sense] * angle:+d}°",
        instruction=wording.format(text=quoted(run), angle=angle, sense=sense),
        run=_turned(run, _SIGNS[sense] * angle),
    )


DIMENSION = Dimension(
    name="rotation",
    unit="°",
    summary="The run is turned by an angle about the centroid of its ink.",
    rationale=(
        "Diffusion models lose the layout when text is turned (DanceText, Yu et al. "
        "2025, arXiv:2504.14108) and distort text on slanted lines (STGen, "
        "arXiv:2501.05892). None is known to us to say by how many degrees."
    ),
    windows=((0.1, 0.3), (0.3, 1), (1, 2.5), (2.5, 6), (6, 14), (14, 30)),
    limits=(0.1, 80),
    visible_anchor=2.5,
    anchor_source=(
        "Orientation thresholds of practised observers are .3° to .6° for lines and "
        "gratings (Burbeck and Regan 1983; Vision Res. 1990, 30:1429); several times "
        "that is clearly visible in text."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("clockwise",),
    step=0.05,
    edit=_edit,
)
