"""Planners "vg" and "vgo"."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from .._input import Floats
from ._visibility import CornerPlanner


class VG(CornerPlanner, core="vg"):
    """A* over the visibility graph of protruding corners: the classical exact baseline."""

    _is_pruned: ClassVar[bool] = False

    def _prepare(self, threads: int) -> dict[str, Any]:
        return self.world._core.prepare_graph(self._is_pruned, threads)

    @property
    def edge_count(self) -> int:
        """Pairs of corners that are joined."""
        return int(self.prepare()["edges"])

    @property
    def corner_count(self) -> int:
        """Protruding corners of the world."""
        return int(self.prepare()["corners"])

    def graph(self) -> tuple[Floats, npt.NDArray[np.int32]]:
        """Corners, N x 2, and the pairs of their rows that are joined, M x 2."""
        self.prepare()
        corners, edges = self.world._core.visibility_graph(self._is_pruned)
        return corners, edges


class VGO(VG, core="vgo"):
    """VG without the edges that no shortest path uses, and without turning back.

    Property One prunes the graph. Property Two, `prune_successors=False` to leave it out, passes
    over successors that the place before the corner sees itself.
    """

    _is_pruned = True
