"""Loading, with the real clients against a hub on this machine."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import surroundings
from localhub import Hub

REPO = "user/tiny"


@pytest.fixture(scope="module")
def library(proven, other, tmp_path_factory):
    """A hub with two revisions of a repository: v1, and v2 of another corpus."""
    home = tmp_path_factory.mktemp("library")
    made = Hub(home / "hub")
    for tag, corpus in (("v1", proven), ("v2", other)):
        copy = Path(shutil.copytree(corpus, home / tag))
        subprocess.run(
            [
                *(sys.executable, "-m", "eyechart", "publish", copy),
                *("--repo", REPO, "--tag", tag),
            ],
            env=surroundings(made.url, home / "home"),
            check=True,
        )
    yield made, home
    made.close()


@pytest.fixture
def hub(library):
    made, _ = library
    made.requests.clear()
    made.faults.clear()
    return made


@pytest.fixture
def copies(library):
    """Where the two corpora are as they were published."""
    _, home = library
    return home


@pytest.fixture
def published(hub):
    repo = hub.store.repos[REPO]
    yield repo
    repo.private = repo.gated = False


def _digest(corpus):
    return json.loads((corpus / "verified.json").read_bytes())["files"][
        "manifest.jsonl"
    ]


LOAD = """\
import json, sys
import eyechart
place, revision = sys.argv[1], sys.argv[2] or None
corpus = eyechart.load(place, revision)
row = next(iter(corpus.rows(["stimulus_id", "result"])))
print(json.dumps({
    "len": len(corpus), "revision": corpus.revision, "repo": corpus.repo,
    "manifest": corpus.manifest_sha256, "spec": corpus.spec_version,
    "png": row["result"]["bytes"][1:4].decode(),
    "kinds": sorted({one.kind for one in corpus.stimuli().values()}),
    "frame": list(corpus.to_frame().shape),
}))
"""


def test_load(published, python, proven, other):
    done = python("-c", LOAD, REPO, "v1")
    assert done.returncode == 0, done.stderr
    first = json.loads(done.stdout)
    assert first == {
        "len": 7,
        "revision": published.tags["v1"],
        "repo": REPO,
        "manifest": _digest(proven),
        "spec": first["spec"],
        "png": "PNG",
        "kinds": ["degraded", "flawless", "identity", "unedited"],
        "frame": [7, 30],
    }
    newest = json.loads(python("-c", LOAD, REPO, "").stdout)
    assert newest["manifest"] == _digest(other)
    assert newest["revision"] == published.branches["main"]
    folder = json.loads(python("-c", LOAD, proven, "").stdout)
    assert folder == first | {"repo": None, "revision": None}


def test_wrong_revision(published, python):
    done = python("-c", LOAD, REPO, "v11")
    said = done.stderr.splitlines()[-1]
    assert f"{REPO}: has no revision 'v11'; did you mean 'v1'" in said
    assert "allowed: main, v1, v2" in said


def test_a_revision_that_is_not_there_is_not_taken_from_the_cache(
    published, python, hub
):
    """Other loaders return what the cache holds of another revision."""
    assert python("-c", LOAD, REPO, "v1").returncode == 0
    offline = {"HF_HUB_OFFLINE": "1"}
    done = python("-c", LOAD, REPO, "v3", **offline)
    assert done.returncode == 1
    assert "the cache holds no such revision" in done.stderr.splitlines()[-1]
    commit = published.tags["v1"]
    kept = json.loads(python("-c", LOAD, REPO, commit, **offline).stdout)
    assert kept["revision"] == commit


def test_files_of_two_revisions_are_refused(
    published, python, proven, tmp_path, copies
):
    assert python("-c", LOAD, REPO, "v1").returncode == 0
    home = tmp_path / "home" / "hub"
    (cached,) = home.glob("datasets--user--tiny/snapshots/*")
    (cached / "manifest.jsonl").unlink()
    shutil.copy(copies / "v2" / "manifest.jsonl", cached)
    done = python("-c", LOAD, REPO, "v1")
    assert "not files of one revision" in done.stderr.splitlines()[-1]
    mixed = Path(shutil.copytree(proven, tmp_path / "mixed"))
    shutil.rmtree(mixed / "metadata")
    shutil.copytree(copies / "v2" / "metadata", mixed / "metadata")
    done = python("-c", LOAD, mixed, "")
    assert "not files of one revision" in done.stderr.splitlines()[-1]


def test_an_unreachable_hub(published, python):
    nowhere = {"HF_ENDPOINT": "http://127.0.0.1:9"}
    done = python("-c", LOAD, REPO, "v1", **nowhere)
    assert "the Hub cannot be reached" in done.stderr.splitlines()[-1]


def test_private_and_gated(published, python):
    published.private = True
    done = python("-c", LOAD, REPO, "v1", HF_TOKEN="")
    assert "is not there, or is private" in done.stderr.splitlines()[-1]
    assert python("-c", LOAD, REPO, "v1").returncode == 0
    published.private, published.gated = False, True
    done = python("-c", LOAD, REPO, "v2", HF_TOKEN="")
    assert "is gated; ask for access" in done.stderr.splitlines()[-1]


def test_the_client_waits_when_asked_to(published, python, hub):
    busy = hub.fault("GET", "manifest.jsonl", answer=(429, {"Retry-After": "0"}))
    done = python("-c", LOAD, REPO, "v1")
    assert done.returncode == 0, done.stderr
    assert busy.met.is_set()


# Arrow's threads let go of the files that `datasets` hands them when they like; one
# that does so while the interpreter ends aborts it, whatever it has done before.
LEAVE = """
import os as _os, sys as _sys
_sys.stdout.flush()
_os._exit(0)
"""

PLAIN = (
    """\
