"""Planner "a*"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class AStar(GridPlanner):
    """A* over the cells with the octile heuristic: the shortest path."""

    name = "a*"
    summary = "shortest over the cells of a grid, guided by the octile distance"
