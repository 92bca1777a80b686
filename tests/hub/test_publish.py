"""Publishing, with the real client against a hub on this machine."""

import hashlib
import re
import shutil
from pathlib import Path

import pytest
from localhub.server import EXPIRED

from eyechart.generator.corpus.verified import file_digests, read_verified

REPO = "user/tiny"


@pytest.fixture
def corpus(proven, tmp_path):
    return Path(shutil.copytree(proven, tmp_path / "corpus"))


def _files(hub, revision="main"):
    """Return the SHA-256 of every file of a revision, by its path."""
    files = hub.store.repos[REPO].find(revision).files
    return {path: one.sha256 for path, one in files.items()}


def _local(corpus):
    return {
        path.relative_to(corpus).as_posix(): hashlib.sha256(
            path.read_bytes()
        ).hexdigest()
        for path in corpus.rglob("*")
        if path.is_file()
    }


def _failed(done, *words):
    assert done.returncode == 2, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("eyechart:")]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]


def test_publish_twice(hub, eyechart, corpus):
    done = eyechart("publish", corpus, "--repo", REPO)
    assert done.returncode == 0, done.stderr
    repo = hub.store.repos[REPO]
    remote = _files(hub)
    del remote[".gitattributes"]
    assert remote == _local(corpus)
    manifest = hashlib.sha256((corpus / "manifest.jsonl").read_bytes()).hexdigest()
    assert repo.tags == {f"tiny-{manifest[:12]}": repo.branches["main"]}
    assert len(repo.commits) == 2
    content = read_verified(corpus).content_sha256
    assert f"content {content}\n" in done.stdout
    again = eyechart("publish", corpus, "--repo", REPO)
    assert again.returncode == 0, again.stderr
    assert "0 of" in again.stdout
    assert f"content {content}\n" in again.stdout
    assert len(repo.commits) == 2


def test_two_publications_have_one_content(hub, eyechart, corpus, proven, tmp_path):
    """Whatever the folder, the repository and the tag: only the card differs."""
    second = Path(shutil.copytree(proven, tmp_path / "elsewhere" / "copy"))
    told = []
    for folder, repo, tag in ((corpus, REPO, "v1"), (second, "user/other", "v2")):
        done = eyechart("publish", folder, "--repo", repo, "--tag", tag)
        assert done.returncode == 0, done.stderr
        told.append(re.search(r"^content (\w{64})$", done.stdout, re.M)[1])
    assert told[0] == told[1]
    first, other = (
        {path: one.sha256 for path, one in repo.find("main").files.items()}
        for repo in hub.store.repos.values()
    )
    assert {path for path in first | other if first.get(path) != other.get(path)} == {
        "README.md",
        "croissant.json",
    }


def test_the_content_digest_can_be_checked_by_hand(corpus):
    lines = [f"{digest}  {path}\n" for path, digest in file_digests(corpus).items()]
    text = "".join(sorted(lines, key=lambda line: line[66:]))
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert read_verified(corpus).content_sha256 == digest


def test_the_card_names_the_revision(hub, eyechart, corpus):
    eyechart("publish", corpus, "--repo", REPO, "--tag", "v1")
    card = (corpus / "README.md").read_text(encoding="utf-8")
    assert f'load_dataset("{REPO}", revision="v1", split="test")' in card
    assert "- `v1`, this revision: manifest" in card
    assert hub.store.repos[REPO].tags.keys() == {"v1"}


def test_a_kill_leaves_main_as_it_was(hub, begin, eyechart, corpus):
    fault = hub.fault("PUT", "/lfs/", times=1, hang=True)
    process = begin("-m", "eyechart", "publish", corpus, "--repo", REPO)
    assert fault.met.wait(120)
    process.kill()
    process.communicate()
    repo = hub.store.repos[REPO]
    assert list(repo.find("main").files) == [".gitattributes"]
    assert repo.tags == {}
    done = eyechart("publish", corpus, "--repo", REPO)
    assert done.returncode == 0, done.stderr
    assert len(repo.commits) == 2
    assert list(repo.tags.values()) == [repo.branches["main"]]


def test_a_kill_before_the_tag_is_made_good(hub, begin, eyechart, corpus):
    fault = hub.fault("POST", "/tag/", times=1, hang=True)
    process = begin("-m", "eyechart", "publish", corpus, "--repo", REPO)
    assert fault.met.wait(120)
    process.kill()
    process.communicate()
    done = eyechart("publish", corpus, "--repo", REPO)
    assert done.returncode == 0, done.stderr
    repo = hub.store.repos[REPO]
    assert len(repo.commits) == 2
    assert list(repo.tags.values()) == [repo.branches["main"]]


def test_another_corpus_is_another_revision(hub, eyechart, corpus, other, tmp_path):
    eyechart("publish", corpus, "--repo", REPO, "--tag", "v1")
    first = _files(hub, "v1")
    repo = hub.store.repos[REPO]
    repo.advance(
        "main", repo.find("main").files | {"LICENSE": hub.store.keep(b"CC")}, "by hand"
    )
    second = Path(shutil.copytree(other, tmp_path / "second"))
    _failed(
        eyechart("publish", second, "--repo", REPO, "--tag", "v1"),
        "tag 'v1' names another corpus",
    )
    done = eyechart("publish", second, "--repo", REPO, "--tag", "v2")
    assert done.returncode == 0, done.stderr
    assert _files(hub, "v1") == first
    now = _files(hub)
    assert now.keys() - {".gitattributes", "LICENSE"} == _local(second).keys()
    card = (second / "README.md").read_text(encoding="utf-8")
    assert f"- `v1`, before it: commit `{repo.tags['v1']}`." in card


