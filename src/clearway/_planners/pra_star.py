"""Planner "pra*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._grid_base import GridPlanner, as_whole

if TYPE_CHECKING:
    from .._grid import Grid


class PRAStar(GridPlanner):
    """Partial-refinement A*: a coarse path over cliques of cells, refined level by level.

    The search starts at half the level at which start and goal have a common ancestor, but at
    most at `level` (0 to 64): a higher level is faster and gives longer paths. The option `smooth`
    (the default) shortens the path afterwards. The first query prepares the levels; they are
    repaired around a change.
    """

    name = "pra*"
    summary = "nearly shortest over the cells of a grid, by levels of cliques, refined downwards"
    options = frozenset({"smooth"})

    def __init__(self, grid: Grid, level: int = 3) -> None:
        super().__init__(grid)  # type: ignore[arg-type]
        self.level = as_whole(level, "level", 0, 64)

    def _parameters(self) -> dict[str, Any]:
        return {"level": self.level}
