"""Textured plates: read strictly, drawn the same everywhere, smooth, in the digest."""

import dataclasses
import hashlib
import json
import math
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.generator.drawing.canvas import Pixels, pixel_digest
from eyechart.generator.errors import SpecError
from eyechart.generator.page.draw import draw, draw_ground
from eyechart.generator.page.layout import Layout, read_layout
from eyechart.generator.page.noise import noise, spread, uniforms
from eyechart.generator.page.plate import between, direction, eased
from eyechart.generator.page.scene import Ornament, Scene
from eyechart.generator.page.texture import plate_kinds, read_plate, texture
from eyechart.generator.read import Table

CORNERS = [
    {"x": 0, "y": 0, "colour": "#FFB199"},
    {"x": 160, "y": 0, "colour": "#FFE3A8"},
    {"x": 0, "y": 120, "colour": "#B8C0FF"},
    {"x": 160.5, "y": 120, "colour": "#9BD7D5"},
]
HILLS = ["#6E9CC4", "#E9E3D6", "#1E3A2F"]
PALE = ["#FFF3D6", "#FBE3B0"]

GOOD: dict[str, dict[str, Any]] = {
    "gradient": {
        "kind": "gradient",
        "colours": ["#1B2A6B", "#7A3E9D", "#F2A65A"],
        "angle": 35,
    },
    "mesh": {"kind": "mesh", "points": CORNERS, "softness": 60},
    "paper": {
        "kind": "paper",
        "colour": "#F3EDDF",
        "grain": 4,
        "fibres": 60,
        "seed": 3,
    },
    "hills": {
        "kind": "photograph",
        "motif": "hills",
        "colours": HILLS,
        "horizon": 0.4,
        "seed": 5,
    },
    "sea": {
        "kind": "photograph",
        "motif": "sea",
        "colours": HILLS,
        "horizon": 0.5,
        "softness": 4,
        "seed": 2,
    },
    "bokeh": {
        "kind": "photograph",
        "motif": "bokeh",
        "colours": ["#141B33", "#3A2436", "#FFC46B"],
        "lights": 20,
        "seed": 11,
    },
    "stripes": {
        "kind": "pattern",
        "motif": "stripes",
        "colours": PALE,
        "period": 20,
        "share": 0.3,
        "angle": 45,
    },
    "dots": {
        "kind": "pattern",
        "motif": "dots",
        "colours": PALE,
        "period": 20,
        "share": 0.6,
    },
    "checks": {"kind": "pattern", "motif": "checks", "colours": PALE, "period": 16},
    "chevrons": {
        "kind": "pattern",
        "motif": "chevrons",
        "colours": PALE,
        "period": 20,
        "share": 0.5,
    },
}
PINNED = {
    "gradient": "004b571607d6f7fc6f77c3e7f8083f65e7f6c6173d71da8974b0e54ba38f201d",
    "mesh": "ddd48320d529f0fd378afe708601b110abd626a71f5ff0686a57e6a326987903",
    "paper": "e90a7f74a6cf5ad388faa38069f1bd54093572fe23d37c916b1736ab74e03ade",
    "hills": "a816894580ade99914f589fcf3ae2a0192190e11ddc454ba2e4d12a8c6dade3f",
    "sea": "f4a1b05e79c7a2df2f5addebb223de5d174e715a7a260280db1dd4f5a3430d8d",
    "bokeh": "3fa4b9c2b3601049ab83bcd15de823fb20ddd0f0c3166ade2477625bc55644c9",
    "stripes": "88dd6df1a3ca2d11b2746117231a0c97bbf628936186601427122baf138c9e41",
    "dots": "7b93a85441a4d25db8a3a891188f5fea1ae1848a6d40824d85ef4499286df1be",
    "checks": "e0e60d1d049b422b511f5014bbb1e56be927de095df39e0d2ce7f90054d5233a",
    "chevrons": "6de1b6efdad5ab795389cfe781a01e822c4bc7f1808525d4d59eb7d786de9b82",
}


def table(values: dict[str, Any]) -> Table:
    return Table(values, "here.toml [plate]")


def drawn(name: str, width: int = 160, height: int = 120) -> Pixels:
    return texture(read_plate(table(GOOD[name])), width, height)


