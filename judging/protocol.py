"""Protocols: what a judge is asked, about which pictures, on which scale."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..generator.errors import SpecError, UnknownNameError, suggest
from ..generator.read import Table, read_toml
from .composite import Composite, read_composite
from .judgement import FRAMINGS
from .protocols import FOLDER
from .requests.ask import Ask, read_asks, read_captions
from .requests.settings import Settings, read_settings
from .requests.wording import RATIONALES
from .rubric import Criterion, read_criterion


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
    captions : tuple of (str, str)
        What stands before each picture, by its name.
    rationale : str
        Where an answer gives its reason: one of `wording.RATIONALES`.
    asks : tuple of Ask
        The requests; each criterion is in one of them.
    settings : Settings
        How a model is to answer.
    composite : Composite or None
        A score computed from the answers, when there is one.
    """

    name: str
    title: str
    framing: str
    scale_min: int
    scale_max: int
    criteria: tuple[Criterion, ...]
    captions: tuple[tuple[str, str], ...]
    rationale: str
    asks: tuple[Ask, ...]
    settings: Settings
    composite: Composite | None

    @property
    def decomposed(self) -> tuple[str, ...]:
        """Names of the criteria that do not sum up others."""
        return tuple(c.name for c in self.criteria if not c.holistic)

    def digest(self) -> str:
        """Return the SHA-256 of all that is asked; name and title are for people."""
        content = asdict(self)
        del content["name"], content["title"]
        text = json.dumps(content, sort_keys=True)
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


def open_protocol(text: str) -> Protocol:
    """Return a registered protocol by its name, or the one in a file by its path.

    What ends in ``.toml`` is a path.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    SpecError
        When the file says something that is not allowed.
    """
    return read_protocol(Path(text)) if text.endswith(".toml") else load_protocol(text)


def read_protocol(path: Path) -> Protocol:
    """Read a protocol file.

    Raises
    ------
    SpecError
        When the file says something that is not allowed.
    """
    table = read_toml(path)
    low, high = _scale(table)
    framing = table.text("framing", allowed=FRAMINGS)
    criteria = tuple(
        read_criterion(entry, low, high) for entry in table.tables("criteria")
    )
    _check_names(criteria, table.place)
    if framing == "pairwise":
        _check_choices(criteria, low, high, table.place)
    asks = read_asks(table, criteria, framing)
    protocol = Protocol(
        name=path.stem,
        title=table.text("title"),
        framing=framing,
        scale_min=low,
        scale_max=high,
        criteria=criteria,
        captions=read_captions(table.table("captions"), asks),
        rationale=table.text("rationale", allowed=RATIONALES),
        asks=asks,
        settings=read_settings(table.table("settings")),
        composite=_composite(table, criteria, low),
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


def _composite(
    table: Table, criteria: tuple[Criterion, ...], low: int
) -> Composite | None:
    if not table.has("composite"):
        return None
    if low < 0:
        raise SpecError(
            f"{table.place}: composite on a scale from {low}; allowed: from 0 or more"
        )
    scored = [c.name for c in criteria if c.anchors]
    return read_composite(
        table.table("composite"), scored, {criterion.name for criterion in criteria}
    )


def _check_choices(
    criteria: tuple[Criterion, ...], low: int, high: int, place: str
) -> None:
    """Refuse what cannot be told of a pair whatever its order.

    A verdict changes its sign when the pictures change places.
    """
    if (low, high) != (-1, 1):
        raise SpecError(
            f"{place}: scale = [{low}, {high}] under framing 'pairwise'; allowed: "
            "[-1, 1], 1 for the picture shown first"
        )
    for criterion in criteria:
        if not criterion.choices:
            raise SpecError(
                f"{place}: criterion {criterion.name!r} has no choices; allowed under "
                "framing 'pairwise': [criteria.choices] with the scores 1, 0 and -1"
            )


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
