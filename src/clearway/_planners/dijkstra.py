"""Planner "dijkstra"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class Dijkstra(GridPlanner):
    """Dijkstra's algorithm over the cells: the shortest path, all round the start."""

    name = "dijkstra"
    summary = "shortest over the cells of a grid, searching all round the start"
