"""An audit in a few lines of text."""

import math
from collections import Counter

from ..audit import Audit
from ..table import decomposed
from .made_with import Settings
from .onset_fit import few_series
from .records import Onset

_OVER_SEVERAL = ("any", "mean")
_HEADER = (
    "judge",
    "framing",
    "dimension",
    "role",
    "onset",
    "limits",
    "status",
    "floor",
    "n",
    "missing",
)


def onset_lines(audit: Audit) -> list[tuple[str, ...]]:
    """Return a header and one line of cells for each onset."""
    return [_HEADER, *(_line(onset) for onset in audit.onsets)]


def corpus_words(settings: Settings) -> str:
    """Name the corpus: repository and commit, spec, and manifest or table."""
    words = [settings.corpus or settings.stimuli]
    if settings.repo is not None and settings.revision is not None:
        words.append(f"{settings.repo} at {settings.revision}")
    if settings.manifest_sha256 is not None:
        words.append(f"manifest {settings.manifest_sha256}")
    elif settings.stimuli_sha256 is not None:
        words.append(f"table {settings.stimuli_sha256}")
    return ", ".join(words)


def corpus_sentence(audit: Audit) -> str:
    """Say which corpus was judged."""
    return f"Corpus: {corpus_words(audit.settings)}."


def criteria_sentence(audit: Audit) -> str:
    """Name the criteria that decided on "below ceiling", over all judges."""
    score = audit.settings.score
    asked: dict[str, set[str]] = {}
    for row in audit.floors:
        asked.setdefault(row.framing, set()).add(row.criterion)
    names: set[str] = set()
    for framing, criteria in asked.items():
        named = framing == "instruction" and score not in _OVER_SEVERAL
        one_by_one = criteria - set(_OVER_SEVERAL)
        names.update([score] if named else decomposed(framing, one_by_one))
    return f"Criteria: {', '.join(sorted(names))}."


def missing_sentence(audit: Audit) -> str:
    """Say how many stimuli lack a usable answer, and why."""
    counts = Counter[str]()
    for row in audit.missing:
        counts[row.status] += row.n
    if not counts:
        return "No answer is missing."
    reasons = ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
    return f"Missing answers: {counts.total()} ({reasons})."


def excluded_sentences(audit: Audit) -> list[str]:
    """Say which judges have no onsets because of what they do to flawless work."""
    excluded = {
        (onset.judge, onset.framing): onset
        for onset in audit.onsets
        if onset.status == "floor_above_criterion" and onset.floor is not None
    }
    return [
        f"{judge}, {framing}: no onsets, because {100 * onset.floor:.3g} % of flawless "
        f"work is below ceiling and the criterion is {100 * onset.criterion:.3g} %; "
        "eyechart compare tells what it sees all the same."
        for (judge, framing), onset in excluded.items()
        if onset.floor is not None
    ]


def caution_sentences(audit: Audit) -> list[str]:
    """Say which limits need a caution, a sentence each; none when none does."""
    sentences = []
    for onset in audit.onsets:
        cell = f"{onset.judge}, {onset.framing}, {onset.dimension} {onset.role}"
        caution = few_series(onset.series)
        if caution is not None:
            sentences.append(f"{cell}: {caution}.")
        if onset.unidentified:
            share = f"{100 * onset.unidentified:.3g} %"
            sentences.append(f"{cell}: {share} of the replicates have no onset.")
    return sentences


def onset_text(onset: Onset) -> str:
    """Return the onset in words and numbers, to three digits.

    A located onset is a number; a censored one an interval, open where nothing was
    tested; a step the interval that holds it; else "none".
    """
    low, high = onset.onset_low, onset.onset_high
    if onset.onset is not None:
        return _with_unit(f"{onset.onset:.3g}", onset)
    if low is None or high is None:
        return "none"
    if onset.status in ("right_censored", "flat") and low > 0:
        text = _with_unit(f"> {low:.3g}", onset)
        return f"none ({text})" if onset.status == "flat" else text
    if onset.status == "left_censored" and math.isfinite(high):
        return _with_unit(f"< {high:.3g}", onset)
    if onset.status == "separated":
        return _with_unit(f"{low:.3g} to {high:.3g}", onset)
    return "none"


def _with_unit(text: str, onset: Onset) -> str:
    return f"{text} {onset.unit}" if onset.unit else text


def _line(onset: Onset) -> tuple[str, ...]:
    low, high = onset.onset_low, onset.onset_high
    limits = "" if low is None or high is None else f"{low:.3g} to {high:.3g}"
    return (
        onset.judge,
        onset.framing,
        onset.dimension,
        onset.role,
        onset_text(onset),
        limits,
        onset.status,
        "" if onset.floor is None else f"{onset.floor:.3f}",
        str(onset.n),
        str(onset.n_missing),
    )
