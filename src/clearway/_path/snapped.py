"""The ends of a query that were moved to a free point."""

from __future__ import annotations

from typing import NamedTuple

from .._input import Floats


class Snapped(NamedTuple):
    """The points to which `snap=` has moved the ends of a query; None for an end not moved.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> path = world.find_path((4.5, 5), (9, 5), snap=1)
    >>> path.snapped.start.tolist(), path.snapped.goal
    ([4.0, 5.0], None)
    >>> path.snapped
    Snapped(start=(4.0, 5.0), goal=None)
    """

    start: Floats | None
    goal: Floats | None

    def __repr__(self) -> str:
        # Arrays are printed with eight decimals: too few to paste back.
        start, goal = (None if end is None else tuple(end.tolist()) for end in self)
        return f"Snapped(start={start}, goal={goal})"
