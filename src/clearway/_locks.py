"""Objects with a lock of their own that forked children can use."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any


class Locked:
    """An object with a re-entrant lock, `_lock`; in a forked child it is free.

    Other threads do not exist in the child and would never release it.
    """

    def __init__(self) -> None:
        self._renew_lock()
        _LOCKED.add(self)

    def _renew_lock(self) -> None:
        """Called at the beginning, and in a forked child."""
        self._lock: Any = threading.RLock()


_LOCKED: weakref.WeakSet[Locked] = weakref.WeakSet()


def _after_fork() -> None:
    for one in list(_LOCKED):
        one._renew_lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
