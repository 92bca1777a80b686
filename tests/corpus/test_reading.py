"""Corpora are read whole, or refused in one sentence."""

import json
import shutil

import pyarrow.parquet as pq
import pytest

from eyechart.generator.corpus.manifest import read_line
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.run_record import run_record
from eyechart.generator.errors import CorpusError


def _shard(folder, number, table="stimuli"):
    return folder / table / f"test-{number:05d}-of-00005.parquet"


def _rewrite(path, change):
    table = pq.ParquetFile(path).read()
    pq.write_table(change(table), path)


def test_rows_of_chosen_stimuli_and_columns(rendered):
    corpus = open_corpus(rendered)
    ids = corpus.metadata()["stimulus_id"].to_pylist()
    rows = list(corpus.rows(columns=["kind", "source"], ids=[ids[9], ids[2]]))
    assert [list(row) for row in rows] == [["kind", "source"]] * 2
    assert rows[0]["source"]["bytes"].startswith(b"\x89PNG")
    names = [row["stimulus_id"] for row in corpus.rows(columns=["stimulus_id"])]
    assert names == ids


def test_unknown_names(rendered):
    corpus = open_corpus(rendered)
    with pytest.raises(CorpusError, match=r"unknown column 'magnitud'; did you mean"):
        list(corpus.rows(columns=["magnitud"]))
    with pytest.raises(CorpusError, match=r"mini: holds no stimulus 'nobody'$"):
        list(corpus.rows(ids=["nobody"]))
    with pytest.raises(CorpusError, match=r"images: holds no image 'ff'$"):
        corpus.image("ff")


def test_no_folder(tmp_path):
    with pytest.raises(CorpusError, match=r"none: does not exist; allowed: a corpus"):
        open_corpus(tmp_path / "none")
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(
        CorpusError, match=r"file: is a file; allowed: a corpus folder$"
    ):
        open_corpus(path)
    with pytest.raises(CorpusError, match=r"is no corpus \(it has no README\.md\)$"):
        open_corpus(tmp_path)


def test_unfinished(copy):
    (copy / "README.md").unlink()
    with pytest.raises(
        CorpusError,
        match=r"copy: rendering has not finished; run the same command again$",
    ):
        open_corpus(copy)


@pytest.mark.parametrize("table", ["stimuli", "images"])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_truncated_shard_is_named(copy, table, share):
    path = _shard(copy, 3, table)
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(CorpusError, match=r"test-00003-of-00005\.parquet: is not a wh"):
        open_corpus(copy)


def test_damaged_page_is_named(copy):
    path = _shard(copy, 3)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    corpus = open_corpus(copy)
    with pytest.raises(CorpusError, match=r"test-00003-of-00005\.parquet: "):
        list(corpus.rows())


def test_missing_files(copy):
    _shard(copy, 4).unlink()
    with pytest.raises(CorpusError, match=r"test-00004-of-00005\.parquet: is missing$"):
        open_corpus(copy)
    shutil.rmtree(copy / "stimuli")
    with pytest.raises(CorpusError, match=r"stimuli: holds no Parquet file$"):
        open_corpus(copy)
    (copy / "manifest.jsonl").unlink()
    with pytest.raises(CorpusError, match=r"manifest\.jsonl: is missing$"):
        open_corpus(copy)


def test_file_too_many(copy):
    shutil.copy(_shard(copy, 4), copy / "stimuli" / "test-00005-of-00005.parquet")
    with pytest.raises(CorpusError, match=r"is not one of the 5 shards of this table$"):
        open_corpus(copy)


def test_missing_column(copy):
    path = copy / "metadata" / "test-00000-of-00001.parquet"
    _rewrite(path, lambda table: table.rename_columns({"role": "rol"}))
    with pytest.raises(
        CorpusError, match=r"column 'role' is missing; did you mean 'rol'\?"
    ):
        open_corpus(copy)


def test_column_of_another_type(copy):
    path = copy / "metadata" / "test-00000-of-00001.parquet"

    def change(table):
        place = table.schema.get_field_index("tier")
        return table.set_column(place, "tier", table["tier"].cast("double"))

    _rewrite(path, change)
    with pytest.raises(CorpusError, match=r"'tier' is double; allowed: int32$"):
        open_corpus(copy)


def test_stimulus_twice(copy):
    shutil.copy(_shard(copy, 1), _shard(copy, 2))
    with pytest.raises(CorpusError, match=r"stimuli: stimulus '.*' occurs twice$"):
        open_corpus(copy)


def test_tables_of_different_stimuli(copy):
    path = copy / "metadata" / "test-00000-of-00001.parquet"
    _rewrite(path, lambda table: table.slice(1))
    with pytest.raises(CorpusError, match=r"do not list the same rows$"):
        open_corpus(copy)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 3: is not JSON"),
        ("[1]", r"line 3: holds \[1\], not an object$"),
        ("{}", "line 3: key 'stimulus_id' is missing$"),
        ("\udcff", "line 3: is not UTF-8$"),
    ],
)
def test_malformed_line_is_numbered(copy, line, reason):
    path = copy / "manifest.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[2] = line
    path.write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
    with pytest.raises(CorpusError, match=reason):
        list(open_corpus(copy).manifest())


