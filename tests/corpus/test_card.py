"""Every figure on the card is counted or measured from the corpus."""

import ast
import dataclasses
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import jinja2
import pytest
import yaml
from PIL import Image

import eyechart
from eyechart.cards.dataset import tables
from eyechart.cards.dataset.card import card_files, readme, write_card
from eyechart.cards.dataset.citation import YEAR
from eyechart.cards.dataset.columns import COLUMNS
from eyechart.cards.dataset.edition import Edition
from eyechart.cards.dataset.facts import Facts, gather
from eyechart.fonts import FOLDER as FONTS
from eyechart.generator.corpus.provenance import fonts_of
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.schema import SCHEMAS
from eyechart.generator.corpus.verified import write_verified
from eyechart.generator.errors import VerificationError
from eyechart.generator.render import render
from eyechart.generator.typography.fontbook import fontbook
from eyechart.generator.verify import verify
from eyechart.layouts import FOLDER as LAYOUTS


@pytest.fixture(scope="session")
def found(rendered):
    return verify(rendered, workers=1)


@pytest.fixture(scope="session")
def carded(rendered, found, tmp_path_factory):
    """The corpus, verified and with its card; not to be changed."""
    folder = Path(shutil.copytree(rendered, tmp_path_factory.mktemp("card") / "mini"))
    write_verified(folder, found)
    write_card(folder, card_files(folder))
    return folder


@pytest.fixture(scope="session")
def facts(carded) -> Facts:
    return gather(carded, None)


def test_figures(carded, spec):
    text = _card(carded)
    corpus = open_corpus(carded)
    rows = corpus.metadata().to_pylist()
    assert f"\n{len(rows)} stimuli, {len(corpus.places)} different images" in text
    assert spec.digest() in text
    for kind, number in Counter(row["kind"] for row in rows).items():
        assert f"| {kind} | {number} |" in text
    cells = Counter((row["dimension"], row["role"]) for row in rows)
    del cells[None, None]
    for (dimension, role), number in cells.items():
        assert re.search(rf"\| {dimension} \| {role} \| \S+ \| {number} \|", text)


def _card(carded):
    return (carded / "README.md").read_text(encoding="utf-8")


def _cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_every_column_is_told(carded):
    section = _card(carded).split("## Columns")[1].split("\n## ")[0]
    told = [_cells(line)[0] for line in section.splitlines() if line[:1] == "|"]
    assert told[2:] == SCHEMAS["stimuli"].names == list(COLUMNS)


def test_every_kind_is_told(carded):
    lines = [_cells(line) for line in _card(carded).splitlines()]
    told = {line[0]: line[2] for line in lines if len(line) == 3}
    assert told["flawless"] == "the correct edit"
    assert told["unedited"] == "the page before the edit"
    assert told["identity"].startswith("one page three times")
    assert "sham" not in told


def test_sham(facts):
    """A corpus of controls alone, one of them re-encoded."""
    rows = [
        {"kind": kind, "dimension": None, "tier": None, "flip_max": 0, "ssim": 1}
        | {"flip_mean": value, "delta_e_ink": None, "changed_share": 0}
        for kind, value in (("sham", 0.0125), ("flawless", 0), ("flawless", 0))
    ]
    nothing = {name: getattr(tables, name)(rows) for name in ("cells", "dimensions")}
    counted = {name: getattr(tables, name)(rows) for name in ("kinds", "companions")}
    text = readme(dataclasses.replace(facts, **nothing, **counted))
    assert (
        "| sham | 1 | the correct edit, encoded anew as a JPEG of quality 95 |" in text
    )
    assert "| flawless | 2 | the correct edit |" in text
    assert "| sham |  | 0.0125 | 0 |  | 1 | 0 |" in text
    assert "read within" not in text


def test_directions_and_readings(carded):
    rows = open_corpus(carded).metadata().to_pylist()
    text = _card(carded)
    position = [row for row in rows if row["dimension"] == "position"]
    ways = Counter(row["direction"] for row in position)
    told = ", ".join(f"{way} {number}" for way, number in sorted(ways.items()))
    assert f"| {told} |" in text
    incidental = [row for row in position if row["role"] == "incidental"]
    away = max(abs(row["magnitude_measured"] - row["magnitude"]) for row in incidental)
    line = next(
        line
        for line in text.splitlines()
        if line.startswith("| position | incidental | px |")
    )
    assert _cells(line)[4] == "2, 5"
    assert _cells(line)[-2:] == ["4", f"{away:.2g}"]


def test_companions(carded):
    rows = open_corpus(carded).metadata().to_pylist()
    lines = [_cells(line) for line in _card(carded).splitlines()]
    shown = {(line[0], line[1]): line[2:] for line in lines if len(line) == 7}
    for column, name in enumerate(
        ("flip_mean", "flip_max", "delta_e_ink", "ssim", "changed_share")
    ):
        values = [
            row[name]
            for row in rows
            if row["dimension"] == "position" and row["tier"] == 5
        ]
        assert shown["position", "5"][column] == f"{statistics.median(values):.4g}"
    assert shown["flawless", ""] == ["0", "0", "0", "1", "0"]


