"""Reading corpora, whatever their size, one row group at a time."""

import functools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..drawing.encode import stored_png
from ..errors import CorpusError, suggest
from .manifest import Entry, read_manifest
from .names import MANIFEST, README, SPEC
from .schema import SCHEMAS, TABLES
from .shards import check_columns, opened, shard_paths

Place = tuple[Path, int]
"""A shard and one of its row groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFolder:
    """A corpus on disk that was found whole.

    Attributes
    ----------
    folder : Path
        Where it is.
    stimuli, images : tuple of Path
        Shards, in corpus order.
    places : mapping of str to (Path, int)
        Shard and row group of every image, by the digest of its pixels.
    """

    folder: Path
    stimuli: tuple[Path, ...]
    images: tuple[Path, ...]
    _table: pa.Table = field(repr=False, compare=False)
    places: Mapping[str, Place] = field(repr=False, compare=False)

    def metadata(self) -> pa.Table:
        """Return the table `metadata`: a row a stimulus, without images."""
        return self._table

    def rows(
        self,
        columns: Collection[str] | None = None,
        ids: Collection[str] | None = None,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield stimuli in corpus order, holding one row group at a time.

        Parameters
        ----------
        columns : collection of str, optional
            What to read; everything by default. Images are mappings with
            ``"bytes"`` (a PNG) and ``"path"`` (a name).
        ids : collection of str, optional
            Which stimuli; all by default.

        Yields
        ------
        mapping
            Values by column.

        Raises
        ------
        CorpusError
            When a column or stimulus is unknown, or a shard is damaged.
        """
        names = SCHEMAS["stimuli"].names
        wanted = list(names if columns is None else columns)
        for name in wanted:
            if name not in names:
                raise CorpusError(f"unknown column {name!r}; {suggest(name, names)}")
        chosen = None if ids is None else frozenset(ids)
        self._check_ids(chosen or frozenset())
        read = [*wanted, *({"stimulus_id"} - set(wanted))]
        for path in self.stimuli:
            with opened(path) as file:
                for number in _groups_with(file, "stimulus_id", chosen):
                    table = file.read_row_group(number, columns=read)
                    for row in table.to_pylist():
                        if chosen is None or row["stimulus_id"] in chosen:
                            yield {name: row[name] for name in wanted}

    def _check_ids(self, ids: frozenset[str]) -> None:
        known = self._table["stimulus_id"].to_pylist()
        for name in sorted(ids.difference(known)):
            raise CorpusError(f"{self.folder}: holds no stimulus {name!r}")

    def image(self, digest: str) -> bytes:
        """Return the PNG whose pixels have that digest.

        Raises
        ------
        CorpusError
            When there is none, or its shard is damaged.
        """
        if digest not in self.places:
            raise CorpusError(f"{self.folder / 'images'}: holds no image {digest!r}")
        return image_at(self.places[digest], digest)

    def manifest(self) -> Iterator[Entry]:
        """Yield the lines of the manifest, in corpus order.

        Raises
        ------
        CorpusError
            When one is malformed, naming its number.
        """
        return read_manifest(self.folder / MANIFEST)


def _groups_with(
    file: pq.ParquetFile, column: str, wanted: frozenset[str] | None
) -> Iterator[int]:
    """Yield the row groups that hold one of the wanted values."""
    for number in range(file.num_row_groups):
        if wanted is None:
            yield number
            continue
        held = file.read_row_group(number, columns=[column])[column].to_pylist()
        if not wanted.isdisjoint(held):
            yield number


@functools.lru_cache(maxsize=4)
def _images_at(path: Path, number: int) -> Mapping[str, Mapping[str, Any] | None]:
    with opened(path) as file:
        table = file.read_row_group(number, columns=["pixels_sha256", "image"])
    return {row["pixels_sha256"]: row["image"] for row in table.to_pylist()}


def image_at(place: Place, digest: str) -> bytes:
    """Return an image whose shard and row group are known.

    Raises
    ------
    CorpusError
        When it is not there, or its shard is damaged.
    """
    images = _images_at(*place)
    if digest not in images:
        raise CorpusError(f"{place[0]}: holds no image {digest!r}")
    return stored_png(images[digest], f"{place[0]}: image {digest}")


def open_corpus(folder: Path) -> CorpusFolder:
    """Open a corpus after checking that it is whole.

    Parameters
    ----------
    folder : Path
        What `eyechart render` wrote.

    Raises
    ------
    CorpusError
        When the folder is missing, a file, or not rendered to its end; when a
        shard is missing, cut short or lacks a column; when a stimulus occurs
        twice, or the tables do not hold the same stimuli.
    """
    folder = Path(folder)
    _check_folder(folder)
    shards = {table: shard_paths(folder, table) for table in TABLES}
    table = pa.concat_tables(_read(path, "metadata") for path in shards["metadata"])
    ids = table["stimulus_id"].to_pylist()
    _check_distinct(ids, folder / "metadata")
    held = [
        name
        for path in shards["stimuli"]
        for name in _read(path, "stimuli", "stimulus_id").column(0).to_pylist()
    ]
    _check_distinct(held, folder / "stimuli")
    if held != ids:
        raise CorpusError(f"{folder}: stimuli and metadata do not list the same rows")
    return CorpusFolder(
        folder=folder,
        stimuli=shards["stimuli"],
        images=shards["images"],
        _table=table,
        places=dict(_find_images(shards["images"])),
    )


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        raise CorpusError(f"{folder}: does not exist; allowed: a corpus folder")
    if not folder.is_dir():
        raise CorpusError(f"{folder}: is a file; allowed: a corpus folder")
    if not (folder / README).is_file():
        if (folder / SPEC).is_file():
            raise CorpusError(
                f"{folder}: rendering has not finished; run the same command again"
            )
        raise CorpusError(f"{folder}: is no corpus (it has no {README})")
    if not (folder / MANIFEST).is_file():
        raise CorpusError(f"{folder / MANIFEST}: is missing")


def _read(path: Path, table: str, *columns: str) -> pa.Table:
    with opened(path) as file:
        check_columns(file, path, table)
        return file.read(columns=list(columns) or None)


def _check_distinct(ids: list[str], place: Path) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise CorpusError(f"{place}: stimulus {name!r} occurs twice")
        seen.add(name)


def _find_images(paths: tuple[Path, ...]) -> Iterator[tuple[str, Place]]:
    for path in paths:
        with opened(path) as file:
            check_columns(file, path, "images")
            for number in range(file.num_row_groups):
                table = file.read_row_group(number, columns=["pixels_sha256"])
                for digest in table.column(0).to_pylist():
                    yield digest, (path, number)
