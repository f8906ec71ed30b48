"""Journeys over a grid: a plan of "hpa*" whose legs are searched when they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._cells import Cells
from ._path import Path, Status

if TYPE_CHECKING:
    from ._planners.hpa_star import HPAStar


class GridJourney:
    """A path planned over the entrances of clusters and followed leg by leg (Vinther 2015, 4.3.2).

    `status`, `length` (of the plan, an upper bound on the sum of the legs) and `subgoals` (the
    first cell in each cluster that the plan enters, then the goal) are available immediately.
    `next()` returns the shortest path to the next subgoal, searched by "a*". Legs are not smoothed
    where they meet. When cells have changed, the journey plans again from its position; `plans`
    counts the plans. One journey belongs to one thread.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]])
    >>> journey = cw.HPAStar(grid, cluster=2).begin((0, 1), (3, 1))
    >>> [leg.length for leg in journey], journey.done
    ([3.0, 2.0], True)
    """

    def __init__(self, planner: HPAStar, start: Cells, goal: Cells) -> None:
        self.planner = planner
        self.legs: list[Path] = []
        self.plans = 0
        self._position, self._goal = start, goal
        self._replan()

    def _replan(self) -> None:
        planner = self.planner
        status, self._length, self._version, self._subgoals = planner.grid._core.find_subgoals(
            self._position, self._goal, planner._parameters()
        )
        self._status, self._index = Status(status), 0
        self.plans += 1

    @property
    def status(self) -> Status:
        """The status of the current plan."""
        return self._status

    @property
    def found(self) -> bool:
        """True when the plan leads to the goal."""
        return self._status is Status.FOUND

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Length of the current plan from its start; its legs together are no longer than this."""
        return float(self._length)

    @property
    def subgoals(self) -> Cells:
        """The cells where the legs of the current plan end, N x 2."""
        return self._subgoals.copy()

    @property
    def position(self) -> Cells:
        """The cell where the last leg ended."""
        return self._position[0].copy()  # type: ignore[no-any-return]

    @property
    def done(self) -> bool:
        """True when no leg remains."""
        return not self.found or bool((self._position == self._goal).all())

    def next(self) -> Path | None:
        """The next leg; None at the goal or if there is no path.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]])
        >>> cw.HPAStar(grid, cluster=2).begin((0, 1), (3, 1)).next().cells[-1].tolist()
        [2, 2]
        """
        grid = self.planner.grid
        while not (self.found and self.done):
            if self._version != grid.version:
                self._replan()
                continue
            if not self.found:
                return None
            subgoal = self._subgoals[self._index : self._index + 1]
            leg = grid.find_path(self._position[0], subgoal[0], planner="a*")
            if leg.version != self._version:
                continue  # cells have changed since
            self._index += 1
            self._position = subgoal
            self.legs.append(leg)
            return leg
        return None

    def __iter__(self) -> Iterator[Path]:
        while (leg := self.next()) is not None:
            yield leg

    def __repr__(self) -> str:
        ahead: Any = len(self._subgoals) - self._index
        return f"<GridJourney {self.status.name}: {len(self.legs)} legs taken, {ahead} ahead>"
