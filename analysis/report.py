"""One self-contained HTML page that shows an audit."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..generator.errors import AnalysisError
from ..generator.files import write_whole
from .audit import Audit
from .figures.magnitudes import bare, with_unit
from .figures.strip import make_strips
from .figures.style import shown
from .page import words
from .page.content import Page, compose
from .page.drawings import curve_caption

PAGE_NAME = "report.html"
TEMPLATES = Path(__file__).parent / "page"
LONGEST_IN_TEXT = 80


def build_report(
    audit_folder: Path, *, corpus: Path | None = None, output: Path | None = None
) -> Path:
    """Write the page of a saved audit.

    The page needs no other file and no network: figures are inline SVG, crops
    of stimuli inline PNG. The same tables give the same bytes.

    Parameters
    ----------
    audit_folder : Path
        What ``Audit.save`` wrote.
    corpus : Path, optional
        Corpus folder; when given, the page shows what the tiers look like.
    output : Path, optional
        Where to write; by default ``report.html`` beside the tables.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    AnalysisError
        When the folder or one of its tables is missing, unreadable or empty.
    CorpusError
        When pictures cannot be read from the corpus.
    FileWriteError
        When the page cannot be written.
    """
    audit = Audit.load(audit_folder)
    if not audit.onsets:
        raise AnalysisError(
            f"{audit_folder / 'onsets.csv'}: holds no onset to show; allowed: at least "
            "one row"
        )
    wanted = {(onset.dimension, onset.role) for onset in audit.onsets}
    strips = make_strips(corpus, wanted) if corpus is not None else ()
    path = audit_folder / PAGE_NAME if output is None else output
    write_whole(path, fill(compose(audit, strips)))
    return path


def fill(page: Page) -> str:
    """Return the page as HTML; every text that came from a file is escaped."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(_filters())
    return environment.get_template("report.html.jinja").render(page=page)


def _filters() -> dict[str, Any]:
    return {
        "bare": bare,
        "curve_caption": curve_caption,
        "interval_words": words.interval_words,
        "missing_words": words.missing_words,
        "onset_words": words.onset_words,
        "percent": words.percent,
        "percent0": lambda share: f"{100 * share:g}%",
        "probability": words.probability,
        "shown": lambda name: shown(name, LONGEST_IN_TEXT),
        "status_words": words.status_words,
        "with_unit": with_unit,
    }
