"""The simulated judge does what is planted, and nothing else."""

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binom

from eyechart.generator.errors import CorpusError, SpecError, UnknownNameError
from eyechart.generator.streams import Stream
from eyechart.judging.judgement import Judgement
from eyechart.judging.observers import load_observer, observer_names, open_observer
from eyechart.judging.observers.simulated import simulated
from eyechart.judging.simulation.psychometric import probability_below
from eyechart.judging.simulation.settings import Cell, Settings, read_settings

Rows = list[dict[str, Any]]
Maker = Callable[..., dict[str, Any]]

DECOMPOSED = (
    "instruction_following",
    "text_accuracy",
    "visual_consistency",
    "layout_preservation",
)


def scores(answer: tuple[Judgement, ...]) -> dict[str, Any]:
    return {row.criterion: row.score for row in answer}


def below(answer: tuple[Judgement, ...]) -> bool:
    return any(scores(answer)[name] < 5 for name in DECOMPOSED)


def plausible(count: int, n: int, p: float) -> bool:
    """Whether a count of n is within what chance allows once in a million."""
    return binom.cdf(count, n, p) > 5e-7 and binom.sf(count - 1, n, p) > 5e-7


def test_answers_depend_on_nothing_but_the_question(mixed: Rows) -> None:
    judge = simulated()
    questions = [(row, f, r) for row in mixed for f in judge.criteria for r in range(3)]
    first = [judge.judge(*question) for question in questions]
    stream = Stream(1, "order")
    shuffled = sorted(enumerate(questions), key=lambda _: stream.uniform())
    again = simulated()
    assert all(again.judge(*question) == first[i] for i, question in shuffled)


@pytest.mark.parametrize("change", ["seed", "repeat", "stimulus_id"])
def test_chance_changes_with(make_stimulus: Maker, change: str) -> None:
    def answers(seed: int, repeat: int, prefix: str) -> list[bool]:
        judge = simulated(Settings(seed=seed, floor=0.5))
        rows = [make_stimulus(f"{prefix}{i}", "flawless") for i in range(200)]
        return [below(judge.judge(row, "instruction", repeat)) for row in rows]

    base = answers(0, 0, "s")
    other = {
        "seed": answers(1, 0, "s"),
        "repeat": answers(0, 1, "s"),
        "stimulus_id": answers(0, 0, "t"),
    }[change]
    same = sum(a == b for a, b in zip(base, other, strict=True))
    assert plausible(same, 200, 0.5)


@pytest.mark.parametrize("magnitude", [0.5, 2.0, 4.0, 8.0, 40.0])
@pytest.mark.parametrize("floor", [0.02, 0.2, 0.5])
def test_planted_rates(make_stimulus: Maker, magnitude: float, floor: float) -> None:
    settings = Settings(floor=floor, lapse=0.1, width=1.5)
    judge = simulated(settings)
    n = 1000
    rows = [make_stimulus(f"s{i}", magnitude=magnitude) for i in range(n)]
    count = sum(below(judge.judge(row, "instruction")) for row in rows)
    rate = probability_below(magnitude, onset=4.0, width=1.5, floor=floor, lapse=0.1)
    assert plausible(count, n, rate)


@pytest.mark.parametrize("kind", ["flawless", "identity", "sham"])
def test_flawless_work_meets_the_floor(make_stimulus: Maker, kind: str) -> None:
    judge, n = simulated(Settings(floor=0.3)), 1000
    answers = [
        judge.judge(make_stimulus(f"s{i}", kind), "instruction") for i in range(n)
    ]
    assert plausible(sum(map(below, answers)), n, 0.3)
    lost = [name for a in answers for name in DECOMPOSED if scores(a)[name] == 4]
    assert all(plausible(lost.count(name), n, 0.3 / 4) for name in DECOMPOSED)
    assert min(min(scores(a).values()) for a in answers) == 4


