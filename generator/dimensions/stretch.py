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
        "Text that must fit the gap of the old one is squeezed or widened to it, as "
        "models inpaint a region of fixed size (TextEditBench, arXiv:2512.16270, "
        "scores layout preservation for it)."
    ),
    windows=((0.5, 1.5), (1.5, 4), (4, 10), (10, 22), (22, 45), (45, 90)),
    limits=(0.5, 95),
    visible_anchor=10.0,
    anchor_source=(
        "Size thresholds are 3 % to 7 % (Burbeck and Regan 1983); none was found for "
        "the aspect ratio of text."
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
