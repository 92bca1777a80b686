"""The judge with a real reader, and without one."""

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from eyechart.cli import main
from eyechart.generator.dimensions.wording import quoted
from eyechart.generator.drawing.encode import to_png
from eyechart.generator.errors import CorpusError, SpecError, UnknownNameError
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.judging.instrument import reading
from eyechart.judging.instrument.reading import ReaderMissingError, open_reader
from eyechart.judging.observers import open_observer
from eyechart.judging.observers.instrument import Instrument, instrument
from eyechart.judging.runner import Questions, run


@pytest.fixture
def judge() -> Instrument:
    why = "needs the extra: pip install 'eyechart[instrument]'"
    pytest.importorskip("rapidocr", reason=why)
    pytest.importorskip("onnxruntime", reason=why)
    found = open_observer("instrument")
    assert isinstance(found, Instrument)
    return found


def row(scene: Scene, shown: Run, instruction: str, **more: Any) -> dict[str, Any]:
    source, result = draw(scene), redraw(scene, shown)
    return {
        "stimulus_id": "s",
        "kind": "degraded",
        "instruction": instruction,
        "source": {"bytes": to_png(source), "path": None},
        "result": {"bytes": to_png(result), "path": None},
        "pixels_sha256": "d",
        **more,
    }


def scores(judge: Instrument, *values: Any, **named: Any) -> dict[str, Any]:
    answer = judge.judge(row(*values, **named), "instruction")
    return {one.criterion: one.score for one in answer}


def posed(one: Run, **pose: float) -> Run:
    return dataclasses.replace(one, pose=Pose(**pose))


def test_a_page_is_read(judge: Instrument, scene: Scene) -> None:
    lines = {line.text: line for line in judge.reader.read(draw(scene))}
    assert "InesTallgren" in lines
    found = lines["InesTallgren"]
    assert found.gaps == {0, 4}
    assert len(found.starts) == len(found.ends) == 12
    assert list(found.starts) == sorted(found.starts)


@pytest.mark.parametrize("name", ["author", "quote"])
def test_a_flawless_edit_and_one_that_is_not(
    judge: Instrument, scene: Scene, name: str
) -> None:
    target = scene.run(name)
    instruction = f"Rotate {quoted(target)} by 4° clockwise about its centre."
    good = scores(judge, scene, posed(target, angle=4.0), instruction)
    assert set(good.values()) == {5}
    bad = scores(judge, scene, posed(target, angle=10.0), instruction)
    assert (bad["instruction_following"], bad["overall_quality"]) == (2, 2)
    assert bad["visual_consistency"] == bad["layout_preservation"] == 5


def test_what_is_not_found_is_not_scored(judge: Instrument, scene: Scene) -> None:
    instruction = "Rotate “Nobody wrote this” by 4° clockwise about its centre."
    example = row(scene, posed(scene.run("author"), angle=4.0), instruction)
    answer = judge.judge(example, "instruction")
    assert {(one.score, one.status) for one in answer} == {(None, "unparsed")}
    assert "not found in the source" in json.loads(answer[0].raw or "")["reason"]


def test_answers_are_the_same_each_time(judge: Instrument, scene: Scene) -> None:
    target = scene.run("author")
    instruction = f"Move {quoted(target)} 8 px down."
    example = row(scene, posed(target, dy=9.0, dx=2.0), instruction)
    first, second = (judge.judge(example, "instruction") for _ in range(2))
    assert first == second


def test_without_the_package_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from eyechart.judging.observers import instrument as module

    monkeypatch.setitem(sys.modules, "rapidocr", None)
    reading.open_reader.cache_clear()
    module._opened.cache_clear()
    with pytest.raises(ReaderMissingError):
        open_reader()
    path = str(tmp_path)
    arguments = ["eyechart", "judge", path, "-j", "instrument", "-o", f"{path}/f"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "eyechart: judge 'instrument' needs rapidocr and onnxruntime; install them "
        "with pip install 'eyechart[instrument]'\n"
    )


@pytest.mark.parametrize("text", ["instrument:x", "instrument"])
def test_it_takes_neither_settings_nor_a_seed(text: str) -> None:
    with pytest.raises(SpecError, match=r"judge 'instrument' .*takes no se"):
        open_observer(text, seed=3)


def test_unknown_instructions_are_met_before_anything_is_read(reader: Any) -> None:
    judge = instrument(reader)
    known = {"stimulus_id": "a", "kind": "degraded", "instruction": "Move “A” 8 px up."}
    identity = {"stimulus_id": "b", "kind": "identity", "instruction": None}
    judge.check([known, identity])
    for instruction in ("Improve “A”.", None):
        with pytest.raises(CorpusError, match=r"^stimulus 'c'.*instruction"):
            judge.check([{**known, "stimulus_id": "c", "instruction": instruction}])


def test_pictures_of_two_sizes_are_refused(reader: Any, scene: Scene) -> None:
    small = {"bytes": to_png(draw(scene)[:-1]), "path": None}
    target = scene.run("author")
    example = row(scene, target, f"Move {quoted(target)} 8 px up.", result=small)
    with pytest.raises(CorpusError, match="896x671 px, the source 896x672; allowed"):
        instrument(reader).judge(example, "instruction")


def test_it_answers_under_one_framing(reader: Any, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="does not answer under framing 'refere"):
        run(
            instrument(reader),
            None,  # type: ignore[arg-type]
            tmp_path / "f",
            questions=Questions(framings=("reference",)),
        )


def test_settings_change_with_the_reader(reader: Any) -> None:
    first = instrument(reader).settings
    reader.settings = "another version"
    assert first != instrument(reader).settings
