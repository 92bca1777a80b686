"""Filling in templates, in which nothing may be missing."""

from pathlib import Path
from typing import Any


def fill(template: Path, *, html: bool = False, **values: Any) -> str:
    """Return a template with its values.

    Parameters
    ----------
    template : Path
        A Jinja file; what it includes stands beside it.
    html : bool
        Whether values are escaped for HTML.
    **values
        What it may name.

    Raises
    ------
    jinja2.UndefinedError
        When it names what is not there: a card with a gap is not built.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(template.parent),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = cell
    return environment.get_template(template.name).render(**values)


def cell(text: object) -> str:
    r"""Return text as one cell of a Markdown table, whatever it holds.

    Examples
    --------
    >>> print(cell("a|b <i>"))
    a\|b &lt;i>
    """
    line = " ".join(str(text).split())
    for sign in ("\\", "|", "`", "*", "_", "[", "]"):
        line = line.replace(sign, f"\\{sign}")
    return line.replace("&", "&amp;").replace("<", "&lt;")
