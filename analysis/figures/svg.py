"""A figure as one inline SVG element: no date, no version, no foreign address."""

import io
import re
import warnings
from contextlib import AbstractContextManager
from html import escape

import matplotlib as mpl
from matplotlib.figure import Figure

_NOTHING = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def inline_svg(figure: Figure, name: str, label: str) -> str:
    """Return a figure as an ``<svg>`` element to stand inside an HTML page.

    Parameters
    ----------
    figure : Figure
        Drawn by one of the modules of this package.
    name : str
        Unique on the page; prefixes every identifier inside the element.
    label : str
        What a reader who cannot see the figure is told.

    Returns
    -------
    str
        The element. The same figure gives the same text.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> inline_svg(Figure(), "empty", "nothing").startswith('<svg class="plot"')
    True
    """
    buffer = io.StringIO()
    with _settings(), warnings.catch_warnings():
        # The browser brings its own fonts; ours only measure the text.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not")
        figure.savefig(buffer, format="svg", metadata=_NOTHING)
    return _for_page(buffer.getvalue(), name, label)


def _settings() -> AbstractContextManager[None]:
    return mpl.rc_context(
        {
            "svg.hashsalt": "eyechart",
            "svg.fonttype": "none",
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans"],
            "path.simplify": False,
        }
    )


def _for_page(text: str, name: str, label: str) -> str:
    head, body = text[text.index("<svg") :].split(">", 1)
    box = re.search(r'viewBox="([^"]*)"', head)
    if box is None:
        raise AssertionError("matplotlib wrote an SVG without a viewBox")
    # A style element inside an inline SVG would restyle the whole page.
    for piece in (r"<metadata>.*?</metadata>", r"<style.*?</style>", r"<!--.*?-->"):
        body = re.sub(piece + r"\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<[^>]+>", lambda tag: _localise(tag.group(), name), body)
    return (
        f'<svg class="plot" role="img" aria-label="{escape(label)}" '
        f'viewBox="{box.group(1)}">{body.strip()}'
    )


def _localise(tag: str, name: str) -> str:
    """Prefix the identifiers of one tag; leave type faces to the page."""
    tag = tag.replace("xlink:href=", "href=")
    tag = re.sub(r'\b(id="|href="#)', rf"\g<1>{name}-", tag)
    tag = tag.replace("url(#", f"url(#{name}-")
    return re.sub(r";? ?font-family: [^;\"]*", "", tag)