def test_there_are_five_kinds() -> None:
    assert list(plate_kinds()) == ["gradient", "mesh", "paper", "pattern", "photograph"]
    assert {one["kind"] for one in GOOD.values()} == set(plate_kinds())


@pytest.mark.parametrize("name", GOOD)
def test_pixels_stay_what_they_are(name: str) -> None:
    assert pixel_digest(drawn(name)) == PINNED[name]


def test_vector_units_make_no_difference() -> None:
    config = np.show_config(mode="dicts")
    assert isinstance(config, dict)
    units = " ".join(config["SIMD Extensions"].get("found", []))
    code = (
        "import sys; sys.path[:] = sys.argv[1:]\n"
        "import json\n"
        "from eyechart.generator.drawing.canvas import Pixels, pixel_digest\n"
        "from eyechart.generator.page.texture import read_plate, texture\n"
        "from eyechart.generator.read import Table\n"
        "for one in json.load(sys.stdin):\n"
        "    plate = read_plate(Table(one, 'here'))\n"
        "    print(pixel_digest(texture(plate, 160, 120)))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, *sys.path],
        check=True,
        capture_output=True,
        text=True,
        input=json.dumps(list(GOOD.values())),
        env={**os.environ, "NPY_DISABLE_CPU_FEATURES": units},
    ).stdout.split()
    assert told == list(PINNED.values())


@pytest.mark.parametrize("name", ["paper", "hills", "sea", "bokeh"])
def test_the_seed_draws_another_plate(name: str) -> None:
    other = read_plate(table({**GOOD[name], "seed": 1}))
    assert (texture(other, 160, 120) != drawn(name)).any()


def test_pixels_are_shared_and_read_only() -> None:
    assert drawn("paper") is drawn("paper")
    with pytest.raises(ValueError, match="read-only"):
        drawn("paper")[0, 0] = 0


def test_a_gradient_is_exact() -> None:
    plate = read_plate(
        table({"kind": "gradient", "colours": ["#0A1428", "#FA1464"], "angle": 0})
    )
    row = texture(plate, 120, 16)[7].tolist()
    for x, (red, green, blue) in enumerate(row):
        share = (x + Fraction(1, 2)) / 120
        assert red == math.floor(10 + 240 * share + Fraction(1, 2))
        assert green == 20
        assert blue == math.floor(40 + 60 * share + Fraction(1, 2))


@pytest.mark.parametrize(
    ("angle", "first"),
    [(0, (60, 0)), (90, (0, 80)), (180, (60, 159)), (270, (119, 80)), (45, (0, 0))],
)
def test_a_gradient_starts_against_its_angle(
    angle: int, first: tuple[int, int]
) -> None:
    colours = ["#000000", "#C0C0C0", "#FFFFFF"]
    plate = read_plate(table({"kind": "gradient", "colours": colours, "angle": angle}))
    pixels = texture(plate, 160, 120)[..., 0].astype(int)
    assert pixels[first] <= pixels.min() + 2
    assert pixels[119 - first[0], 159 - first[1]] >= pixels.max() - 2


def test_mesh_points_show_their_colours() -> None:
    reds = [60, 90, 120, 150]
    places = [(200, 150), (600, 150), (200, 450), (600, 450)]
    points = [
        {"x": x, "y": y, "colour": f"#{red:02X}8040"}
        for red, (x, y) in zip(reds, places, strict=True)
    ]
    plate = read_plate(table({"kind": "mesh", "points": points, "softness": 40}))
    pixels = texture(plate, 800, 600).astype(int)
    for red, (x, y) in zip(reds, places, strict=True):
        assert abs(pixels[y, x] - (red, 0x80, 0x40)).max() <= 2
    steps = abs(np.diff(pixels, axis=0)).max(), abs(np.diff(pixels, axis=1)).max()
    assert max(steps) <= 3