import io, json, sys
import datasets
place, options = sys.argv[1], json.loads(sys.argv[2])
told = {}
for config in ("stimuli", "metadata", "images"):
    for streaming in (False, True):
        rows = datasets.load_dataset(
            place, config, split="test", streaming=streaming, **options
        )
        told[f"{config} {streaming}"] = [
            {k: v.tobytes().hex()[:64] if hasattr(v, "tobytes") else v
             for k, v in row.items()}
            for row in rows
        ]
    info = datasets.load_dataset_builder(place, config, **options).info
    count = len(told[f"{config} True"])
    told[f"{config} info"] = [info.download_size, info.dataset_size, count]
print(json.dumps(told))
"""
    + LEAVE
)


def test_plain_datasets_give_the_same_rows(published, python, proven):
    """From the Hub and from the folder, streamed or not, for every config."""
    remote = python("-c", PLAIN, REPO, '{"revision": "v1"}')
    assert remote.returncode == 0, remote.stderr
    local = python("-c", PLAIN, proven, "{}")
    assert remote.stdout == local.stdout
    told = json.loads(remote.stdout)
    for config, count in (("stimuli", 7), ("metadata", 7)):
        assert told[f"{config} False"] == told[f"{config} True"]
        assert told[f"{config} info"][2] == count
    assert told["images False"] == told["images True"]


def test_metadata_reads_no_pictures(published, python, hub):
    code = f"""import datasets
rows = datasets.load_dataset({REPO!r}, "metadata", split="test", revision="v1")
print(len(rows))"""
    done = python("-c", code + LEAVE)
    assert done.stdout == "7\n", done.stderr
    fetched = [path for _, path in hub.requests if path.endswith(".parquet")]
    assert fetched
    assert all("/metadata/" in path for path in fetched)


def _script(card):
    return re.search(r"```python\n(import json\nfrom datasets.*?)```", card, re.S)[1]


def test_the_ten_lines_of_the_card(published, python, eyechart, copies, tmp_path):
    """They run as they stand, and what they write is checked and fitted."""
    card = (copies / "v1" / "README.md").read_text(encoding="utf-8")
    script = _script(card)
    assert len([line for line in script.splitlines() if line]) == 10
    done = python("-c", script + LEAVE)
    assert done.returncode == 0, done.stderr
    checked = eyechart("check", "judge.jsonl", "--corpus", REPO, "--revision", "v1")
    assert checked.returncode == 0, checked.stderr + checked.stdout
    assert checked.stdout.splitlines()[-1] == "complete"
    revision = (REPO, "--revision", "v1")
    done = eyechart("card", *revision, "--judge", "judge.jsonl")
    assert done.returncode == 0, done.stderr
    told = (tmp_path / "judge.card.md").read_text(encoding="utf-8")
    assert f"\n`{REPO}`, revision `{published.tags['v1']}`:\n`tiny-" in told
    assert "7 of 7 judgements name the picture that was judged" in told
    wrong = eyechart("check", "judge.jsonl", "--corpus", REPO, "--revision", "v2")
    assert wrong.returncode == 2
    assert "another revision" in wrong.stderr or "no stimulus" in wrong.stderr
    command = re.search(r"python -c '(.*to_parquet.*)'", card)[1]
    done = python("-c", command + LEAVE)
    assert done.returncode == 0, done.stderr
    fitted = eyechart("fit", "stimuli.parquet", "judge.jsonl", "-o", "audit")
    assert fitted.returncode == 0, fitted.stderr
    assert (tmp_path / "audit" / "onsets.csv").is_file()


def test_the_published_spec_gives_the_same_pixels(published, python, eyechart):
    """Rendered again from what was loaded, into shards of another size."""
    code = f"import eyechart; print(eyechart.load({REPO!r}, 'v1').folder)"
    folder = Path(python("-c", code).stdout.strip())
    done = eyechart("render", folder / "spec.toml", "-o", "again", "--workers", "1")
    assert done.returncode == 0, done.stderr
    block = re.search(
        r"```python\n(import json\n\ndef digests.*?)```",
        (folder / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )[1]
    fetch = f"import shutil; shutil.copy({str(folder / 'manifest.jsonl')!r}, '.')"
    count = "print(len(digests('manifest.jsonl')))"
    compared = python("-c", f"{fetch}\n{block}\n{count}")
    assert (compared.returncode, compared.stdout) == (0, "7\n"), compared.stderr


def test_a_folder_has_no_revision(python, proven):
    done = python("-c", LOAD, proven, "v1")
    assert "is a folder, so it has no revision 'v1'" in done.stderr.splitlines()[-1]


def test_surroundings_name_no_other_hub(hub, tmp_path):
    """The tests talk to this machine alone."""
    code = "from huggingface_hub import constants; print(constants.ENDPOINT)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=surroundings(hub.url, tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hub.url
