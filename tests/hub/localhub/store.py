"""What a hub keeps: repositories, their commits and the bytes of files."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path


def git_name(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data)).hexdigest()


@dataclass(frozen=True)
class Entry:
    """A file of a commit."""

    size: int
    git: str
    sha256: str
    large: bool

    @property
    def etag(self) -> str:
        return self.sha256 if self.large else self.git


@dataclass(frozen=True)
class Commit:
    oid: str
    title: str
    parent: str | None
    files: dict[str, Entry]


@dataclass
class Request:
    """A pull request."""

    number: int
    title: str
    base: str
    status: str = "draft"


@dataclass
class Repo:
    name: str
    private: bool = False
    gated: bool = False
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    requests: dict[int, Request] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)

    def find(self, revision: str) -> Commit | None:
        name = revision.removeprefix("refs/heads/")
        oid = self.branches.get(name) or self.tags.get(name) or revision
        return self.commits.get(oid)

    def advance(self, branch: str, files: dict[str, Entry], title: str) -> Commit:
        parent = self.branches.get(branch)
        names = sorted((path, one.git) for path, one in files.items())
        text = json.dumps([parent, title, names])
        oid = hashlib.sha1(text.encode()).hexdigest()
        commit = Commit(oid=oid, title=title, parent=parent, files=files)
        self.commits[oid], self.branches[branch] = commit, oid
        return commit

    def open_request(self, title: str, base: str) -> Request:
        number = len(self.requests) + 1
        request = Request(number=number, title=title, base=base)
        self.requests[number] = request
        self.branches[f"refs/pr/{number}"] = base
        return request


class Store:
    """Everything that a hub keeps."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.repos: dict[str, Repo] = {}
        (root / "blobs").mkdir(parents=True)

    def create(self, name: str, private: bool) -> Repo:
        repo = self.repos[name] = Repo(name=name, private=private)
        rules = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"
        repo.advance("main", {".gitattributes": self.keep(rules)}, "initial commit")
        return repo

    def blob(self, sha256: str) -> Path:
        return self.root / "blobs" / sha256

    def keep(self, data: bytes) -> Entry:
        """Keep a small file, which is stored as Git stores it."""
        sha256 = hashlib.sha256(data).hexdigest()
        self.blob(sha256).write_bytes(data)
        return Entry(size=len(data), git=git_name(data), sha256=sha256, large=False)

    def point(self, sha256: str, size: int) -> Entry:
        """Return a large file, which Git knows by a pointer alone."""
        text = f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\n"
        pointer = f"{text}size {size}\n".encode()
        return Entry(size=size, git=git_name(pointer), sha256=sha256, large=True)
