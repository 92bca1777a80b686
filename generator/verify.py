"""Verifying a corpus: every digest and every magnitude, from the pixels on disk."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .corpus.names import MANIFEST, SPEC
from .corpus.proof import Claims, Deviation, prove
from .corpus.reading import CorpusFolder, open_corpus
from .corpus.shards import opened
from .errors import CorpusError
from .spec import read_spec_file
from .workers import Progress, share_out, usable_processors


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What verifying found; that nothing failed is its being there.

    Attributes
    ----------
    kinds : mapping of str to int
        Verified stimuli by kind.
    images : int
        Different images.
    worst : mapping of str to Deviation
        By axis, the degraded stimulus that reads farthest from what it should.
    """

    kinds: Mapping[str, int]
    images: int
    worst: Mapping[str, Deviation]

    @property
    def stimuli(self) -> int:
        """Number of verified stimuli."""
        return sum(self.kinds.values())


def verify(
    folder: Path, *, workers: int | None = None, progress: Progress | None = None
) -> Report:
    """Verify every stimulus of a corpus.

    The pictures in the rows are decoded; their pixels must have the recorded
    digests. Controls must be what their kind says. Every degraded stimulus is
    measured again on every axis and must read what its row says, and outside the
    recorded boxes it must equal the ground truth in every byte. The other columns
    must have the recorded digest and name the spec of the corpus.

    Parameters
    ----------
    folder : Path
        The corpus.
    workers : int, optional
        Processes; by default one a usable processor.
    progress : callable, optional
        Called with the number of stimuli verified and their total.

    Returns
    -------
    Report
        Counts, and the worst deviation on each axis.

    Raises
    ------
    CorpusError
        When a file is missing or damaged.
    SpecError
        When its spec is no spec.
    VerificationError
        For the first stimulus that fails, in corpus order, naming it.
    """
    corpus = open_corpus(folder)
    workers = usable_processors() if workers is None else workers
    total = corpus.metadata().num_rows
    kinds: Counter[str] = Counter()
    worst: dict[str, Deviation] = {}
    images = 0
    for proof in share_out(prove, list(_claims(corpus)), workers):
        kinds.update(proof.kinds)
        images += proof.images
        for one in proof.worst:
            if one.axis not in worst or one.size > worst[one.axis].size:
                worst[one.axis] = one
        if progress is not None:
            progress(kinds.total(), total)
    return Report(kinds=dict(kinds), images=images, worst=worst)


def _spec_version(path: Path) -> str:
    if not path.is_file():
        raise CorpusError(f"{path}: is missing")
    return read_spec_file(path).version


def _claims(corpus: CorpusFolder) -> Iterator[Claims]:
    """Hand each shard what the other files say of its rows."""
    entries = corpus.manifest()
    metadata = corpus.metadata()
    version = _spec_version(corpus.folder / SPEC)
    start = 0
    for number, path in enumerate(corpus.stimuli):
        with opened(path) as file:
            count = file.metadata.num_rows
        mine = tuple(itertools.islice(entries, count))
        if len(mine) < count:
            raise CorpusError(
                f"{corpus.folder / MANIFEST}: ends before the rows of {path.name}"
            )
        names = {str(entry.pixels["plate"]) for entry in mine}
        yield Claims(
            path=path,
            entries=mine,
            metadata=tuple(metadata.slice(start, count).to_pylist()),
            plates={name: corpus.places[name] for name in names & corpus.places.keys()},
            images=corpus.images[number :: len(corpus.stimuli)],
            spec_version=version,
        )
        start += count
    if next(entries, None) is not None:
        raise CorpusError(
            f"{corpus.folder / MANIFEST}: has more lines than there are stimuli"
        )
