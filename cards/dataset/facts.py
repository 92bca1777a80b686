"""Everything that a card of a corpus says, measured from the corpus."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ... import __version__
from ...analysis.reading.stimuli import DEGRADED
from ...generator.corpus.front_matter import (
    LICENCE,
    front_matter,
    languages,
    pretty_name,
)
from ...generator.corpus.names import SPEC, VERIFIED
from ...generator.corpus.provenance import fonts_of, materials_digest
from ...generator.corpus.reading import open_corpus
from ...generator.corpus.verified import Verified, check_verified
from ...generator.errors import VerificationError
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
        When verifying has not proven it, or a file was changed since, or the record
        counts what is not there.
    CorpusError, SpecError
        When a file is missing or damaged.
    """
    corpus = open_corpus(folder)
    verified = check_verified(folder)
    spec = read_spec_file(folder / SPEC)
    metadata = corpus.metadata()
    rows = metadata.to_pylist()
    _check_record(folder, verified, rows, len(corpus.places))
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


def _check_record(
    folder: Path, verified: Verified, rows: Sequence[Mapping[str, Any]], images: int
) -> None:
    """Refuse a record whose figures are not those of the corpus."""
    found = (Counter(row["kind"] for row in rows), images)
    if found != (verified.kinds, verified.images):
        raise VerificationError(
            f"{folder / VERIFIED}: counts other stimuli or images than the corpus "
            "holds; run eyechart verify again"
        )
    if verified.kinds.get(DEGRADED) and not verified.worst:
        raise VerificationError(
            f"{folder / VERIFIED}: has no reading of any axis; run eyechart verify "
            "again"
        )
    ids = {row["stimulus_id"] for row in rows}
    for axis, one in sorted(verified.worst.items()):
        if one.stimulus_id not in ids:
            raise VerificationError(
                f"{folder / VERIFIED}: the worst reading of {axis} is of "
                f"{one.stimulus_id!r}, which the corpus does not hold; run eyechart "
                "verify again"
            )
