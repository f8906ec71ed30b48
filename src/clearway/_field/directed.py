"""Fields in a world with one-way doors.

One field takes such doors for walls, another for open to both sides: where both agree, no door
matters. Elsewhere the path of the second field counts if it passes the doors as they are open. What
is left is searched point by point, as `find_path` does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._goals import Place
from .._input import Floats
from .._planners import Optimal
from .._segments import Link
from .links import Values

if TYPE_CHECKING:
    from .._world import World
    from .field import Field

_JOINT = 2.0**-40  # differences of lengths that are due to rounding


class DirectedValues:
    """What one-way doors change in the values of a field."""

    def __init__(self, world: World, place: Place, radius: float) -> None:
        self._world, self._place, self._radius = world, place, radius
        self._open: Field | None = None

    def open_field(self) -> Field | None:
        """The field with one-way doors open to both sides; None: no such door is open."""
        from .._variants import relaxed_variant
        from .field import Field

        core = self._world._core.relaxed()
        if core is None:
            self._open = None
        elif self._open is None or self._open.world._core is not core:
            world = relaxed_variant(self._world)
            self._open = None if world is None else Field(world, self._place, self._radius)
        return self._open

    def improve(self, values: Values, rows: Floats, threads: int) -> int | None:
        """Lowers the values where ways through doors are shorter; returns the version.

        None: an edit came between.
        """
        opened = self.open_field()
        if opened is None:
            return int(self._world._core.version)
        version = int(self._world._core.version)
        lower = opened._values(rows, threads)
        left = np.flatnonzero(lower[0] < values[0] * (1 - _JOINT))
        if len(left) and not opened._has_links:
            paths = opened._core.paths(rows[left], threads)
            starts = np.ascontiguousarray(paths.segment_starts, dtype=np.int64)
            wrong = self._world._core.wrong_way(
                np.ascontiguousarray(paths.segments), starts, surely=True
            )
            legal = ~wrong
            for own, other in zip(values, lower, strict=True):
                own[left[legal]] = other[left[legal]]
            left = left[~legal]
        if len(left):
            self._search(values, rows, left, threads)
        return version if int(self._world._core.version) == version else None

    def _search(self, values: Values, rows: Floats, left: Any, threads: int) -> None:
        found = Optimal(self._world)._to_places(
            rows[left], [self._place], self._radius, threads, {}
        )
        distances, directions, goals = values
        for row, path in zip(left.tolist(), found, strict=True):
            if not path.found:
                continue
            distances[row], goals[row] = path.cost, int(path.goal_index or 0)
            directions[row] = (0.0, 0.0)
            if len(path._rows) and not isinstance(path.segments[0], Link):
                heading = path.heading(0.0)
                directions[row] = (np.cos(heading), np.sin(heading))
