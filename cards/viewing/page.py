"""Writing the page: one file that needs no other and no network."""

import base64
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...generator.corpus.front_matter import pretty_name
from ...generator.corpus.names import SPEC
from ...generator.corpus.reading import open_corpus
from ...generator.corpus.schema import IMAGES
from ...generator.drawing.encode import stored_png
from ...generator.files import write_whole
from ...generator.spec import read_spec_file
from ..templates import fill
from .choice import ASKED, Choice

HOME = Path(__file__).parent
_SHOWN = (
    "stimulus_id",
    "series_id",
    "kind",
    "dimension",
    "role",
    "tier",
    "magnitude",
    "magnitude_measured",
    "unit",
    "direction",
    "visible_anchor",
    "layout",
    "difficulty",
    "script",
    "language",
    "font",
    "edit_property",
    "edit_value",
    "instruction",
    "target_text",
    "target_box",
    "canvas",
    "flip_mean",
    "flip_max",
    "delta_e_ink",
    "ssim",
    "changed_share",
)


def write_page(folder: Path, output: Path, choice: Choice) -> int:
    """Write the page; return how many stimuli it shows.

    Every picture is in it once, as the PNG that the corpus holds.

    Parameters
    ----------
    folder : Path
        The corpus.
    output : Path
        Where to write.
    choice : Choice
        What to show.

    Raises
    ------
    CorpusError
        When the corpus is damaged, or holds nothing that is wanted.
    FileWriteError
        When the page cannot be written.
    """
    corpus = open_corpus(folder)
    chosen = choice.of(corpus.metadata().to_pylist())
    ids = [row["stimulus_id"] for row in chosen]
    pictures: dict[bytes, int] = {}
    stimuli = []
    for row in corpus.rows(columns=[*_SHOWN, *IMAGES], ids=ids):
        shown: dict[str, Any] = {name: row[name] for name in _SHOWN}
        for name in IMAGES:
            data = stored_png(row[name], f"stimulus {row['stimulus_id']}: {name}")
            shown[name] = pictures.setdefault(data, len(pictures))
        stimuli.append(shown)
    text = fill(
        HOME / "view.html.jinja",
        html=True,
        title=pretty_name(read_spec_file(folder / SPEC)),
        shown=len(stimuli),
        total=corpus.metadata().num_rows,
        asked=ASKED,
        style=(HOME / "view.css").read_text(encoding="utf-8"),
        script=(HOME / "view.js").read_text(encoding="utf-8"),
        stimuli=_json(stimuli),
        pictures=_json(map(_address, pictures)),
    )
    write_whole(output, text)
    return len(stimuli)


def _address(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def _json(values: Iterable[Mapping[str, Any] | str]) -> str:
    """Return JSON that cannot end the element of HTML that it stands in."""
    text = json.dumps(list(values), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
