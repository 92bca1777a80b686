"""Stretch: the run is wider or narrower than it should be, at its right height."""

import dataclasses

from ..page.scene import Run
from ..rulers.stretch import RULER
from .dimension import Dimension

_SIGNS = {"wider": 1, "narrower": -1}


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    ratio = 1 + _SIGNS[direction] * magnitude / 100
    pose = dataclasses.replace(run.pose, stretch=run.pose.stretch * ratio)
    return dataclasses.replace(run, pose=pose), magnitude


DIMENSION = Dimension(
    name="stretch",
    unit="%",
    summary=(
        "The run's width deviates while its height stays, about the centroid of its "
        "ink: letters and the spaces between them alike."
    ),
    rationale=(
        "Methods that edit text in place struggle when the new text is much longer or "
        "shorter than the old; GLASTE (Yang et al. 2025, arXiv:2512.03574) keeps the "
        "aspect ratio on purpose for it."
    ),
    windows=((0.5, 1.5), (1.5, 4), (4, 10), (10, 22), (22, 45), (45, 90)),
    limits=(0.5, 95),
    visible_anchor=10.0,
    anchor_source=(
        "Rectangles and ellipses are told apart from 1.6 % of aspect ratio on near "
        "squares and circles, and from more on the longer they are (Regan and Hamstra "
        "1992, Vision Res. 32:1845). None is known for text; 10 % is six times the "
        "best threshold."
    ),
    roles=("incidental", "bystander"),
    refused={
        "instructed": "editors do not ask for text to be squeezed at constant height"
    },
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("wider",),
    step=0.1,
)
