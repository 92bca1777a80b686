"""Magnitudes after a resize."""

import importlib
import math
import pkgutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import eyechart
from eyechart.generator import dimensions
from eyechart.generator.errors import CorpusError, GeometryError, SpecError
from eyechart.judging.vision.effective import effective_magnitude, seen_size
from eyechart.judging.vision.rule import rules
from eyechart.judging.vision.units import known_units, read_units

HALF = "openai-tile-low"
"""Of a page of 1024x768 px it leaves half."""
UNEVEN = "imgedit-judge"
"""It scales a page of 896x672 px by 21/16 across and 4/3 down."""
SX, SY = 21 / 16, 4 / 3


def row(dimension: str, unit: str, magnitude: float, **more: Any) -> dict[str, Any]:
    return {
        "stimulus_id": "s",
        "dimension": dimension,
        "unit": unit,
        "magnitude": magnitude,
        "direction": None,
        "canvas": "1024x768",
    } | more


def test_the_scales_of_the_examples() -> None:
    assert seen_size(1024, 768, HALF) == (512, 384)
    assert seen_size(896, 672, UNEVEN) == (896 * SX, 672 * SY)


@pytest.mark.parametrize(
    ("dimension", "unit", "share"),
    [
        ("position", "px", 0.5),
        ("blur", "px σ", 0.5),
        ("rotation", "°", 1),
        ("slant", "°", 1),
        ("scale", "%", 1),
        ("stretch", "%", 1),
        ("letter_spacing", "em", 1),
        ("colour", "ΔE00", 1),
        ("weight", "wght units", 1),
        ("family", "outline distance", 1),
        ("opacity", "1−α", 1),
    ],
)
def test_half_a_page(dimension: str, unit: str, share: float) -> None:
    assert effective_magnitude(row(dimension, unit, 7.0), HALF) == pytest.approx(
        7.0 * share, rel=1e-12
    )


@pytest.mark.parametrize(
    ("direction", "share"),
    [
        ("right", SX),
        ("left", SX),
        ("up", SY),
        ("down", SY),
        ("down-right", math.sqrt((SX**2 + SY**2) / 2)),
        ("up-left", math.sqrt((SX**2 + SY**2) / 2)),
        (None, math.sqrt(SX * SY)),
        (math.nan, math.sqrt(SX * SY)),
    ],
)
def test_a_shift_is_scaled_along_its_direction(direction: Any, share: float) -> None:
    shifted = row("position", "px", 10.0, direction=direction, canvas="896x672")
    assert effective_magnitude(shifted, UNEVEN) == pytest.approx(10 * share)


def test_a_blur_is_scaled_by_the_geometric_mean() -> None:
    blurred = row("blur", "px σ", 2.0, canvas="896x672", direction="softer")
    assert effective_magnitude(blurred, UNEVEN) == pytest.approx(2 * math.sqrt(SX * SY))


def test_angles_on_an_uneven_page() -> None:
    turned = row("rotation", "°", 20.0, canvas="896x672")
    leaning = row("slant", "°", 20.0, canvas="896x672")
    tangent = math.tan(math.radians(20))
    assert effective_magnitude(turned, UNEVEN) == pytest.approx(
        math.degrees(math.atan(tangent * SY / SX))
    )
    assert effective_magnitude(leaning, UNEVEN) == pytest.approx(
        math.degrees(math.atan(tangent * SX / SY))
    )
    assert (
        effective_magnitude(turned, UNEVEN) > 20 > effective_magnitude(leaning, UNEVEN)
    )


@given(
    angle=st.floats(0, 80),
    name=st.sampled_from(["rotation", "slant"]),
)
def test_an_even_resize_turns_nothing(angle: float, name: str) -> None:
    found = effective_magnitude(row(name, "°", angle), HALF)
    assert found == pytest.approx(angle, abs=1e-9)


