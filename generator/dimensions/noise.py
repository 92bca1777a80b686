"""Noise: grain over the run and the ground around it."""

import dataclasses
import hashlib

from ..page.scene import Finish, Run
from ..rulers.noise import RULER
from .dimension import Dimension

_GRAINS = ("grain-1", "grain-2", "grain-3", "grain-4")


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    if magnitude == 0:
        return run, 0.0
    bare = dataclasses.replace(run, finish=Finish())
    key = hashlib.sha256(f"{bare!r} {direction}".encode()).hexdigest()
    finish = dataclasses.replace(run.finish, noise=magnitude, grain=key)
    return dataclasses.replace(run, finish=finish), magnitude


DIMENSION = Dimension(
    name="noise",
    unit="8-bit σ",
    summary=(
        "Every channel of every pixel of the run's box deviates by Gaussian noise; "
        "the magnitude is the root mean square of these deviations, counted after "
        "rounding. What would leave 0 to 255 deviates the other way."
    ),
    rationale=(
        "Local edits by latent diffusion leave textures that do not match and visible "
        "seams (PixPerfect, Zheng et al. 2025, arXiv:2512.03247), and traces in the "
        "noise residual (Corvi et al. 2023, doi:10.1109/ICASSP49357.2023.10095167). "
        "That it looks like Gaussian grain is our simplification."
    ),
    windows=((0.5, 1.5), (1.5, 4), (4, 8), (8, 15), (15, 28), (28, 50)),
    limits=(0.5, 60),
    visible_anchor=8.0,
    anchor_source=(
        "No threshold was found for text on a page, and none was measured: it is where "
        "tier 4 starts. On two pages looked at in their own size, grain of 8 levels "
        "showed as a box on a white ground."
    ),
    roles=("incidental",),
    refused={
        "instructed": "editors do not ask for noise",
        "bystander": "the published audits grade it on the edited text alone",
    },
    directions=_GRAINS,
    disturb=_disturb,
    ruler=RULER,
    probes=(),
    step=1.0,
)
