"""A fit remembers which corpus it was made with."""

import hashlib
import json

import pandas as pd
import pytest

from eyechart.analysis.audit import Audit, fit
from eyechart.analysis.page.content import facts
from eyechart.analysis.results.summary import corpus_sentence

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def said(judgements):
    rows = [row for row in judgements if row["framing"] == "instruction"]
    return pd.DataFrame(rows).astype({"score": object})


@pytest.fixture
def corpus(tmp_path, stimuli):
    """A corpus folder as the Hub's client lays it out."""
    folder = tmp_path / "datasets--ann--signs" / "snapshots" / COMMIT
    (folder / "metadata").mkdir(parents=True)
    (folder / "README.md").write_text("card")
    (folder / "manifest.jsonl").write_text("{}\n")
    rows = pd.DataFrame(stimuli).assign(spec_version="signs-1a2b3c4d")
    rows.to_parquet(folder / "metadata" / "test-0.parquet")
    return folder


def settings_of(said, stimuli, **more):
    return fit(said, stimuli, interval="profile", **more).settings


def test_a_folder_tells_spec_manifest_and_commit(said, corpus, tmp_path):
    audit = fit(said, corpus, interval="profile")
    found = audit.settings
    assert (found.corpus, found.repo) == ("signs-1a2b3c4d", "ann/signs")
    assert found.revision == COMMIT
    digest = hashlib.sha256(b"{}\n").hexdigest()
    assert found.manifest_sha256 == digest
    words = f"signs-1a2b3c4d, ann/signs at {COMMIT}, manifest {digest}"
    assert corpus_sentence(audit) == f"Corpus: {words}."
    assert dict(facts(found))["Corpus"] == words
    audit.save(tmp_path / "audit")
    assert Audit.load(tmp_path / "audit").settings == found
    stored = json.loads((tmp_path / "audit" / "settings.json").read_text())
    assert stored["revision"] == COMMIT


def test_a_table_tells_its_own_digest_whatever_its_kind_and_order(
    said, stimuli, tmp_path
):
    frame = pd.DataFrame(stimuli)
    frame.to_csv(tmp_path / "s.csv", index=False)
    lines = [json.dumps(row) for row in reversed(stimuli)]
    (tmp_path / "s.jsonl").write_text("\n".join(lines))
    first = settings_of(said, frame)
    assert (first.corpus, first.repo, first.manifest_sha256) == (None, None, None)
    assert len(first.stimuli_sha256) == 64
    for name in ("s.csv", "s.jsonl"):
        assert settings_of(said, tmp_path / name).stimuli_sha256 == first.stimuli_sha256
    moved = frame.assign(magnitude=frame["magnitude"] * (1 + 1e-12))
    assert settings_of(said, moved).stimuli_sha256 != first.stimuli_sha256
    audit = fit(said, tmp_path / "s.csv", interval="profile")
    assert corpus_sentence(audit) == f"Corpus: s.csv, table {first.stimuli_sha256}."


@pytest.mark.parametrize("odd", [None, "other-5e6f7a8b", ""])
def test_a_spec_that_not_every_row_states_is_not_believed(said, stimuli, odd):
    versions = ["signs-1a2b3c4d"] * (len(stimuli) - 1)
    mixed = pd.DataFrame(stimuli).assign(spec_version=[*versions, odd])
    assert settings_of(said, mixed).corpus is None
    same = pd.DataFrame(stimuli).assign(spec_version="signs-1a2b3c4d")
    assert settings_of(said, same).corpus == "signs-1a2b3c4d"


def test_settings_of_before_are_read_all_the_same(said, stimuli, tmp_path):
    fit(said, pd.DataFrame(stimuli), interval="profile").save(tmp_path)
    path = tmp_path / "settings.json"
    kept = json.loads(path.read_text())
    for name in ("corpus", "repo", "revision", "manifest_sha256", "stimuli_sha256"):
        del kept[name]
    path.write_text(json.dumps(kept))
    assert Audit.load(tmp_path).settings.stimuli_sha256 is None
