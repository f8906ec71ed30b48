"""Planner "dijkstra"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class Dijkstra(GridPlanner, core="dijkstra"):
    """Dijkstra's algorithm over the cells: the shortest path, expanding in every direction.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.Dijkstra(grid).find_path((0, 1), (2, 1)).length
    4.0
    """
