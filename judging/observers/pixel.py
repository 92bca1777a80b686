"""An instrument that compares the result with the correct edit, pixel by pixel."""

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...generator.drawing.encode import from_png, stored_png
from ...generator.errors import CorpusError, SpecError
from ..judgement import Judgement
from ..pixels.strength import SAME, Box, Strength, strength
from ..protocol import Protocol, load_protocol
from .observer import AUDIT, REFERENCE, Entry, Row, requested

NAME = "pixel"

STEPS = (1.0, 2.5, 5.0, 10.0)
"""Differences up to which a score stays at 5, 4, 3 and 2.

1: one just-noticeable difference of CIEDE2000. 2.5: visible in pictures, Song
and Luo, CIC9 2001, doi:10.2352/CIC.2001.9.1.art00041, who used CIE 1976
differences. 5: the largest difference that CIEDE2000 was fitted to. 10: twice
that, by our choice.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pixel:
    """The observer: no chance, no floor, no reading of texts.

    It sees the correct edit under either framing. Under ``instruction`` a
    difference inside the target's box counts against following the
    instruction, one elsewhere against keeping the layout. It cannot tell which
    property of the target is wrong, so it answers no other criterion.
    """

    audit: Protocol
    reference: Protocol

    name = NAME
    columns = ("target_box", "ground_truth", "result", "pixels_sha256")

    @property
    def settings(self) -> str:
        """Digest of the decision rule."""
        scales = [(p.scale_min, p.scale_max) for p in (self.audit, self.reference)]
        rule = f"{STEPS} {scales}"
        return hashlib.sha256(rule.encode()).hexdigest()[:16]

    @property
    def criteria(self) -> Mapping[str, tuple[str, ...]]:
        """Criteria of an answer, in order, by framing."""
        return {
            "instruction": (
                "instruction_following",
                "layout_preservation",
                "overall_quality",
            ),
            "reference": ("difference", "similarity"),
        }

    def check(self, stimuli: Sequence[Row]) -> None:
        """Accept any corpus: its pictures are checked as they are read."""

    def judge(self, row: Row, framing: str, repeat: int = 0) -> tuple[Judgement, ...]:
        """Return one judgement for each criterion of `framing`."""
        place = f"stimulus {row['stimulus_id']!r}"
        found = _compare(
            stored_png(row["ground_truth"], f"{place}, ground_truth"),
            stored_png(row["result"], f"{place}, result"),
            _box(row["target_box"]),
            place,
        )
        protocol = self.audit if framing == "instruction" else self.reference
        scores = {
            "instruction_following": _score(found.inside, protocol),
            "layout_preservation": _score(found.outside, protocol),
            "overall_quality": _score(found.total, protocol),
            "difference": _score(found.total, protocol) < protocol.scale_max,
            "similarity": _score(found.total, protocol),
        }
        return tuple(
            Judgement(
                stimulus_id=row["stimulus_id"],
                judge=NAME,
                framing=framing,
                criterion=criterion,
                score=scores[criterion],
                scale_min=None if criterion == "difference" else protocol.scale_min,
                scale_max=None if criterion == "difference" else protocol.scale_max,
                repeat=repeat,
                requested=requested(row, self.settings),
            )
            for criterion in self.criteria[framing]
        )


def _score(value: float, protocol: Protocol) -> int:
    return protocol.scale_max - sum(value > step for step in STEPS)


# The framings of one stimulus are judged one after the other.
@functools.lru_cache(maxsize=1)
def _compare(truth: bytes, shown: bytes, box: Box | None, place: str) -> Strength:
    """Measure two PNG files; those of equal bytes are not decoded."""
    if truth == shown:
        return SAME
    first = from_png(truth, f"{place}, ground_truth")
    second = from_png(shown, f"{place}, result")
    if first.shape != second.shape:
        raise CorpusError(
            f"{place}: the result is {second.shape[1]}x{second.shape[0]} px, the "
            f"ground truth {first.shape[1]}x{first.shape[0]}; allowed: one size"
        )
    return strength(first, second, box)


def _box(values: Sequence[float] | None) -> Box | None:
    if values is None:
        return None
    x0, y0, x1, y1 = values
    return x0, y0, x1, y1


def _open(argument: str | None, seed: int | None) -> Pixel:
    if argument is not None:
        raise SpecError(f"judge {NAME!r} takes no settings, but {argument!r} was given")
    if seed is not None:
        raise SpecError(f"judge {NAME!r} leaves nothing to chance and takes no seed")
    return Pixel(audit=load_protocol(AUDIT), reference=load_protocol(REFERENCE))


OBSERVER = Entry(
    name=NAME,
    summary="Compares the result with the correct edit, pixel by pixel.",
    open=_open,
)
