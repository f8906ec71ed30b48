"""How many threads a batch of queries uses."""

from __future__ import annotations

import os

import numpy as np

from .._errors import InvalidInput, shown

QUERIES_PER_THREAD = 32  # below this a thread costs more than it saves
_MOST_THREADS = 256


def threads_for(threads: int | None, queries: int, per_thread: int = QUERIES_PER_THREAD) -> int:
    """How many threads serve so many queries; None: as many as pay off."""
    if threads is None:
        return max(1, min(processors(), queries // per_thread))
    if type(threads) is int and 1 <= threads <= _MOST_THREADS:
        return threads
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise InvalidInput(
            f"threads is {shown(threads)}: a positive integer or None", value=threads
        )
    return min(int(threads), _MOST_THREADS)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
