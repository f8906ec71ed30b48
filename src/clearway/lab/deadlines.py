"""Deadlines of queries: the core stops a call of this thread once its time is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from .. import _core
from .errors import DeadlineExceeded


def check_deadline() -> None:
    """Raises what the core raises once the time of this thread is over: for loops in Python."""
    left = _core.set_deadline(inf)
    _core.set_deadline(left)
    if left <= 0:
        raise TimeoutError


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Ends calls of the core in this block, on this thread, with `DeadlineExceeded`.

    An edit that is stopped changes nothing. An outer deadline counts if it is earlier.
    """
    begun = time.monotonic()
    left = _core.set_deadline(inf)
    _core.set_deadline(min(left, seconds))
    try:
        yield
    except TimeoutError:
        raise DeadlineExceeded(f"the query took longer than {min(left, seconds):.3g} s") from None
    finally:
        _core.set_deadline(left - (time.monotonic() - begun))