@pytest.mark.parametrize("status", [None, 409])
def test_a_moved_parent_is_not_overwritten(hub, eyechart, corpus, status):
    repo = hub.store.create(REPO, private=False)

    def move():
        files = repo.find("main").files | {"NOTES": hub.store.keep(b"mine")}
        repo.advance("main", files, "by somebody else")

    answer = None if status is None else (status, {})
    hub.fault("POST", "/commit/main", first=move, answer=answer)
    done = eyechart("publish", corpus, "--repo", REPO)
    _failed(done, REPO, "was changed by somebody else meanwhile", "run it again")
    assert not repo.tags
    assert "manifest.jsonl" not in repo.find("main").files
    assert eyechart("publish", corpus, "--repo", REPO).returncode == 0


def test_expired_token(hub, eyechart, corpus):
    done = eyechart("publish", corpus, "--repo", REPO, HF_TOKEN=EXPIRED)
    _failed(done, REPO, "the token in HF_TOKEN is not accepted")
    assert not hub.store.repos


def test_no_token(hub, eyechart, corpus, tmp_path):
    """Only the environment counts: a token kept on disk is not used."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "token").write_text("hf_good")
    done = eyechart("publish", corpus, "--repo", REPO, HF_TOKEN="")
    _failed(done, "HF_TOKEN is not set")
    assert not hub.requests


def test_too_many_requests(hub, eyechart, corpus):
    hub.fault("POST", "/commit/main", answer=(429, {"Retry-After": "5"}))
    done = eyechart("publish", corpus, "--repo", REPO)
    _failed(done, "the Hub asks to wait", "run it again later")
    assert list(hub.store.repos[REPO].find("main").files) == [".gitattributes"]


def test_a_right_to_read_is_not_enough(hub, eyechart, corpus):
    hub.store.create(REPO, private=False)
    hub.fault("POST", "/preupload/", answer=(403, {"X-Error-Message": "Forbidden"}))
    done = eyechart("publish", corpus, "--repo", REPO)
    _failed(done, "the token in HF_TOKEN may not do this")


def test_private(hub, eyechart, corpus):
    assert eyechart("publish", corpus, "--repo", REPO, "--private").returncode == 0
    assert hub.store.repos[REPO].private
    hub.store.create("user/open", private=False)
    done = eyechart("publish", corpus, "--repo", "user/open", "--private")
    _failed(done, "user/open", "is public")
    assert list(hub.store.repos["user/open"].find("main").files) == [".gitattributes"]


def test_what_was_not_proven_is_refused(hub, eyechart, corpus):
    record = corpus / "verified.json"
    kept = record.read_bytes()
    record.unlink()
    _failed(eyechart("publish", corpus, "--repo", REPO), "run eyechart verify")
    record.write_bytes(kept)
    shard = corpus / "stimuli" / "test-00001-of-00003.parquet"
    shard.write_bytes(shard.read_bytes() + b" ")
    for more in ([], ["--dry-run"]):
        done = eyechart("publish", corpus, "--repo", REPO, *more)
        _failed(done, "test-00001-of-00003.parquet", "changed")
    assert not hub.requests


def test_dry_run(hub, eyechart, proven, tmp_path):
    before = _local(proven)
    done = eyechart("publish", proven, "--repo", REPO, "--dry-run", HF_TOKEN="")
    assert done.returncode == 0, done.stderr
    assert not hub.requests
    assert _local(proven) == before
    listed = dict(line.split()[::-1] for line in done.stdout.splitlines()[:-1])
    corpus = Path(shutil.copytree(proven, tmp_path / "corpus"))
    eyechart("publish", corpus, "--repo", REPO)
    sizes = {path: f"{(corpus / path).stat().st_size:,}" for path in _local(corpus)}
    assert listed == sizes


def test_bad_names(eyechart, corpus):
    for name in ("tiny", "user/ti ny", "a/b/c", "../x"):
        _failed(eyechart("publish", corpus, "--repo", name), repr(name), "USER/NAME")


MANY = """\
import sys
from pathlib import Path
from eyechart.cards.hub import publish
publish.MOST_FILES = 3
publish.publish(Path(sys.argv[1]), sys.argv[2])
"""


def test_many_files_go_through_a_pull_request(hub, begin, python, corpus):
    fault = hub.fault("POST", r"/commit/.*(create_pr|pr%2F)", times=1, hang=True)
    process = begin("-c", MANY, corpus, REPO)
    assert fault.met.wait(120)
    process.kill()
    process.communicate()
    repo = hub.store.repos[REPO]
    assert list(repo.find("main").files) == [".gitattributes"]
    done = python("-c", MANY, corpus, REPO)
    assert done.returncode == 0, done.stderr
    assert [one.status for one in repo.requests.values()] == ["merged"]
    remote = _files(hub)
    del remote[".gitattributes"]
    assert remote == _local(corpus)
    assert list(repo.tags.values()) == [repo.branches["main"]]


def test_chunked_storage(tmp_path, proven, corpus, python):
    """What the client writes and reads in chunks is what was sent."""
    from localhub import Hub

    hub = Hub(tmp_path / "xet", xet=True)
    try:
        more = {"HF_ENDPOINT": hub.url, "HF_HUB_DISABLE_XET": "0"}
        done = python("-c", MANY, corpus, REPO, **more)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "xet" / "cas").is_dir()
        code = f"import eyechart; print(len(eyechart.load({REPO!r})))"
        done = python("-c", code, **more)
        assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr
    finally:
        hub.close()


def test_nothing_of_the_machine_is_published(eyechart, corpus, tmp_path):
    assert eyechart("publish", corpus, "--repo", REPO).returncode == 0
    for name in ("verified.json", "croissant.json", "README.md"):
        assert str(tmp_path) not in (corpus / name).read_text(encoding="utf-8")
