"""Planner "hpa*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._grid_base import GridPlanner, as_whole

if TYPE_CHECKING:
    from .._grid import Grid


class HPAStar(GridPlanner):
    """Hierarchical A*: entrances between square clusters first, then a path through each.

    `cluster`: cells along a side of a cluster, 2 to 255. Not always shortest: mostly within 1 %
    with the option `smooth` (the default), within 6 % without it. The first query prepares the
    clusters; after a change the next query repairs those that it touches.
    """

    name = "hpa*"
    summary = "nearly shortest over the cells of a grid, by clusters and their entrances"
    options = frozenset({"smooth"})

    def __init__(self, grid: Grid, cluster: int = 10) -> None:
        super().__init__(grid)  # type: ignore[arg-type]
        self.cluster = as_whole(cluster, "cluster", 2, 255)

    def _parameters(self) -> dict[str, Any]:
        return {"cluster": self.cluster}
