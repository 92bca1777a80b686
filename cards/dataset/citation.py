"""How a corpus is cited."""

from .facts import Facts

AUTHORS = "The Eyechart authors"
YEAR = 2026
"""Of the release of this version of Eyechart."""


def bibtex(facts: Facts) -> str:
    """Return an entry for BibTeX.

    Parameters
    ----------
    facts : Facts
        What was measured of the corpus.
    """
    key = f"eyechart-{facts.spec.name}-{YEAR}".lower()
    where = "" if facts.edition is None else f"  url = {{{facts.edition.url}}},\n"
    return (
        f"@misc{{{key},\n"
        f"  author = {{{{{AUTHORS}}}}},\n"
        f"  title = {{{facts.title}: an eye chart for {{AI}} judges of image edits}},\n"
        f"  year = {{{YEAR}}},\n"
        f"{where}"
        f"  note = {{Eyechart {facts.version}, manifest "
        f"{facts.verified.manifest_sha256[:12]}}}\n"
        "}"
    )