@pytest.mark.parametrize(
    ("dimension", "unit", "reason"),
    [
        ("noise", "8-bit σ", "resampling averages neighbouring pixels"),
        ("jpeg", "100−q", "those of no JPEG quality"),
    ],
)
def test_noise_and_jpeg_do_not_survive(dimension: str, unit: str, reason: str) -> None:
    untouched = row(dimension, unit, 8.0, canvas="896x672")
    assert effective_magnitude(untouched, "claude-4.6") == 8.0
    message = (
        rf"stimulus s: its magnitude in {unit} is not defined after a resize from "
        rf"896x672 to 512x384 px: .*{reason}"
    )
    with pytest.raises(CorpusError, match=message):
        effective_magnitude(untouched, HALF)


@pytest.mark.parametrize("rule", sorted(rules().keys() - {"gemini"}))
def test_an_untouched_page_keeps_every_magnitude(rule: str) -> None:
    if seen_size(896, 672, rule) == (896, 672):
        shifted = row("position", "px", 0.1 + 0.2, canvas="896x672", direction="up")
        assert effective_magnitude(shifted, rule) == 0.1 + 0.2


NAMES = sorted(
    module.name
    for module in pkgutil.iter_modules(dimensions.__path__)
    if hasattr(
        importlib.import_module(f"{dimensions.__name__}.{module.name}"), "DIMENSION"
    )
)


@pytest.mark.parametrize("name", NAMES)
def test_every_dimension_is_declared(name: str) -> None:
    module = importlib.import_module(f"{dimensions.__name__}.{name}")
    one = module.DIMENSION
    declared = known_units().find(one.unit, one.name)
    if declared.way == "shift":
        bearings = {
            direction: known_units().bearing(direction) for direction in one.directions
        }
        told = {
            direction: math.radians(degrees)
            for direction, degrees in module._BEARINGS.items()
        }
        assert bearings == told


def test_a_row_of_a_data_frame_is_taken() -> None:
    frame = pd.DataFrame([row("position", "px", 12.0), row("scale", "%", 3.0)])
    found = [effective_magnitude(one, HALF) for _, one in frame.iterrows()]
    assert found == [6.0, 3.0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dimension": None}, r"stimulus s: dimension = None is no name"),
        ({"unit": math.nan}, r"stimulus s: unit = None is no name"),
        ({"magnitude": None}, r"stimulus s: magnitude = None is no number"),
        ({"magnitude": "far"}, r"magnitude = 'far' is no number"),
        ({"magnitude": -1.0}, r"magnitude = -1.0 is not finite and 0 or more"),
        ({"magnitude": math.inf}, r"magnitude = inf is not finite"),
        ({"canvas": "896"}, r"canvas = '896' is no size; allowed: such as '896x672'"),
        ({"canvas": None}, r"canvas = None is no size"),
        (
            {"unit": "pt"},
            r"what a resize makes of the unit 'pt' is not declared; .*px",
        ),
        (
            {"unit": "°", "dimension": "hue"},
            r"declared by dimension, and not for 'hue'; allowed: rotation, slant",
        ),
        (
            {"direction": "upright"},
            r"direction 'upright' of a shift is unknown; did you mean 'up-right'",
        ),
    ],
)
def test_what_is_no_error_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        effective_magnitude(row("position", "px", 1.0) | changes, HALF)


def test_gemini_is_unpublished() -> None:
    with pytest.raises(GeometryError, match="unpublished"):
        effective_magnitude(row("colour", "ΔE00", 1.0), "gemini")


def test_the_public_name() -> None:
    assert eyechart.effective_magnitude is effective_magnitude


UNITS = """
[[units]]
unit = "px"
way = "shift"
[bearings]
up = 270
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"shift"', '"shifts"', "way = 'shifts' is unknown; did you mean 'shift'"),
        ('"shift"', '"lost"', "key 'reason' .* is missing"),
        ('"shift"', '"shift"\nreason = "r"', "unknown key 'reason'"),
        ("270", '"up"', "up = 'up' is not a number"),
        ("[bearings]", "[bearing]", "key 'bearings' .* is missing"),
        (
            "[bearings]",
            '[[units]]\nunit = "px"\ndimension = "d"\nway = "turn"\n[bearings]',
            "the unit 'px' is declared twice",
        ),
    ],
)
def test_units_are_read_strictly(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "units.toml"
    path.write_text(UNITS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError, match=message):
        read_units(path)