def test_unedited_work_is_at_the_bottom_but_for_lapses(make_stimulus: Maker) -> None:
    judge, n = simulated(Settings(lapse=0.1)), 1000
    rows = [make_stimulus(f"s{i}", "unedited") for i in range(n)]
    found = [scores(judge.judge(row, "instruction")) for row in rows]
    assert plausible(sum(f["instruction_following"] == 1 for f in found), n, 0.9)
    assert {f["instruction_following"] for f in found} == {1, 5}
    assert all(f[name] == 5 for f in found for name in DECOMPOSED[1:])


@pytest.mark.parametrize(
    ("role", "criterion"),
    [
        ("instructed", "instruction_following"),
        ("incidental", "visual_consistency"),
        ("bystander", "layout_preservation"),
    ],
)
def test_the_criterion_that_fits_the_role_pays(
    make_stimulus: Maker, role: str, criterion: str
) -> None:
    judge = simulated()
    onset = {"instructed": 4.0, "incidental": 6.0, "bystander": 8.0}[role]
    for i, (factor, score) in enumerate(
        [(1.9, 4), (2.1, 3), (4.1, 2), (8.1, 1), (99, 1)]
    ):
        rows = [
            make_stimulus(f"s{i}.{j}", role=role, magnitude=onset * factor)
            for j in range(30)
        ]
        found = [scores(judge.judge(row, "instruction")) for row in rows]
        assert {f[criterion] for f in found} - {5} == {score}
        assert all(
            f[name] == 5 for f in found for name in DECOMPOSED if name != criterion
        )
        assert all(f["overall_quality"] == f[criterion] for f in found)


def test_the_reference_halves_the_onset(make_stimulus: Maker) -> None:
    judge, n = simulated(), 1000
    rows = [make_stimulus(f"s{i}", magnitude=2.0) for i in range(n)]
    answers = [scores(judge.judge(row, "reference")) for row in rows]
    assert plausible(sum(a["difference"] for a in answers), n, 0.75)
    assert all(a["difference"] is (a["similarity"] < 5) for a in answers)


def test_settings_without_keys_are_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("", encoding="utf-8")
    assert read_settings(path) == Settings()


SETTINGS = """
seed = 3
floor = 0.2
lapse = 0.05
width = 2
reference = 0.25
[anchors]
bystander = 3
[[cells]]
dimension = "position"
role = "instructed"
onset = 9
[[cells]]
dimension = "colour"
role = "bystander"
framing = "reference"
onset = 7
width = 1
"""


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    path = tmp_path / "strict.toml"
    path.write_text(SETTINGS, encoding="utf-8")
    return path


def test_every_setting_acts(settings_file: Path) -> None:
    settings = read_settings(settings_file)
    assert (settings.seed, settings.floor, settings.lapse) == (3, 0.2, 0.05)
    assert settings.planted("position", "instructed", "instruction", 4.0) == (9.0, 2.0)
    assert settings.planted("position", "instructed", "reference", None) == (9.0, 2.0)
    assert settings.planted("colour", "bystander", "reference", None) == (7.0, 1.0)
    assert settings.planted("colour", "bystander", "instruction", 5.0) == (15.0, 2.0)
    assert settings.planted("colour", "incidental", "reference", 5.0) == (1.875, 2.0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("floor = 0.2", "floor = 0.75", "floor = 0.75 is outside 0.0 to 0.7"),
        ("lapse = 0.05", "lapse = 0.25", "lapse = 0.25 is outside 0.0 to 0.2"),
        ("width = 2", "width = 0", "width = 0.0 is outside 0.01 to 50.0"),
        ("width = 2", "width = 51", "width = 51.0 is outside 0.01 to 50.0"),
        ("onset = 9", "onset = -9", r"number 1: onset = -9.0 is outside 1e-09 to 1"),
        (
            "onset = 9",
            "onset = 1e300",
            r"1: onset = 1e\+300 is outside 1e-09",
        ),
        ("bystander = 3", "bystander = 0", r"\[anchors\]: bystander = 0.0 is outside"),
        ("bystander = 3", "bystanders = 3", "unknown key 'bystanders'; did you mean"),
        ("seed = 3", "seed = -3", "seed = -3 is outside"),
        ("seed", "sead", "unknown key 'sead'; did you mean 'seed'"),
        ('"reference"', '"pairwise"', "framing = 'pairwise' is unknown"),
        ('"instructed"', '"instruct"', "did you mean 'instructed'"),
        ("onset = 7", "onset = 7\nonst = 7", r"number 2: unknown key 'onst'"),
        (
            'dimension = "colour"\nrole = "bystander"',
            'dimension = "position"\nrole = "instructed"',
            "names position instructed reference twice",
        ),
    ],
)
def test_each_mistake_has_its_sentence(
    settings_file: Path, old: str, new: str, message: str
) -> None:
    assert old in SETTINGS
    settings_file.write_text(SETTINGS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError, match=message) as caught:
        read_settings(settings_file)
    assert str(settings_file) in str(caught.value)


