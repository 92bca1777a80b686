"""Writing the card of a corpus: README.md, its pictures and croissant.json."""

import json
from collections.abc import Mapping
from pathlib import Path

from ...generator.corpus.front_matter import SPLIT
from ...generator.corpus.names import CROISSANT, PICTURES, README
from ...generator.files import write_whole
from ..templates import fill
from .citation import bibtex
from .columns import COLUMNS, COMPANIONS, IMAGE_COLUMNS
from .croissant import croissant
from .edition import Edition
from .facts import Facts, gather

TEMPLATE = Path(__file__).parent / "dataset.md.jinja"


def readme(facts: Facts) -> str:
    """Return the text of ``README.md``.

    Raises
    ------
    jinja2.UndefinedError
        When a figure that it states is missing.
    """
    return fill(
        TEMPLATE,
        facts=facts,
        citation=bibtex(facts),
        columns=COLUMNS,
        image_columns=IMAGE_COLUMNS,
        companions=COMPANIONS,
        split=SPLIT,
        pictures=PICTURES,
        place=_place(facts.edition),
    )


def _place(edition: Edition | None) -> str:
    """Return what `load_dataset` is given."""
    if edition is None:
        # Not ".": `datasets` names what it loads after the end of the path.
        return "os.getcwd()"
    return f'"{edition.repo}", revision="{edition.tag}"'


def card_files(folder: Path, edition: Edition | None = None) -> dict[str, bytes]:
    """Return every file of a card by its path in the corpus; README.md comes last.

    Every figure is measured from the corpus; the same corpus, edition and version
    of Eyechart give the same files.

    Parameters
    ----------
    folder : Path
        The corpus.
    edition : Edition, optional
        Where it is, or will be, published; without one the card tells how to load
        the folder.

    Raises
    ------
    VerificationError
        When verifying has not proven the corpus, or a file was changed since.
    CorpusError, SpecError
        When a file is missing or damaged.
    """
    facts = gather(folder, edition)
    described = json.dumps(croissant(folder, facts), indent=2, ensure_ascii=False)
    return {
        **{f"{PICTURES}/{one.name}": one.png for one in facts.examples},
        CROISSANT: f"{described}\n".encode(),
        README: readme(facts).encode(),
    }


def write_card(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write the files of a card; return the path of README.md.

    Pictures of an earlier card are removed.

    Raises
    ------
    FileWriteError
        When a file cannot be written.
    """
    for path in sorted((folder / PICTURES).glob("*.png")):
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        write_whole(folder / name, content)
    return folder / README
