"""Words that instructions share."""

from ..page.scene import Run


def quoted(run: Run) -> str:
    """Return a run's text in quotation marks, on one line."""
    return "“" + " ".join(run.text.split("\n")) + "”"
