"""An instrument that reads both pictures and measures what the instruction names."""

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...generator.drawing.encode import from_png, stored_png
from ...generator.errors import CorpusError, SpecError
from ..instrument.areas import CORE, MARGIN
from ..instrument.deviation import anchors
from ..instrument.finding import MOST_WRONG
from ..instrument.ground import FLAT, RIM, UNEVEN
from ..instrument.inspecting import Inspection, inspect
from ..instrument.instruction import read_instruction
from ..instrument.measuring import LEAST_LONG
from ..instrument.reading import Reader, open_reader
from ..instrument.scoring import LOST, PAGE, SHARES
from ..instrument.wordings import WORDINGS
from ..judgement import Judgement
from ..protocol import Protocol, load_protocol
from .observer import AUDIT, Entry, Row, requested

NAME = "instrument"
_RULE = "1"
"""Changes with the code, where that changes answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument:
    """The observer: it is shown what a model is shown, and no more."""

    reader: Reader
    audit: Protocol
    settings: str

    name = NAME
    columns = ("instruction", "source", "result", "pixels_sha256")

    @property
    def criteria(self) -> Mapping[str, tuple[str, ...]]:
        """Criteria of an answer, in order: all of the protocol's."""
        return {"instruction": tuple(one.name for one in self.audit.criteria)}

    def check(self, stimuli: Sequence[Row]) -> None:
        """Refuse instructions that it cannot read."""
        for row in stimuli:
            if row["kind"] != "identity":
                _instruction(row)

    def judge(self, row: Row, framing: str, repeat: int = 0) -> tuple[Judgement, ...]:
        """Return one judgement for each criterion."""
        found = self._inspect(row)
        raw = json.dumps(found.notes, ensure_ascii=False)
        scores = dict(found.scores)
        parts = [scores.get(name) for name in self.audit.decomposed]
        told = [part for part in parts if part is not None]
        whole = min(told) if len(told) == len(parts) else None
        for one in self.audit.criteria:
            if one.holistic:
                scores[one.name] = whole
        return tuple(
            Judgement(
                stimulus_id=row["stimulus_id"],
                judge=NAME,
                framing=framing,
                criterion=criterion,
                score=scores.get(criterion),
                scale_min=self.audit.scale_min,
                scale_max=self.audit.scale_max,
                status="unparsed" if scores.get(criterion) is None else "ok",
                repeat=repeat,
                raw=raw,
                requested=requested(row, self.settings),
            )
            for criterion in self.criteria[framing]
        )

    def _inspect(self, row: Row) -> Inspection:
        place = f"stimulus {row['stimulus_id']!r}"
        source, result = (
            from_png(stored_png(row[name], f"{place}, {name}"), f"{place}, {name}")
            for name in ("source", "result")
        )
        if source.shape != result.shape:
            raise CorpusError(
                f"{place}: the result is {result.shape[1]}x{result.shape[0]} px, the "
                f"source {source.shape[1]}x{source.shape[0]}; allowed: one size"
            )
        scale = self.audit.scale_min, self.audit.scale_max
        request = read_instruction(_instruction(row), place)
        return inspect(source, result, request, self.reader, scale)


def _instruction(row: Row) -> str:
    place, text = f"stimulus {row['stimulus_id']!r}", row["instruction"]
    if not isinstance(text, str):
        raise CorpusError(f"{place}: instruction {text!r}; allowed: text")
    read_instruction(text, place)
    return text


def instrument(reader: Reader) -> Instrument:
    """Return the judge, with someone who reads."""
    audit = load_protocol(AUDIT)
    scale = audit.scale_min, audit.scale_max
    steps = SHARES, PAGE, LOST, anchors()
    places = MARGIN, CORE, MOST_WRONG, FLAT, RIM, UNEVEN, LEAST_LONG
    rule = f"{_RULE} {reader.settings} {scale} {steps} {places} {WORDINGS}"
    digest = hashlib.sha256(rule.encode()).hexdigest()[:16]
    return Instrument(reader=reader, audit=audit, settings=digest)


@functools.cache
def _opened() -> Instrument:
    return instrument(open_reader())


def _open(argument: str | None, seed: int | None) -> Instrument:
    if argument is not None:
        raise SpecError(f"judge {NAME!r} takes no settings, but {argument!r} was given")
    if seed is not None:
        raise SpecError(f"judge {NAME!r} leaves nothing to chance and takes no seed")
    return _opened()


OBSERVER = Entry(
    name=NAME,
    summary="Reads both pictures and measures what the instruction names.",
    open=_open,
)
