"""Scale: the run is larger or smaller than it should be."""

import dataclasses

from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.scale import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension
from .wording import quoted

_SIGNS = {"larger": 1, "smaller": -1}
_PERCENT = tuple(range(10, 41, 5))
RELATIVE = (
    "Make {text} {percent} % {sense}, keeping its centre in place.",
    "Set {text} {percent} % {sense} about its centre and leave everything else as "
    "it is.",
)
ABSOLUTE = (
    "Change the font size of {text} from {before:g} px to {after:g} px, keeping its "
    "centre in place.",
    "Set {text} in {after:g} px type (it is {before:g} px now), about its centre.",
)


def _zoomed(run: Run, ratio: float) -> Run:
    pose = dataclasses.replace(run.pose, zoom=run.pose.zoom * ratio)
    return dataclasses.replace(run, pose=pose)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    return _zoomed(run, 1 + _SIGNS[direction] * magnitude / 100), magnitude


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    sense, percent = stream.choice(tuple(_SIGNS)), stream.choice(_PERCENT)
    size = run.size * (100 + _SIGNS[sense] * percent) / 100
    relative = bool(stream.below(2))
    if not relative:
        size = float(round(size))
    wording = stream.choice(RELATIVE if relative else ABSOLUTE)
    return Edit(
        property="scale",
        value=f"{_SIGNS[sense] * percent:+d} %" if relative else f"{size:g} px",
        instruction=wording.format(
            text=quoted(run),
            percent=percent,
            sense=sense,
            before=run.size,
            after=size,
        ),
        run=_zoomed(run, size / run.size),
    )


DIMENSION = Dimension(
    name="scale",
    unit="%",
    summary="The run's size deviates, about the centroid of its ink.",
    rationale=(
        "Diffusion models lose the layout when text is scaled (DanceText, Yu et al. "
        "2025, arXiv:2504.14108), and TextEditBench (arXiv:2512.16270) has scaling as "
        "an edit of its own. That the size is matched by eye and to the space at hand "
        "is our reasoning."
    ),
    windows=((0.5, 1.5), (1.5, 4), (4, 10), (10, 22), (22, 45), (45, 90)),
    limits=(0.5, 95),
    visible_anchor=10.0,
    anchor_source=(
        "No threshold is known for the size of text. Spatial frequencies of gratings "
        "are told apart from 3 % to 7 % on (Burbeck and Regan 1983); 10 % is above all "
        "of them."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("larger",),
    step=0.1,
    edit=_edit,
)
