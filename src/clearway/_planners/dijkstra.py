"""Planner "dijkstra"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class Dijkstra(GridPlanner):
    """Dijkstra's algorithm over the cells: the shortest path, expanding in every direction."""

    name = "dijkstra"
    summary = "shortest over the cells of a grid, expanding in every direction"
