"""Below ceiling or not: the yes or no that a curve is fitted to.

`any` (the default): some decomposed criterion is under the top of its scale.
A criterion's name: that criterion is under its top. `mean`: the mean of the
decomposed criteria is under the judge's mean on flawless controls. In the
reference framing it is always the answer to `difference`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..generator.errors import AnalysisError, suggest
from .reading.answers import SCORED, STATUSES, Answer
from .reading.stimuli import Stimulus
from .table import HOLISTIC, Panel, Table

ABSENT = "absent"
"""Reason of a stimulus that was never asked, or not on every criterion."""

REASONS = (*(s for s in STATUSES if s not in SCORED), ABSENT)
# Means of equal scores may differ in the last bits.
_SAME = 1e-9


class Response(NamedTuple):
    """What one judge said of one stimulus, all needed criteria together.

    Attributes
    ----------
    below : bool or None
        Whether it is below ceiling; None when a needed answer is missing.
    merit : float or None
        Mean score, 0 worst and 1 flawless.
    missing : str or None
        One of `REASONS`.
    """

    stimulus: Stimulus
    below: bool | None
    merit: float | None
    missing: str | None


def check_score(score: str, table: Table) -> None:
    """Refuse a score that no panel can give.

    Raises
    ------
    AnalysisError
        When `score` is neither "any", "mean" nor a criterion of every judge with
        the instruction framing, or "any" or "mean" finds only holistic criteria.
    """
    panels = [panel for panel in table.panels if panel.framing == "instruction"]
    if score not in ("any", "mean"):
        every = sorted({c for panel in panels for c in panel.criteria})
        if score not in every:
            raise AnalysisError(
                f"score {score!r} is unknown; {suggest(score, ['any', 'mean', *every])}"
            )
    for panel in panels:
        if score in ("any", "mean") and not panel.decomposed:
            raise AnalysisError(
                f"judge {panel.judge!r}: score {score!r} needs a criterion besides "
                f"{' and '.join(HOLISTIC)}; allowed here: {', '.join(panel.criteria)}"
            )
        if score not in ("any", "mean", *panel.criteria):
            raise AnalysisError(
                f"judge {panel.judge!r} has no criterion {score!r}; "
                f"{suggest(score, ['any', 'mean', *panel.criteria])}"
            )


def responses(
    panel: Panel, stimuli: Mapping[str, Stimulus], score: str
) -> tuple[Response, ...]:
    """Return a response for each stimulus that belongs to the panel, by id.

    A stimulus belongs to the panel when the judge was asked about it, or about
    another of its kind, dimension and role: then its reason is "absent".

    Raises
    ------
    AnalysisError
        When `score` is "mean" and no flawless control was answered.
    """
    needed = panel.decomposed
    if panel.framing == "instruction" and score not in ("any", "mean"):
        needed = (score,)
    top = 1.0
    if score == "mean" and panel.framing == "instruction":
        top = _flawless_mean(panel, stimuli, needed) - _SAME
    asked = {_cell(stimuli[name]) for name in panel.answers}
    return tuple(
        _response(stimulus, needed, panel.answers.get(name, {}), top)
        for name, stimulus in sorted(stimuli.items())
        if _cell(stimulus) in asked
    )


def _response(
    stimulus: Stimulus,
    needed: tuple[str, ...],
    answers: Mapping[str, Answer],
    top: float,
) -> Response:
    merit = _merit(needed, answers)
    if merit is None:
        reasons = {
            ABSENT if c not in answers else answers[c].status for c in needed
        } - set(SCORED)
        reason = min(reasons, key=REASONS.index)
        return Response(stimulus=stimulus, below=None, merit=None, missing=reason)
    return Response(stimulus=stimulus, below=merit < top, merit=merit, missing=None)


def _merit(needed: tuple[str, ...], answers: Mapping[str, Answer]) -> float | None:
    merits = [answers[c].merit if c in answers else None for c in needed]
    given = [merit for merit in merits if merit is not None]
    return sum(given) / len(given) if len(given) == len(needed) else None


def _flawless_mean(
    panel: Panel, stimuli: Mapping[str, Stimulus], needed: tuple[str, ...]
) -> float:
    merits = [
        _merit(needed, answers)
        for name, answers in panel.answers.items()
        if stimuli[name].kind == "flawless"
    ]
    flawless = [merit for merit in merits if merit is not None]
    if not flawless:
        raise AnalysisError(
            f"judge {panel.judge!r}: score 'mean' needs answered flawless controls; "
            "allowed without them: 'any' or a criterion"
        )
    return sum(flawless) / len(flawless)


def _cell(stimulus: Stimulus) -> tuple[str, str, str]:
    return stimulus.kind, stimulus.dimension, stimulus.role
