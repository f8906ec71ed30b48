"""Planner "bsp*"."""

from __future__ import annotations

from typing import Any

from ._visibility import CornerPlanner


class BSPStar(CornerPlanner, core="bsp*"):
    """A* over corners that asks a BSP what each sees: no graph, so little to prepare.

    `prune_successors=False` looks at all that Property One leaves, not only at what the corner
    hides from the place before it.
    """

    def _prepare(self, threads: int) -> dict[str, Any]:
        return self.world._core.prepare_bsp()
