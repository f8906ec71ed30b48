"""Planner "pra*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._grid_base import GridPlanner
from ._options import as_count, option_of

if TYPE_CHECKING:
    from .._grid import Grid

_LEVEL = int(option_of("pra*", "level").default)


class PRAStar(GridPlanner, core="pra*"):
    """Partial-refinement A*: a coarse path over cliques of cells, refined level by level.

    The search starts at half the level at which start and goal have a common ancestor, but at
    most at `level` (0 to 64): a higher level is faster and gives longer paths. The option `smooth`
    (the default) shortens the path afterwards. The first query prepares the levels; they are
    repaired around a change.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.PRAStar(grid).find_path((0, 1), (2, 1)).found
    True
    """

    def __init__(self, grid: Grid, level: int = _LEVEL) -> None:
        super().__init__(grid)  # type: ignore[arg-type]
        self.level = as_count("pra*", "level", level)

    def _parameters(self) -> dict[str, Any]:
        return {"level": self.level}
