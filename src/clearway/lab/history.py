"""Undo and redo: steps that know the state before and after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._editing import Transaction
from .._features import Placed, unpack_features
from .._geometry import Batch, Geometry, Ints, unpack
from .._grid import Grid
from .._world import World

Thing = World | Grid
States = dict[int, Geometry | Placed | None]  # by handle; None: not in the world


@dataclass
class ObjectStep:
    """Objects of a world that an edit has added, moved, removed or switched."""

    before: States
    after: States

    def merged(self, later: ObjectStep) -> ObjectStep:
        """Both as one step."""
        return ObjectStep(later.before | self.before, self.after | later.after)

    @property
    def is_idle(self) -> bool:
        """Whether everything is as it was before."""
        return all(_equal(state, self.after[handle]) for handle, state in self.before.items())

    @property
    def size(self) -> int:
        """Points that the step keeps."""
        return sum(map(_points, (*self.before.values(), *self.after.values())))


@dataclass
class CellStep:
    """Cells of a grid, as y * width + x, ascending, and their states."""

    cells: Ints
    before: Any
    after: Any

    def merged(self, later: CellStep) -> CellStep:
        """Both as one step."""
        new = ~np.isin(later.cells, self.cells)
        cells = np.concatenate((self.cells, later.cells[new]))
        before = np.concatenate((self.before, later.before[new]))
        after = np.concatenate((self.after, later.after[new]))
        order = np.argsort(cells, kind="stable")
        cells, before, after = cells[order], before[order], after[order]
        after[np.searchsorted(cells, later.cells)] = later.after
        return CellStep(cells, before, after)

    @property
    def is_idle(self) -> bool:
        """Whether everything is as it was before."""
        return bool((self.before == self.after).all())

    @property
    def size(self) -> int:
        """Cells that the step keeps."""
        return len(self.cells)


@dataclass
class ReplaceStep:
    """One world in place of another."""

    before: Any  # of the session: a `Shown`
    after: Any

    @property
    def size(self) -> int:
        """Points or cells of the world that is not shown, about."""
        return max(_size(self.before.thing), _size(self.after.thing))


Step = ObjectStep | CellStep | ReplaceStep


@dataclass
class History:
    """Steps done and undone. The oldest are forgotten above `steps` or `size` points."""

    steps: int
    size: int
    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    gesture: str | None = None  # of the last step done

    def add(self, step: Step, gesture: str | None = None) -> None:
        """A step that was just done; joins the last one of the same gesture.

        A gesture that ends where it began, as a drag that is given up, leaves no step.
        """
        last = self.done[-1] if self.done else None
        joins = gesture is not None and gesture == self.gesture and not self.undone
        merged = _merged(last, step) if joins else None
        if merged is None:
            self.done.append(step)
        elif merged.is_idle:
            self.done.pop()
            gesture = None  # the next step begins another one
        else:
            self.done[-1] = merged
        self.gesture = gesture
        self.undone.clear()
        kept = sum(one.size for one in self.done)
        while len(self.done) > self.steps or (kept > self.size and len(self.done) > 1):
            kept -= self.done.pop(0).size

    def clear(self) -> None:
        """Forgets every step."""
        self.done.clear()
        self.undone.clear()
        self.gesture = None

    def undo(self, apply: Callable[[Step, bool], None]) -> Step | None:
        """Undoes the last step by apply(step, True); None if there is none."""
        if not self.done:
            return None
        apply(self.done[-1], True)
        self.undone.append(self.done.pop())
        self.gesture = None
        return self.undone[-1]

    def redo(self, apply: Callable[[Step, bool], None]) -> Step | None:
        """Does the last undone step again by apply(step, False); None if there is none."""
        if not self.undone:
            return None
        apply(self.undone[-1], False)
        self.done.append(self.undone.pop())
        self.gesture = None
        return self.done[-1]


def _merged(first: Step | None, second: Step) -> ObjectStep | CellStep | None:
    """Both as one step; None if that is not possible."""
    if isinstance(first, ObjectStep) and isinstance(second, ObjectStep):
        return first.merged(second)
    if isinstance(first, CellStep) and isinstance(second, CellStep):
        return first.merged(second)
    return None


def _equal(one: Geometry | Placed | None, other: Geometry | Placed | None) -> bool:
    """Whether two states of an object are the same."""
    if one is None or other is None:
        return one is other
    if isinstance(one, Placed) or isinstance(other, Placed):
        if not (isinstance(one, Placed) and isinstance(other, Placed)):
            return False
        if repr(one.record) != repr(other.record):  # equal costs may be NaN
            return False
        return _equal(one.shape, other.shape)
    return len(one) == len(other) and all(
        a == b and np.array_equal(p, q) for (a, p), (b, q) in zip(one, other, strict=True)
    )


def states_of(world: World, handles: Any) -> States:
    """The objects of these handles as they are now."""
    out: States = {}
    features: dict[int, Placed] | None = None
    for handle in handles:
        if world._core.contains(handle):
            flat = world._core.obstacles(np.array([handle], dtype=np.int64))
            out[handle] = unpack(Batch(*flat))[0]
            continue
        if features is None:
            features = unpack_features(world._core.features())
        out[handle] = features.get(handle)
    return out


def restore(world: World, states: States) -> None:
    """Gives these handles these objects, as one edit."""
    change = Transaction(world._core)
    change.changes = {
        handle: state
        for handle, state in states.items()
        if state is not None or world._core.kind(handle) >= 0
    }
    change.fresh = {handle for handle in change.changes if world._core.kind(handle) < 0}
    change.apply()


def set_cells(grid: Grid, cells: Ints, values: Any) -> None:
    """Gives these cells these states, as one change of their bounding box."""
    if not len(cells):
        return
    y, x = np.divmod(cells, grid.width)
    x0, y0, x1, y1 = int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1
    box = grid[x0:x1, y0:y1]
    box[x - x0, y - y0] = values
    grid[x0:x1, y0:y1] = box


def _points(state: Geometry | Placed | None) -> int:
    if state is None:
        return 0
    shape = state.shape if isinstance(state, Placed) else state
    return 8 + sum(len(points) for _, points in shape)


def _size(thing: Thing) -> int:
    if isinstance(thing, Grid):
        return thing.width * thing.height // 64
    return 4 * int(thing.stats["vertices"])
