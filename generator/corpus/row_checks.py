"""Checks of what a row says against the other files of its corpus."""

from collections.abc import Mapping
from typing import Any

from ..errors import VerificationError
from .manifest import Entry
from .names import SPEC
from .row_digest import row_digest

Row = Mapping[str, Any]


def check_version(row: Row, version: str) -> None:
    """Refuse a row of another spec.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    if row["spec_version"] != version:
        raise VerificationError(
            f"stimulus {row['stimulus_id']}: spec_version is {row['spec_version']!r}, "
            f"but {SPEC} is that of {version!r}"
        )


def check_row_digest(row: Row, entry: Entry) -> None:
    """Refuse a row that has not the recorded digest.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    found = row_digest(row)
    if found != entry.row_sha256:
        raise VerificationError(
            f"stimulus {row['stimulus_id']}: its row without images has the digest "
            f"{found}, recorded is {entry.row_sha256}"
        )


def check_row(row: Row, entry: Entry, metadata: Row) -> None:
    """Refuse a row that differs from the manifest or the metadata.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    recorded = {
        "stimulus_id": entry.stimulus_id,
        "kind": entry.kind,
        "scene_sha256": entry.scene["result"],
        "pixels_sha256": entry.pixels["result"],
        "dimension": entry.dimension,
    }
    pairs = [(name, value, "manifest") for name, value in recorded.items()]
    pairs += [(name, value, "metadata") for name, value in metadata.items()]
    for name, value, table in pairs:
        if row[name] != value:
            raise VerificationError(
                f"stimulus {row['stimulus_id']}: {name} is {row[name]!r} among the "
                f"stimuli and {value!r} in the {table}"
            )
