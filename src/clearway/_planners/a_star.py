"""Planner "a*"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class AStar(GridPlanner, core="a*"):
    """A* over the cells with the octile heuristic: the shortest path."""
