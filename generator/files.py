"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import EyechartError


class FileWriteError(EyechartError, OSError):
    """A file or folder cannot be written."""


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears only when it is complete.

    The bytes go to a file beside `path`, reach the disk, and the file is then
    renamed. After an exception or a kill `path` is as it was before.

    Parameters
    ----------
    path : Path
        The file to write; its folder is made when missing.

    Yields
    ------
    binary file
        Open for writing.

    Raises
    ------
    FileWriteError
        When the folder or file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    except OSError as error:
        raise FileWriteError(
            f"{path}: cannot be written ({error.strerror or error})"
        ) from error
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.chmod(0o644)
        partial.replace(path)
    except OSError as error:
        raise FileWriteError(
            f"{path}: cannot be written ({error.strerror or error})"
        ) from error
    finally:
        partial.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes | str) -> None:
    """Write `content` to `path`, whole or not at all; text as UTF-8.

    Raises
    ------
    FileWriteError
        When the folder or file cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    with whole_file(path) as file:
        file.write(data)
