"""Planner "ta*"."""

from __future__ import annotations

from ._anytime import Anytime


class TAStar(Anytime, core="ta*"):
    """Triangulation A* (Demyen 2007, chapter 5): an anytime search over channels of triangles."""
