"""Opening files that are continued, one process at a time."""

import contextlib
import os
from pathlib import Path

from ...generator.errors import JudgementError
from ...generator.files import FileWriteError
from ..lock import try_lock

_FLAGS: int = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


def unwritable(path: Path, error: OSError) -> FileWriteError:
    """Return the error that says so."""
    return FileWriteError(f"{path}: cannot be written ({error.strerror})")


def write_all(file: int, data: bytes) -> None:
    """Append to a file all of the data or, as far as the system allows, nothing.

    Others append to the file after a failure: what they write must not end up on
    the line of which only a part was written.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    size = os.fstat(file).st_size
    try:
        while data:
            data = data[os.write(file, data) :]
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(file, size)
        raise


def open_locked(path: Path) -> int:
    """Open a file for reading and appending, and lock it until it is closed.

    Raises
    ------
    JudgementError
        When it is no regular file, or another run is writing it.
    FileWriteError
        When it cannot be opened.
    """
    file = _opened(path)
    try:
        _lock(file, path)
    except BaseException:
        os.close(file)
        raise
    return file


def _opened(path: Path) -> int:
    try:
        # Asked before opening: a pipe would wait, a device never ends.
        if path.exists() and not path.is_file():
            raise JudgementError(
                f"{path}: is no regular file; allowed: a new file or a judgement file"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        file = os.open(path, _FLAGS, 0o644)
    except OSError as error:
        raise unwritable(path, error) from error
    if new:
        _keep_name(path.parent)
    return file


def _keep_name(folder: Path) -> None:
    """Force the names in a folder to disk; not every system can."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _lock(file: int, path: Path) -> None:
    try:
        free = try_lock(file)
    except OSError as error:
        raise FileWriteError(f"{path}: cannot be locked ({error.strerror})") from error
    if not free:
        raise JudgementError(
            f"{path}: is being written by another run; wait until it ends or choose "
            "another file with -o"
        )
