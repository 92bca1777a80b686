"""Asks: which criteria and which pictures go into one request."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...generator.errors import SpecError
from ...generator.read import Table
from ..rubric import Criterion
from .template import FROM_STIMULUS, check_places, places

_TEMPLATES = ("system", "before", "after")

IMAGES = {
    "instruction": ("source", "result", "ground_truth"),
    "reference": ("ground_truth", "result"),
    "pairwise": ("source", "first", "second"),
}
"""Pictures that may be shown under each framing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What is asked in one request.

    Attributes
    ----------
    criteria : tuple of Criterion
        The questions.
    images : tuple of str
        The pictures, in the order in which they are shown.
    system, before, after : str
        Templates of the system message and of the texts before and after the
        pictures.
    """

    criteria: tuple[Criterion, ...]
    images: tuple[str, ...]
    system: str
    before: str
    after: str

    @property
    def texts(self) -> tuple[str, ...]:
        """Corpus columns whose texts are shown."""
        used = places(self.system + self.before + self.after)
        return tuple(name for name in FROM_STIMULUS if name in used)


def read_asks(
    table: Table, criteria: tuple[Criterion, ...], framing: str
) -> tuple[Ask, ...]:
    """Read the requests of a protocol; each criterion is asked in one of them.

    A request may have templates of its own instead of those of the protocol.

    Raises
    ------
    SpecError
        When they say something that is not allowed.
    """
    named = {criterion.name: criterion for criterion in criteria}
    templates = {key: table.text(key) for key in _TEMPLATES}
    asks = [
        ask
        for entry in table.tables("requests")
        for ask in _read_entry(entry, named, framing, templates)
    ]
    _check_asked(named, asks, table.place)
    return tuple(asks)


def _read_entry(
    entry: Table,
    named: Mapping[str, Criterion],
    framing: str,
    templates: Mapping[str, str],
) -> list[Ask]:
    chosen = [named[name] for name in entry.texts("criteria", allowed=named)]
    images = entry.texts("images", allowed=IMAGES[framing])
    single = entry.flag("one_by_one", default=False)
    texts = {key: entry.text(key, text).strip() for key, text in templates.items()}
    entry.done()
    for key, values in (("criteria", chosen), ("images", images)):
        if not values:
            raise SpecError(f"{entry.place}: {key} is empty; allowed: one or more")
    _check_templates(texts, framing, entry.place)
    groups = [(criterion,) for criterion in chosen] if single else [tuple(chosen)]
    return [Ask(criteria=group, images=images, **texts) for group in groups]


def _check_templates(texts: Mapping[str, str], framing: str, place: str) -> None:
    for key, text in texts.items():
        check_places(text, f"{place}: {key}")
    used = places("".join(texts.values()))
    for name in ("questions", "answer"):
        if name not in used:
            raise SpecError(
                f"{place}: {{{name}}} is missing; allowed: in system, before or after"
            )
    # Controls of this framing have no instruction.
    for name in FROM_STIMULUS:
        if framing == "reference" and name in used:
            raise SpecError(
                f"{place}: {{{name}}} under framing 'reference'; allowed: under "
                "'instruction' and 'pairwise'"
            )


def _check_asked(named: Mapping[str, Criterion], asks: list[Ask], place: str) -> None:
    asked = [criterion.name for ask in asks for criterion in ask.criteria]
    for name in named:
        if asked.count(name) != 1:
            raise SpecError(
                f"{place}: criterion {name!r} is in {asked.count(name)} requests; "
                "allowed: one"
            )


def read_captions(table: Table, asks: tuple[Ask, ...]) -> tuple[tuple[str, str], ...]:
    """Read what stands before each picture that is shown.

    Raises
    ------
    SpecError
        When one has no caption, or a caption no picture.
    """
    shown = sorted({name for ask in asks for name in ask.images})
    captions = tuple((name, table.text(name)) for name in shown)
    table.done()
    return captions
