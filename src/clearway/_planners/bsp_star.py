"""Planner "bsp*"."""

from __future__ import annotations

from ._visibility import CornerPlanner


class BSPStar(CornerPlanner):
    """A* over corners that asks a BSP what each corner sees: no graph, little to prepare.

    `prune_successors=False` examines all that Property One leaves, not only what the corner
    hides from its predecessor.
    """

    name = "bsp*"
    summary = "A* over corners, visibility from a BSP at each; shortest, for points"
