"""Transactions: several edits, one repair of the mesh, all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, cast

import numpy as np

from ._core import Editing
from ._core import World as CoreWorld
from ._errors import UnknownHandle
from ._geometry import Batch, Geometry, Ints, pack

if TYPE_CHECKING:
    from ._world import World


class Edits(threading.local):
    """The open transaction of each thread on a world, or none."""

    open: Transaction | None = None


class Transaction:
    """Changes queued by `World.editing`, not applied yet.

    `changes` maps a handle to its new obstacle; None: removed. `fresh` are the handles reserved
    for this transaction. Each method makes its change by one operation that no signal handler can
    interrupt.
    """

    def __init__(self, core: CoreWorld) -> None:
        self._core = core
        self.changes: dict[int, Geometry | None] = {}
        self.fresh: set[int] = set()

    def add(self, obstacles: dict[int, Geometry]) -> None:
        """Queues obstacles under handles reserved for them."""
        self.fresh.update(obstacles)
        self.changes.update(obstacles)

    def remove(self, handles: Iterable[int]) -> None:
        """Queues removals; each handle must exist after the changes queued so far."""
        nothing: dict[int, Geometry | None] = {}
        for handle in handles:
            if handle in nothing or not self.contains(handle):
                raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
            nothing[handle] = None
        self.changes.update(nothing)

    def move(self, handle: int, geometry: Geometry) -> None:
        """Queues a replacement under the same handle."""
        if not self.contains(handle):
            raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
        self.changes[handle] = geometry

    def contains(self, handle: int) -> bool:
        """Whether the handle exists after the queued changes."""
        if handle in self.changes:
            return self.changes[handle] is not None
        return self._core.contains(handle)

    def copy(self) -> Transaction:
        """A savepoint."""
        twin = Transaction(self._core)
        twin.changes, twin.fresh = dict(self.changes), set(self.fresh)
        return twin

    def become(self, other: Transaction) -> None:
        """Takes over the queue of another transaction."""
        self.changes, self.fresh = other.changes, other.fresh

    def apply(self) -> None:
        """One edit of the world, or none if nothing is queued."""
        removed = sorted(handle for handle in self.changes if handle not in self.fresh)
        added = {handle: new for handle, new in self.changes.items() if new is not None}
        if not removed and not added:
            return
        for handle in removed:
            if not self._core.contains(handle):
                raise UnknownHandle(
                    f"obstacle {handle} was removed by another thread", value=handle
                )
        handles = np.fromiter(added, dtype=np.int64, count=len(added))
        apply(self._core, removed, handles, pack(list(added.values())))


def editing(world: World, edits: Edits, core: CoreWorld) -> AbstractContextManager[World]:
    """The context of `World.editing`."""
    scope = Editing(world, edits, lambda: Transaction(core))
    return cast("AbstractContextManager[World]", scope)


def apply(core: CoreWorld, removed: list[int], handles: Ints, batch: Batch) -> None:
    """One edit of the core."""
    core.apply(np.array(removed, dtype=np.int64), handles, *batch)
