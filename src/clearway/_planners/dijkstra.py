"""Planner "dijkstra"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class Dijkstra(GridPlanner, core="dijkstra"):
    """Dijkstra's algorithm over the cells: the shortest path, expanding in every direction."""
