"""Digests of rows, so that an edited one is found."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from .schema import SCHEMAS


def row_digest(row: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a stimulus' columns other than images.

    They are hashed as JSON in ASCII with sorted keys and without blanks.

    Parameters
    ----------
    row : mapping
        Values by column as a table returns them: a whole number is another one
        in a column of float64.
    """
    values = {name: row[name] for name in SCHEMAS["metadata"].names}
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
