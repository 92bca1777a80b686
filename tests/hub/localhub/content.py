"""What the hub answers about the bytes of files."""

import hashlib
import json
import re

from .reply import Refused, Reply
from .store import Entry, Repo, Store
from .xet import rebuild, xet_name


class Content:
    """Answers to requests for the bytes of files, and for room to put them."""

    def __init__(self, store: Store, url: str, xet: bool) -> None:
        self.store, self.url, self.xet = store, url, xet

    def batch(self, body: bytes) -> Reply:
        """Tell where large files go that are not there yet."""
        told = []
        for one in json.loads(body)["objects"]:
            answer = dict(one)
            if not self.store.blob(one["oid"]).exists():
                put = {"href": f"{self.url}/lfs/{one['oid']}"}
                check = {"href": f"{self.url}/lfs-verify"}
                answer["actions"] = {"upload": put, "verify": check}
            told.append(answer)
        return Reply(200, {"transfer": "basic", "objects": told})

    def put(self, sha256: str, body: bytes) -> Reply:
        if hashlib.sha256(body).hexdigest() != sha256:
            return Refused(400, "BadOid", "sha256 mismatch")
        self.store.blob(sha256).write_bytes(body)
        return Reply(200, {})

    def verify(self, body: bytes) -> Reply:
        one = json.loads(body)
        path = self.store.blob(one["oid"])
        there = path.exists() and path.stat().st_size == one["size"]
        return Reply(200 if there else 404, {})

    def resolve(
        self, repo: Repo, revision: str, path: str, part: str | None, head: bool
    ) -> Reply:
        commit = repo.find(revision)
        if commit is None:
            return Refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        one = commit.files.get(path)
        if one is None:
            return Refused(404, "EntryNotFound", "Entry not found")
        heads = self._headers(repo, commit.oid, one)
        if head:
            return Reply(200, b"", {**heads, "Content-Length": str(one.size)})
        return _part(self._bytes(one), part, heads)

    def _headers(self, repo: Repo, commit: str, one: Entry) -> dict[str, str]:
        heads = {
            "X-Repo-Commit": commit,
            "ETag": f'"{one.etag}"',
            "Accept-Ranges": "bytes",
            "X-Linked-Etag": f'"{one.etag}"',
            "X-Linked-Size": str(one.size),
        }
        name = self._xet_name(one)
        if name:
            route = f"{self.url}/api/datasets/{repo.name}/xet-read-token/{commit}"
            heads |= {"X-Xet-Hash": name, "X-Xet-Refresh-Route": route}
        return heads

    def _xet_name(self, one: Entry) -> str | None:
        if not self.xet or not one.large:
            return None
        return xet_name(self.store.root / "cas", one.sha256)

    def _bytes(self, one: Entry) -> bytes:
        path = self.store.blob(one.sha256)
        name = self._xet_name(one)
        if not path.exists() and name:
            rebuild(self.store.root / "cas", name, one.size, path)
        return path.read_bytes()


def _part(data: bytes, part: str | None, heads: dict[str, str]) -> Reply:
    found = re.match(r"bytes=(\d+)-(\d*)", part or "")
    if not found:
        return Reply(200, data, heads)
    start = int(found[1])
    end = min(int(found[2] or len(data) - 1), len(data) - 1)
    span = {"Content-Range": f"bytes {start}-{end}/{len(data)}"}
    return Reply(206, data[start : end + 1], {**heads, **span})
