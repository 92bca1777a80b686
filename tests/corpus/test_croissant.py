"""The description for machines, as its own validator reads it."""

import hashlib
import json
import logging
import shutil
from pathlib import Path

import pytest

from eyechart.cards.dataset.card import card_files, write_card
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.schema import SCHEMAS
from eyechart.generator.corpus.verified import write_verified
from eyechart.generator.verify import verify

mlc = pytest.importorskip("mlcroissant")

# The date of a publication is the Hub's to tell; no file of a corpus holds one.
ALLOWED = {'Property "https://schema.org/datePublished" is recommended'}


@pytest.fixture(scope="module")
def carded(rendered, tmp_path_factory):
    folder = Path(shutil.copytree(rendered, tmp_path_factory.mktemp("c") / "mini"))
    write_verified(folder, verify(folder, workers=1))
    write_card(folder, card_files(folder))
    return folder


@pytest.fixture
def described(carded):
    return json.loads((carded / "croissant.json").read_bytes())


@pytest.mark.filterwarnings("ignore")
def test_valid(carded, caplog):
    """It reports on its log and raises for errors alone: the log is read."""
    with caplog.at_level(logging.WARNING):
        dataset = mlc.Dataset(carded / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    told = [str(one) for one in issues.warnings]
    assert all(any(words in one for words in ALLOWED) for one in told), told
    assert len(told) <= len(ALLOWED)
    assert "not standard" not in caplog.text


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("table", SCHEMAS)
def test_records(carded, table):
    rows = list(mlc.Dataset(carded / "croissant.json").records(table))
    names = [f"{table}/{name}" for name in SCHEMAS[table].names]
    corpus = open_corpus(carded)
    assert all(list(row) == names for row in rows)
    key = names[0]
    read = [row[key].decode() for row in rows]
    if table == "images":
        assert read == list(corpus.places)
        assert {row["images/image"].size for row in rows} == {(896, 672)}
    else:
        assert read == corpus.metadata()["stimulus_id"].to_pylist()
        known = corpus.metadata()["magnitude"].to_pylist()
        for row, magnitude in zip(rows, known, strict=True):
            value = row[f"{table}/magnitude"]
            assert value == magnitude or (magnitude is None and value != value)


@pytest.mark.filterwarnings("ignore")
def test_a_changed_file_is_found_by_loading(carded, tmp_path):
    spoilt = Path(shutil.copytree(carded, tmp_path / "spoilt"))
    path = spoilt / "metadata" / "test-00000-of-00001.parquet"
    path.write_bytes(path.read_bytes() + b" ")
    dataset = mlc.Dataset(spoilt / "croissant.json")
    with pytest.raises(Exception, match="operation") as caught:
        list(dataset.records("metadata"))
    assert "is not identical with the reference" in str(caught.value.__cause__)


def test_every_file_is_listed_with_its_digest(carded, described):
    files = {
        one["contentUrl"]: one["sha256"]
        for one in described["distribution"]
        if one["@type"] == "cr:FileObject"
    }
    expected = {"spec.toml", "manifest.jsonl"} | {
        path.relative_to(carded).as_posix() for path in carded.rglob("*.parquet")
    }
    assert files.keys() == expected
    for path, digest in files.items():
        assert hashlib.sha256((carded / path).read_bytes()).hexdigest() == digest


def test_responsible_fields(described):
    told = {name: value for name, value in described.items() if "rai:" in name}
    assert {
        "rai:dataCollection",
        "rai:dataLimitations",
        "rai:dataBiases",
        "rai:dataUseCases",
        "rai:dataSocialImpact",
        "rai:personalSensitiveInformation",
        "rai:dataAnnotationProtocol",
        "rai:dataReleaseMaintenancePlan",
    } <= told.keys()
    assert all(told.values())
    assert "19 of 19 stimuli" in told["rai:dataAnnotationProtocol"]
