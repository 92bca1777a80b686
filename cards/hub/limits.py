"""What the Hub's viewer can show."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from ...generator.corpus.schema import IMAGES
from ...generator.corpus.shards import opened, shard_paths
from ...generator.errors import CorpusError

LARGEST_ROW = 2_000_000
"""Bytes of pictures in a row."""


def largest_row(folder: Path) -> tuple[str, int]:
    """Return the stimulus with the largest pictures, and how many bytes they have.

    Parameters
    ----------
    folder : Path
        The corpus.
    """
    found = ("", 0)
    for path in shard_paths(folder, "stimuli"):
        with opened(path) as file:
            for number in range(file.num_row_groups):
                columns = ["stimulus_id", *(f"{name}.bytes" for name in IMAGES)]
                table = file.read_row_group(number, columns=columns)
                sizes = _sizes(table)
                row = int(pc.index(sizes, pc.max(sizes)).as_py())
                largest = (table["stimulus_id"][row].as_py(), int(sizes[row].as_py()))
                found = max(found, largest, key=lambda one: one[1])
    return found


def check_rows(folder: Path) -> None:
    """Refuse a corpus with a row that the viewer would not show.

    Raises
    ------
    CorpusError
        Naming the stimulus and its size.
    """
    name, size = largest_row(folder)
    if size > LARGEST_ROW:
        raise CorpusError(
            f"{folder}: stimulus {name!r} has {size} bytes of pictures; allowed: up to "
            f"{LARGEST_ROW}, so that the Hub's viewer shows it"
        )


def _sizes(table: pa.Table) -> pa.ChunkedArray:
    first, *rest = (
        pc.binary_length(pc.struct_field(table[name], "bytes")) for name in IMAGES
    )
    for one in rest:
        first = pc.add(first, one)
    return first
