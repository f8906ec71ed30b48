"""Planner "a*"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._cells import Cells
from .._chunks import concatenated
from ._estimates import estimates_to, runs_of_goals
from ._grid_base import GridPlanner
from ._named import HEURISTICS, QUEUES, numbered


class AStar(GridPlanner, core="a*"):
    """A* over the cells: the shortest path.

    Option `heuristic`: "octile" (the default) and "euclidean" never overestimate, so the path is
    shortest; octile knows the moves and expands less. "manhattan" knows no diagonal moves and
    overestimates: the path may be longer, and `optimal` says False unless no path can be shorter
    (Vinther 2015, 4.2, Figures 10 and 11).

    A callable is a heuristic of your own: `heuristic(cells, goal)` returns an estimate of the
    length from each of N x 2 cells to the goal, as a finite number from 0 on. It is called once
    for each goal, with all cells. The path is shortest if no estimate exceeds the true length;
    since that is not checked, `optimal` says False, unless no path can be shorter.

    Option `queue`: what holds the open cells, "buckets" (the default), "binary" or "fibonacci" for
    heaps, "list" for an unsorted list. Paths are equally long; the choice is there to compare them
    (Vinther 2015, 4.1). A callable heuristic always uses a binary heap.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.AStar(grid).find_path((0, 1), (2, 1)).length
    4.0
    >>> far = lambda cells, goal: abs(cells - goal).max(axis=1)
    >>> cw.AStar(grid).find_path((0, 1), (2, 1), heuristic=far).length
    4.0
    """

    @classmethod
    def _checked(cls, options: dict[str, Any], use: str = "when_finding") -> dict[str, Any]:
        options = numbered(options, "queue", QUEUES)
        if callable(options.get("heuristic")):
            return super()._checked(_without_heuristic(options), use)
        return super()._checked(numbered(options, "heuristic", HEURISTICS), use)

    def _search(self, a: Cells, b: Cells, threads: int, options: dict[str, Any]) -> Any:
        heuristic = options.get("heuristic")
        if not callable(heuristic) or not len(a):
            return super()._search(a, b, threads, options)
        while True:
            found = self._search_by(heuristic, a, b, threads, self._all(options))
            # An edit between two goals: all are searched again, in one version of the grid.
            if len({batch.version for batch in found}) == 1:
                return found[0] if len(found) == 1 else concatenated(found, self._path._arrays)

    def _search_by(
        self, heuristic: Callable[..., Any], a: Cells, b: Cells, threads: int, options: Any
    ) -> list[Any]:
        """One batch of answers for each run of equal goals."""
        core, name = self.world._core, self._searching().name
        out = []
        for rows in runs_of_goals(b):
            estimates = estimates_to(self.world, b[rows.start], heuristic)
            out.append(core.find_paths(name, a[rows], b[rows], threads, options, estimates))
        return out

    def explored(  # type: ignore[override]
        self, start: Any, goal: Any, **options: Any
    ) -> Cells:
        """As `GridPlanner.explored`; takes a callable heuristic, too.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> cw.AStar(grid).explored((0, 1), (2, 1), heuristic=lambda cells, goal: 0).shape
        (7, 2)
        """
        heuristic = options.get("heuristic")
        if not callable(heuristic):
            return super().explored(start, goal, **options)
        a, b = self._end(start, "start"), self._end(goal, "goal")
        estimates = estimates_to(self.world, b[0], heuristic)
        name = self._searching().name
        return self.world._core.explored(name, a, b, self._all(options), estimates)


def _without_heuristic(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "heuristic"}
