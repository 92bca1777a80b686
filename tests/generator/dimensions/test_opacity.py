"""Opacity: magnitudes that 8-bit levels can show."""

import dataclasses

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError

OPACITY = dimension("opacity")
PAIRS = [
    ((120, 130, 124), (168, 171, 170)),
    ((90, 90, 90), (150, 150, 150)),
    ((201, 188, 210), (60, 94, 140)),
    ((52, 92, 140), (255, 255, 255)),
]


def shown_share(page, run, share):
    """Read a solid stroke's share with whole levels, by hand."""
    ground = np.array(page.scene.background, dtype=float)
    full = (np.array(run.colour) - ground) * run.opacity
    right, wrong = (
        np.floor(ground + full + 0.5),
        np.floor(ground + full * (1 - share) + 0.5),
    )
    right, wrong = right - ground, wrong - ground
    return 1 - (wrong * right).sum() / (right**2).sum()


@pytest.mark.parametrize(("colour", "ground"), PAIRS)
@pytest.mark.parametrize("own", [1.0, 0.55])
def test_settled_magnitudes_are_read_from_solid_strokes(case, colour, ground, own):
    plain = case("large")
    run = dataclasses.replace(plain.run, colour=colour, opacity=own)
    scene = dataclasses.replace(plain.scene.with_run(run), background=ground)
    page = dataclasses.replace(plain, scene=scene)
    levels = max(abs(a - b) for a, b in zip(colour, ground, strict=True)) * own
    refused = 0
    for wanted in np.geomspace(0.02, 0.6, 9):
        try:
            settled = OPACITY.settle(run, float(wanted), ground)
        except NotPossibleError:
            refused += 1
            continue
        assert abs(settled - wanted) <= 2.01 / levels
        assert shown_share(page, run, settled) == pytest.approx(settled, abs=5.01e-4)
        wrong, exact = OPACITY.disturb(run, settled, OPACITY.directions[0])
        assert exact == settled
        read = OPACITY.ruler.read(page.view(wrong))
        assert read == pytest.approx(settled, abs=1.5e-3)
    assert refused <= 3


def test_a_run_of_its_grounds_colour_cannot_fade(case):
    run = case("large").run
    with pytest.raises(NotPossibleError, match="colour of its ground"):
        OPACITY.settle(run, 0.1, run.colour)
