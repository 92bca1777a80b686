"""Layouts: read strictly; what is wrong is told with file, place and value."""

from pathlib import Path

import pytest

from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.generator.page.layout import Layout, layout, layout_names, read_layout
from eyechart.generator.page.scene import Ornament

GOOD = """\
title = "Ticket"
difficulty = "easy"
language = "en"
script = "Latn"
canvas = [400, 300]
background = "#FFFFFF"

[styles.head]
font = "inter"
axes = { wght = 700 }
features = ["tnum"]
size = 40
colour = "#112233"

[styles.body]
font = "caveat"
tracking = 0.02
size = 24
colour = "#445566"

[[ornaments]]
shape = "rect"
x = 10
y = 20
width = 100
height = 50
radius = 5
colour = "#AABBCC"

[[ornaments]]
shape = "ellipse"
centre = [50, 60]
radii = [10, 20]
colour = "#AABBCC"

[[ornaments]]
shape = "polygon"
corners = [0, 0, 10, 0, 0, 10]
colour = "#AABBCC"

[[runs]]
name = "head"
style = "head"
text = "To {place}, {{one way}}"
x = 20
y = 60
editable = true

[[runs]]
name = "note"
style = "body"
colour = "#FF0000"
text = "Keep this"
x = 380
y = 100
anchor = "right"

[[grids]]
name = "stops"
y = 150
step = 30

[[grids.columns]]
name = "stop"
style = "body"
x = 20
editable = true

[[grids.columns]]
name = "time"
style = "head"
x = 380
anchor = "right"

[[contents]]
place = "Oslo"
stops = [["Moss", "12:10"], ["Ski", ""]]

[[contents]]
place = "Rome"
stops = [["Pisa", "09:00"]]
"""


def read(tmp_path: Path, text: str) -> Layout:
    path = tmp_path / "ticket.toml"
    path.write_text(text, encoding="utf-8")
    return read_layout(path)


