"""What comparisons and measures of sensitivity were made with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeWith:
    """Arguments, inputs and corpus of a set of tables.

    Attributes
    ----------
    criterion, lapse : float, float or str, or None
        Of the onsets that are compared; None where no onset has any.
    area, share : float or None
        Of `eyechart.sensitivity`: the area under the ROC curve and the corrected share
        that are looked for.
    level, family, score, scale, replicates, seed
        As of `eyechart.fit`.
    judgements, stimuli : tuple of str, str
        Names of the inputs, without folders.
    version : str
        Of eyechart.
    corpus, repo, revision, manifest_sha256, stimuli_sha256 : str or None
        Of `eyechart.analysis.reading.provenance.Provenance`: which corpus it was.
    """

    criterion: float | None = None
    lapse: float | str | None = None
    area: float | None = None
    share: float | None = None
    level: float
    family: str
    score: str
    scale: str | None
    replicates: int
    seed: int
    judgements: tuple[str, ...]
    stimuli: str
    version: str
    corpus: str | None = None
    repo: str | None = None
    revision: str | None = None
    manifest_sha256: str | None = None
    stimuli_sha256: str | None = None
