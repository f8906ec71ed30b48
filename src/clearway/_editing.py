"""Transactions: several edits, one repair of the mesh, all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, cast

import numpy as np

from . import _features as features
from ._core import Editing
from ._core import World as CoreWorld
from ._errors import UnknownHandle
from ._features import Placed
from ._geometry import Batch, Geometry, Ints, pack

if TYPE_CHECKING:
    from ._world import World


class Edits(threading.local):
    """The open transaction of each thread on a world, or none."""

    open: Transaction | None = None


class Transaction:
    """Changes queued by `World.editing`, not applied yet.

    `changes` maps a handle to its new obstacle or feature; None: removed. `fresh` are the handles
    reserved for this transaction, `switched` the new states of doors and links that it does not
    replace. Each method makes its change by one operation that no signal handler can interrupt.
    """

    def __init__(self, core: CoreWorld) -> None:
        self._core = core
        self.changes: dict[int, Geometry | Placed | None] = {}
        self.fresh: set[int] = set()
        self.switched: dict[int, bool] = {}

    def add(self, obstacles: Mapping[int, Geometry | Placed]) -> None:
        """Queues obstacles or features under handles reserved for them."""
        self.fresh.update(obstacles)
        self.changes.update(obstacles)

    def remove(self, handles: Iterable[int]) -> None:
        """Queues removals; each handle must exist after the changes queued so far."""
        nothing: dict[int, Geometry | Placed | None] = {}
        for handle in handles:
            if handle in nothing or not self.contains(handle):
                raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
            nothing[handle] = None
        self.changes.update(nothing)

    def move(self, handle: int, geometry: Geometry | Placed) -> None:
        """Queues a replacement under the same handle."""
        if not self.contains(handle):
            raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
        self.changes[handle] = geometry

    def contains(self, handle: int) -> bool:
        """Whether the handle exists after the queued changes."""
        if handle in self.changes:
            return self.changes[handle] is not None
        return self._core.kind(handle) >= 0

    def switch(self, handle: int, kind: int, is_on: bool) -> None:
        """Queues the new state of a door or a link."""
        queued = self.changes.get(handle)
        is_known = self._core.kind(handle) == kind and handle not in self.changes
        if isinstance(queued, Placed) and queued.record.kind == kind:
            self.changes[handle] = queued._replace(record=queued.record._replace(is_on=is_on))
        elif is_known:
            self.switched[handle] = is_on
        else:
            name = features.KINDS[kind]
            raise UnknownHandle(f"no {name} has the handle {handle}", value=handle)

    def copy(self) -> Transaction:
        """A savepoint."""
        twin = Transaction(self._core)
        twin.changes, twin.fresh = dict(self.changes), set(self.fresh)
        twin.switched = dict(self.switched)
        return twin

    def become(self, other: Transaction) -> None:
        """Takes over the queue of another transaction."""
        self.changes, self.fresh, self.switched = other.changes, other.fresh, other.switched

    def apply(self) -> None:
        """One edit of the world, or none if nothing is queued."""
        removed = sorted(handle for handle in self.changes if handle not in self.fresh)
        new = {handle: new for handle, new in self.changes.items() if new is not None}
        placed = {h: feature for h, feature in new.items() if isinstance(feature, Placed)}
        added = {h: shape for h, shape in new.items() if not isinstance(shape, Placed)}
        switched = {h: is_on for h, is_on in self.switched.items() if h not in self.changes}
        if not removed and not new and not switched:
            return
        for handle in [*removed, *switched]:
            if self._core.kind(handle) < 0:
                raise UnknownHandle(
                    f"obstacle {handle} was removed by another thread", value=handle
                )
        if placed or switched:
            features.apply_features(self._core, removed, added, placed, switched)
            return
        handles = np.fromiter(added, dtype=np.int64, count=len(added))
        apply(self._core, removed, handles, pack(list(added.values())))


def editing(world: World, edits: Edits, core: CoreWorld) -> AbstractContextManager[World]:
    """The context of `World.editing`."""
    scope = Editing(world, edits, lambda: Transaction(core))
    return cast("AbstractContextManager[World]", scope)


def apply(core: CoreWorld, removed: list[int], handles: Ints, batch: Batch) -> None:
    """One edit of the core."""
    core.apply(np.array(removed, dtype=np.int64), handles, *batch)
