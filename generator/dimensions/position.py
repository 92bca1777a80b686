"""Position: the run stands beside its place."""

import dataclasses
import math

from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.position import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension
from .wording import quoted

_BEARINGS = {
    "right": 0,
    "down-right": 45,
    "down": 90,
    "down-left": 135,
    "left": 180,
    "up-left": 225,
    "up": 270,
    "up-right": 315,
}
WORDINGS = (
    "Move {text} {way}.",
    "Shift the text {text} {way} and leave everything else as it is.",
    "Place {text} {way} from where it is now.",
)
_MOVES = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
_STEPS = tuple(range(8, 61, 4))


def _shifted(run: Run, dx: float, dy: float) -> Run:
    pose = dataclasses.replace(run.pose, dx=run.pose.dx + dx, dy=run.pose.dy + dy)
    return dataclasses.replace(run, pose=pose)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    bearing = math.radians(_BEARINGS[direction])
    dx, dy = magnitude * math.cos(bearing), magnitude * math.sin(bearing)
    return _shifted(run, dx, dy), magnitude


def _way(dx: int, dy: int) -> str:
    sideways = f"{abs(dx)} px to the {'right' if dx > 0 else 'left'}" if dx else ""
    upright = f"{abs(dy)} px {'down' if dy > 0 else 'up'}" if dy else ""
    return " and ".join(part for part in (sideways, upright) if part)


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    dx, dy = (
        sign * stream.choice(_STEPS) for sign in _MOVES[stream.choice(tuple(_MOVES))]
    )
    if stream.below(3) == 0:
        dx, dy = (
            part or stream.choice((-1, 1)) * stream.choice(_STEPS) for part in (dx, dy)
        )
    return Edit(
        property="position",
        value=", ".join(
            f"{axis} {step:+d} px" for axis, step in (("x", dx), ("y", dy)) if step
        ),
        instruction=stream.choice(WORDINGS).format(text=quoted(run), way=_way(dx, dy)),
        run=_shifted(run, dx, dy),
    )


DIMENSION = Dimension(
    name="position",
    unit="px",
    summary="The run is shifted by a Euclidean distance, in one of eight directions.",
    rationale=(
        "General editors put edited text beside its place (SkyReels-Text, "
        "arXiv:2511.13285, read in summary), and diffusion models lose the layout when "
        "text is moved (DanceText, Yu et al. 2025, arXiv:2504.14108). Neither is known "
        "to us to say by how much."
    ),
    windows=((0.25, 0.5), (0.5, 1.5), (1.5, 4), (4, 12), (12, 40), (40, 120)),
    limits=(0.1, 5000),
    visible_anchor=4.0,
    anchor_source=(
        "Of two points shown one after the other, .25 s to 16 s apart, people tell "
        "shifts of 2.2 to 11.6 arcmin (scilit record 5fcd85fe); 4 px are about 6 "
        "arcmin on a 24-inch full-HD display at 60 cm. Vernier acuity, with a "
        "reference, is a few arcsec (Westheimer 1975, IOVS 14:570)."
    ),
    roles=ROLES,
    directions=tuple(_BEARINGS),
    disturb=_disturb,
    ruler=RULER,
    probes=("right", "down"),
    step=0.1,
    edit=_edit,
)
