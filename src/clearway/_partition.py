"""Cutting the free triangles of a mesh into clusters, by METIS."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ._errors import MissingExtra

if TYPE_CHECKING:
    from ._mesh import Mesh

Labels = npt.NDArray[np.int32]


def partition(mesh: Mesh, clusters: int | None = None) -> Labels:
    """The cluster of each row of the mesh, -1 where it is not free.

    About the square root of the number of free triangles, of similar size, with few doors
    between them (Bhathena 4.1.2). Parts of the world that do not hang together are cut in
    one go: METIS may put pieces of two of them in one cluster, which costs nothing.
    """
    try:
        import pymetis
    except ImportError:
        raise MissingExtra("planner thpa*", "hierarchy") from None
    free = np.flatnonzero(~mesh.blocked)
    labels = np.full(len(mesh.blocked), -1, dtype=np.int32)
    if not len(free):
        return labels
    count = min(len(free), clusters or max(1, round(math.sqrt(len(free)))))
    if count == 1:
        labels[free] = 0
        return labels
    number = np.full(len(mesh.blocked) + 1, -1, dtype=np.int64)
    number[free] = np.arange(len(free))
    beyond = np.where(mesh.constrained[free], -1, number[mesh.neighbours[free]])
    joined = beyond >= 0
    starts = np.concatenate(([0], np.cumsum(joined.sum(axis=1))))
    graph = pymetis.CSRAdjacency(starts, beyond[joined])
    _, parts = pymetis.part_graph(count, adjacency=graph)
    labels[free] = np.asarray(parts, dtype=np.int32)
    return labels
