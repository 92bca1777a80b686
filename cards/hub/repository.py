"""One dataset repository on the Hub, as far as a corpus needs it."""

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...generator.errors import suggest
from .failures import TOKEN, HubError, told
from .revisions import MAIN

if TYPE_CHECKING:
    from huggingface_hub import HfApi

_FORM = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_TOKEN = re.compile(r"[!-~]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A revision of a repository.

    Attributes
    ----------
    commit : str
        Its full digest.
    private : bool
        Whether others cannot see the repository.
    """

    commit: str
    private: bool


def is_repo(text: str) -> bool:
    """Tell whether a text has the form of a repository: ``user/name``."""
    return _FORM.fullmatch(text) is not None


class Repository:
    """A dataset repository.

    Parameters
    ----------
    name : str
        Such as ``"user/name"``.

    Raises
    ------
    HubError
        When the name has another form.
    """

    __slots__ = ("_api", "name")

    def __init__(self, name: str) -> None:
        if not is_repo(name):
            raise HubError(
                f"{name!r} is no repository; allowed: USER/NAME in letters, digits, "
                "hyphens, underscores and dots"
            )
        self.name = name
        self._api = _api()

    @property
    def url(self) -> str:
        """Its page."""
        return f"{self._api.endpoint}/datasets/{self.name}"

    def check_token(self) -> None:
        """Refuse a missing token, and one that the Hub does not accept.

        Raises
        ------
        HubError
            Saying which.
        """
        if not self._api.token:
            raise HubError(
                f"{self.name}: {TOKEN} is not set; allowed: a token that may write"
            )
        with told(self.name):
            self._api.whoami()

    def create(self, *, private: bool) -> None:
        """Make the repository unless it is there."""
        with told(self.name):
            self._api.create_repo(
                self.name, repo_type="dataset", private=private, exist_ok=True
            )

    def state(self, revision: str | None = None) -> State:
        """Return a revision, `main` by default.

        Raises
        ------
        HubError
            When there is none; the nearest is named.
        """
        from huggingface_hub.errors import RevisionNotFoundError

        with told(self.name):
            try:
                info = self._api.dataset_info(self.name, revision=revision)
            except RevisionNotFoundError as error:
                raise HubError(
                    f"{self.name}: has no revision {revision!r}; "
                    f"{suggest(str(revision), [MAIN, *sorted(self.tags())])}"
                ) from error
        return State(commit=str(info.sha), private=bool(info.private))

    def tags(self) -> Mapping[str, str]:
        """Return the commit of every tag."""
        with told(self.name):
            refs = self._api.list_repo_refs(self.name, repo_type="dataset")
        return {one.name: one.target_commit for one in refs.tags}

    def files(self, revision: str) -> Mapping[str, str]:
        """Return the digest of every file by its path.

        It is the SHA-256 of files in large storage, and Git's name of others.
        """
        from huggingface_hub.hf_api import RepoFile

        with told(self.name):
            tree = self._api.list_repo_tree(
                self.name, repo_type="dataset", revision=revision, recursive=True
            )
            return {
                one.path: one.lfs.sha256 if one.lfs else one.blob_id
                for one in tree
                if isinstance(one, RepoFile)
            }

    def commit(
        self,
        folder: Path,
        paths: Iterable[str],
        dropped: Iterable[str],
        *,
        parent: str,
        message: str,
    ) -> str:
        """Send files and drop others in one commit on `parent`; return its digest."""
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        with told(self.name):
            done = self._api.create_commit(
                self.name,
                [
                    *(CommitOperationAdd(path, str(folder / path)) for path in paths),
                    *(CommitOperationDelete(path) for path in dropped),
                ],
                commit_message=message,
                repo_type="dataset",
                parent_commit=parent,
            )
        return str(done.oid)

    def propose(
        self,
        folder: Path,
        paths: Sequence[str],
        dropped: Sequence[str],
        *,
        message: str,
    ) -> int:
        """Send files to a pull request; return its number.

        An open one of the same message, which a killed run has left, is gone on
        with; one that somebody else has opened is not.
        """
        number = self._open_request(message)
        where = {"create_pr": True} if number is None else {"revision": _ref(number)}
        with told(self.name):
            done = self._api.upload_folder(
                repo_id=self.name,
                repo_type="dataset",
                folder_path=folder,
                allow_patterns=list(map(_literal, paths)),
                delete_patterns=list(map(_literal, dropped)) or None,
                commit_message=message,
                **where,
            )
            return number if number is not None else int(done.pr_num or 0)

    def _open_request(self, title: str) -> int | None:
        with told(self.name):
            me = self._api.whoami()["name"]
            found = self._api.get_repo_discussions(
                self.name, repo_type="dataset", discussion_type="pull_request"
            )
            numbers = [
                one.num
                for one in found
                if (one.title, one.author) == (title, me)
                and one.status in ("open", "draft")
            ]
        return max(numbers, default=None)

    def merge(self, number: int) -> None:
        """Merge a pull request."""
        with told(self.name):
            request = self._api.get_discussion_details(
                self.name, number, repo_type="dataset"
            )
            if request.status == "draft":
                self._api.change_discussion_status(
                    self.name, number, "open", repo_type="dataset"
                )
            self._api.merge_pull_request(self.name, number, repo_type="dataset")

    def tag(self, name: str, commit: str, message: str) -> None:
        """Name a commit.

        Raises
        ------
        HubError
            When it cannot be done; the name may have been given meanwhile.
        """
        from huggingface_hub.errors import HfHubHTTPError

        with told(self.name):
            try:
                self._api.create_tag(
                    self.name,
                    tag=name,
                    revision=commit,
                    tag_message=message,
                    repo_type="dataset",
                )
            except HfHubHTTPError as error:
                if error.response.status_code != 409:
                    raise
                raise HubError(
                    f"{self.name}: tag {name!r} was made by somebody else meanwhile; "
                    f"the corpus is commit {commit}; run it again"
                ) from error

    def download(self, revision: str, patterns: Sequence[str]) -> tuple[Path, str]:
        """Fetch files of a revision, or find them in the cache.

        Returns
        -------
        folder : Path
            Where they are.
        commit : str
            Digest of the revision.
        """
        with told(self.name):
            found = self._api.snapshot_download(
                self.name,
                repo_type="dataset",
                revision=revision,
                allow_patterns=list(patterns),
            )
        folder = Path(str(found))
        if not _COMMIT.fullmatch(folder.name):
            raise HubError(f"{folder}: is no revision in the cache of the Hub's client")
        return folder, folder.name


def _ref(number: int) -> str:
    return f"refs/pr/{number}"


def _literal(path: str) -> str:
    """Return a pattern that matches one path alone."""
    return re.sub(r"([\[\]*?])", r"[\1]", path)


def _api() -> "HfApi":
    from huggingface_hub import HfApi, constants
    from huggingface_hub.utils.tqdm import disable_progress_bars

    if not sys.stderr.isatty():
        disable_progress_bars()
    token = os.environ.get(TOKEN, "").strip()
    # The client would fail on such a token with an error that may print it.
    if not _TOKEN.fullmatch(token):
        raise HubError(
            f"{TOKEN} holds a blank or a character that no token has; allowed: a token "
            "as the Hub shows it"
        )
    # False keeps the client from taking a token from anywhere else.
    return HfApi(endpoint=constants.ENDPOINT, token=token or False)
