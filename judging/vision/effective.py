"""The magnitude that is left of an error once a provider has resized the picture."""

import math
import re
from collections.abc import Mapping
from typing import Any

from ...generator.errors import CorpusError, GeometryError
from .resizing import Size
from .rule import Rule, find_rule
from .units import LOST, WAYS, Error, known_units

_CANVAS = re.compile(r"([1-9][0-9]{0,5})x([1-9][0-9]{0,5})")


def seen_size(width: int, height: int, rule: Rule | str) -> Size:
    """Return the size of a picture as the model sees it.

    Parameters
    ----------
    width, height : int
        Size that is sent, px.
    rule : Rule or str
        What the provider does, or the name of a published rule.

    Returns
    -------
    tuple of int
        Width and height in px, without padding.

    Raises
    ------
    GeometryError
        When the size is none, the provider refuses it, nothing would be left of it,
        or the rule is unpublished.
    UnknownNameError
        When no rule has that name.

    Examples
    --------
    >>> seen_size(1920, 1080, "claude-4.6")
    (1456, 819)
    >>> seen_size(896, 672, "claude-4.6")
    (896, 672)
    """
    if width < 1 or height < 1:
        raise GeometryError(
            f"a picture of {width}x{height} px is none; allowed: 1 px a side or more"
        )
    wide, high = (find_rule(rule) if isinstance(rule, str) else rule).resize(
        width, height
    )
    if wide < 1 or high < 1:
        raise GeometryError(
            f"a picture of {width}x{height} px is too narrow to be resized: "
            f"{wide}x{high} px would be left"
        )
    return wide, high


def effective_magnitude(stimulus: Mapping[str, Any], rule: Rule | str) -> float:
    """Return the magnitude of a stimulus after its provider's resize.

    A shift in px and a blur shrink with the picture; ratios, colours and properties
    of the font stay. Where both sides are scaled differently, a shift is scaled along
    its direction (without one, by the geometric mean), and the angles of a horizontal
    baseline and of upright letters change a little.

    Parameters
    ----------
    stimulus : mapping
        A row of a corpus, or any mapping with its columns `dimension`, `unit`,
        `magnitude`, `canvas` such as ``"896x672"`` and, for a shift, `direction`.
    rule : Rule or str
        What the provider does, or the name of a published rule.

    Returns
    -------
    float
        In the stimulus's unit.

    Raises
    ------
    CorpusError
        When the stimulus is no error (a control), lacks a column, or has a unit or
        direction of which nothing is declared; and when its magnitude does not
        survive a resize, as that of noise.
    GeometryError
        When the provider refuses the picture or its rule is unpublished.
    UnknownNameError
        When no rule has that name.

    Examples
    --------
    >>> row = {"dimension": "position", "unit": "px", "magnitude": 12.0,
    ...        "direction": "right", "canvas": "1024x1024"}
    >>> effective_magnitude(row, "openai-tile-high")
    9.0
    >>> effective_magnitude({**row, "canvas": "896x672"}, "openai-tile-high")
    12.0
    """
    name = str(stimulus.get("stimulus_id") or "(unnamed)")
    magnitude = _magnitude(stimulus, name)
    unit, dimension = (_text(stimulus, key, name) for key in ("unit", "dimension"))
    declared = known_units().find(unit, dimension)
    width, height = _canvas(stimulus, name)
    wide, high = seen_size(width, height, rule)
    if (wide, high) == (width, height):
        return magnitude
    if declared.way == LOST:
        raise CorpusError(
            f"stimulus {name}: its magnitude in {unit} is not defined after a resize "
            f"from {width}x{height} to {wide}x{high} px: {declared.reason}"
        )
    bearing = None
    if declared.way == "shift":
        bearing = known_units().bearing(_given(stimulus, "direction"))
    error = Error(magnitude=magnitude, bearing=bearing)
    return WAYS[declared.way](error, wide / width, high / height)


def _given(stimulus: Mapping[str, Any], key: str) -> Any:
    """Return a value, None where a table holds nothing."""
    value = stimulus.get(key)
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return None if missing else value


def _text(stimulus: Mapping[str, Any], key: str, name: str) -> str:
    value = _given(stimulus, key)
    if not isinstance(value, str):
        raise CorpusError(
            f"stimulus {name}: {key} = {value!r} is no name; allowed: the {key} of an "
            "error, which controls have not"
        )
    return value


def _magnitude(stimulus: Mapping[str, Any], name: str) -> float:
    value = _given(stimulus, "magnitude")
    try:
        magnitude = float(value)
    except (TypeError, ValueError) as error:
        raise CorpusError(
            f"stimulus {name}: magnitude = {value!r} is no number; allowed: that of an "
            "error, which controls have not"
        ) from error
    if not (math.isfinite(magnitude) and magnitude >= 0):
        raise CorpusError(
            f"stimulus {name}: magnitude = {magnitude!r} is not finite and 0 or more"
        )
    return magnitude


def _canvas(stimulus: Mapping[str, Any], name: str) -> Size:
    value = _given(stimulus, "canvas")
    found = _CANVAS.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise CorpusError(
            f"stimulus {name}: canvas = {value!r} is no size; "
            "allowed: such as '896x672'"
        )
    return int(found[1]), int(found[2])
