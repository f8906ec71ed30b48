"""Planner "jps"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class JPS(GridPlanner):
    """Jump point search that scans rows and columns as words of bits: the shortest path."""

    name = "jps"
    summary = "shortest over the cells of a grid, by jump points; nothing to prepare"
