"""Names of revisions: what a tag may be called."""

import re
from pathlib import Path

from ...generator.corpus.names import SPEC
from ...generator.corpus.verified import Verified
from ...generator.spec import read_spec_file
from .failures import HubError

MAIN = "main"
"""The branch that everybody sees first."""

_FORM = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.|lock$|$)){0,99}")
_COMMIT = re.compile(r"[0-9a-fA-F]{40}")
_TAKEN = (MAIN, "head")


def chosen_tag(folder: Path, verified: Verified, tag: str | None) -> str:
    """Return the name of a revision, by default one that its content decides.

    Parameters
    ----------
    folder : Path
        The corpus.
    verified : Verified
        What verifying found.
    tag : str, optional
        The name that was asked for; by default the spec's and the start of the
        manifest's digest.

    Raises
    ------
    HubError
        When the name would be refused after `main` was changed, or is that of a
        branch or commit.
    """
    if tag is None:
        name = read_spec_file(folder / SPEC).name.lower()
        tag = f"{name}-{verified.manifest_sha256[:12]}"
    if not _FORM.fullmatch(tag) or _COMMIT.fullmatch(tag) or tag.lower() in _TAKEN:
        raise HubError(
            f"{tag!r} is no tag; allowed: up to 100 letters, digits, hyphens, "
            "underscores and single dots, the first a letter or digit, but neither "
            f"{MAIN} nor a commit"
        )
    return tag
