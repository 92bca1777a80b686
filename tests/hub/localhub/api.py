"""What the hub answers under ``/api``."""

import base64
import json
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs

from .reply import Refused, Reply, flawed
from .store import Commit, Entry, Repo, Store
from .xet import xet_name

_DATE = "2026-01-01T00:00:00.000Z"
_LARGE = (".parquet", ".png")


class Api:
    """Answers to requests about repositories."""

    def __init__(self, store: Store, url: str, xet: bool) -> None:
        self.store, self.url, self.xet = store, url, xet

    def create(self, body: bytes) -> Reply:
        asked = json.loads(body)
        name = f"{asked.get('organization') or 'user'}/{asked['name']}"
        page = f"{self.url}/datasets/{name}"
        if name in self.store.repos:
            return Reply(409, {"error": "You already created this", "url": page})
        self.store.create(name, _is_private(asked))
        return Reply(200, {"url": page, "name": name, "id": name})

    def answer(
        self, repo: Repo, verb: str, revision: str, path: str, query: str, body: bytes
    ) -> Reply:
        asked = parse_qs(query)
        if verb == "refs":
            return Reply(200, _refs(repo))
        if verb == "discussions":
            return self._discussions(repo, revision, path, body)
        commit = repo.find(revision)
        if commit is None:
            return Refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        if verb == "tag":
            return self._tag(repo, commit, body)
        if verb.startswith("xet-"):
            return self._xet_token()
        named = {
            "": lambda: _info(repo, commit),
            "revision": lambda: _info(repo, commit),
            "tree": lambda: self._tree(commit, path, "recursive" in asked),
            "paths-info": lambda: self._paths(commit, body),
            "preupload": lambda: _preupload(commit, body),
        }
        if verb == "commit":
            return self._commit(repo, commit, revision, asked, body)
        if verb not in named:
            return Refused(404, "NotFound", verb)
        return Reply(200, named[verb](), {"X-Repo-Commit": commit.oid})

    def _described(self, path: str, one: Entry) -> dict[str, Any]:
        told: dict[str, Any] = {"type": "file", "path": path, "size": one.size}
        told["oid"] = one.git
        if one.large:
            told["lfs"] = {"oid": one.sha256, "size": one.size, "pointerSize": 130}
            if self.xet:
                told["xetHash"] = xet_name(self.store.root / "cas", one.sha256)
        return told

    def _tree(self, commit: Commit, folder: str, deep: bool) -> list[Any]:
        start = f"{folder}/" if folder else ""
        inside = [path for path in sorted(commit.files) if path.startswith(start)]
        if folder and not inside:
            raise flawed(404, "EntryNotFound", folder)
        folders = {start + path[len(start) :].split("/")[0] for path in inside}
        folders -= set(inside)
        return [
            *({"type": "directory", "path": f, "size": 0, "oid": "0"} for f in folders),
            *(
                self._described(path, commit.files[path])
                for path in inside
                if deep or "/" not in path[len(start) :]
            ),
        ]

    def _paths(self, commit: Commit, body: bytes) -> list[Any]:
        try:
            paths: Iterable[str] = json.loads(body)["paths"]
        except ValueError:
            paths = parse_qs(body.decode())["paths"]
        known = commit.files
        return [self._described(path, known[path]) for path in paths if path in known]

    def _xet_token(self) -> Reply:
        cas, end = f"local://{self.store.root / 'cas'}", int(time.time()) + 3600
        told = {"casUrl": cas, "exp": end, "accessToken": "t"}
        heads = {"X-Xet-Cas-Url": cas, "X-Xet-Access-Token": "t"}
        return Reply(200, told, {**heads, "X-Xet-Token-Expiration": str(end)})

    def _tag(self, repo: Repo, commit: Commit, body: bytes) -> Reply:
        name = json.loads(body)["tag"]
        if name in repo.tags:
            return Refused(409, "TagExists", f"Tag {name} exists")
        repo.tags[name] = commit.oid
        return Reply(200, {})

    def _commit(
        self,
        repo: Repo,
        commit: Commit,
        branch: str,
        asked: dict[str, list[str]],
        body: bytes,
    ) -> Reply:
        files, head = self._operated(commit, body)
        parent = head.get("parentCommit")
        if parent and not commit.oid.startswith(parent):
            return Refused(412, "PreconditionFailed", "A commit has happened since.")
        told: dict[str, Any] = {"success": True, "hookOutput": ""}
        if "create_pr" in asked:
            request = repo.open_request(head["summary"], commit.oid)
            request.status = "open"
            branch = f"refs/pr/{request.number}"
            page = f"{self.url}/datasets/{repo.name}/discussions/{request.number}"
            told["pullRequestUrl"] = page
        oid = repo.advance(branch, files, head["summary"]).oid
        link = f"{self.url}/datasets/{repo.name}/commit/{oid}"
        return Reply(200, {**told, "commitOid": oid, "commitUrl": link})

    def _operated(
        self, commit: Commit, body: bytes
    ) -> tuple[dict[str, Entry], dict[str, Any]]:
        files, head = dict(commit.files), {}
        for line in map(json.loads, body.splitlines()):
            kind, value = line["key"], line["value"]
            if kind == "header":
                head = value
            elif kind == "file":
                data = base64.b64decode(value["content"])
                files[value["path"]] = self.store.keep(data)
            elif kind == "lfsFile":
                self._check_there(value["oid"])
                entry = self.store.point(value["oid"], value["size"])
                files[value["path"]] = entry
            elif kind == "deletedFile":
                del files[value["path"]]
            else:
                raise flawed(400, "BadRequest", kind)
        return files, head

    def _check_there(self, sha256: str) -> None:
        there = self.store.blob(sha256).exists()
        if not there and not xet_name(self.store.root / "cas", sha256):
            raise flawed(400, "BadRequest", "pointer to a file that does not exist")

    def _discussions(self, repo: Repo, number: str, action: str, body: bytes) -> Reply:
        if not number and not body:
            told = [_request(repo, one) for one in repo.requests.values()]
            return Reply(200, {"discussions": told, "count": len(told), "start": 0})
        if not number:
            asked = json.loads(body)
            base = repo.branches["main"]
            number = str(repo.open_request(asked["title"], base).number)
            return Reply(200, {"num": int(number), "pullRequest": True})
        request = repo.requests[int(number)]
        if action == "merge":
            if request.status != "open":
                return Refused(400, "BadRequest", "only an open request is merged")
            files = repo.commits[repo.branches[f"refs/pr/{number}"]].files
            repo.advance("main", files, f"Merge {number}")
            request.status = "merged"
            return Reply(200, {})
        event = {"id": "0", "type": "status-change", "createdAt": _DATE}
        event |= {"author": {"name": "user"}, "data": {"status": request.status}}
        if action == "status":
            request.status = json.loads(body)["status"]
            event["data"] = {"status": request.status}
            return Reply(200, {"newStatus": event})
        return Reply(200, _request(repo, request))


