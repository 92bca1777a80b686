"""Weight: the strokes of the run are heavier or lighter than they should be."""

import dataclasses

from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.weight import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from ..typography.fontbook import AxisRange, font
from .dimension import Dimension, NotPossibleError
from .held import held
from .wording import quoted

_SIGNS = {"heavier": 1, "lighter": -1}
_NAMES = {
    100: "thin",
    200: "extra-light",
    300: "light",
    400: "regular",
    500: "medium",
    600: "semi-bold",
    700: "bold",
    800: "extra-bold",
    900: "black",
}
_LEAST_STEP = 100
_SMALL = 24.0
_LEAST_OF_SMALL = 300
"""Text below 24 px is not asked for in hairlines."""

WORDINGS = (
    "Set the weight of {text} to {weight} ({name}), keeping its centre in place.",
    "Make {text} {name}: font weight {weight}, about the same centre.",
    "Change the font weight of {text} to {weight} ({name}) and leave its centre "
    "where it is.",
)


def _range(run: Run) -> AxisRange:
    entry = font(run.face.font)
    if "wght" not in entry.axes:
        raise NotPossibleError(f"the font {entry.slug} has one weight only")
    return entry.axes["wght"]


def _weighing(run: Run, weight: float) -> Run:
    axes = tuple(
        (tag, weight if tag == "wght" else value) for tag, value in run.face.axes
    )
    face = dataclasses.replace(run.face, axes=axes)
    return held(run, dataclasses.replace(run, face=face))


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    """Change the weight to a whole one: between two of them outlines hardly differ.

    Their points stand on whole font units, so that they jump at weights of their
    own, and no ruler tells parts of a unit.
    """
    limits, correct = _range(run), dict(run.face.axes)["wght"]
    wanted = correct + _SIGNS[direction] * magnitude
    weight = float(round(wanted)) if magnitude else correct
    if not limits.low <= weight <= limits.high:
        raise NotPossibleError(
            f"the font {run.face.font} has weights from {limits.low:g} to "
            f"{limits.high:g} only"
        )
    if weight == correct:
        return run, 0.0
    return _weighing(run, weight), abs(weight - correct)


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    limits, present = _range(run), dict(run.face.axes)["wght"]
    least = _LEAST_OF_SMALL if run.size * run.pose.zoom < _SMALL else 0
    others = [
        weight
        for weight in _NAMES
        if max(limits.low, least) <= weight <= limits.high
        and abs(weight - present) >= _LEAST_STEP
    ]
    if not others:
        raise NotPossibleError(f"the font {run.face.font} has no other named weight")
    weight, wording = stream.choice(others), stream.choice(WORDINGS)
    return Edit(
        property="weight",
        value=f"{weight} ({_NAMES[weight]})",
        instruction=wording.format(
            text=quoted(run), weight=weight, name=_NAMES[weight]
        ),
        run=_weighing(run, float(weight)),
    )


DIMENSION = Dimension(
    name="weight",
    unit="wght units",
    summary=(
        "The weight axis of the run's variable font deviates from the correct weight, "
        "whatever that is, by whole units; widths follow, about the centroid of "
        "its ink."
    ),
    rationale=(
        "Diffusion models control the style of text badly (DiffSTE, Ji et al. 2023, "
        "arXiv:2304.05568, which names bold among the variations that it adds). The "
        "judge of TextEditBench (arXiv:2512.16270) is asked whether the weight fits; "
        "none is known to us to measure it."
    ),
    windows=((10, 25), (25, 60), (60, 120), (120, 220), (220, 350), (350, 500)),
    limits=(10, 700),
    visible_anchor=120.0,
    anchor_source=(
        "No threshold is known for the weight of text. 120 is somewhat more than a "
        "step from one named weight to the next; from 400 on, it adds 16 % to 29 % of "
        "ink in nine of the families here, where gratings are told apart from 3 % to 7 "
        "% of spatial frequency (Burbeck and Regan 1983)."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("heavier", "lighter"),
    step=20.0,
    edit=_edit,
)
