"""Planner "jps"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class JPS(GridPlanner, core="jps"):
    """Jump point search that scans rows and columns as words of bits: the shortest path.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.JPS(grid).find_path((0, 1), (2, 1)).length
    4.0
    """
