"""Planner "hpa*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._cells import Cells
from .._grid_journey import GridJourney
from .._input import Floats
from ._grid_base import GridPlanner
from ._options import as_count, option_of

if TYPE_CHECKING:
    from .._grid import Grid

_CLUSTER = int(option_of("hpa*", "cluster").default)


class ClusterGraph(NamedTuple):
    """The graph that "hpa*" searches: marked cells and the paths between them."""

    cells: Cells  # N x 2
    edges: npt.NDArray[np.uint32]  # M x 2 rows of `cells`
    lengths: Floats  # of the edges
    across: int  # how many of the first edges lead into another cluster


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

    def begin(self, start: Any, goal: Any) -> GridJourney:
        """Plans over the clusters alone; the legs are searched one by one, on demand.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]])
        >>> cw.HPAStar(grid, cluster=2).begin((0, 1), (3, 1)).subgoals.tolist()
        [[2, 2], [3, 1]]
        """
        return GridJourney(self, self._end(start, "start"), self._end(goal, "goal"))

    def graph(self) -> ClusterGraph:
        """The marked cells at the entrances of clusters, and the edges between them.

        Edges into another cluster come first, `across` of them; they are one step long. The others
        are the shortest paths inside a cluster.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]])
        >>> graph = cw.HPAStar(grid, cluster=2).graph()
        >>> len(graph.cells), len(graph.edges), graph.across
        (8, 8, 4)
        """
        return ClusterGraph(*self.world._core.cluster_graph(self._parameters()))
