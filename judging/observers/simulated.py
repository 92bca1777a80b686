"""A judge with planted thresholds: it looks at the row, not at the pictures."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...generator.errors import CorpusError, suggest
from ...generator.streams import Stream
from ..judgement import Judgement
from ..protocol import Protocol, load_protocol
from ..simulation.psychometric import probability_below
from ..simulation.settings import SIZES, Settings, read_settings
from .observer import AUDIT, REFERENCE, Entry, Row, requested

NAME = "simulated"
_FLAWLESS = ("flawless", "identity", "sham")
_CRITERION = {
    "instructed": "instruction_following",
    "incidental": "visual_consistency",
    "bystander": "layout_preservation",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """The observer; `Settings` says what it sees.

    An error is seen with the probability that is planted for its magnitude.
    Once seen, it costs one step of the scale, and one more for every doubling
    above the onset. An edit that was not made is seen unless the judge lapses.
    """

    name: str
    planted: Settings
    settings: str
    protocols: Mapping[str, Protocol]
    criteria: Mapping[str, tuple[str, ...]]

    columns = ("dimension", "role", "magnitude", "visible_anchor", "pixels_sha256")

    def check(self, stimuli: Sequence[Row]) -> None:
        """Refuse planted cells that no stimulus has, and unknown magnitudes."""
        errors = [row for row in stimuli if row["kind"] == "degraded"]
        self.planted.check_dimensions((row["dimension"], row["role"]) for row in errors)
        for row in errors:
            _check_error(row)

    def judge(self, row: Row, framing: str, repeat: int = 0) -> tuple[Judgement, ...]:
        """Return one judgement for each criterion of `framing`."""
        stream = Stream(
            self.planted.seed, NAME, row["stimulus_id"], framing, str(repeat)
        )
        probability, steps = self._sees(row, framing)
        protocol = self.protocols[framing]
        seen = stream.uniform() < probability
        blamed = _CRITERION.get(row.get("role") or "")
        if row["kind"] == "unedited":
            blamed = "instruction_following"
        if blamed not in protocol.decomposed:
            blamed = stream.choice(protocol.decomposed)
        lowest = protocol.scale_max
        if seen:
            lowest = max(protocol.scale_min, protocol.scale_max - steps)
        note = requested(row, self.settings)
        return tuple(
            Judgement(
                stimulus_id=row["stimulus_id"],
                judge=self.name,
                framing=framing,
                criterion=criterion.name,
                score=seen if criterion.boolean else score,
                scale_min=None if criterion.boolean else protocol.scale_min,
                scale_max=None if criterion.boolean else protocol.scale_max,
                repeat=repeat,
                requested=note,
            )
            for criterion in protocol.criteria
            for score in [
                lowest
                if criterion.holistic or criterion.name == blamed
                else protocol.scale_max
            ]
        )

    def _sees(self, row: Row, framing: str) -> tuple[float, int]:
        """Return how probably something is seen, and the steps it then costs."""
        planted = self.planted
        if row["kind"] in _FLAWLESS:
            return planted.floor, 1
        if row["kind"] == "unedited":
            protocol = self.protocols[framing]
            return 1.0 - planted.lapse, protocol.scale_max - protocol.scale_min
        onset, width = planted.planted(
            row["dimension"], row["role"], framing, row.get("visible_anchor")
        )
        magnitude = row["magnitude"]
        probability = probability_below(
            magnitude,
            onset=onset,
            width=width,
            floor=planted.floor,
            lapse=planted.lapse,
        )
        return probability, 1 + max(0, math.floor(math.log2(magnitude / onset)))


def _check_error(row: Row) -> None:
    place = f"stimulus {row['stimulus_id']!r}"
    if row["role"] not in _CRITERION:
        raise CorpusError(
            f"{place}: role {row['role']!r} is unknown; "
            f"{suggest(str(row['role']), _CRITERION)}"
        )
    _check_size(row["magnitude"], f"{place}: magnitude")
    if row.get("visible_anchor") is not None:
        _check_size(row["visible_anchor"], f"{place}: visible_anchor")


def _check_size(value: Any, place: str) -> None:
    low, high = SIZES
    if value is None or not low <= value <= high:
        raise CorpusError(
            f"{place} {value!r}; allowed: a finite number, {low:g} to {high:g}"
        )


def simulated(settings: Settings | None = None, *, name: str = NAME) -> Simulated:
    """Return a simulated judge with these settings, or with the defaults."""
    settings = settings or Settings()
    protocols = {
        "instruction": load_protocol(AUDIT),
        "reference": load_protocol(REFERENCE),
    }
    return Simulated(
        name=name,
        planted=settings,
        settings=settings.digest(),
        protocols=protocols,
        criteria={
            framing: tuple(criterion.name for criterion in protocol.criteria)
            for framing, protocol in protocols.items()
        },
    )


def _open(argument: str | None, seed: int | None) -> Simulated:
    settings, name = Settings(), NAME
    if argument is not None:
        path = Path(argument)
        settings, name = read_settings(path), f"{NAME}:{path.stem}"
    if seed is not None:
        settings = replace(settings, seed=seed)
    return simulated(settings, name=name)


OBSERVER = Entry(
    name=NAME,
    summary="Draws its answers from planted thresholds; looks at no picture.",
    open=_open,
)
