"""Opacity: the ground shows through the run."""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from ..page.colour import Rgb, contrast
from ..page.scene import Run
from ..rulers.opacity import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension, NotPossibleError
from .wording import quoted

_PERCENT = tuple(range(40, 89, 4))
_LEAST_CONTRAST = 3.0
_AROUND = np.linspace(-2.0, 2.0, 2001)
"""Levels around a magnitude within which one is looked for that can be shown."""

_HELD = 5e-4
"""How near a magnitude is to what covered pixels show of it."""

Shares = NDArray[np.float64]

WORDINGS = (
    "Set the opacity of {text} to {percent} %.",
    "Make {text} {clear} % transparent and leave everything else as it is.",
    "Let the ground show through {text}: give it an opacity of {percent} %.",
)


def _faded(run: Run, share: float) -> Run:
    return dataclasses.replace(run, opacity=run.opacity * share)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:  # noqa: ARG001
    if magnitude > 1:
        raise NotPossibleError("nothing would be left of the run")
    return _faded(run, 1 - magnitude), magnitude


def _step(run: Run, ground: Rgb, share: Shares) -> Shares:
    """Return what covered pixels differ by from the ground, in whole levels, (n, 3)."""
    below = np.array(ground, dtype=np.float64)
    full = (np.array(run.colour, dtype=np.float64) - below) * run.opacity
    step: Shares = np.floor(below + full * share[:, None] + 0.5) - below
    return step


def _settle(run: Run, magnitude: float, ground: Rgb) -> float:
    """Return the nearest magnitude that covered pixels have once levels are whole."""
    right = _step(run, ground, np.ones(1))[0]
    if not right.any():
        raise NotPossibleError("the run has the colour of its ground")
    tried = magnitude + _AROUND / np.abs(right).max()
    shown = 1 - _step(run, ground, 1 - tried) @ right / (right @ right)
    held = tried[np.abs(shown - tried) <= _HELD]
    if len(held) == 0:
        raise NotPossibleError("8-bit levels of run and ground do not show the loss")
    return float(held[np.argmin(np.abs(held - magnitude))])


def _blend(run: Run, ground: Rgb, share: float) -> Rgb:
    red, green, blue = (
        round(below + (above - below) * share)
        for above, below in zip(run.colour, ground, strict=True)
    )
    return red, green, blue


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:
    legible = [
        percent
        for percent in _PERCENT
        if contrast(_blend(run, ground, percent / 100), ground) >= _LEAST_CONTRAST
    ]
    if not legible:
        raise NotPossibleError("the run would be too faint to read")
    percent, wording = stream.choice(legible), stream.choice(WORDINGS)
    return Edit(
        property="opacity",
        value=f"{percent} %",
        instruction=wording.format(
            text=quoted(run), percent=percent, clear=100 - percent
        ),
        run=_faded(run, percent / 100),
    )


DIMENSION = Dimension(
    name="opacity",
    unit="1−α",
    summary=(
        "The run loses a share of its opacity: it is blended with its ground as a "
        "whole, in sRGB. On a ground of one colour this is a shift of colour "
        "towards it, and the two axes are not told apart."
    ),
    rationale=(
        "None is known to us to report it for text. Our reasoning: models paint plain "
        "RGB and need training of their own to draw transparency (LayerDiffusion, "
        "Zhang and Agrawala 2024, arXiv:2402.17113), so how solid text looks is a "
        "guess; vlm-judge-audit grades it from .95 to .30."
    ),
    windows=(
        (0.01, 0.03),
        (0.03, 0.07),
        (0.07, 0.15),
        (0.15, 0.3),
        (0.3, 0.5),
        (0.5, 0.7),
    ),
    limits=(0.008, 0.8),
    visible_anchor=0.15,
    anchor_source=(
        "None was found for the opacity of text; data on contrast discrimination do "
        "not reject Weber's law (JOSA A 2002, 19:1267). At .15 black on white is 9.3 "
        "ΔE00 off and white on black 8.1, beyond the anchor of colour."
    ),
    roles=ROLES,
    directions=("fainter",),
    disturb=_disturb,
    ruler=RULER,
    probes=("fainter",),
    step=0.03,
    edit=_edit,
    settle=_settle,
)
