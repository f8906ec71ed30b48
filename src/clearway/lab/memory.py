"""Memory that freed worlds leave behind."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> bool:
    """Returns free memory of the C heap to the system; False where the C library cannot.

    A world is many small blocks. glibc keeps them for later ones even if nobody makes another
    world: a server that had shown six large worlds would stay at its largest size.
    """
    if sys.platform != "linux":
        return False
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return False
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return bool(trim(0))
