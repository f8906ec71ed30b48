"""The hierarchies of planner "thpa*", which a world may keep: they do not refer to the world."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput
from .._input import Floats
from .._locks import Locked
from .._radii import RadiusRange
from ._level import Level, LevelOptions, cover

if TYPE_CHECKING:
    from .._core import World as CoreWorld


class Hierarchies(Locked):
    """The levels of a planner, in ascending order, and the rules by which it adds more.

    `THPAStar` refers to a world and to its hierarchies. These refer to the core of the world only,
    so that a world that keeps them is freed as soon as nobody uses it.
    """

    def __init__(self, core: CoreWorld, options: LevelOptions, strict: bool) -> None:
        self._core = core
        self.options = options
        self.strict = strict
        self.open_slots = 0  # radii that may still be prepared on demand
        self.answers_larger = False  # exact searches answer for radii above all prepared ones
        self.levels: tuple[Level, ...] = ()
        super().__init__()

    def _renew_lock(self) -> None:
        super()._renew_lock()
        self._ahead: ThreadPoolExecutor | None = None  # computes legs in the background

    @property
    def radii(self) -> tuple[float | RadiusRange, ...]:
        """The prepared radii, in ascending order."""
        return tuple([level.radius for level in self.levels])

    def empty(self, radii: RadiusRange) -> Level:
        """A level that is not prepared, and is not in `levels`."""
        return Level(self._core, radii, self.options)

    def extend(self, radii: RadiusRange) -> None:
        """Prepares a level."""
        level = self.empty(radii)
        level.prepare()
        self.levels = tuple(sorted((*self.levels, level), key=lambda at: at.radii.least))

    def choice(self, radius: float, index: int | None = None) -> tuple[Level, float]:
        """The level for a radius, and the radius for queries to it; errors name `index`."""
        for level in self.levels:
            if level.only == radius:
                return level, radius
        numbers, taken = self.cover(np.array([radius]), index)
        return self.levels[int(numbers[0])], float(taken[0])

    def cover(self, radii: Floats, index: int | None = None) -> tuple[Any, Any]:
        """As `cover`, after preparing radii on demand; errors name `index`, if given."""
        levels = self.levels
        numbers, taken = cover(levels, radii)
        if self.open_slots:
            for r in np.unique(radii[taken != radii]).tolist():
                with self._lock:
                    if self.open_slots and r not in self.radii:
                        self.extend(RadiusRange(r, r))
                        self.open_slots -= 1
            if levels is not self.levels:
                return self.cover(radii, index)
        bad = taken != radii if self.strict else np.isinf(taken)
        if self.answers_larger and bad.any():
            with self._lock:
                largest = max(level.radii.most for level in self.levels)
                if largest < math.inf:
                    above = self.exact(math.nextafter(largest, math.inf), math.inf)
                    self.levels = (*self.levels, above)
            return self.cover(radii, index)
        if bad.any():
            i = int(np.argmax(bad))
            known = ", ".join(str(level.radii) for level in levels)
            rule = "strict allows no other" if self.strict else "none is large enough"
            raise InvalidInput(
                f"radius {float(radii[i])!r}: prepared are {known}; {rule}",
                i if index is None else index,
                value=float(radii[i]),
            )
        return numbers, taken

    def refresh(self, level: Level) -> None:
        """Cuts clusters again that edits have degraded."""
        if level.hierarchy.is_stale:
            with self._lock:
                level.refresh()

    def exact(self, least: float, most: float) -> Level:
        """A level without clusters: an exact search answers every query."""
        return self.empty(RadiusRange(least, most))

    def background(self) -> ThreadPoolExecutor:
        """The thread that computes legs ahead."""
        with self._lock:
            if self._ahead is None:
                self._ahead = ThreadPoolExecutor(1, thread_name_prefix="thpa* legs")
            return self._ahead