def test_paper_keeps_its_colour_within_its_grain() -> None:
    plain = {"kind": "paper", "colour": "#F0E8D8", "seed": 1}
    flat = texture(read_plate(table({**plain, "grain": 0})), 200, 150)
    assert (flat == (0xF0, 0xE8, 0xD8)).all()
    grained = texture(read_plate(table({**plain, "grain": 3})), 200, 150).astype(int)
    off = grained - (0xF0, 0xE8, 0xD8)
    assert (off == off[..., :1]).all()
    assert 2 <= abs(off).max() <= 5
    assert abs(off.mean()) < 0.5
    fibred = texture(read_plate(table({**plain, "grain": 0, "fibres": 90})), 200, 150)
    shades = fibred.astype(int)[..., 0] - 0xF0
    assert (shades.min(), shades.max()) == (-5, 5)
    assert 0.01 < (shades != 0).mean() < 0.3


@pytest.mark.parametrize(
    ("motif", "more", "figures"),
    [
        ("stripes", {"share": 0.3, "angle": 0}, 0.3),
        ("stripes", {"share": 0.3, "angle": 30}, 0.3),
        ("checks", {}, 0.5),
        ("chevrons", {"share": 0.4}, 0.4),
        # Two discs a square of one period: 2 pi r² with r = share period / sqrt(8).
        ("dots", {"share": 0.5}, math.pi / 16),
    ],
)
def test_figures_cover_their_share(
    motif: str, more: dict[str, float], figures: float
) -> None:
    colours = ["#E0E0E0", "#B0B0B0"]
    values = {"kind": "pattern", "motif": motif, "colours": colours, "period": 40}
    level = texture(read_plate(table(values | more)), 800, 640)[..., 0].mean()
    assert (0xE0 - level) / (0xE0 - 0xB0) == pytest.approx(figures, abs=0.012)


def test_edges_of_figures_are_one_pixel_soft() -> None:
    for name in ("stripes", "dots", "chevrons"):
        blue = np.unique(drawn(name)[..., 2])
        assert (blue.min(), blue.max()) == (0xB0, 0xD6)
        assert len(blue) >= 3
        assert 0.03 < np.isin(drawn(name)[..., 2], blue[1:-1]).mean() < 0.4


def test_land_lies_under_the_sky_and_lights_shine() -> None:
    for name, share in (("hills", 0.4), ("sea", 0.5)):
        rows = drawn(name, 448, 336)[..., 2].mean(axis=1)
        top, foot = rows[: int(share * 200)].mean(), rows[-30:].mean()
        assert top > foot + 60
    dark = read_plate(table({**GOOD["bokeh"], "lights": 1}))
    lit = drawn("bokeh", 448, 336).astype(int) - texture(dark, 448, 336)
    assert (lit[..., 0] > 10).mean() > 0.1


@pytest.mark.parametrize("name", ["mesh", "hills", "sea", "bokeh"])
def test_pictures_are_smooth(name: str) -> None:
    pixels = drawn(name, 896, 672).astype(int)
    steps = abs(np.diff(pixels, axis=1))
    assert steps.max() <= 40
    assert np.mean(steps <= 1) > 0.9


def test_directions_are_far_from_where_rounding_turns() -> None:
    for degrees in range(360):
        turn = math.radians(degrees)
        for exact in (math.cos(turn), math.sin(turn)):
            share = exact * 2**20 - math.floor(exact * 2**20)
            assert abs(share - 0.5) > 1e-9
        x, y = direction(degrees)
        assert math.hypot(x - math.cos(turn), y - math.sin(turn)) < 1e-6


def test_random_numbers_are_raw_words_of_pcg64() -> None:
    digest = hashlib.blake2b(b"key", digest_size=16).digest()
    words = [int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12)]
    bits = np.random.PCG64(np.random.SeedSequence(7, spawn_key=words))
    exact = [Fraction(int(bits.random_raw()) >> 11, 2**52) - 1 for _ in range(3)]
    assert uniforms(7, "key", 3).tolist() == exact
    many = uniforms(0, "many", 4000)
    assert -1 <= many.min() < -0.99
    assert 0.99 < many.max() < 1
    assert abs(many.mean()) < 0.04


