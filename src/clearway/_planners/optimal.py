"""Planner "optimal"."""

from __future__ import annotations

from ._base import Planner


class Optimal(Planner):
    """The shortest path, proved: an exact any-angle search over the triangulation."""

    name = "optimal"
    summary = "the shortest path, proved, by an exact any-angle search"
    options = frozenset({"limit", "partial"})
    _takes_discs = True
