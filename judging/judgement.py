"""Judgements: one answer of one judge on one criterion of one stimulus."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeGuard

from ..generator.errors import JudgementError, suggest

FRAMINGS = ("instruction", "reference", "pairwise")
STATUSES = (
    "ok",
    "repaired",
    "out_of_range",
    "refusal",
    "truncated",
    "unparsed",
    "api_error",
)
SCORED = ("ok", "repaired")
"""The statuses that carry a score."""

ORDERS = ("AB", "BA")
NO_CUE = "none"
BOOLEAN_SCALE = "true or false"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One row of a judgement file.

    Attributes
    ----------
    stimulus_id, judge : str
        What was judged, by whom.
    framing : str
        ``"instruction"``, ``"reference"`` or ``"pairwise"``.
    criterion : str
        The question, named like a criterion of the protocol.
    score : int, float, bool or None
        The answer; None unless `status` is ``"ok"`` or ``"repaired"``.
    scale_min, scale_max : int, float or None
        Ends of the scale, the top being flawless; None for true or false.
    repeat : int
        0, and 1, 2, … when the same question is asked again.
    cue : str
        What was added to sway the judge; ``"none"`` for nothing.
    order : str
        ``"AB"`` or ``"BA"``: in which order the pictures were shown.
    status : str
        One of `STATUSES`.
    raw : str or None
        The answer as it came, before it was read.
    requested, sent, usage : mapping or None
        Settings asked for, settings that reached the provider, and what the
        answer cost.
    image_size_seen : str or None
        Such as ``"896x672"``: the size at which the judge saw the pictures.
    time : str or None
        When the answer came; None for judges that compute, so that their
        files are the same each time.

    Raises
    ------
    JudgementError
        When the values do not make a judgement.
    """

    stimulus_id: str
    judge: str
    framing: str
    criterion: str
    score: float | bool | None
    scale_min: float | None = None
    scale_max: float | None = None
    repeat: int = 0
    cue: str = NO_CUE
    order: str = "AB"
    status: str = "ok"
    raw: str | None = None
    requested: Mapping[str, Any] | None = None
    sent: Mapping[str, Any] | None = None
    usage: Mapping[str, Any] | None = None
    image_size_seen: str | None = None
    time: str | None = None

    def __post_init__(self) -> None:
        """Refuse values that do not make a judgement."""
        for name in ("stimulus_id", "judge", "criterion", "cue"):
            self._check_text(name)
        self._check_choice("framing", FRAMINGS)
        self._check_choice("order", ORDERS)
        self._check_choice("status", STATUSES)
        self._check_kinds()
        self._check_scale()
        self._check_score()

    def to_json(self) -> str:
        """Return one line of JSON: fixed order of keys, ASCII, no line end.

        ASCII, because readers differ in which further characters end a line.
        """
        values = {name: getattr(self, name) for name in _NAMES}
        return json.dumps(values, allow_nan=False)

    def _fail(self, problem: str) -> JudgementError:
        return JudgementError(f"judgement of {self.stimulus_id!r}: {problem}")

    def _check_text(self, name: str) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or not value.strip():
            raise self._fail(f"{name} = {value!r}; allowed: any text but nothing")

    def _check_choice(self, name: str, allowed: tuple[str, ...]) -> None:
        value = getattr(self, name)
        if value not in allowed:
            raise self._fail(f"{name} = {value!r}; {suggest(str(value), allowed)}")

    def _check_kinds(self) -> None:
        if type(self.repeat) is not int or self.repeat < 0:
            raise self._fail(f"repeat = {self.repeat!r}; allowed: 0, 1, 2 and so on")
        for name in ("raw", "image_size_seen", "time"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, str):
                raise self._fail(f"{name} = {value!r}; allowed: text or nothing")
        for name in ("requested", "sent", "usage"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, Mapping):
                raise self._fail(f"{name} = {value!r}; allowed: a table or nothing")

    def _check_scale(self) -> None:
        ends = self.scale_min, self.scale_max
        if ends == (None, None):
            return
        low, high = ends
        if not _is_number(low) or not _is_number(high) or low >= high:
            raise self._fail(
                f"scale {low!r} to {high!r}; allowed: two finite numbers, the "
                "lower first, or neither"
            )

    def _check_score(self) -> None:
        score = self.score
        if self.status not in SCORED:
            if score is not None:
                raise self._fail(
                    f"score = {score!r} with status {self.status!r}; "
                    "only ok and repaired carry a score"
                )
            return
        if self.scale_min is None or self.scale_max is None:
            if not isinstance(score, bool):
                raise self._fail(
                    f"score = {score!r} without a scale; allowed: {BOOLEAN_SCALE}"
                )
        elif not _is_number(score) or not self.scale_min <= score <= self.scale_max:
            raise self._fail(
                f"score = {score!r}; allowed: {self.scale_min} to {self.scale_max}"
            )


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value)


_NAMES = tuple(field.name for field in fields(Judgement))
_REQUIRED = _NAMES[:5]


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def from_json(line: str | bytes, place: str) -> Judgement:
    """Read one line of a judgement file.

    Parameters
    ----------
    line : str or bytes
        A JSON object with the attributes of `Judgement`; the first five are
        required, others have defaults.
    place : str
        File and line, for messages.

    Raises
    ------
    JudgementError
        When the line is not JSON, has unknown or missing keys, or holds no
        judgement.
    """
    try:
        values = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise JudgementError(f"{place}: is not JSON ({error})") from error
    if not isinstance(values, dict):
        raise JudgementError(f"{place}: holds {values!r}, not an object")
    for name in values:
        if name not in _NAMES:
            raise JudgementError(
                f"{place}: unknown key {name!r}; {suggest(name, _NAMES)}"
            )
    for name in _REQUIRED:
        if name not in values:
            raise JudgementError(f"{place}: key {name!r} is missing")
    try:
        return Judgement(**values)
    except JudgementError as error:
        raise JudgementError(f"{place}: {error}") from error
