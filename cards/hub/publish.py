"""Publishing a corpus: one revision, whole or not at all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...generator.corpus.names import MANIFEST
from ...generator.corpus.verified import Verified, check_verified
from ..dataset.card import card_files, write_card
from ..dataset.edition import Edition
from .failures import HubError
from .files import Sent, is_ours, sent_files
from .limits import check_rows
from .repository import Repository
from .revisions import MAIN, chosen_tag

MOST_FILES = 200
"""How many files to send in one commit at most; more go through a pull request."""

MOST_BYTES = 2 * 10**9
"""The same, in bytes."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A corpus on the Hub.

    Attributes
    ----------
    repo, tag, commit, url : str
        Where it is.
    sent, files : int
        Files that were sent now, and all of them.
    size : int
        Bytes of all of them.
    manifest_sha256, content_sha256 : str
        Digest of the manifest; of all verified files. They do not depend on where
        and when the corpus is published.
    """

    repo: str
    tag: str
    commit: str
    url: str
    sent: int
    files: int
    size: int
    manifest_sha256: str
    content_sha256: str


def publish(
    folder: Path,
    repo: str,
    *,
    private: bool = False,
    tag: str | None = None,
    say: Say = lambda _: None,
) -> Published:
    """Publish a corpus that was verified, and tag the revision.

    What the repository holds already is not sent again. Few files go in one commit on
    the revision that was found, many through a pull request that is merged when it
    is whole: a run that is killed leaves `main` as it was, and the next one goes on.
    Where the tag is there and `main` has gone on to another corpus nothing is sent.

    Parameters
    ----------
    folder : Path
        The corpus; its card is written anew, for this repository.
    repo : str
        Such as ``"user/name"``; made when missing.
    private : bool
        Whether a new repository is private.
    tag : str, optional
        Name of the revision; by default the spec's name and the start of the
        manifest's digest.
    say : callable
        Told what is being done.

    Returns
    -------
    Published
        Where it is.

    Raises
    ------
    VerificationError
        When verifying has not proven the corpus, or a file was changed since.
    CorpusError
        When a row is too large to be shown.
    HubError
        When the Hub refuses or cannot be reached, or a tag names another corpus.
    """
    verified = check_verified(folder)
    tag = chosen_tag(folder, verified, tag)
    check_rows(folder)
    hub = Repository(repo)
    hub.check_token()
    hub.create(private=private)
    head = hub.state()
    if private and not head.private:
        raise HubError(
            f"{repo}: is there already and is public; --private hides nothing"
        )
    tags = hub.tags()
    _check_tag(hub, tag, tags, verified)
    say("writing the card")
    earlier = tuple(sorted(one for one in tags.items() if one[0] != tag))
    edition = Edition(repo=repo, tag=tag, url=hub.url, earlier=earlier)
    card = card_files(folder, edition)
    files = sent_files(folder, verified, card)
    remote = hub.files(head.commit)
    new = [one for one in files if not one.is_in(remote)]
    commit = head.commit
    dropped = _dropped(files, remote)
    if tag in tags and _has_gone_on(files, remote):
        new, dropped = [], []
    else:
        write_card(folder, card)
    if new or dropped:
        say(f"sending {len(new)} files")
        message = f"Publish {tag}: manifest {verified.manifest_sha256[:12]}"
        commit = _send(hub, folder, new, dropped, head.commit, message)
        _check_sent(hub, files, commit)
    if tag not in tags:
        hub.tag(tag, commit, f"manifest {verified.manifest_sha256}")
    return Published(
        repo=repo,
        tag=tag,
        commit=tags.get(tag, commit),
        url=hub.url,
        sent=len(new),
        files=len(files),
        size=sum(one.size for one in files),
        manifest_sha256=verified.manifest_sha256,
        content_sha256=verified.content_sha256,
    )


def _check_tag(
    hub: Repository, tag: str, tags: Mapping[str, str], verified: Verified
) -> None:
    """Refuse a tag that names another corpus: a revision stays what it is."""
    if tag not in tags:
        return
    remote = hub.files(tags[tag])
    shards = {path: digest for path, digest in verified.files.items() if "/" in path}
    if any(remote.get(path) != digest for path, digest in shards.items()):
        raise HubError(
            f"{hub.name}: tag {tag!r} names another corpus; allowed: a tag that is not "
            f"there yet ({', '.join(sorted(tags))} are)"
        )


def _has_gone_on(files: Sequence[Sent], remote: Mapping[str, str]) -> bool:
    """Tell whether `main` holds another corpus, which a finished one must not undo."""
    (manifest,) = (one for one in files if one.path == MANIFEST)
    return MANIFEST in remote and not manifest.is_in(remote)


def _dropped(files: Sequence[Sent], remote: Mapping[str, str]) -> list[str]:
    """Return what an earlier publication left that is not part of this one."""
    paths = {one.path for one in files}
    return sorted(path for path in remote if is_ours(path) and path not in paths)


def _send(
    hub: Repository,
    folder: Path,
    new: Sequence[Sent],
    dropped: Sequence[str],
    head: str,
    message: str,
) -> str:
    """Bring files to `main`; return its commit."""
    paths = [one.path for one in new]
    if len(new) <= MOST_FILES and sum(one.size for one in new) <= MOST_BYTES:
        return hub.commit(folder, paths, dropped, parent=head, message=message)
    number = hub.propose(folder, paths, dropped, message=message)
    if hub.state().commit != head:
        raise HubError(
            f"{hub.name}: {MAIN} was changed by somebody else meanwhile; nothing was "
            f"published, and pull request {number} is left open; run it again"
        )
    hub.merge(number)
    return hub.state().commit


def _check_sent(hub: Repository, files: Sequence[Sent], commit: str) -> None:
    """Refuse a revision that does not hold every file as it was sent, and no other."""
    remote = hub.files(commit)
    for path in _dropped(files, remote):
        raise HubError(
            f"{hub.name}: {path} is not of this corpus, but is there; run it again"
        )
    for one in files:
        if not one.is_in(remote):
            raise HubError(
                f"{hub.name}: {one.path} did not arrive as it was sent; run it again"
            )
