"""Planner "a*"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class AStar(GridPlanner, core="a*"):
    """A* over the cells with the octile heuristic: the shortest path.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.AStar(grid).find_path((0, 1), (2, 1)).length
    4.0
    """