RUN = {
    "name": "r",
    "text": "Ruler",
    "face": {
        "font": "roboto-slab",
        "axes": [["wght", 450.0]],
        "features": [],
        "tracking": 0.0,
    },
    "size": 20.0,
    "leading": 1.4,
    "colour": [1, 2, 3],
    "x": 10.0,
    "y": 20.0,
    "anchor": "left",
    "pose": {
        "dx": 0.0,
        "dy": 0.0,
        "angle": 3.0,
        "zoom": 1.0,
        "slant": 0.0,
        "stretch": 1.0,
    },
    "opacity": 1.0,
    "blur": 0.0,
    "finish": {"noise": 0.0, "grain": "", "loss": 0},
}
SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]
DIGESTS = {"source": "a", "ground_truth": "b", "result": "c", "plate": None}
LINE = {
    "stimulus_id": "s",
    "kind": "degraded",
    "dimension": "scale",
    "magnitude": 2,
    "measured": {"scale": 2.0},
    "direction": "larger",
    "run": RUN,
    "truth_quad": SQUARE,
    "shown_quad": SQUARE,
    "scene": DIGESTS,
    "pixels": DIGESTS,
    "row_sha256": "d",
}


def test_a_line_is_read_whole():
    entry = read_line(json.dumps(LINE), "m: line 3")
    assert entry.magnitude == 2.0
    assert entry.measured == {"scale": 2.0}
    assert entry.pixels == DIGESTS
    assert entry.disturbed.truth_quad.tolist() == SQUARE
    assert entry.disturbed.direction == "larger"
    assert json.loads(json.dumps(run_record(entry.disturbed.run))) == RUN


@pytest.mark.parametrize("key", LINE)
def test_every_key_is_required(key):
    text = json.dumps({name: LINE[name] for name in LINE if name != key})
    with pytest.raises(CorpusError, match=f"^m: line 3: key '{key}' is missing$"):
        read_line(text, "m: line 3")


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("stimulus_id", 3, "stimulus_id = 3; allowed: a string$"),
        ("row_sha256", None, "row_sha256 = None; allowed: a string$"),
        ("magnitude", True, "magnitude = True; allowed: a finite number or null$"),
        ("magnitude", float("inf"), "magnitude = inf; allowed: a finite number"),
        ("magnitude", 10**400, "magnitude = 10+.*; allowed: a finite number"),
        ("measured", 3, "measured = 3; allowed: finite numbers by name, or null$"),
        ("measured", {"position": "x"}, r"measured\.position = 'x'; allowed: finite"),
        ("pixels", {}, "pixels = {}; allowed: an object with source, ground_truth"),
        ("pixels", DIGESTS | {"source": None}, "pixels: source = None; allowed: a str"),
        ("scene", DIGESTS | {"plate": 1}, "scene: plate = 1; allowed: a string$"),
        ("truth_quad", [[0, 0]] * 3, "truth_quad = .*; allowed: four corners x, y"),
        ("truth_quad", [[1e300] * 2] * 4, "truth_quad = .* within -100000 to 100000"),
        ("shown_quad", [[0, 0]] * 4, "shown_quad = .* with sides longer than 0$"),
    ],
)
def test_every_value_is_checked(key, value, reason):
    with pytest.raises(CorpusError, match=f"^m: line 3: {reason}"):
        read_line(json.dumps(LINE | {key: value}), "m: line 3")


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("name", "", "run.name = ''; allowed: a string"),
        ("size", "20", "run.size = '20'; allowed: a finite number"),
        ("x", True, "run.x = True; allowed: a finite number"),
        ("colour", [1, 2, 256], r"run.colour = \[1, 2, 256\]; allowed: three whole"),
        ("colour", [1, 2], r"run.colour = \[1, 2\]; allowed: three whole"),
        ("anchor", "middle", "run.anchor = 'middle'; allowed: left, centre, right"),
        ("pose", {}, "run.pose = {}; allowed: an object with dx, dy, angle"),
        ("face", RUN["face"] | {"axes": [["wght"]]}, "run.face.axes = .*; allowed: an"),
        ("face", RUN["face"] | {"axes": 3}, "run.face.axes = 3; allowed: pairs"),
        (
            "face",
            RUN["face"] | {"font": "arial"},
            "run: unknown font 'arial'; allowed: ",
        ),
        (
            "face",
            RUN["face"] | {"axes": [["wght", 2000]]},
            "run: font roboto-slab: axis wght = 2000 is outside 100 to 900",
        ),
        ("finish", RUN["finish"] | {"loss": 100}, "run.finish.loss = 100; allowed: a"),
        ("finish", RUN["finish"] | {"grain": 1}, "run.finish.grain = 1; allowed: a st"),
    ],
)
def test_every_value_of_a_run_is_checked(key, value, reason):
    with pytest.raises(CorpusError, match=f"^m: line 3: {reason}"):
        read_line(json.dumps(LINE | {"run": RUN | {key: value}}), "m: line 3")


def test_paths_are_not_patterns(copy, tmp_path):
    moved = copy.rename(tmp_path / "a [b]* c?{d}")
    corpus = open_corpus(moved)
    assert sum(1 for _ in corpus.rows(columns=["stimulus_id"])) == 19
    assert len(list(corpus.manifest())) == 19
