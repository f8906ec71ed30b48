"""Imports inside functions that are safe when another thread forks the process.

The import system locks a module while a thread imports it. A child forked at that moment has the
lock but not the thread, and hangs when it needs the module. So every import inside a function of
this library happens within `importing()`, whose lock a fork waits for:

    with importing():
        from .formats import save

The body only imports (or calls a function that does). Modules do not use it while they are
imported.
"""

from __future__ import annotations

import logging  # noqa: F401  its hook, which takes a lock that imports need, must run after ours
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ._errors import ClearwayError, MissingExtra, shown

# Re-entrant: an import may lead to another, and a signal handler may fork in the middle of one.
_lock: Any = threading.RLock()
_SECONDS = 10.0  # a fork waits no longer: another hook may hold a lock that the import needs
# The messages of the dynamic linker when memory is short, and of Python where it loses a
# MemoryError.
_NO_MEMORY = (
    "failed to map segment",
    "annot allocate memory",
    "annot create shared object",
    "without exception set",
    "without setting an exception",
)


class _Forking(threading.local):
    """The lock, once for each fork that this thread is in; None where it timed out."""

    def __init__(self) -> None:
        self.taken: list[Any] = []


_forking = _Forking()


@contextmanager
def importing() -> Iterator[None]:
    """Imports in this context finish before a fork of the process, or begin after it."""
    with _lock:
        yield


@contextmanager
def importing_extra(module: str, feature: str, extra: str) -> Iterator[None]:
    """Imports of an optional dependency.

    `MissingExtra` if there is no such module, `MemoryError` if memory is short, `ClearwayError`
    if the import fails for another reason.
    """
    try:
        with importing():
            yield
    except (ImportError, SystemError) as error:
        # Not a subclass: importlib.metadata raises one when memory runs out while it searches.
        if type(error) is ModuleNotFoundError and error.name == module:
            raise MissingExtra(feature, extra) from None
        if any(text in str(error) for text in _NO_MEMORY):
            raise MemoryError(f"not enough memory to import {module}") from None
        raise ClearwayError(
            f"{feature}: {module} is installed but cannot be imported; it is damaged or memory is "
            f"short: {shown(str(error))}"
        ) from error


def _before_fork() -> None:
    lock = _lock
    _forking.taken.append(lock if lock.acquire(timeout=_SECONDS) else None)


def _after_in_parent() -> None:
    lock = _forking.taken.pop()
    if lock is not None:
        lock.release()


def _after_in_child() -> None:
    global _lock
    lock = _forking.taken.pop()
    if lock is not None:
        lock.release()
    else:
        _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )
