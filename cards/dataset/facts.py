"""Everything that a card of a corpus says, measured from the corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ... import __version__
from ...generator.corpus.front_matter import (
    LICENCE,
    front_matter,
    languages,
    pretty_name,
)
from ...generator.corpus.names import SPEC
from ...generator.corpus.provenance import fonts_of, materials_digest
from ...generator.corpus.reading import open_corpus
from ...generator.corpus.verified import Verified, check_verified
from ...generator.spec import Spec, read_spec_file
from . import tables
from .edition import Edition
from .pictures import Example, examples


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the templates may name.

    Attributes
    ----------
    head : str
        Front matter of the card.
    spec : Spec
        What the corpus was rendered from.
    verified : Verified
        What verifying it found.
    edition : Edition or None
        Where it is published; None for a folder.
    kinds, dimensions, cells, pages, companions, worst : sequence of tuple
        Lines of tables.
    layouts, fonts : tuple of str
        What its pages are made from.
    materials : str
        Digest of their files.
    examples : tuple of Example
        Pictures of the dimensions.
    """

    head: str
    title: str
    spec: Spec
    verified: Verified
    edition: Edition | None
    languages: Sequence[str]
    licence: str
    kinds: Sequence[tables.Line]
    dimensions: Sequence[tables.Line]
    cells: Sequence[tables.Line]
    pages: Sequence[tables.Line]
    companions: Sequence[tables.Line]
    worst: Sequence[tables.Line]
    layouts: tuple[str, ...]
    fonts: tuple[str, ...]
    materials: str
    examples: tuple[Example, ...]
    version: str = __version__


def gather(folder: Path, edition: Edition | None) -> Facts:
    """Measure a corpus that was verified and not changed since.

    Parameters
    ----------
    folder : Path
        The corpus.
    edition : Edition or None
        Where it is published.

    Raises
    ------
    VerificationError
        When verifying has not proven it, or a file was changed since.
    CorpusError, SpecError
        When a file is missing or damaged.
    """
    corpus = open_corpus(folder)
    verified = check_verified(folder)
    spec = read_spec_file(folder / SPEC)
    metadata = corpus.metadata()
    rows = metadata.to_pylist()
    layouts = tuple(sorted({row["layout"] for row in rows}))
    fonts = fonts_of(spec, layouts)
    return Facts(
        head=front_matter(folder, spec, metadata),
        title=pretty_name(spec),
        spec=spec,
        verified=verified,
        edition=edition,
        languages=languages(metadata),
        licence=LICENCE,
        kinds=tables.kinds(rows),
        dimensions=tables.dimensions(rows),
        cells=tables.cells(rows),
        pages=tables.pages(rows),
        companions=tables.companions(rows),
        worst=tables.worst(verified),
        layouts=layouts,
        fonts=fonts,
        materials=materials_digest(layouts, fonts),
        examples=examples(folder, rows),
    )
