"""Leading: the run's lines stand too far apart, or too near."""

import dataclasses

from ..page.colour import Rgb
from ..page.pieces import line_drift, line_pieces
from ..page.room import line_room
from ..page.scene import Run
from ..rulers.leading import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension, NotPossibleError
from .held import drifted
from .wording import quoted

_SIGNS = {"looser": 1, "tighter": -1}
_LEAST_CHANGE = 0.1
_VALUES = tuple(percent / 100 for percent in range(100, 221, 10))
WORDINGS = (
    "Set the line spacing of {text} to {value} em, keeping its centre in place.",
    "Set the lines of {text} {value} times the font size apart, about their centre.",
    "Change the line height of {text} from {before:g} to {value} and leave everything "
    "else as it is.",
)


def _led(run: Run, more: float) -> Run:
    if len(line_pieces(run)) < 2:
        raise NotPossibleError("the run has one line")
    if more < 0 and -more >= line_room(run):
        raise NotPossibleError("lines would come over each other")
    changed = dataclasses.replace(run, leading=run.leading + more)
    return drifted(run, changed, 0.0, line_drift(run) * more * run.size)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    if magnitude == 0:
        return run, 0.0
    return _led(run, _SIGNS[direction] * magnitude), magnitude


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    before = run.leading
    value = stream.choice([v for v in _VALUES if abs(v - before) >= _LEAST_CHANGE])
    # The stated value, not one that adding up has come near to.
    spread = dataclasses.replace(_led(run, value - before), leading=value)
    return Edit(
        property="leading",
        value=f"{value:g} em",
        instruction=stream.choice(WORDINGS).format(
            text=quoted(run), value=f"{value:g}", before=before
        ),
        run=spread,
    )


DIMENSION = Dimension(
    name="leading",
    unit="em",
    summary=(
        "The distance of baselines deviates by a share of the font's size, about the "
        "centroid of the run's ink; runs of one line have none."
    ),
    rationale=(
        "None is known to us to report the distance of lines. Paragraphs are hard for "
        "current models (LongTextAR, Wang et al. 2025, arXiv:2503.20198); our "
        "reasoning is that lines are fitted to the region that is repainted and not to "
        "those around them."
    ),
    windows=(
        (0.002, 0.005),
        (0.005, 0.015),
        (0.015, 0.04),
        (0.04, 0.08),
        (0.08, 0.15),
        (0.15, 0.3),
    ),
    limits=(0.002, 1.5),
    visible_anchor=0.04,
    anchor_source=(
        "No threshold is known for line spacing; taken over from letter-spacing, so "
        "that the two axes have the same tiers. .04 em are 1.6 px at 40 px."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("looser",),
    step=0.002,
    edit=_edit,
)
