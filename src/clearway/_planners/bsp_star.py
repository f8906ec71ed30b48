"""Planner "bsp*"."""

from __future__ import annotations

from ._visibility import CornerPlanner


class BSPStar(CornerPlanner):
    """A* over corners that asks a BSP what each sees: no graph, so little to prepare.

    `prune_successors=False` looks at all that Property One leaves, not only at what the corner
    hides from the place before it.
    """

    name = "bsp*"
    summary = "A* over corners, visibility from a BSP at each; shortest, for points"
