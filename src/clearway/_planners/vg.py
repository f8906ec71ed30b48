"""Planners "vg" and "vgo"."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._input import Floats
from ._visibility import CornerPlanner


class VG(CornerPlanner):
    """A* over the visibility graph of protruding corners: the classical exact baseline."""

    name = "vg"
    summary = "A* over the visibility graph of protruding corners; shortest, for points"
    options = frozenset()

    @property
    def edge_count(self) -> int:
        """Number of edges: pairs of corners that see each other."""
        return int(self.prepare()["edges"])

    @property
    def corner_count(self) -> int:
        """Number of protruding corners of the world."""
        return int(self.prepare()["corners"])

    def graph(self) -> tuple[Floats, npt.NDArray[np.int32]]:
        """Corners, N x 2, and edges, M x 2: pairs of their rows."""
        self.prepare()
        corners, edges = self.world._core.visibility_graph(self.name)
        return corners, edges


class VGO(VG):
    """VG without the edges that no shortest path uses (Vinther 2015, section 4.4).

    Property One prunes the graph. Property Two skips successors that the predecessor of a corner
    sees itself; `prune_successors=False` switches it off.
    """

    name = "vgo"
    summary = "VG pruned to the edges of shortest paths; shortest, for points"
    options = frozenset({"prune_successors"})
