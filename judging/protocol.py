"""Protocols: which criteria a judge answers, on which scale."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..generator.errors import SpecError, UnknownNameError, suggest
from ..generator.read import Table, read_toml
from .judgement import FRAMINGS
from .protocols import FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One question of a protocol.

    Attributes
    ----------
    name : str
        Stands in the column `criterion` of judgements.
    question : str
        What is asked.
    boolean : bool
        Whether it is answered by true or false instead of on the scale.
    holistic : bool
        Whether it sums up the others; such answers are reported, never mixed in.
    anchors : tuple of str
        What each score means, from the bottom of the scale to its top; empty
        for boolean questions.
    """

    name: str
    question: str
    boolean: bool
    holistic: bool
    anchors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """What a judge is asked under one framing.

    Attributes
    ----------
    name, title : str
        File name without ending; for people.
    framing : str
        One of `judgement.FRAMINGS`.
    scale_min, scale_max : int
        Ends of the scale, whole steps, the top being flawless.
    criteria : tuple of Criterion
        In the order in which they are asked.
    """

    name: str
    title: str
    framing: str
    scale_min: int
    scale_max: int
    criteria: tuple[Criterion, ...]

    @property
    def decomposed(self) -> tuple[str, ...]:
        """Names of the criteria that do not sum up others."""
        return tuple(c.name for c in self.criteria if not c.holistic)

    def digest(self) -> str:
        """Return the SHA-256 of all that is asked."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def protocol_names() -> tuple[str, ...]:
    """Return the registered protocols, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_protocol(name: str) -> Protocol:
    """Return a registered protocol.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    """
    if name not in protocol_names():
        raise UnknownNameError(
            f"unknown protocol {name!r}; {suggest(name, protocol_names())}"
        )
    return read_protocol(FOLDER / f"{name}.toml")


def read_protocol(path: Path) -> Protocol:
    """Read a protocol file.

    Raises
    ------
    SpecError
        When the file says something that is not allowed.
    """
    table = read_toml(path)
    low, high = _scale(table)
    criteria = tuple(
        _criterion(entry, high - low + 1) for entry in table.tables("criteria")
    )
    _check_names(criteria, table.place)
    protocol = Protocol(
        name=path.stem,
        title=table.text("title"),
        framing=table.text("framing", allowed=FRAMINGS),
        scale_min=low,
        scale_max=high,
        criteria=criteria,
    )
    table.done()
    return protocol


def _scale(table: Table) -> tuple[int, int]:
    low, high = table.numbers("scale", length=2)
    if not low.is_integer() or not high.is_integer() or low >= high:
        raise SpecError(
            f"{table.place}: scale = [{low:g}, {high:g}]; allowed: two whole "
            "numbers, the lower first"
        )
    return int(low), int(high)


def _criterion(table: Table, steps: int) -> Criterion:
    boolean = table.flag("boolean", default=False)
    criterion = Criterion(
        name=table.text("name"),
        question=table.text("question"),
        boolean=boolean,
        holistic=table.flag("holistic", default=False),
        anchors=() if boolean else table.texts("anchors"),
    )
    table.done()
    if not boolean and len(criterion.anchors) != steps:
        raise SpecError(
            f"{table.place}: anchors holds {len(criterion.anchors)} sentences, "
            f"not one for each of the {steps} scores"
        )
    return criterion


def _check_names(criteria: tuple[Criterion, ...], place: str) -> None:
    names = [criterion.name for criterion in criteria]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"{place}: criterion {name!r} is named twice")
    if all(criterion.holistic for criterion in criteria):
        raise SpecError(
            f"{place}: criteria has none that is decomposed; allowed: one or more "
            "without 'holistic = true'"
        )
