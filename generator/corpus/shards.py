"""Parquet files of a corpus: how they are named, written and opened."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import CorpusError, suggest
from ..files import whole_file
from .schema import SCHEMAS, image_columns

Row = Mapping[str, Any]

ROWS = 32
"""Rows of a stimulus shard and of a row group: what one reader holds at once."""

_NAME = re.compile(r"test-(\d{5})-of-(\d{5})\.parquet")


def shard_path(folder: Path, table: str, number: int, count: int) -> Path:
    """Return where shard `number` of `count` of a table is.

    Examples
    --------
    >>> shard_path(Path("corpus"), "stimuli", 3, 19).as_posix()
    'corpus/stimuli/test-00003-of-00019.parquet'
    """
    return folder / table / f"test-{number:05d}-of-{count:05d}.parquet"


def shard_paths(folder: Path, table: str) -> tuple[Path, ...]:
    """Return every shard of a table, in order.

    Raises
    ------
    CorpusError
        When one is missing or a file there is not a shard of the set.
    """
    home = folder / table
    names = sorted(p.name for p in home.iterdir()) if home.is_dir() else []
    names = [name for name in names if name.endswith(".parquet")]
    if not names:
        raise CorpusError(f"{home}: holds no Parquet file")
    first = _NAME.fullmatch(names[0])
    count = int(first[2]) if first else len(names)
    wanted = [shard_path(folder, table, n, count) for n in range(count)]
    for path in wanted:
        if path.name not in names:
            raise CorpusError(f"{path}: is missing")
    for name in names:
        if name not in {path.name for path in wanted}:
            raise CorpusError(
                f"{home / name}: is not one of the {count} shards of this table"
            )
    return tuple(wanted)


def refuse_foreign(folder: Path, table: str, count: int) -> None:
    """Refuse a folder of a table that holds Parquet files which are not its shards.

    Raises
    ------
    CorpusError
        Naming the first of them.
    """
    own = {shard_path(folder, table, number, count).name for number in range(count)}
    for path in sorted((folder / table).glob("*.parquet")):
        if path.name not in own:
            raise CorpusError(
                f"{path}: is not one of the {count} shards of this table; remove it "
                "or choose another folder"
            )


def write_shard(
    path: Path, table: str, rows: Sequence[Row] | pa.Table, note: Row | None = None
) -> None:
    """Write rows as one Parquet file, whole or not at all.

    Every row of a table with images gets a page of its own and the file an index
    of its pages, so that a reader can fetch one stimulus without its neighbours.
    Images are PNGs already and are not compressed again.

    Parameters
    ----------
    path : Path
        The file.
    table : str
        Which of the tables it is part of.
    rows : sequence of mapping, or pyarrow.Table
        Values by column.
    note : mapping of str to str, optional
        Kept in the footer of the file.

    Raises
    ------
    FileWriteError
        When it cannot be written.
    """
    schema = SCHEMAS[table]
    if not isinstance(rows, pa.Table):
        rows = pa.Table.from_pylist(list(rows), schema=schema)
    images = image_columns(schema)
    scalars = _leaves(schema)
    pictures = [f"{name}.bytes" for name in images]
    names = [f"{name}.path" for name in images]
    with (
        whole_file(path) as file,
        pq.ParquetWriter(
            file,
            schema,
            compression=dict.fromkeys([*scalars, *names], "snappy")
            | dict.fromkeys(pictures, "none"),
            use_dictionary=scalars,
            write_statistics=scalars,
            write_page_index=True,
            write_page_checksum=True,
            max_rows_per_page=1 if images else None,
        ) as writer,
    ):
        writer.write_table(rows, row_group_size=ROWS if images else None)
        if note:
            writer.add_key_value_metadata(dict(note))


def _leaves(schema: pa.Schema) -> list[str]:
    """Return how Parquet names the columns that hold no images."""
    return [
        f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name
        for field in schema
        if field.name not in image_columns(schema)
    ]


@contextmanager
def opened(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file; damage met while it is open is told with its path.

    Yields
    ------
    pyarrow.parquet.ParquetFile
        Checks the checksum of each page it reads.

    Raises
    ------
    CorpusError
        When the file is missing, cut short or damaged.
    """
    try:
        # Not a name: some are patterns or URLs to Arrow. Not a file of Python's either:
        # a reading thread that lets go of one after the interpreter's end aborts.
        with pa.OSFile(str(path)) as file:
            yield pq.ParquetFile(file, page_checksum_verification=True)
    except OSError as error:
        reason = error.strerror or first_line(error)
        raise CorpusError(f"{path}: cannot be read ({reason})") from error
    except pa.ArrowException as error:
        raise CorpusError(
            f"{path}: is not a whole Parquet file ({first_line(error)})"
        ) from error


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, or its type without one."""
    return str(error).strip().split("\n", 1)[0].rstrip(".") or type(error).__name__


def check_columns(file: pq.ParquetFile, path: Path, table: str) -> None:
    """Refuse a file that lacks a column of its table, or holds another type.

    Raises
    ------
    CorpusError
        Naming the column.
    """
    found = file.schema_arrow
    for field in SCHEMAS[table]:
        if field.name not in found.names:
            raise CorpusError(
                f"{path}: column {field.name!r} is missing; "
                f"{suggest(field.name, found.names)}"
            )
        kind = found.field(field.name).type
        if kind != field.type:
            raise CorpusError(
                f"{path}: column {field.name!r} is {kind}; allowed: {field.type}"
            )
