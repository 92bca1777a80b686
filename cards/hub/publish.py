"""Publishing a corpus: one revision, whole or not at all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...generator.corpus.names import SPEC
from ...generator.corpus.verified import Verified, check_verified
from ...generator.spec import read_spec_file
from ..dataset.card import card_files, write_card
from ..dataset.edition import Edition
from .failures import HubError
from .files import Sent, is_ours, sent_files
from .limits import check_rows
from .repository import MAIN, Repository

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


def default_tag(folder: Path, verified: Verified) -> str:
    """Return a name for a revision that its content decides.

    Parameters
    ----------
    folder : Path
        The corpus.
    verified : Verified
        What verifying found.
    """
    name = read_spec_file(folder / SPEC).name.lower()
    return f"{name}-{verified.manifest_sha256[:12]}"


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
    check_rows(folder)
    tag = default_tag(folder, verified) if tag is None else tag
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
    write_card(folder, card)
    files = sent_files(folder, verified, card)
    remote = hub.files(head.commit)
    new = [one for one in files if not one.is_in(remote)]
    commit = head.commit
    dropped = _dropped(files, remote)
    if new or dropped:
        say(f"sending {len(new)} files")
        commit = _send(hub, folder, new, dropped, head.commit, tag)
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
    tag: str,
) -> str:
    """Bring files to `main`; return its commit."""
    paths, message = [one.path for one in new], f"Publish {tag}"
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
    """Refuse a revision that does not hold every file as it was sent."""
    remote = hub.files(commit)
    for one in files:
        if not one.is_in(remote):
            raise HubError(
                f"{hub.name}: {one.path} did not arrive as it was sent; run it again"
            )
