"""Transactions: many changes, one repair, all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import numpy as np

from ._core import World as CoreWorld
from ._errors import UnknownHandle
from ._geometry import Batch, Geometry, Ints, pack


class Edits(threading.local):
    """What each thread has open on a world: its own transaction, or none."""

    open: Transaction | None = None


class Transaction:
    """Changes queued by `World.editing`: what to remove, what to add, nothing done yet."""

    def __init__(self, core: CoreWorld) -> None:
        self._core = core
        self.removed: set[int] = set()
        self.added: dict[int, Geometry] = {}

    def add(self, handle: int, geometry: Geometry) -> None:
        """Queues an obstacle."""
        self.added[handle] = geometry

    def remove(self, handles: Iterable[int]) -> None:
        """Queues removals; a handle must stand in the world as this transaction leaves it."""
        handles = list(handles)
        gone: set[int] = set()
        for handle in handles:
            if handle in gone or not self.contains(handle):
                raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
            gone.add(handle)
        for handle in handles:
            if self.added.pop(handle, None) is None:
                self.removed.add(handle)

    def move(self, handle: int, geometry: Geometry) -> None:
        """Queues a replacement under the same handle."""
        self.remove([handle])
        if self._core.contains(handle):
            self.removed.add(handle)
        self.added[handle] = geometry

    def contains(self, handle: int) -> bool:
        """Whether the handle stands once the queue is applied."""
        if handle in self.added:
            return True
        return handle not in self.removed and self._core.contains(handle)

    def copy(self) -> Transaction:
        """A savepoint."""
        twin = Transaction(self._core)
        twin.removed = set(self.removed)
        twin.added = dict(self.added)
        return twin

    def become(self, other: Transaction) -> None:
        """Takes over what another has queued."""
        self.removed, self.added = other.removed, other.added

    def apply(self) -> None:
        """One edit of the world, or none when nothing is queued."""
        if self.removed or self.added:
            for handle in sorted(self.removed):
                if not self._core.contains(handle):
                    raise UnknownHandle(
                        f"obstacle {handle} was removed by another thread", value=handle
                    )
            handles = np.fromiter(self.added, dtype=np.int64, count=len(self.added))
            apply(self._core, sorted(self.removed), handles, pack(list(self.added.values())))


def apply(core: CoreWorld, removed: list[int], handles: Ints, batch: Batch) -> None:
    """One edit of the core."""
    core.apply(np.array(removed, dtype=np.int64), handles, *batch)
