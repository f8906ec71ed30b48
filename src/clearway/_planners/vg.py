"""Planners "vg" and "vgo"."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from .._input import Floats
from ._visibility import CornerPlanner


class VG(CornerPlanner, core="vg"):
    """A* over the visibility graph of corners: the classical exact baseline.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> planner = cw.VG(world)
    >>> planner.corner_count, planner.find_path((1, 5), (9, 5)).optimal
    (4, True)
    """

    _is_pruned: ClassVar[bool] = False

    def _prepare(self, threads: int) -> dict[str, Any]:
        return self.world._core.prepare_graph(self._is_pruned, threads)

    @property
    def edge_count(self) -> int:
        """Number of edges: pairs of corners that see each other."""
        return int(self.prepare()["edges"])

    @property
    def corner_count(self) -> int:
        """Number of corners of the world that a path can bend around."""
        return int(self.prepare()["corners"])

    def graph(self) -> tuple[Floats, npt.NDArray[np.int32]]:
        """Corners, N x 2, and edges, M x 2: pairs of their rows.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> corners, edges = cw.VG(world).graph()
        >>> corners.shape, edges.shape
        ((4, 2), (4, 2))
        """
        self.prepare()
        corners, edges = self.world._core.visibility_graph(self._is_pruned)
        return corners, edges


class VGO(VG, core="vgo"):
    """VG without the edges that no shortest path uses (Vinther 2015, section 4.4).

    Property One prunes the graph. Property Two skips successors that the predecessor of a corner
    sees itself; `prune_successors=False` disables it.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> planner = cw.VGO(world)
    >>> planner.edge_count, planner.find_path((1, 5), (9, 5)).optimal
    (4, True)
    """

    _is_pruned = True
