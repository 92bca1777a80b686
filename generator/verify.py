"""Verifying a corpus: every digest and every magnitude, from the pixels on disk."""

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .. import __version__
from .corpus.deviation import Deviation
from .corpus.names import MANIFEST, SPEC
from .corpus.proof import Claims, prove
from .corpus.reading import CorpusFolder, open_corpus
from .corpus.shards import opened
from .corpus.verified import Verified, file_digests
from .errors import CorpusError
from .spec import read_spec_file
from .workers import Progress, share_out, usable_processors


def verify(
    folder: Path, *, workers: int | None = None, progress: Progress | None = None
) -> Verified:
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
    Verified
        Counts, the worst deviation on each axis, and the digests that the files
        had when it began.

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
    version = _spec_version(folder / SPEC)
    files = file_digests(folder)
    workers = usable_processors() if workers is None else workers
    total = corpus.metadata().num_rows
    kinds: Counter[str] = Counter()
    worst: dict[str, Deviation] = {}
    images = 0
    for proof in share_out(prove, list(_claims(corpus, version)), workers):
        kinds.update(proof.kinds)
        images += proof.images
        for one in proof.worst:
            if one.axis not in worst or one.size > worst[one.axis].size:
                worst[one.axis] = one
        if progress is not None:
            progress(kinds.total(), total)
    return Verified(
        eyechart=__version__,
        spec_version=version,
        kinds=dict(kinds),
        images=images,
        worst=worst,
        files=files,
    )


def _spec_version(path: Path) -> str:
    if not path.is_file():
        raise CorpusError(f"{path}: is missing")
    return read_spec_file(path).version


def _claims(corpus: CorpusFolder, version: str) -> Iterator[Claims]:
    """Hand each shard what the other files say of its rows."""
    entries = corpus.manifest()
    metadata = corpus.metadata()
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
