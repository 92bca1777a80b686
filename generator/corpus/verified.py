"""The record that verifying leaves, and whether the corpus still is what it was."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import CorpusError, VerificationError
from ..files import write_whole
from .deviation import Deviation
from .names import MANIFEST, SPEC, VERIFIED
from .schema import TABLES
from .shards import shard_paths


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What verifying found.

    Attributes
    ----------
    eyechart : str
        Version that verified.
    spec_version : str
        Name and short digest of the spec.
    kinds : mapping of str to int
        Stimuli by kind.
    images : int
        Different images.
    worst : mapping of str to Deviation
        By axis, the stimulus that reads farthest from what it should.
    files : mapping of str to str
        SHA-256 of every file that was verified, by its path in the corpus.
    """

    eyechart: str
    spec_version: str
    kinds: Mapping[str, int]
    images: int
    worst: Mapping[str, Deviation]
    files: Mapping[str, str]

    @property
    def manifest_sha256(self) -> str:
        """Digest of the manifest: it names the corpus, whoever stores it."""
        return self.files[MANIFEST]

    @property
    def stimuli(self) -> int:
        """Number of verified stimuli."""
        return sum(self.kinds.values())

    @property
    def content_sha256(self) -> str:
        """One digest of all verified files: of lines as ``sha256sum`` prints them."""
        lines = [f"{self.files[path]}  {path}\n" for path in sorted(self.files)]
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def corpus_files(folder: Path) -> tuple[Path, ...]:
    """Return the files that verifying reads: spec, manifest and every shard.

    Raises
    ------
    CorpusError
        When a shard is missing.
    """
    shards = (path for table in TABLES for path in shard_paths(folder, table))
    return (folder / SPEC, folder / MANIFEST, *shards)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises
    ------
    CorpusError
        When it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error


def file_digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file of a corpus by its path in it."""
    return {
        path.relative_to(folder).as_posix(): file_digest(path)
        for path in corpus_files(folder)
    }


def write_verified(folder: Path, found: Verified) -> Path:
    """Write the record; it holds no time, path, user or host.

    Raises
    ------
    FileWriteError
        When it cannot be written.
    """
    text = json.dumps(asdict(found), indent=2, sort_keys=True, ensure_ascii=False)
    write_whole(folder / VERIFIED, f"{text}\n")
    return folder / VERIFIED


def read_verified(folder: Path) -> Verified:
    """Read the record of a corpus.

    Raises
    ------
    VerificationError
        When there is none, or it is not as written.
    """
    path = folder / VERIFIED
    if not path.is_file():
        raise VerificationError(
            f"{folder}: has no {VERIFIED}, so nothing proves it; run eyechart verify"
        )
    try:
        return _verified(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise VerificationError(
            f"{path}: is not as eyechart verify writes it; run it again"
        ) from error


def _verified(values: dict[str, Any]) -> Verified:
    values["worst"] = {
        axis: Deviation(**one) for axis, one in dict(values["worst"]).items()
    }
    found = Verified(**values)
    texts = (found.eyechart, found.spec_version, *found.files.values())
    numbers = (found.images, *found.kinds.values())
    if not all(isinstance(one, str) for one in texts) or MANIFEST not in found.files:
        raise TypeError(texts)
    if not all(type(one) is int and one >= 0 for one in numbers):
        raise TypeError(numbers)
    for one in found.worst.values():
        if not one.size <= one.bound:
            raise ValueError(one)
    return found


def check_verified(folder: Path) -> Verified:
    """Return the record of a corpus that still is what was verified.

    Raises
    ------
    VerificationError
        When it was not verified, or a file was changed, added or removed since;
        the file is named.
    CorpusError
        When a shard is missing.
    """
    found = read_verified(folder)
    present = file_digests(folder)
    for path in sorted(present.keys() | found.files.keys()):
        if present.get(path) != found.files.get(path):
            how = "changed"
            if path not in found.files:
                how = "added"
            elif path not in present:
                how = "removed"
            raise VerificationError(
                f"{folder / path}: was {how} after eyechart verify; run it again"
            )
    return found