def test_front_matter(carded, spec):
    head = yaml.safe_load(_card(carded).split("---\n")[1])
    infos = {one["config_name"]: one for one in head.pop("dataset_info")}
    configs = head.pop("configs")
    assert head == {
        "license": "cc-by-4.0",
        "language": ["en"],
        "annotations_creators": ["machine-generated"],
        "pretty_name": "Eyechart mini",
        "size_categories": ["n<1K"],
        "task_categories": ["image-to-image"],
        "tags": head["tags"],
    }
    assert [one["config_name"] for one in configs] == list(SCHEMAS)
    assert [one for one in configs if one.get("default")] == configs[:1]
    for one in configs:
        table = one["config_name"]
        files = [{"split": "test", "path": f"{table}/test-*.parquet"}]
        assert one["data_files"] == files
        paths = sorted((carded / table).iterdir())
        info = infos[table]
        assert info["download_size"] == sum(path.stat().st_size for path in paths)
        named = [feature["name"] for feature in info["features"]]
        assert named == SCHEMAS[table].names


def test_sizes_are_those_that_datasets_finds(carded, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    head = yaml.safe_load(_card(carded).split("---\n")[1])
    bare = Path(shutil.copytree(carded, tmp_path / "bare"))
    configs = yaml.safe_dump({"configs": head["configs"]})
    (bare / "README.md").write_text(f"---\n{configs}---\n", encoding="utf-8")
    for stated in head["dataset_info"]:
        info = datasets.load_dataset(
            str(bare),
            stated["config_name"],
            split="test",
            cache_dir=str(tmp_path / "cache"),
        ).info
        split = info.splits["test"]
        assert stated["splits"] == [
            {
                "name": "test",
                "num_bytes": split.num_bytes,
                "num_examples": split.num_examples,
            }
        ]
        assert stated["dataset_size"] == info.dataset_size
        assert stated["download_size"] == info.download_size
        told = datasets.Features._from_yaml_list(stated["features"])
        assert told == info.features


def test_the_head_is_the_same_before_and_after_verifying(rendered, carded):
    plain = (rendered / "README.md").read_text(encoding="utf-8")
    assert plain.split("---\n")[1] == _card(carded).split("---\n")[1]
    assert "eyechart verify" in plain


def test_verification(carded, found):
    section = _card(carded).split("## How it was verified")[1].split("\n## ")[0]
    assert "19 of 19 stimuli" in " ".join(section.split())
    lines = [_cells(line) for line in section.splitlines() if line[:1] == "|"][2:]
    assert {line[0] for line in lines} == found.worst.keys()
    for axis, unit, size, bound, name in lines:
        one = found.worst[axis]
        assert (unit, name) == (one.unit, f"`{one.stimulus_id}`")
        assert (size, bound) == (f"{one.size:.3g}", f"{one.bound:.3g}")


def test_a_card_needs_a_proof(copy, found):
    with pytest.raises(VerificationError, match=r"no verified\.json.*eyechart verify"):
        card_files(copy)
    write_verified(copy, found)
    assert card_files(copy)
    manifest = copy / "manifest.jsonl"
    manifest.write_bytes(manifest.read_bytes() + b"\n")
    with pytest.raises(VerificationError, match=r"manifest\.jsonl: was changed after"):
        card_files(copy)


@pytest.mark.parametrize("record", ["{}", "[]", "x", '{"worst": {"a": {}}}'])
def test_a_spoilt_proof_is_none(copy, record):
    (copy / "verified.json").write_text(record)
    with pytest.raises(VerificationError, match="is not as eyechart verify writes it"):
        card_files(copy)


def test_a_shard_beside_is_told(copy, found):
    write_verified(
        copy, dataclasses.replace(found, files=dict(list(found.files.items())[:-1]))
    )
    with pytest.raises(VerificationError, match="was added after eyechart verify"):
        card_files(copy)


def test_a_gap_is_no_card(facts):
    """A figure that was not measured stops the card."""

    class Gap:
        def __getattr__(self, name: str) -> object:
            if name == "stimuli":
                raise AttributeError(name)
            return getattr(facts.verified, name)

    with pytest.raises(jinja2.UndefinedError, match="stimuli"):
        readme(dataclasses.replace(facts, verified=Gap()))


def test_pictures(carded, facts):
    text = _card(carded)
    shown = re.findall(r"!\[(.+?)\]\((.+?)\)", text)
    assert [path for _, path in shown] == [f"pictures/{o.name}" for o in facts.examples]
    assert {path.name for path in (carded / "pictures").iterdir()} == {
        "colour.png",
        "position.png",
        "scale.png",
    }
    for one in facts.examples:
        with Image.open(carded / "pictures" / one.name) as picture:
            width, height = picture.size
            assert width == len(one.tiers) * 184 - 8
            assert height == 208
            above, below = (
                picture.crop((0, top, width, top + 100)) for top in (0, 108)
            )
            assert above.tobytes() != below.tobytes()


def test_pictures_of_an_earlier_card_go(carded, tmp_path):
    folder = Path(shutil.copytree(carded, tmp_path / "again"))
    (folder / "pictures" / "blur.png").write_bytes(b"")
    write_card(folder, card_files(folder))
    assert not (folder / "pictures" / "blur.png").exists()
    before = {p: p.read_bytes() for p in carded.rglob("*") if p.is_file()}
    for path, data in before.items():
        assert (folder / path.relative_to(carded)).read_bytes() == data


def test_rendering_again_keeps_the_card_of_these_tables(
    carded, spec, small_parts, tmp_path
):
    folder = Path(shutil.copytree(carded, tmp_path / "again"))
    render(spec, folder, workers=1)
    assert (folder / "README.md").read_bytes() == (carded / "README.md").read_bytes()
    (folder / "README.md").write_text("---\nlicense: mit\n---\n")
    render(spec, folder, workers=1)
    assert "Rendered and not proven yet" in _card(folder)


def test_code_on_the_card_is_code(carded):
    blocks = re.findall(r"```python\n(.*?)```", _card(carded), re.S)
    assert len(blocks) == 2
    for block in blocks:
        ast.parse(block)


def test_the_ten_lines_run_in_the_folder(carded, tmp_path):
    folder = Path(shutil.copytree(carded, tmp_path / "mini"))
    script = re.search(r"```python\n(.*?)```", _card(carded), re.DOTALL)[1]
    home = {"HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = open_corpus(carded).metadata().to_pylist()
    text = (folder / "judge.jsonl").read_text(encoding="utf-8")
    answers = [json.loads(line) for line in text.splitlines()]
    told = {one["stimulus_id"]: one["score"] for one in answers}
    assert told == {row["stimulus_id"]: row["flip_max"] > 0.5 for row in rows}


def test_the_regenerated_corpus_is_compared(carded, tmp_path, monkeypatch):
    (_, block) = re.findall(r"```python\n(.*?)```", _card(carded), re.S)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "again").mkdir()
    manifest = (carded / "manifest.jsonl").read_text(encoding="utf-8")
    for place in (".", "again"):
        (tmp_path / place / "manifest.jsonl").write_text(manifest, encoding="utf-8")
    exec(compile(block, "card", "exec"), {})
    digest = _one_digest(manifest)
    spoilt = manifest.replace(digest, "0" * 64)
    (tmp_path / "again" / "manifest.jsonl").write_text(spoilt, encoding="utf-8")
    with pytest.raises(AssertionError):
        exec(compile(block, "card", "exec"), {})


def _one_digest(manifest):
    return re.search(r'"pixels": \{.*?"result": "(\w{64})"', manifest)[1]


def test_an_edition(carded):
    edition = Edition(
        repo="user/mini",
        tag="v2",
        url="https://hub.example/datasets/user/mini",
        earlier=(("v1", "0123"),),
    )
    text = card_files(carded, edition)["README.md"].decode()
    assert 'load_dataset("user/mini", revision="v2", split="test")' in text
    assert "eyechart check judge.jsonl --corpus user/mini --revision v2" in text
    assert "- `v2`, this revision: manifest" in text
    assert "- `v1`, before it: commit `0123`." in text
    assert "url = {https://hub.example/datasets/user/mini}" in text


def test_the_year_is_that_of_the_release():
    citation = Path(__file__).parents[2] / "CITATION.cff"
    stated = yaml.safe_load(citation.read_text(encoding="utf-8"))
    assert stated["date-released"].year == YEAR


def test_provenance_can_be_checked(carded):
    text = _card(carded)
    stated = re.search(
        r"\nEyechart (\S+), seed 3, spec `\w{64}`;\nlayouts (.+); fonts (.+?)\.\n"
        r"SHA-256 over.*?each: `(\w+)`",
        text,
        re.DOTALL,
    )
    version, layouts, fonts, digest = stated.groups()
    assert version == eyechart.__version__
    assert layouts == "event_poster"
    catalogue = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))
    source = (LAYOUTS / "event_poster.toml").read_text(encoding="utf-8")
    assert set(fonts.split(", ")) == set(re.findall(r'\bfont = "(.+?)"', source))
    files = [FONTS / catalogue[font]["file"] for font in fonts.split(", ")]
    files.append(LAYOUTS / "event_poster.toml")
    lines = sorted(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
    text = "".join(f"{line}\n" for line in lines)
    assert digest == hashlib.sha256(text.encode()).hexdigest()


def test_text_in_another_family_rests_on_the_whole_catalogue(spec):
    assert fonts_of(spec, ["quote_card"]) == ("caveat", "eb-garamond")
    asked = {"family": spec.dimensions["position"]}
    for other in (
        dataclasses.replace(spec, edits=("family",)),
        dataclasses.replace(spec, dimensions=asked),
    ):
        assert fonts_of(other, ["quote_card"]) == tuple(sorted(fontbook()))
