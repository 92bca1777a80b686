"""Which corpus the stimuli are from, as far as it can be known."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import pandas as pd

from ...generator.corpus.names import MANIFEST
from ...generator.corpus.verified import file_digest
from .source import Source
from .stimuli import Stimulus
from .values import is_blank

_SPEC = "spec_version"
_SNAPSHOTS, _DATASETS = "snapshots", "datasets--"


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What tells a corpus from every other.

    Attributes
    ----------
    corpus : str or None
        Name and short digest of its spec, where all stimuli state the same.
    repo, revision : str or None
        Repository and commit of a folder that the Hub's client fetched.
    manifest_sha256 : str or None
        Digest of the manifest of a corpus folder.
    stimuli_sha256 : str or None
        Digest of what was read of the stimuli, whatever the file's kind or order.
    """

    corpus: str | None = None
    repo: str | None = None
    revision: str | None = None
    manifest_sha256: str | None = None
    stimuli_sha256: str | None = None


def provenance(
    given: str | Path | pd.DataFrame, source: Source, stimuli: Mapping[str, Stimulus]
) -> Provenance:
    """Return what is known of where stimuli are from.

    Parameters
    ----------
    given : str, Path or DataFrame
        The corpus folder, table or frame.
    source : Source
        Its rows as they were found.
    stimuli : mapping of str to Stimulus
        What was read of them, by id.
    """
    folder = None if isinstance(given, pd.DataFrame) else Path(given)
    repo, revision = (None, None) if folder is None else _snapshot(folder)
    manifest = None
    if folder is not None and (folder / MANIFEST).is_file():
        manifest = file_digest(folder / MANIFEST)
    return Provenance(
        corpus=_spec(source),
        repo=repo,
        revision=revision,
        manifest_sha256=manifest,
        stimuli_sha256=_digest(stimuli),
    )


def _spec(source: Source) -> str | None:
    """Return the spec that every row states; None when one does not, or another."""
    only = source.rows[0][1].get(_SPEC) if source.rows else None
    if not isinstance(only, str) or is_blank(only) or not only.isprintable():
        return None
    same = all(row.get(_SPEC) == only for _, row in source.rows)
    return only if same else None


def _snapshot(folder: Path) -> tuple[str | None, str | None]:
    """Return repository and commit of a folder in the cache of the Hub's client.

    Such a folder is ``datasets--USER--NAME/snapshots/COMMIT``.
    """
    *_, repo, middle, commit = ("", "", *folder.absolute().parts)
    if middle != _SNAPSHOTS or not repo.startswith(_DATASETS):
        return None, None
    return repo.removeprefix(_DATASETS).replace("--", "/", 1), commit


def _digest(stimuli: Mapping[str, Stimulus]) -> str:
    """Return the SHA-256 of one line of JSON a stimulus, sorted by id."""
    found = hashlib.sha256()
    names = sorted(field.name for field in fields(Stimulus))
    for _, one in sorted(stimuli.items()):
        values = {name: getattr(one, name) for name in names}
        line = json.dumps(values, sort_keys=True, ensure_ascii=True)
        found.update(f"{line}\n".encode())
    return found.hexdigest()