@given(st.lists(st.floats(0, 3.999), min_size=1, max_size=5), st.floats(-3, 3))
def test_splines_keep_planes(places: list[float], slope: float) -> None:
    i, j = np.arange(7.0)[:, None], np.arange(7.0)[None, :]
    rows, columns = np.array(places), np.array([0.0, 1.25, 3.5])
    surface = spread(5.0 + slope * (i - 1) + 2.0 * (j - 1), rows, columns)
    exact = 5.0 + slope * rows[:, None] + 2.0 * columns[None, :]
    assert surface == pytest.approx(exact, abs=1e-12)


def test_splines_have_no_kink() -> None:
    place = np.arange(0.0, 6.0, 1e-3)
    line = noise(3, "line", np.zeros(1), place)[0]
    bends = np.diff(line, 2) / 1e-6
    assert abs(np.diff(bends)).max() < 0.05
    assert 0.5 < abs(bends).max() < 12


def test_shares_ease_and_colours_mix() -> None:
    assert eased(np.array([0.0, 0.25, 0.5, 1.0])).tolist() == [0, 0.15625, 0.5, 1]
    assert between((0, 10, 255), (255, 11, 0), 0.5) == (128, 11, 128)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("mesh", {"kind": "msh"}, ": kind = 'msh' is unknown; did you mean 'mesh'?"),
        ("gradient", {"angel": 3}, ": unknown key 'angel'; did you mean 'angle'?"),
        ("gradient", {"seed": 3}, ": unknown key 'seed'; "),
        ("gradient", {"angle": 360}, ": angle = 360 is outside 0 to 359"),
        ("gradient", {"angle": 4.5}, ": angle = 4.5 is not a whole number"),
        ("gradient", {"colours": PALE[:1]}, ": colours holds 1 colours; allowed: 2 to"),
        ("gradient", {"colours": ["#12", "#FFFFFF"]}, ": colours: '#12' is not a col"),
        ("mesh", {"points": CORNERS[:3]}, ": points holds 3 points; allowed: 4 to 9"),
        ("mesh", {"softness": 5}, ": softness = 5.0 is outside 20.0 to 1000.0"),
        (
            "mesh",
            {"points": [*CORNERS, {"x": 1, "y": 2, "color": "#000000"}]},
            " [[points]] number 5: key 'colour' (a string) is missing; is 'color'",
        ),
        (
            "mesh",
            {"points": [*CORNERS, {**CORNERS[0], "z": 1}]},
            " [[points]] number 5: unknown key 'z'; allowed",
        ),
        ("paper", {"grain": 7}, ": grain = 7.0 is outside 0.0 to 6.0"),
        ("paper", {"fibres": -1}, ": fibres = -1 is outside 0 to 600"),
        ("paper", {"seed": -1}, ": seed = -1 is outside 0 to 2147483647"),
        ("paper", {"colours": PALE}, ": unknown key 'colours'; did you mean 'colour'?"),
        ("stripes", {"motif": "stripe"}, ": motif = 'stripe' is unknown; did you mean"),
        ("stripes", {"colours": [*PALE, "#FFFFFF"]}, ": colours holds 3 colours; allo"),
        (
            "dots",
            {"colours": ["#000000", "#FFFFFF"]},
            ": colours #000000 and #FFFFFF have a contrast of 21.00; allowed: 2 or le",
        ),
        ("dots", {"angle": 4}, ": unknown key 'angle'; "),
        ("checks", {"share": 0.4}, ": unknown key 'share'; "),
        ("chevrons", {"period": 5}, ": period = 5.0 is outside 6.0 to 400.0"),
        ("hills", {"lights": 4}, ": unknown key 'lights'; "),
        ("hills", {"horizon": 1}, ": horizon = 1.0 is outside 0.1 to 0.9"),
        ("bokeh", {"horizon": 0.5}, ": unknown key 'horizon'; "),
        ("sea", {"colours": PALE}, ": colours holds 2 colours; allowed: 3"),
    ],
)
def test_wrong_plates_are_told(name: str, change: dict[str, Any], told: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_plate(table({**GOOD[name], **change}))
    message = str(caught.value)
    assert message.startswith("here.toml [plate]")
    assert told in message
    assert "\n" not in message


@pytest.mark.parametrize("name", GOOD)
def test_missing_keys_are_told(name: str) -> None:
    for key in GOOD[name].keys() - {"softness", "fibres"}:
        left = {k: v for k, v in GOOD[name].items() if k != key}
        with pytest.raises(SpecError, match=rf"\[plate\]: key '{key}' \(.*is missing"):
            read_plate(table(left))


def page(name: str | None, *ornaments: Ornament) -> Scene:
    return Scene(
        width=160,
        height=120,
        background=(1, 2, 3),
        ornaments=ornaments,
        runs=(),
        plate=None if name is None else read_plate(table(GOOD[name])),
    )


def test_every_plate_has_a_digest_of_its_own() -> None:
    digests = {page(name).digest() for name in GOOD} | {page(None).digest()}
    assert len(digests) == len(GOOD) + 1


OTHERS: dict[str, dict[str, Any]] = {
    "gradient": {"angle": 36, "colours": ((0, 0, 0), (9, 9, 9))},
    "mesh": {"softness": 61.0, "points": ((0.0, 0.0),) * 4, "colours": ()},
    "paper": {"colour": (0, 0, 0), "grain": 3.0, "fibres": 1, "seed": 4},
    "hills": {
        "motif": "sea",
        "colours": (),
        "horizon": 0.41,
        "lights": 1,
        "softness": 9.0,
        "seed": 6,
    },
    "dots": {
        "motif": "checks",
        "colours": (),
        "period": 21.0,
        "share": 0.61,
        "angle": 1,
    },
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_field_of_a_plate_moves_the_digest(name: str) -> None:
    scene = page(name)
    plate: Any = scene.plate
    fields = {one.name for one in dataclasses.fields(plate)}
    assert fields == OTHERS[name].keys() | {"kind"}
    for field, value in OTHERS[name].items():
        changed = dataclasses.replace(plate, **{field: value})
        other = dataclasses.replace(scene, plate=changed)
        assert other.digest() != scene.digest(), field


def test_a_page_without_a_plate_keeps_its_digest() -> None:
    plain = '{"background":[1,2,3],"height":120,"ornaments":[],"runs":[],"width":160}'
    assert page(None).digest() == hashlib.sha256(plain.encode()).hexdigest()


def test_ornaments_lie_on_the_plate() -> None:
    box = Ornament(shape="rect", numbers=(20, 30, 40, 50, 0), colour=(9, 8, 7))
    ground = draw_ground(page("hills", box)).copy()
    bare = drawn("hills")
    assert (ground[30:80, 20:60] == (9, 8, 7)).all()
    ground[30:80, 20:60] = bare[30:80, 20:60]
    assert (ground == bare).all()


LAYOUT = """\
title = "Plate"
difficulty = "easy"
language = "en"
script = "Latn"
canvas = [160, 120]

[plate]
kind = "paper"
colour = "#F3EDDF"
grain = 4
fibres = 60
seed = 3

[styles.one]
font = "inter"
size = 20
colour = "#112233"

[[runs]]
name = "one"
style = "one"
text = "{one}"
x = 20
y = 60

[[contents]]
one = "Linen"
"""


def read(tmp_path: Path, text: str) -> Layout:
    path = tmp_path / "sheet.toml"
    path.write_text(text, encoding="utf-8")
    return read_layout(path)


def test_a_layout_has_a_plate_instead_of_a_background(tmp_path: Path) -> None:
    scene = read(tmp_path, LAYOUT).scenes[0]
    assert scene.plate == page("paper").plate
    assert scene.background == (0xF3, 0xED, 0xDF)
    assert (draw_ground(scene) == drawn("paper")).all()
    assert (draw(scene) != draw_ground(scene)).any()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "canvas",
            'background = "#FFFFFF"\ncanvas',
            ": background lies under [plate], which hides it; allowed: one of the two",
        ),
        ('"paper"', '"papre"', " [plate]: kind = 'papre' is unknown; did you mean"),
        ("[plate]", "[plat]", ": key 'background' (a string) is missing"),
    ],
)
def test_wrong_plates_of_layouts_are_told(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    with pytest.raises(SpecError) as caught:
        read(tmp_path, LAYOUT.replace(old, new, 1))
    assert str(caught.value).startswith(f"{tmp_path / 'sheet.toml'}{told}")
