"""Runs as JSON objects, written and strictly read."""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from ..errors import CorpusError
from ..page.colour import Rgb
from ..page.scene import Finish, Pose, Run
from ..typography.fontbook import font
from ..typography.shape import Face

_ANCHORS = ("left", "centre", "right")


def run_record(run: Run) -> Mapping[str, Any]:
    """Return a run as JSON can hold it."""
    return dataclasses.asdict(run)


def read_run(values: object, place: str) -> Run:
    """Read a run.

    Parameters
    ----------
    values : object
        What `run_record` made, after JSON.
    place : str
        Where it stands, for messages.

    Raises
    ------
    CorpusError
        When a value is missing, unknown, or not of its kind.
    UnknownNameError, TextError
        When its font or an axis is unknown or out of range.
    """
    fields = _object(values, Run, place)
    face = _object(fields["face"], Face, f"{place}.face")
    axes = _axes(face["axes"], f"{place}.face.axes")
    slug = _text(face["font"], f"{place}.face.font")
    return Run(
        name=_text(fields["name"], f"{place}.name"),
        text=_text(fields["text"], f"{place}.text"),
        face=Face(
            font=slug,
            axes=font(slug).location(axes),
            features=tuple(_texts(face["features"], f"{place}.face.features")),
            tracking=_number(face["tracking"], f"{place}.face.tracking"),
        ),
        colour=_colour(fields["colour"], f"{place}.colour"),
        anchor=_one_of(_ANCHORS, fields["anchor"], f"{place}.anchor"),
        pose=Pose(**_numbers(fields["pose"], Pose, f"{place}.pose")),
        finish=_finish(fields["finish"], f"{place}.finish"),
        **{
            name: _number(fields[name], f"{place}.{name}")
            for name in ("size", "leading", "x", "y", "opacity", "blur")
        },
    )


def _wrong(value: object, place: str, allowed: str) -> CorpusError:
    return CorpusError(f"{place} = {value!r}; allowed: {allowed}")


def _object(values: object, kind: type, place: str) -> Mapping[str, Any]:
    names = [field.name for field in dataclasses.fields(kind)]
    if not isinstance(values, dict) or sorted(values) != sorted(names):
        raise _wrong(values, place, f"an object with {', '.join(names)}")
    return values


def _text(value: object, place: str) -> str:
    if not isinstance(value, str) or not value:
        raise _wrong(value, place, "a string")
    return value


def _texts(value: object, place: str) -> list[str]:
    if not isinstance(value, list):
        raise _wrong(value, place, "a list of strings")
    return [_text(one, place) for one in value]


def _number(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(value, place, "a finite number")
    if not math.isfinite(value):
        raise _wrong(value, place, "a finite number")
    return value


def _numbers(values: object, kind: type, place: str) -> dict[str, float]:
    fields = _object(values, kind, place)
    return {name: _number(value, f"{place}.{name}") for name, value in fields.items()}


def _one_of(allowed: tuple[str, ...], value: object, place: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise _wrong(value, place, ", ".join(allowed))
    return value


def _colour(value: object, place: str) -> Rgb:
    allowed = "three whole numbers from 0 to 255"
    if not isinstance(value, list) or len(value) != 3:
        raise _wrong(value, place, allowed)
    if not all(type(level) is int and 0 <= level <= 255 for level in value):
        raise _wrong(value, place, allowed)
    red, green, blue = value
    return red, green, blue


def _axes(value: object, place: str) -> Mapping[str, float]:
    if not isinstance(value, list):
        raise _wrong(value, place, "pairs of an axis and its value")
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            raise _wrong(pair, place, "an axis and its value")
    return {_text(tag, place): _number(number, place) for tag, number in value}


def _finish(value: object, place: str) -> Finish:
    fields = _object(value, Finish, place)
    grain, loss = fields["grain"], fields["loss"]
    if not isinstance(grain, str):
        raise _wrong(grain, f"{place}.grain", "a string")
    if type(loss) is not int or not 0 <= loss < 100:
        raise _wrong(loss, f"{place}.loss", "a whole number from 0 to 99")
    noise = _number(fields["noise"], f"{place}.noise")
    return Finish(noise=noise, grain=grain, loss=loss)
