"""Words that instructions share."""

from ..page.scene import Run


def quoted(run: Run) -> str:
    """Return a run's text in quotation marks, on one line.

    They are single where the text has double ones of its own.
    """
    text = " ".join(run.text.split("\n"))
    return f"‘{text}’" if "“" in text or "”" in text else f"“{text}”"
