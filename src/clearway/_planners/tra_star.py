"""Planner "tra*"."""

from __future__ import annotations

from ._anytime import Anytime


class TRAStar(Anytime, core="tra*"):
    """Triangulation Reduction A* (Demyen 2007, chapter 7): TA* on the most abstract graph.

    The graph (`World.abstraction`) is built when first needed after an edit.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.TRAStar(world).find_path((1, 5), (9, 5), radius=0.5).optimal
    True
    """
