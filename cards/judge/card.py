"""Writing the card of a judge from its judgements or a fitted audit."""

from pathlib import Path

from ...analysis.audit import Audit, fit
from ...analysis.results.summary import onset_text
from ...generator.corpus.names import MANIFEST, SPEC
from ...generator.corpus.verified import file_digest
from ...generator.errors import AnalysisError
from ...generator.files import write_whole
from ...generator.spec import read_spec_file
from ..check import Checked, check
from ..templates import fill
from .facts import Facts, facts_of
from .record import Recorded, recorded_settings

TEMPLATE = Path(__file__).parent / "judge.md.jinja"


Place = tuple[str, str]
"""A repository and the commit of it."""


def judge_card(folder: Path, given: Path, *, place: Place | None = None) -> str:
    """Return the card of every judge in an audit, as Markdown.

    Parameters
    ----------
    folder : Path
        The corpus that was judged.
    given : Path
        A judgement file, which is checked against the corpus and fitted as
        `eyechart fit` does unasked, or the folder of a fitted audit.
    place : (str, str), optional
        Repository and commit that the corpus is from.

    Raises
    ------
    AnalysisError, JudgementError, CorpusError
        When one of them is not what it should be, or the judgements are of another
        corpus.
    """
    recorded: tuple[Recorded, ...] = ()
    checked: Checked | None = None
    if given.is_dir():
        audit = Audit.load(given)
        _check_corpus(audit, given, folder)
    else:
        checked = check(given, folder)
        audit = fit(given, folder)
        recorded = recorded_settings(given)
    if not audit.onsets:
        raise AnalysisError(f"{given}: holds no onset to show; allowed: one or more")
    return _text(facts_of(audit, recorded, checked), folder, place)


def write_judge_card(
    folder: Path, given: Path, output: Path | None, *, place: Place | None = None
) -> Path:
    """Write the card of a judge; return where it is.

    Without `output` it is ``JUDGE.md`` in an audit's folder, or beside a judgement
    file, named after it.

    Raises
    ------
    AnalysisError, JudgementError, CorpusError
        When something that is read is not what it should be.
    FileWriteError
        When it cannot be written.
    """
    beside = given / "JUDGE.md" if given.is_dir() else given.with_suffix(".card.md")
    path = beside if output is None else output
    write_whole(path, judge_card(folder, given, place=place))
    return path


def _check_corpus(audit: Audit, given: Path, folder: Path) -> None:
    """Refuse an audit of another corpus, where it names its own."""
    fitted = audit.settings.manifest_sha256
    found = file_digest(folder / MANIFEST)
    if fitted not in (None, found):
        raise AnalysisError(
            f"{given}: was fitted to a corpus with manifest {fitted}, but {folder} "
            f"has {found}; allowed: the corpus that was judged"
        )


def _text(facts: Facts, folder: Path, place: Place | None) -> str:
    spec = read_spec_file(folder / SPEC)
    return fill(
        TEMPLATE,
        facts=facts,
        spec_version=spec.version,
        manifest=file_digest(folder / MANIFEST),
        place=place,
        onset_text=onset_text,
    )
