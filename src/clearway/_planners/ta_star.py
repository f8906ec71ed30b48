"""Planner "ta*"."""

from __future__ import annotations

from ._anytime import Anytime


class TAStar(Anytime):
    """Triangulation A* (Demyen 2007, chapter 5): an anytime search over channels of triangles."""

    name = "ta*"
    summary = "Triangulation A*: a first path soon, better ones later, the shortest in the end"
