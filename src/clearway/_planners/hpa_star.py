"""Planner "hpa*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._grid_base import GridPlanner
from ._options import as_count, option_of

if TYPE_CHECKING:
    from .._grid import Grid

_CLUSTER = int(option_of("hpa*", "cluster").default)


class HPAStar(GridPlanner, core="hpa*"):
    """Hierarchical A*: entrances between square clusters first, then a path through each.

    `cluster`: cells along a side of a cluster, 2 to 255. Not always shortest: mostly within 1 %
    with the option `smooth` (the default), within 6 % without it. The first query prepares the
    clusters; after a change the next query repairs the affected ones.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.HPAStar(grid, cluster=2).find_path((0, 1), (2, 1)).found
    True
    """

    def __init__(self, grid: Grid, cluster: int = _CLUSTER) -> None:
        super().__init__(grid)  # type: ignore[arg-type]
        self.cluster = as_count("hpa*", "cluster", cluster)

    def _parameters(self) -> dict[str, Any]:
        return {"cluster": self.cluster}
