"""Planner "dijkstra"."""

from __future__ import annotations

from typing import Any

from ._grid_base import GridPlanner
from ._named import QUEUES, numbered


class Dijkstra(GridPlanner, core="dijkstra"):
    """Dijkstra's algorithm over the cells: the shortest path, expanding in every direction.

    Option `queue` as in `AStar`.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.Dijkstra(grid).find_path((0, 1), (2, 1)).length
    4.0
    """

    @classmethod
    def _checked(cls, options: dict[str, Any], use: str = "when_finding") -> dict[str, Any]:
        return super()._checked(numbered(options, "queue", QUEUES), use)
