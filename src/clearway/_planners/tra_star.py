"""Planner "tra*"."""

from __future__ import annotations

from ._anytime import Anytime


class TRAStar(Anytime, core="tra*"):
    """Triangulation Reduction A* (Demyen 2007, chapter 7): TA* on the most abstract graph.

    The graph (`World.abstraction`) is built when first needed after an edit.
    """
