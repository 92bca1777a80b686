"""The hub as an HTTP server in a thread of this process."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .api import Api
from .content import Content
from .faults import Fault
from .reply import Flaw, Refused, Reply
from .store import Repo, Store

TOKEN = "hf_good"
EXPIRED = "hf_expired"
_USER = {"auth": {"accessToken": {"role": "write"}}, "orgs": []}
_PATH = re.compile(
    r"/(api/)?datasets/([^/]+/[^/]+?)"
    r"(\.git/info/lfs/objects/batch|/([a-z][a-z-]*)(?:/([^/]+))?(?:/(.*))?)?$"
)


class Hub:
    """A hub that lives until it is closed.

    Attributes
    ----------
    requests : list of (str, str)
        Method and path of every request.
    faults : list of Fault
        What goes wrong; the first that fits a request decides.
    """

    def __init__(self, root: Path, *, xet: bool = False) -> None:
        self.store = Store(root)
        self.requests: list[tuple[str, str]] = []
        self.faults: list[Fault] = []
        self._lock = threading.RLock()
        self._closing = threading.Event()
        hub = self

        class Handler(_Handler):
            owner = hub

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._api = Api(self.store, self.url, xet)
        self._content = Content(self.store, self.url, xet)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def fault(self, method: str, path: str, **what: object) -> Fault:
        """Have something go wrong with requests that match."""
        one = Fault(method=method, path=path, **what)  # type: ignore[arg-type]
        self.faults.append(one)
        return one

    def reply(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> Reply | None:
        """Return the answer to a request; None to say nothing at all."""
        parts = urlsplit(target)
        self.requests.append((method, parts.path))
        for fault in self.faults:
            if fault.fits(method, target):
                fault.times -= 1
                fault.met.set()
                if fault.hang:
                    self._closing.wait()
                    return None
                if fault.answer is not None:
                    status, heads = fault.answer
                    return Reply(status, {"error": "fault"}, heads)
                if fault.first is not None:
                    fault.first()
        try:
            with self._lock:
                return self._served(method, parts.path, parts.query, headers, body)
        except Flaw as flaw:
            return flaw.reply

    def _served(
        self, method: str, path: str, query: str, headers: dict[str, str], body: bytes
    ) -> Reply:
        token = headers.get("authorization", "").removeprefix("Bearer ")
        if token == EXPIRED:
            words = "Invalid credentials in Authorization header"
            return Refused(401, "", words)
        if path == "/api/whoami-v2":
            return Reply(200, {"name": "user", "type": "user", **_USER})
        if path == "/api/validate-yaml":
            return Reply(200, {"errors": [], "warnings": []})
        if path == "/api/repos/create":
            return self._api.create(body)
        if path.startswith("/lfs/"):
            return self._content.put(path.removeprefix("/lfs/"), body)
        if path == "/lfs-verify":
            return self._content.verify(body)
        found = _PATH.match(path)
        if not found:
            return Refused(404, "NotFound", path)
        repo = self.store.repos.get(found[2])
        refusal = _refusal(repo, found[4] or "", token)
        if repo is None or refusal:
            return refusal or Refused(404, "RepoNotFound", "Repository not found")
        if found[3] and found[3].startswith(".git"):
            return self._content.batch(body)
        verb, name = found[4] or "", unquote(found[6] or "")
        if found[1]:
            default = "" if verb == "discussions" else "main"
            revision = unquote(found[5] or default)
            return self._api.answer(repo, verb, revision, name, query, body)
        if verb == "resolve":
            head = method == "HEAD"
            revision = unquote(found[5] or "main")
            return self._content.resolve(
                repo, revision, name, headers.get("range"), head
            )
        return Refused(404, "NotFound", path)


def _refusal(repo: Repo | None, verb: str, token: str) -> Reply | None:
    if repo is None or (repo.private and token != TOKEN):
        return Refused(401 if not token else 404, "RepoNotFound", "Not found")
    if repo.gated and token != TOKEN and verb == "resolve":
        return Refused(403, "GatedRepo", "Access to this dataset is restricted")
    return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: Hub

    def log_message(self, *args: object) -> None:
        pass

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            data = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return data
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self._body()
        reply = self.owner.reply(self.command, self.path, headers, body)
        if reply is None:
            self.close_connection = True
            return
        self.send_response(reply.status)
        kind = "octet-stream" if isinstance(reply.body, bytes) else "json"
        self.send_header("Content-Type", f"application/{kind}")
        length = {"Content-Length": str(len(reply.data))}
        for name, value in {**length, **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.data)

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = _answer  # noqa: N815
