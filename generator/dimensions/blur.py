"""Blur: the run is out of focus."""

import dataclasses
import math

from ..page.scene import Run
from ..rulers.blur import RULER
from .dimension import Dimension


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:  # noqa: ARG001
    return dataclasses.replace(run, blur=math.hypot(run.blur, magnitude)), magnitude


DIMENSION = Dimension(
    name="blur",
    unit="px σ",
    summary=(
        "The run's coverage is blurred by a Gaussian of that standard deviation; "
        "its ground stays sharp."
    ),
    rationale=(
        "Blur is one of five common artefacts of autoencoders (VIVAT, Novitskiy et al. "
        "2025, arXiv:2506.07863), and models render text blurred where a picture holds "
        "much of it (TextCrafter, Du et al. 2025, arXiv:2503.23461)."
    ),
    windows=((0.1, 0.3), (0.3, 0.6), (0.6, 1.2), (1.2, 2.5), (2.5, 4.5), (4.5, 8)),
    limits=(0.1, 8),
    visible_anchor=1.2,
    anchor_source=(
        "The eye's own blur has a σ of about .5 arcmin (Levi and Klein 1990; Watson "
        "and Ahumada 2011, J. Vision 11(5)); 1.2 px are 1.9 arcmin on a 24-inch "
        "full-HD display at 60 cm, four times as much."
    ),
    roles=("incidental",),
    refused={
        "instructed": "editors do not ask for text to be out of focus",
        "bystander": "the published audits grade it on the edited text alone",
    },
    directions=("softer",),
    disturb=_disturb,
    ruler=RULER,
    probes=("softer",),
    step=0.3,
)
