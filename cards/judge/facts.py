"""What a judge's card says, from an audit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...analysis.audit import Audit
from ...analysis.floor import FLOOR
from ...analysis.results.made_with import Settings
from ...analysis.results.records import FloorRow, MissingRow, Onset
from ..check import Checked
from .record import Recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the template may name.

    Attributes
    ----------
    judges : tuple of str
        Sorted.
    onsets : mapping of str to sequence of Onset
        Of each judge.
    floors : mapping of str to sequence of FloorRow
        The floor of each judge, framing by framing, and its unedited controls.
    missing : sequence of MissingRow
        Stimuli without a usable answer, by reason.
    recorded : sequence of Recorded
        What its judgements say of how they were asked for.
    settings : Settings
        Of the fit.
    checked : Checked or None
        What checking the judgements found; None for an audit alone.
    """

    judges: tuple[str, ...]
    onsets: Mapping[str, Sequence[Onset]]
    floors: Mapping[str, Sequence[FloorRow]]
    missing: Sequence[MissingRow]
    recorded: Sequence[Recorded]
    settings: Settings
    checked: Checked | None


def facts_of(
    audit: Audit, recorded: Sequence[Recorded], checked: Checked | None
) -> Facts:
    """Sort an audit by judge.

    Parameters
    ----------
    audit : Audit
        What was fitted.
    recorded : sequence of Recorded
        Settings of its judgements; none for an audit alone.
    checked : Checked or None
        What checking its judgements found; None for an audit alone.
    """
    judges = tuple(sorted({one.judge for one in audit.onsets}))
    shown = (FLOOR, "unedited", "sham")
    return Facts(
        judges=judges,
        onsets={
            judge: [one for one in audit.onsets if one.judge == judge]
            for judge in judges
        },
        floors={
            judge: [
                one for one in audit.floors if one.judge == judge and one.kind in shown
            ]
            for judge in judges
        },
        missing=audit.missing,
        recorded=recorded,
        settings=audit.settings,
        checked=checked,
    )
