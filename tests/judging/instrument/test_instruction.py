"""What the instrument makes of instructions, held against the edits themselves."""

from collections.abc import Iterator

import pytest

from eyechart.generator.dimensions import dimensions
from eyechart.generator.dimensions.dimension import Dimension, NotPossibleError
from eyechart.generator.errors import CorpusError
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Run
from eyechart.generator.stimulus import Edit
from eyechart.generator.streams import Stream
from eyechart.judging.instrument.instruction import Request, read_instruction
from eyechart.judging.instrument.wordings import WORDINGS, forms

EDITED = {name: one for name, one in dimensions().items() if one.edit is not None}
GROUND = (255, 255, 255)
DRAWS = 12


def runs() -> Iterator[Run]:
    for name in ("quote_card", "event_poster", "slide"):
        page = layout(name)
        yield from (page.scenes[0].run(one) for one in page.editable)


def edits(one: Dimension) -> Iterator[tuple[Run, Edit]]:
    assert one.edit is not None
    for draw in range(DRAWS):
        for run in runs():
            stream = Stream(draw, one.name, run.name)
            try:
                yield run, one.edit(run, GROUND, stream)
            except NotPossibleError:
                continue


def test_every_property_has_its_wordings() -> None:
    assert set(WORDINGS) == set(EDITED)


@pytest.mark.parametrize("name", EDITED)
def test_instructions_are_read_as_the_edits_were_made(name: str) -> None:
    """Every form comes up, and every quantity is that of the edited run."""
    seen = set()
    for run, edit in edits(EDITED[name]):
        asked = read_instruction(edit.instruction, "s")
        before, after = run.pose, edit.run.pose
        assert asked.property == edit.property == name
        assert asked.text == run.text.replace("\n", " ")
        if name == "position":
            assert (asked.dx, asked.dy) == (after.dx - before.dx, after.dy - before.dy)
        else:
            assert (asked.dx, asked.dy) == (0, 0)
        assert asked.ratio == pytest.approx(after.zoom / before.zoom)
        assert asked.angle == after.angle - before.angle
        assert asked.colour == (edit.run.colour if name == "colour" else None)
        if name == "opacity":
            assert asked.opacity == pytest.approx(edit.run.opacity / run.opacity)
        else:
            assert asked.opacity is None
        seen |= {form for _, form in forms() if form.fullmatch(edit.instruction)}
    assert len(seen) == len(WORDINGS[name])


def test_all_directions_are_read() -> None:
    found = [
        read_instruction(edit.instruction, "s")
        for name in ("position", "rotation", "scale")
        for _, edit in edits(EDITED[name])
    ]
    sides = {
        ((one.dx > 0) - (one.dx < 0), (one.dy > 0) - (one.dy < 0)) for one in found
    }
    assert sides == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    assert {one.angle > 0 for one in found if one.angle} == {True, False}
    assert {one.ratio > 1 for one in found if one.ratio != 1} == {True, False}


def test_a_text_with_quotation_marks_of_its_own() -> None:
    found = read_instruction("Move ‘“Measure twice,” he’d say’ 8 px up.", "s")
    assert found == Request(
        property="position", text="“Measure twice,” he’d say", dy=-8
    )


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("Make “Tea” nicer.", "instruction 'Make “Tea” nicer.' is none that"),
        ("Move Tea 8 px up.", "is none that"),
        ("Please move “Tea” 8 px up.", "is none that"),
        ("Move “Tea” 8 px to the left9 px up.", "way .*; allowed"),
        ("Move “Tea” 8 em up.", "way '8 em up'; allowed"),
        ("Rotate “Tea” by 8° sideways about its centre.", "sense 'sideways'; allowed"),
        (
            "Set the text “Tea” in the colour #010203 (RGB 1, 2, 4).",
            r"colours \(1, 2, 3\) and \(1, 2, 4\); allowed: one",
        ),
    ],
)
def test_other_instructions_are_refused(instruction: str, said: str) -> None:
    with pytest.raises(CorpusError, match=f"^stimulus 's'.*{said}"):
        read_instruction(instruction, "stimulus 's'")
