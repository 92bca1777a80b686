"""What tables of results were made with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Arguments, inputs and corpus that every set of tables states.

    Attributes
    ----------
    level, family, score, scale, seed
        As of `eyechart.fit`.
    replicates : int
        Data sets of a bootstrap.
    judgements, stimuli : tuple of str, str
        Names of the inputs, without folders.
    version : str
        Of eyechart.
    corpus, repo, revision, manifest_sha256, stimuli_sha256 : str or None
        Of `eyechart.analysis.reading.provenance.Provenance`: which corpus it was.
    """

    level: float
    family: str
    score: str
    scale: str | None
    replicates: int = 1999
    seed: int
    judgements: tuple[str, ...]
    stimuli: str
    version: str
    corpus: str | None = None
    repo: str | None = None
    revision: str | None = None
    manifest_sha256: str | None = None
    stimuli_sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Made):
    """What an audit was made with.

    Attributes
    ----------
    criterion : float
        Total probability below ceiling at the onset.
    interval : str
        Kind of interval of the onset.
    lapse : float or str
        The given lapse of every curve, or "estimated".
    preset : str or None
        Name of the published procedure that the settings are those of.
    """

    criterion: float
    interval: str
    lapse: float | str = 0.0
    preset: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeWith(Made):
    """What comparisons and measures of sensitivity were made with.

    Attributes
    ----------
    criterion, lapse : float, float or str, or None
        Of the onsets that are compared; None where no onset has any.
    area, share : float or None
        Of `eyechart.sensitivity`: the area under the ROC curve and the corrected share
        that are looked for.
    """

    criterion: float | None = None
    lapse: float | str | None = None
    area: float | None = None
    share: float | None = None