def _is_private(asked: dict[str, Any]) -> bool:
    # Releases of the client say it in one of two ways.
    return bool(asked.get("private")) or asked.get("visibility") == "private"


def _request(repo: Repo, one: Any) -> dict[str, Any]:
    return {
        "num": one.number,
        "title": one.title,
        "status": one.status,
        "author": {"name": "user"},
        "createdAt": _DATE,
        "repo": {"name": repo.name, "type": "dataset"},
        "isPullRequest": True,
        "events": [],
        "filesWithConflicts": [],
        "changes": {"base": "refs/heads/main"},
    }


def _refs(repo: Repo) -> dict[str, Any]:
    def told(kind: str, refs: dict[str, str]) -> list[dict[str, str]]:
        return [
            {"name": name, "ref": f"refs/{kind}/{name}", "targetCommit": oid}
            for name, oid in refs.items()
        ]

    heads = {k: v for k, v in repo.branches.items() if not k.startswith("refs/pr/")}
    branches, tags = told("heads", heads), told("tags", repo.tags)
    return {"branches": branches, "tags": tags, "converts": [], "pullRequests": []}


def _info(repo: Repo, commit: Commit) -> dict[str, Any]:
    return {
        "_id": "0",
        "id": repo.name,
        "author": repo.name.split("/")[0],
        "sha": commit.oid,
        "private": repo.private,
        "gated": repo.gated,
        "disabled": False,
        "tags": [],
        "downloads": 0,
        "likes": 0,
        "lastModified": _DATE,
        "createdAt": _DATE,
        "siblings": [{"rfilename": path} for path in sorted(commit.files)],
    }


def _preupload(commit: Commit, body: bytes) -> dict[str, Any]:
    told = []
    for one in json.loads(body)["files"]:
        path, known = one["path"], commit.files.get(one["path"])
        large = path.endswith(_LARGE) or one["size"] > 10_000_000
        answer = {"path": path, "uploadMode": "lfs" if large else "regular"}
        answer["shouldIgnore"] = False
        if known:
            answer["oid"] = known.etag
        told.append(answer)
    return {"files": told, "commitOid": commit.oid}
