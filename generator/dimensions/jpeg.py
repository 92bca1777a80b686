"""JPEG: the run and the ground around it went through a lossy file."""

import dataclasses

from ..page.scene import Run
from ..rulers.jpeg import RULER
from .dimension import Dimension


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:  # noqa: ARG001
    loss = round(magnitude)
    finish = dataclasses.replace(run.finish, loss=loss)
    return dataclasses.replace(run, finish=finish), float(loss)


DIMENSION = Dimension(
    name="jpeg",
    unit="100−q",
    summary=(
        "The run's box passes through a baseline JPEG without chroma subsampling; "
        "the magnitude is 100 less its quality, a whole number."
    ),
    rationale=(
        "Pictures of the world are mostly kept as JPEGs and generated ones without "
        "loss (Grommelt et al. 2024, arXiv:2403.17608). That a re-drawn region "
        "therefore differs from its page, or that a result is served as a JPEG, is our "
        "reasoning; none is known to us to measure it in text."
    ),
    windows=((2, 8), (8, 25), (25, 60), (60, 80), (80, 90), (90, 97)),
    limits=(2, 99),
    visible_anchor=60.0,
    anchor_source=(
        "No threshold was found for text, and none was measured: it is where tier 4 "
        "starts. Of photographs the least loss that is noticed varies with picture and "
        "viewer (MCL-JCI, Jin et al.; KonJND-1k, doi:10.1109/TCSVT.2022.3163860). On "
        "pages looked at in their own size 30 and 50 were still faint; from 60 on, "
        "ringing around letters is seen at once."
    ),
    roles=("incidental",),
    refused={
        "instructed": "editors do not ask for compression",
        "bystander": "the published audits grade it on the edited text alone",
    },
    directions=("compressed",),
    disturb=_disturb,
    ruler=RULER,
    probes=(),
    step=1.0,
)