def test_a_good_layout_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    assert (found.name, found.title, found.difficulty) == ("ticket", "Ticket", "easy")
    first, second = found.scenes
    assert (first.width, first.height, first.background) == (400, 300, (255, 255, 255))
    assert first.ornaments[2] == Ornament(
        shape="polygon", numbers=(0, 0, 10, 0, 0, 10), colour=(0xAA, 0xBB, 0xCC)
    )
    assert [(run.name, run.text, run.y) for run in first.runs] == [
        ("head", "To Oslo, {one way}", 60),
        ("note", "Keep this", 100),
        ("stops.1.stop", "Moss", 150),
        ("stops.1.time", "12:10", 150),
        ("stops.2.stop", "Ski", 180),
    ]
    assert [run.name for run in second.runs][2:] == ["stops.1.stop", "stops.1.time"]
    assert found.editable == ("head", "stops.1.stop", "stops.2.stop")
    head, note = first.run("head"), first.run("note")
    assert head.face.axes == (("opsz", 14.0), ("wght", 700.0))
    assert head.face.features == ("tnum",)
    assert (head.colour, note.colour) == ((0x11, 0x22, 0x33), (255, 0, 0))
    assert (head.anchor, note.anchor, note.face.tracking) == ("left", "right", 0.02)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"easy"', '"esy"', ": difficulty = 'esy' is unknown; did you mean 'easy'?"),
        ('title = "Ticket"', "", ": key 'title' (a string) is missing"),
        ('title = "Ticket"', 'titel = "x"\ntitle = "T"', ": unknown key 'titel'; did"),
        ("[400, 300]", "[400]", ": canvas = [400] has 1 numbers, not 2"),
        ("[400, 300]", "[400, 300.5]", ": canvas holds 300.5, not a whole number"),
        ("[400, 300]", "[400, 8]", ": canvas = 400x8; allowed: 16 to 4096 px a side"),
        ("[400, 300]", "[5000, 300]", ": canvas = 5000x300; allowed: 16 to 4096"),
        ('"#FFFFFF"', '"#12345"', ": background: '#12345' is not a colour; allowed"),
        ('"#112233"', '"red"', " [styles] [head]: colour: 'red' is not a colour"),
        (
            '"inter"',
            '"intr"',
            " [styles] [head]: font = 'intr' is unknown; did you mean 'inter'?",
        ),
        (
            "wght = 700",
            "wght = 950",
            " [styles] [head]: font inter: axis wght = 950.0 is outside 100 to 900",
        ),
        ("wght = 700", "wdth = 90", ": font inter: unknown axis 'wdth'; "),
        ("wght = 700", "wght = nan", " [axes]: wght = nan is not a finite number"),
        ('"tnum"', '"smcp"', " [head]: font inter: has no feature 'smcp'; allowed"),
        ("size = 40", "size = 4", " [head]: size = 4.0 is outside 6.0 to 512.0"),
        ("size = 40", 'size = "40"', " [head]: size = '40' is not a number"),
        ("tracking = 0.02", "tracking = 3", "tracking = 3.0 is outside -0.2 to 1.0"),
        ('"rect"', '"square"', " [[ornaments]] number 1: shape = 'square' is unknown"),
        ("width = 100", "width = 0", "number 1: width = 0.0 is outside 0.25 to inf"),
        ("radius = 5", "radius = 26", "number 1: radius = 26.0 is outside 0.0 to 25.0"),
        ("x = 10", "x = 1e9", "allowed: numbers from -4096 to 4096"),
        ("[10, 20]", "[10, 0]", "number 2: radii = [10.0, 0.0]; allowed: 0.25 or more"),
        ("[10, 20]", "[10]", "number 2: radii = [10] has 1 numbers, not 2"),
        ("[0, 0, 10, 0, 0, 10]", "[0, 0, 1, 1]", "corners holds 4 numbers; allowed"),
        ("0, 10]\n", "0, 10, 7]\n", "number 3: corners holds 7 numbers; allowed"),
        (
            'name = "note"',
            'name = "Note"',
            " [[runs]] number 2: name = 'Note'; allowed",
        ),
        ('name = "note"', 'name = "head"', ": two runs are named 'head'"),
        ('name = "stops"', 'name = "st ops"', "number 1: name = 'st ops'; allowed"),
        ('style = "body"', 'style = "bdy"', "number 2: style = 'bdy' is unknown; did"),
        ('"right"', '"rihgt"', "anchor = 'rihgt' is unknown; did you mean 'right'?"),
        ("{place}", "{}", "number 1: text = 'To {}, {{one way}}' has a placeholder"),
        ("{place}", "{0}x{place.a}", "has a placeholder that is no name"),
        ("{place}", "{place!r}", "has a placeholder that is no name"),
        ("{place}", "{place:>9}", "has a placeholder that is no name"),
        ("{place}", "{place", " [[runs]] number 1: text = 'To {place, {{one way}}'"),
        ('place = "Oslo"', "", " [[contents]] number 1: key 'place' (a string) is m"),
        ('place = "Oslo"', 'place = "O"\nx = 1', "number 1: unknown key 'x'; allowed"),
        ('["Ski", ""]', '["Ski"]', "stops holds ['Ski'] of 1 cells, not 2"),
        (
            '"Oslo"',
            '"東京"',
            " [[contents]] number 1: run 'head': font inter: has no glyph for U+6771 "
            "(CJK UNIFIED IDEOGRAPH-6771) at 0 of '東京, ",
        ),
        (
            '"Pisa"',
            '"Pi\\tsa"',
            " [[contents]] number 2: run 'stops.1.stop': text 'Pi\\tsa': control "
            "character U+0009 at 2 cannot be typeset",
        ),
        ('"Pisa"', '" "', "number 2: run 'stops.1.stop': text ' ' has no ink"),
        (
            'text = "Keep this"',
            'text = "Go To {place}, {{one way}}"',
            "of the editable run head stands in run note too; allowed: a text that",
        ),
        ("[[contents]]", "[[content]]", ": key 'contents' (an array of tables) is mis"),
    ],
)
def test_wrong_layouts_are_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GOOD
    count = -1 if old == "[[contents]]" else 1
    with pytest.raises(SpecError) as caught:
        read(tmp_path, GOOD.replace(old, new, count)).scenes[:]
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "ticket.toml"))
    assert told in message
    assert "\n" not in message


def test_contents_are_needed(tmp_path: Path) -> None:
    text = "contents = []\n" + GOOD[: GOOD.index("[[contents]]")]
    with pytest.raises(SpecError, match="contents is empty; allowed: one table or"):
        read(tmp_path, text)


def test_an_unknown_layout_is_told() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown layout 'invoise'; did you mean"
    ):
        layout("invoise")


def test_names_are_sorted_file_names() -> None:
    assert list(layout_names()) == sorted(layout_names())
    assert all(layout(name).name == name for name in layout_names())
