"""Locks on open files, so that one process at a time writes to each."""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked, so that is no answer.
    _BEYOND = 1 << 62

    def try_lock(file: int) -> bool:
        """Lock an open file until it is closed; False when another has done so.

        Raises
        ------
        OSError
            When the file cannot be locked at all.
        """
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Lock an open file until it is closed; False when another has done so.

        Raises
        ------
        OSError
            When the file cannot be locked at all.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
