"""Claiming a folder for one corpus."""

import json
import tomllib
from pathlib import Path

from ..errors import CorpusError, EyechartError
from ..files import write_whole
from ..spec import Spec, read_spec
from .names import SPEC
from .schema import TABLES


def claim(folder: Path, spec: Spec) -> None:
    """Make `folder` the corpus of `spec`, or find that it is already.

    The spec is the first file that is written, so that a folder can never mix
    two corpora. What a killed run has left half written is removed.

    Raises
    ------
    CorpusError
        When it is a file, holds the corpus of another spec, or holds something
        that is no corpus.
    FileWriteError
        When it cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise CorpusError(f"{folder}: is a file; allowed: a folder")
    stored = folder / SPEC
    if stored.is_file():
        _check_spec(stored, spec)
        _sweep(folder)
        return
    if folder.is_dir():
        _sweep(folder)
        _check_empty(folder)
    write_whole(stored, _self_naming(spec))


def _self_naming(spec: Spec) -> str:
    """Return the text of a spec with its name in it, whatever its file was called."""
    if "name" in tomllib.loads(spec.text):
        return spec.text
    return f"name = {json.dumps(spec.name)}\n{spec.text}"


def _check_spec(stored: Path, spec: Spec) -> None:
    try:
        same = read_spec(str(stored)).digest() == spec.digest()
    except EyechartError:
        same = False
    if not same:
        raise CorpusError(
            f"{stored.parent}: holds the corpus of another spec than {spec.name!r}; "
            "allowed: an empty or new folder, or one of the same spec"
        )


def _check_empty(folder: Path) -> None:
    names = sorted(path.name for path in folder.iterdir())
    if names:
        raise CorpusError(
            f"{folder}: holds {names[0]!r} but no {SPEC}, so it is no corpus; "
            "allowed: an empty or new folder, or one of the same spec"
        )


def _sweep(folder: Path) -> None:
    for home in (folder, *(folder / table for table in TABLES)):
        if home.is_dir():
            for path in sorted(home.iterdir()):
                if path.name.startswith(".") and path.name.endswith(".part"):
                    path.unlink(missing_ok=True)
