"""Words that instructions share."""

from ..page.scene import Run

_KEPT = {
    "left": "its left end",
    "centre": "its middle",
    "right": "its right end",
}


def quoted(run: Run) -> str:
    """Return a run's text in quotation marks, on one line."""
    return "“" + " ".join(run.text.split("\n")) + "”"


def kept_point(run: Run) -> str:
    """Return which point of a run stays where it is when its size changes."""
    return _KEPT[run.anchor]
