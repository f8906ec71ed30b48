"""Planner "ta*"."""

from __future__ import annotations

from ._anytime import Anytime


class TAStar(Anytime, core="ta*"):
    """Triangulation A* (Demyen 2007, chapter 5): an anytime search over channels of triangles.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.TAStar(world).find_path((1, 5), (9, 5), radius=0.5).optimal
    True
    """
