"""Records as strict JSON: infinities by name, tuples back as tuples."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from ...generator.errors import AnalysisError, suggest
from ..families import family_names
from .field_types import check_types
from .ranges import check_ranges

S = TypeVar("S")


def json_of(value: Any) -> str:
    """Return a record, or a tuple of them, as indented JSON."""
    several = isinstance(value, tuple)
    plain = [asdict(one) for one in value] if several else asdict(value)
    text = json.dumps(_strict(plain), indent=2, ensure_ascii=False, allow_nan=False)
    return text + "\n"


def load_settings(path: Path, record: type[S], command: str) -> S:
    """Return the settings that `json_of` wrote for a command.

    Raises
    ------
    AnalysisError
        When the file is missing, its content is not as written, or a value is none
        that its field can hold.
    """
    try:
        values = json.loads(path.read_bytes(), parse_constant=_refuse)
        if isinstance(values["judgements"], list):
            values["judgements"] = tuple(values["judgements"])
        found = record(**values)
    except OSError as problem:
        raise AnalysisError(
            f"{path}: cannot be read ({problem.strerror}); allowed: a folder written "
            f"by {command}"
        ) from problem
    except (ValueError, TypeError, KeyError) as problem:
        raise AnalysisError(
            f"{path}: does not hold the settings of {command}; allowed: as it "
            "wrote them"
        ) from problem
    check_types(values, record, str(path))
    check_ranges(values, str(path))
    family, names = values["family"], family_names()
    if family not in names:
        raise AnalysisError(f"{path}: family = {family!r}; {suggest(family, names)}")
    return found


def _refuse(name: str) -> None:
    raise ValueError(name)


def _strict(value: Any) -> Any:
    """Replace infinities by their names, which strict JSON can hold."""
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, Mapping):
        return {key: _strict(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(one) for one in value]
    return value