def test_planting_in_a_cell_that_is_not_there(mixed: Rows) -> None:
    cell = Cell(
        dimension="colours", role="bystander", framing="reference", onset=1, width=1
    )
    with pytest.raises(SpecError, match="did you mean 'colour bystander'"):
        simulated(Settings(cells=(cell,))).check(mixed)


@pytest.mark.parametrize("magnitude", [None, 0.0, -1.0, math.nan, math.inf])
def test_errors_need_a_magnitude(make_stimulus: Maker, magnitude: float | None) -> None:
    with pytest.raises(
        CorpusError, match=r"'s': magnitude .*; allowed: a finite number"
    ):
        simulated().check([make_stimulus("s", magnitude=magnitude)])


@pytest.mark.parametrize("anchor", [0.0, -1.0, 1e-300, 1e300, math.nan])
def test_an_anchor_is_a_size(make_stimulus: Maker, anchor: float) -> None:
    message = "'s': visible_anchor .*; allowed: a finite number, 1e-09 to 1e"
    with pytest.raises(CorpusError, match=message):
        simulated().check([make_stimulus("s", visible_anchor=anchor)])


def test_errors_need_a_role(make_stimulus: Maker) -> None:
    with pytest.raises(CorpusError, match="role 'bystanders' is unknown; did you mean"):
        simulated().check([make_stimulus("s", role="bystanders")])


def test_an_onset_must_come_from_somewhere(make_stimulus: Maker) -> None:
    row = make_stimulus("s", visible_anchor=None)
    with pytest.raises(SpecError, match="knows no onset of position instructed"):
        simulated().judge(row, "instruction")


def test_names_and_digests_tell_settings_apart(settings_file: Path) -> None:
    plain = open_observer("simulated")
    mine = open_observer(f"simulated:{settings_file}")
    assert (plain.name, mine.name) == ("simulated", "simulated:strict")
    assert plain.settings == open_observer("simulated", seed=0).settings
    seeds = {open_observer("simulated", seed=seed).settings for seed in range(5)}
    assert len(seeds | {mine.settings}) == 6
    assert mine.planted.seed == 3
    assert open_observer(f"simulated:{settings_file}", seed=8).planted.seed == 8


def test_unknown_judge() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'simulated'"):
        open_observer("simulate")


def test_missing_settings_file() -> None:
    with pytest.raises(SpecError, match=r"none\.toml: cannot be read"):
        open_observer("simulated:none.toml")


@pytest.mark.parametrize("name", observer_names())
def test_contract_of_every_observer(name: str) -> None:
    try:
        observer = open_observer(name)
    except ImportError as error:
        pytest.skip(str(error))
    assert observer.name == name
    assert set(observer.criteria) <= {"instruction", "reference"}
    assert all(observer.criteria.values())
    assert observer.settings == open_observer(name).settings
    assert load_observer(name).summary.endswith(".")


def test_it_needs_no_renderer() -> None:
    """Nothing that draws, shapes or decodes is loaded to simulate."""
    code = (
        "import sys; from eyechart.judging.observers import open_observer; "
        "import eyechart.judging.runner; open_observer('simulated'); "
        "heavy = {'cairocffi', 'fontTools', 'uharfbuzz', 'PIL', 'coloraide', "
        "'pandas', 'scipy', 'pyarrow'}; print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stdout == "[]\n"
