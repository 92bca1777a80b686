"""Loading a corpus from a folder or from the Hub, and making sure which one it is."""

from pathlib import Path

from ...generator.corpus.names import MANIFEST, README, SPEC, VERIFIED
from ...generator.corpus.reading import CorpusFolder, open_corpus
from ...generator.corpus.row_digest import row_digest
from ...generator.corpus.schema import TABLES
from ...generator.corpus.verified import file_digest, read_verified
from ...generator.errors import CorpusError
from ..corpus import Corpus
from .failures import HubError
from .repository import Repository, is_repo
from .revisions import MAIN

_BESIDE = (README, SPEC, MANIFEST, VERIFIED)


def load(repo_or_folder: str | Path, revision: str | None = None) -> Corpus:
    """Return a corpus, having checked that it is the one its manifest describes.

    Parameters
    ----------
    repo_or_folder : str or Path
        A folder, or a dataset repository such as ``"user/name"``. Files of a
        repository are fetched once and kept in the Hub's cache; a private one needs
        a token in ``HF_TOKEN``.
    revision : str, optional
        Tag, branch or commit of a repository; by default its newest. With
        ``HF_HUB_OFFLINE=1`` the cache must hold it.

    Returns
    -------
    Corpus
        Its attribute `revision` is the commit that was loaded.

    Raises
    ------
    HubError
        When the repository or revision is not there, or the Hub cannot be reached.
    CorpusError
        When it is no corpus, damaged, or its files are not of one revision.
    VerificationError
        When a repository holds no record of verifying.
    """
    folder, commit = find(repo_or_folder, revision, TABLES)
    corpus = open_corpus(folder)
    manifest = file_digest(folder / MANIFEST)
    if commit is not None or (folder / VERIFIED).is_file():
        recorded = read_verified(folder).manifest_sha256
        if manifest != recorded:
            raise CorpusError(
                f"{folder / MANIFEST}: has the digest {manifest}, but {VERIFIED} says "
                f"{recorded}: these are not files of one revision"
            )
    _check_rows(corpus)
    return Corpus(
        folder=folder,
        repo=None if commit is None else str(repo_or_folder),
        revision=commit,
        manifest_sha256=manifest,
        files=corpus,
    )


def find(
    repo_or_folder: str | Path, revision: str | None, tables: tuple[str, ...]
) -> tuple[Path, str | None]:
    """Return the folder of a corpus, fetched when it is a repository, and its commit.

    Raises
    ------
    HubError
        When the repository or revision is not there, or the Hub cannot be reached.
    CorpusError
        When it is neither a folder nor the name of a repository.
    """
    path, name = Path(repo_or_folder), str(repo_or_folder)
    if path.exists() or not is_repo(name):
        if revision is not None:
            what = "is a folder" if path.is_dir() else "is no repository"
            raise CorpusError(
                f"{path}: {what}, so it has no revision {revision!r}; allowed: a "
                "repository such as user/name"
            )
        return path, None
    hub = Repository(name)
    wanted = MAIN if revision is None else revision
    if not wanted.strip():
        # An empty variable of a shell would otherwise pass for the newest revision.
        raise HubError(
            f"{name}: the revision is empty; allowed: a tag, branch or commit, or to "
            "leave it out"
        )
    patterns = [*_BESIDE, *(f"{table}/*.parquet" for table in tables)]
    # Asked by commit, the cache cannot hand out another revision in its place.
    return hub.download(wanted if offline() else hub.state(wanted).commit, patterns)


def offline() -> bool:
    """Tell whether the Hub must not be asked (``HF_HUB_OFFLINE``)."""
    from huggingface_hub import constants

    return bool(constants.HF_HUB_OFFLINE)


def _check_rows(corpus: CorpusFolder) -> None:
    """Refuse rows that the manifest does not describe."""
    entries = corpus.manifest()
    rows = corpus.metadata().to_pylist()
    shown = corpus.rows(columns=["pixels_sha256", "scene_sha256"])
    for row, pictures in zip(rows, shown, strict=True):
        entry = next(entries, None)
        name = row["stimulus_id"]
        if entry is None or entry.stimulus_id != name:
            raise CorpusError(
                f"{corpus.folder / MANIFEST}: does not list stimulus {name!r} where "
                "the tables do"
            )
        same = all(row[column] == value for column, value in pictures.items())
        if entry.row_sha256 != row_digest(row) or not same:
            raise CorpusError(
                f"{corpus.folder}: stimulus {name!r} is not the one that the manifest "
                "describes: these are not files of one revision"
            )
    if next(entries, None) is not None:
        raise CorpusError(
            f"{corpus.folder / MANIFEST}: has more lines than there are stimuli"
        )
