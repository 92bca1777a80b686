"""What must not happen to a repository, with the real client and a hub on this machine.

Publishing itself is tested in tests/hub.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "hub"))

from localhub import Hub, api  # noqa: E402
from localhub.server import TOKEN  # noqa: E402

from eyechart.cards.hub.rehearsal import rehearse  # noqa: E402
from eyechart.generator.corpus.verified import write_verified  # noqa: E402
from eyechart.generator.errors import EyechartError, VerificationError  # noqa: E402
from eyechart.generator.render import render  # noqa: E402
from eyechart.generator.spec import read_spec  # noqa: E402
from eyechart.generator.verify import verify  # noqa: E402

REPO = "user/tiny"
OTHER = """\
name = "tiny"
seed = 2
layouts = ["quote_card"]
[controls]
flawless = 2
"""
MANY = """\
import sys
from pathlib import Path
from eyechart.cards.hub import publish
publish.MOST_FILES = 3
publish.publish(Path(sys.argv[1]), sys.argv[2], tag="v1")
"""


@pytest.fixture
def hub(tmp_path):
    made = Hub(tmp_path / "hub")
    yield made
    made.close()


@pytest.fixture
def corpus(proven, tmp_path):
    return Path(shutil.copytree(proven, tmp_path / "corpus"))


@pytest.fixture
def other(tmp_path):
    (tmp_path / "other.toml").write_text(OTHER)
    folder = tmp_path / "other"
    render(read_spec(str(tmp_path / "other.toml")), folder, workers=1)
    write_verified(folder, verify(folder, workers=1))
    return folder


@pytest.fixture
def python(hub, tmp_path):
    def run(*arguments, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
        home = {"HF_HOME": str(tmp_path / "home"), "HF_HUB_DISABLE_XET": "1"}
        place = {"HF_ENDPOINT": hub.url, "HF_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            env=kept | home | place | more,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )

    return run


@pytest.fixture
def publish(python):
    def run(folder, *arguments, **more):
        command = ("-m", "eyechart", "publish", folder, "--repo", REPO)
        return python(*command, *arguments, **more)

    return run


def _refused(done, *words):
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize(
    "tag",
    [
        *("", " ", "a b", "v/1", "v1..2", "v1.", "v1.lock", "-x", ".x", "ü", 'a"b'),
        *("a\n", "main", "HEAD", "refs/heads/x", "v" * 101, "0" * 40, "v1@{x"),
    ],
)
def test_a_name_that_no_revision_can_have(proven, tag):
    """The Hub would refuse it only after `main` was changed."""
    with pytest.raises(EyechartError, match="is no tag; allowed"):
        rehearse(proven, REPO, tag)


@pytest.mark.parametrize("tag", ["v1", "1.0", "2026-11-30", "tiny_a.b-c", "v" * 100])
def test_a_name_of_a_revision(proven, tag):
    assert rehearse(proven, REPO, tag)


def test_a_bad_tag_reaches_no_server(hub, publish, corpus):
    _refused(publish(corpus, "--tag", "main"), "'main' is no tag")
    assert not hub.requests


@pytest.mark.parametrize("token", ["hf_gööd", "hf good", "hf_a\nb", "hf_\x01"])
def test_a_broken_token_is_not_sent_and_not_shown(hub, publish, corpus, token):
    done = publish(corpus, HF_TOKEN=token)
    _refused(done, "HF_TOKEN holds a blank or a character that no token has")
    assert token not in done.stderr
    assert not hub.requests


def test_blanks_around_a_token_are_left_out(publish, corpus):
    done = publish(corpus, HF_TOKEN=f" {TOKEN}\n")
    assert done.returncode == 0, done.stderr


def test_what_is_finished_does_not_undo_what_came_later(hub, publish, corpus, other):
    assert publish(corpus, "--tag", "v1").returncode == 0
    card = (corpus / "README.md").read_bytes()
    assert publish(other, "--tag", "v2").returncode == 0
    repo = hub.store.repos[REPO]
    newest = repo.branches["main"]
    again = publish(corpus, "--tag", "v1")
    assert again.returncode == 0, again.stderr
    assert "\n0 of " in again.stdout
    assert f"commit {repo.tags['v1']}\n" in again.stdout
    assert repo.branches["main"] == newest
    assert (corpus / "README.md").read_bytes() == card


def test_a_pull_request_of_somebody_else_is_not_merged(
    hub, publish, python, corpus, monkeypatch
):
    """Anybody may open one, with any title and any files."""
    told = api._request

    def authored(repo, one):
        stranger = {"author": {"name": "stranger"}} if one.number == 1 else {}
        return told(repo, one) | stranger

    monkeypatch.setattr(api, "_request", authored)
    repo = hub.store.create(REPO, private=False)
    digest = json.loads((corpus / "verified.json").read_bytes())["files"]
    title = f"Publish v1: manifest {digest['manifest.jsonl'][:12]}"
    for name in (title, "Publish v1"):
        theirs = repo.open_request(name, repo.branches["main"])
        theirs.status = "open"
        files = repo.find("main").files | {"tiny.py": hub.store.keep(b"import os")}
        repo.advance(f"refs/pr/{theirs.number}", files, "theirs")
    done = python("-c", MANY, corpus, REPO)
    assert done.returncode == 0, done.stderr
    assert "tiny.py" not in repo.find("main").files
    statuses = [one.status for one in repo.requests.values()]
    assert statuses == ["open", "open", "merged"]


def test_a_tag_made_meanwhile(hub, publish, corpus):
    hub.fault("POST", "/tag/", answer=(409, {}))
    done = publish(corpus, "--tag", "v1")
    commit = hub.store.repos[REPO].branches["main"]
    _refused(done, "tag 'v1' was made by somebody else meanwhile", commit)
    assert "nothing was published" not in done.stderr


def test_what_the_hub_says_is_told(hub, publish, corpus):
    heads = {"X-Error-Message": "the card has no license"}
    hub.fault("POST", "/commit/main", answer=(400, heads))
    _refused(publish(corpus), "the Hub answers 400 (", "the card has no license")


def test_an_empty_revision_is_not_the_newest(hub, publish, python, corpus):
    """As a variable of a shell that is not set would be."""
    assert publish(corpus).returncode == 0
    (corpus / "judge.jsonl").write_text("{}\n")
    command = ("-m", "eyechart", "check", corpus / "judge.jsonl", "--corpus", REPO)
    for revision in ("", " "):
        done = python(*command, "--revision", revision)
        _refused(done, f"{REPO}: the revision is empty")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda told: told["kinds"].update(flawless=999), "counts other stimuli"),
        (lambda told: told.update(worst={}), "has no reading of any axis"),
        (lambda told: told.update(images=1), "counts other stimuli or images"),
        (
            lambda told: told["worst"]["colour"].update(stimulus_id="<b>"),
            "worst reading of colour is of '<b>'",
        ),
    ],
)
def test_a_record_of_other_figures(corpus, change, words):
    path = corpus / "verified.json"
    told = json.loads(path.read_bytes())
    change(told)
    path.write_text(json.dumps(told))
    with pytest.raises(VerificationError, match=words):
        rehearse(corpus, REPO)
