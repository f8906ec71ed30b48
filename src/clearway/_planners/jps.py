"""Planner "jps"."""

from __future__ import annotations

from ._grid_base import GridPlanner


class JPS(GridPlanner, core="jps"):
    """Jump point search that scans rows and columns as words of bits: the shortest path."""
