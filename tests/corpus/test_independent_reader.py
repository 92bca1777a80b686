"""Magnitudes as read by a program that shares no line with Eyechart."""

import csv
import importlib
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from eyechart.generator.corpus.manifest import read_line
from eyechart.generator.dimensions import dimension
from eyechart.generator.render import render
from eyechart.generator.spec import read_spec

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
READ = (
    "blur",
    "colour",
    "jpeg",
    "leading",
    "letter-spacing",
    "noise",
    "opacity",
    "position",
    "rotation",
    "scale",
    "slant",
    "stretch",
)
TIERS = (2, 5)
SPEC = """\
name = "readable"
seed = 8
per_cell = 1
layouts = ["event_poster", "invoice"]
controls = {{ flawless = 1 }}
{dimensions}
"""
TABLE = '[dimensions.{name}]\nroles = ["incidental"]\ntiers = [2, 5]'
OPPOSITE = {
    "clockwise": "anticlockwise",
    "down": "up",
    "forward": "backward",
    "larger": "smaller",
    "left": "right",
    "looser": "tighter",
    "wider": "narrower",
}
OPPOSITE |= {there: back for back, there in OPPOSITE.items()}


def _opposite(direction):
    return "-".join(OPPOSITE[word] for word in direction.split("-"))


@pytest.fixture(scope="module")
def load():
    """Import a benchmark by its name, as if it were run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        yield importlib.import_module


@pytest.fixture(scope="module")
def reader(load):
    return load("independent_reader")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readable")
    spec = folder / "spec.toml"
    tables = "\n".join(TABLE.format(name=name) for name in READ)
    spec.write_text(SPEC.format(dimensions=tables), encoding="utf-8")
    return render(read_spec(str(spec)), folder / "corpus", workers=1)


@pytest.fixture(scope="module")
def cases(reader, corpus):
    """Rows and pictures by dimension and tier."""
    found = {name: [] for name in READ}
    for row, case in reader.cases(corpus):
        found[row["dimension"]].append((row, case))
    return found


def test_it_reads_all_that_needs_no_font(reader, cases):
    assert sorted(reader.READERS) == list(READ)
    assert all(len(cases[name]) == len(TIERS) for name in READ)


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("tier", TIERS)
def test_it_agrees_with_the_recorded_magnitude(reader, cases, name, tier):
    found = reader.find(*cases[name][TIERS.index(tier)])
    assert found.reason == ""
    assert found.read == pytest.approx(found.magnitude, rel=0, abs=found.allowed)
    assert not found.disagrees


@pytest.mark.parametrize("name", READ)
def test_it_disagrees_with_a_magnitude_that_is_a_tenth_off(reader, cases, name):
    row, case = cases[name][1]
    for factor in (0.9, 1.1):
        assert reader.find(
            row | {"magnitude": factor * row["magnitude"]}, case
        ).disagrees


@pytest.mark.parametrize("name", READ)
def test_a_flawless_result_reads_nothing(reader, cases, name):
    row, case = cases[name][1]
    case = _with(case, shown=case.truth)
    found = reader.find(row, case)
    assert found.reason == ""
    assert abs(found.read) <= 0.05 * found.allowed
    assert found.disagrees


def _with(case, **values):
    """Return a case with other pictures or another direction."""
    line = {
        "run": case.run,
        "shown_quad": case.quad,
        "direction": values.get("direction", case.direction),
    }
    return type(case)(case.truth, values.get("shown", case.shown), case.page, line)


@pytest.mark.parametrize(
    "name",
    [
        "leading",
        "letter-spacing",
        "position",
        "rotation",
        "scale",
        "slant",
        "stretch",
    ],
)
def test_an_error_the_other_way_disagrees(reader, cases, name):
    row, case = cases[name][1]
    found = reader.find(row, _with(case, direction=_opposite(case.direction)))
    assert found.read < 0
    assert found.disagrees


def test_its_bounds_are_those_of_the_rulers(reader):
    for name, bound in reader.BOUNDS.items():
        assert bound == dimension(name).ruler.bound
    assert dimension("noise").ruler.share == reader.NOISE_SHARE
    others = {"leading", "letter-spacing", "noise", "slant"}
    assert {*reader.BOUNDS} | others == {*reader.READERS}


def test_it_loads_nothing_that_draws():
    code = (
        "import sys, independent_reader; "
        "heavy = {'cairocffi', 'coloraide', 'eyechart', 'fontTools', 'uharfbuzz'}; "
        "print(sorted(heavy & {name.partition('.')[0] for name in sys.modules}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BENCHMARKS,
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout == "[]\n"


def _run(module, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", [module.__name__, *map(str, arguments)])
    try:
        module.main()
    except SystemExit as end:
        return end.code
    return 0


def test_it_writes_every_reading(reader, corpus, tmp_path, monkeypatch, capsys):
    output = tmp_path / "readings.csv"
    assert not _run(reader, monkeypatch, corpus, "-o", output)
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(READ)
    rows = list(csv.DictReader(output.read_text("utf-8").splitlines()))
    assert len(rows) == len(READ) * len(TIERS)
    assert all(math.isfinite(float(row["read"])) for row in rows)


def test_worst_deviations_are_those_of_the_manifest(
    load, corpus, tmp_path, monkeypatch, capsys
):
    worst, output = load("worst_deviations"), tmp_path / "worst.csv"
    assert _run(worst, monkeypatch, corpus, "-o", output) == 0
    errors = len(READ) * len(TIERS)
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == (
        f"{errors + 1} stimuli; {errors} of {errors} errors proven (100.00 %)"
    )
    rows = list(csv.DictReader(output.read_text("utf-8").splitlines()))
    text = (corpus / "manifest.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    for name in READ:
        row = next(one for one in rows if (one["what"], one["axis"]) == ("own", name))
        off = [
            abs(line["measured"][name] - line["magnitude"])
            for line in lines
            if line["dimension"] == name
        ]
        assert int(row["n"]) == len(off) == len(TIERS)
        assert float(row["deviation"]) in off


def test_a_reading_outside_its_bound_is_not_proven(load, corpus):
    worst = load("worst_deviations")
    line = (corpus / "manifest.jsonl").read_text("utf-8").splitlines()[0]
    entry = read_line(line, "manifest")
    assert worst.is_proven(entry)
    values = json.loads(line)
    values["measured"]["unexplained"] = 0.6
    assert not worst.is_proven(read_line(json.dumps(values), "manifest"))
    found = worst.worst(worst.readings(read_line(json.dumps(values), "m")))
    assert found["stray", "unexplained"].reading.share == pytest.approx(1.2)
