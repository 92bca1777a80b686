"""A corpus that was loaded and checked."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..analysis.reading.stimuli import Stimulus, read_stimuli
from ..generator.corpus.manifest import Entry
from ..generator.corpus.reading import CorpusFolder

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A corpus: rows, pictures and what is known of them.

    Attributes
    ----------
    folder : Path
        Where its files are; every command takes it.
    repo : str or None
        The repository it was loaded from; None for a folder.
    revision : str or None
        Full digest of the commit that was loaded; None for a folder.
    manifest_sha256 : str
        Digest of its manifest: two corpora with the same one are the same.
    """

    folder: Path
    repo: str | None
    revision: str | None
    manifest_sha256: str
    files: CorpusFolder = field(repr=False)

    def __len__(self) -> int:
        return int(self.files.metadata().num_rows)

    @property
    def spec_version(self) -> str:
        """Name and short digest of its spec."""
        version: str = self.files.metadata()["spec_version"][0].as_py()
        return version

    def stimuli(self) -> Mapping[str, Stimulus]:
        """Return what is wrong in every stimulus, by its id."""
        return read_stimuli(self.folder)

    def metadata(self) -> "pa.Table":
        """Return the table `metadata`: a row a stimulus, without pictures."""
        return self.files.metadata()

    def to_frame(self) -> "pd.DataFrame":
        """Return the table `metadata` as a data frame, as `eyechart.fit` takes it."""
        frame: pd.DataFrame = self.files.metadata().to_pandas()
        return frame

    def rows(
        self,
        columns: Collection[str] | None = None,
        ids: Collection[str] | None = None,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield stimuli in corpus order, holding a few at a time.

        Parameters
        ----------
        columns : collection of str, optional
            What to read; everything by default. Pictures are mappings with
            ``"bytes"`` (a PNG) and ``"path"`` (a name).
        ids : collection of str, optional
            Which stimuli; all by default.

        Raises
        ------
        CorpusError
            When a column or stimulus is unknown, or a shard is damaged.
        """
        return self.files.rows(columns, ids)

    def image(self, digest: str) -> bytes:
        """Return the PNG whose pixels have that digest, plates included.

        Raises
        ------
        CorpusError
            When there is none.
        """
        return self.files.image(digest)

    def manifest(self) -> Iterator[Entry]:
        """Yield digests and readings of every stimulus, in corpus order."""
        return self.files.manifest()
