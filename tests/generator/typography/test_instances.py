"""A place in a design space gives what a static font cut out there gives.

Outlines, of components too, and shaped advances and offsets are equal in every
unit, not nearly so.
"""

import functools
import io
import itertools
from collections.abc import Mapping

import numpy as np
import pytest
import uharfbuzz as hb
from fontTools import subset
from fontTools.config import OPTIONS
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from eyechart.generator.paths import CLOSE, CURVE, LINE, MOVE
from eyechart.generator.typography.fontbook import font, font_bytes
from eyechart.generator.typography.outline import glyph_outline
from eyechart.generator.typography.shape import Face, shape, units_per_em

TEXT = "AVATAR Toffee 1369 &@ ÀÉçñö“”½"

USE_HARFBUZZ_REPACKER = OPTIONS["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"]

PLACES = [
    pytest.param(slug, places, id=f"{slug} {places}")
    for slug, places in [
        ("inter", {"wght": 620.0, "opsz": 20.0}),
        ("roboto-flex", {"wght": 633.0, "wdth": 87.0, "slnt": -7.0}),
        ("source-serif-4", {"wght": 517.0, "opsz": 27.0}),
        ("fraunces", {"wght": 333.0, "opsz": 50.0, "SOFT": 40.0, "WONK": 1.0}),
        ("fraunces", {"wght": 333.0, "opsz": 50.0, "SOFT": 40.0, "WONK": 0.0}),
        ("caveat", {"wght": 555.0}),
        ("oswald", {"wght": 433.0}),
    ]
]
places = pytest.mark.parametrize(("slug", "wanted"), PLACES)


@functools.cache
def cut(slug: str, location: tuple[tuple[str, float], ...]) -> bytes:
    """Cut a static font with the glyphs that the text needs, indices kept."""
    options = subset.Options(retain_gids=True, notdef_outline=True, hinting=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=TEXT)
    variable = TTFont(io.BytesIO(font_bytes(slug)))
    variable.cfg[USE_HARFBUZZ_REPACKER] = False
    subsetter.subset(variable)
    file = io.BytesIO()
    keep = instancer.OverlapMode.KEEP_AND_DONT_SET_FLAGS
    instancer.instantiateVariableFont(variable, dict(location), overlap=keep).save(file)
    return file.getvalue()


def recorded(glyphs: Mapping[str, object], name: str) -> tuple[list[int], np.ndarray]:
    """Return verbs and points of a glyph, quadratic curves raised to cubic ones."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)  # type: ignore[attr-defined]
    verbs: list[int] = []
    points: list[tuple[float, float]] = []
    for call, given in pen.value:
        if call == "qCurveTo":
            for one in quadratics(given):
                verbs.append(CURVE)
                points += raised(points[-1], *one)
        else:
            verb = {
                "moveTo": MOVE,
                "lineTo": LINE,
                "curveTo": CURVE,
                "closePath": CLOSE,
            }
            verbs.append(verb[call])
            points += given
    return verbs, np.array(points, dtype=float).reshape(-1, 2)


def quadratics(
    given: tuple[tuple[float, float], ...],
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Part a chain of quadratic curves at the points that it implies."""
    *controls, end = given
    ons = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in itertools.pairwise(controls)
    ]
    return list(zip(controls, [*ons, end], strict=True))


def raised(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    first, second = (
        tuple(p + 2 / 3 * (c - p) for p, c in zip(point, control, strict=True))
        for point in (start, end)
    )
    return [(first[0], first[1]), (second[0], second[1]), end]


def positioned(data: bytes) -> np.ndarray:
    """Return index, x and y of every glyph, then where the line ends."""
    buffer = hb.Buffer()
    buffer.add_str(TEXT)
    buffer.direction, buffer.script = "ltr", "Latn"
    hb.shape(hb.Font(hb.Face(data)), buffer, {})
    pen, found = 0, []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        found.append((info.codepoint, pen + place.x_offset, place.y_offset))
        pen += place.x_advance
    return np.array([*found, (-1, pen, 0)])


def line_of(slug: str, wanted: dict[str, float]) -> np.ndarray:
    axes = font(slug).location(wanted)
    line = shape(TEXT, Face(font=slug, axes=axes, features=(), tracking=0.0))
    upem = units_per_em(slug)
    found = [(g.index, g.x * upem, g.y * upem) for g in line.glyphs]
    return np.array([*found, (-1, line.advance * upem, 0)])


@places
def test_outlines_equal_those_of_a_static_font(
    slug: str, wanted: dict[str, float]
) -> None:
    location = font(slug).location(wanted)
    static = TTFont(io.BytesIO(cut(slug, location)))
    composites = 0
    for index in positioned(cut(slug, location))[:-1, 0].tolist():
        name = static.getGlyphName(index)
        verbs, points = recorded(static.getGlyphSet(), name)
        ours = glyph_outline(slug, location, index)
        assert ours.verbs.tolist() == verbs, name
        # The thirds of raised curves may differ in the last bit.
        np.testing.assert_allclose(ours.points, points, rtol=0, atol=1e-9)
        composites += static["glyf"][name].isComposite()
    assert composites or slug == "caveat"


@places
def test_glyphs_stand_where_a_static_font_puts_them(
    slug: str, wanted: dict[str, float]
) -> None:
    static = positioned(cut(slug, font(slug).location(wanted)))
    np.testing.assert_allclose(line_of(slug, wanted), static, rtol=0, atol=1e-9)


def test_the_instance_is_not_the_default_one() -> None:
    first, second = (
        line_of("inter", wanted) for wanted in ({}, {"wght": 620.0, "opsz": 20.0})
    )
    assert np.abs(first - second).max() > 100


def test_wonk_swaps_glyphs() -> None:
    plain, wonky = (
        shape("nhm", Face(font="fraunces", axes=axes, features=(), tracking=0.0))
        for axes in (
            font("fraunces").location({"opsz": 50.0, "WONK": wonk}) for wonk in (0, 1)
        )
    )
    assert [g.index for g in plain.glyphs] != [g.index for g in wonky.glyphs]


@pytest.mark.parametrize("slug", ["inter", "roboto-flex", "eyechart-gothic-jp"])
def test_points_are_whole_units_or_thirds(slug: str) -> None:
    axes = font(slug).location({"wght": 633.3} if font(slug).axes else {})
    for index in range(20, 60):
        thirds = 6 * glyph_outline(slug, axes, index).points
        np.testing.assert_allclose(thirds, np.round(thirds), rtol=0, atol=1e-8)
