"""Planner "bsp*"."""

from __future__ import annotations

from typing import Any

from ._visibility import CornerPlanner


class BSPStar(CornerPlanner, core="bsp*"):
    """A* over corners that uses a BSP to find the corners visible from each: no graph.

    `prune_successors=False` examines all successors that Property One admits, not only those that
    the corner hides from its predecessor.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.BSPStar(world).find_path((1, 5), (9, 5)).optimal
    True
    """

    def _prepare(self, threads: int) -> dict[str, Any]:
        return self.world._core.prepare_bsp()
