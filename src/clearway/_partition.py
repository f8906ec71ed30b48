"""Partitions the free triangles of a mesh into clusters, with METIS or another partitioner."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._core import grow_partition, intended_clusters
from ._errors import InvalidInput, shown
from ._imports import importing_extra

if TYPE_CHECKING:
    from ._mesh import Mesh

# The errors of METIS when memory is short: its own status, and an exception without a type.
_NO_MEMORY = ("ERROR_MEMORY", "unknown exception")

Labels = npt.NDArray[np.int32]
# The part of each vertex of a graph: those of i are neighbours[starts[i]:starts[i + 1]].
Partitioner = Callable[[Any, Any, int], Any]


def as_partitioner(value: Any) -> Partitioner:
    """What `partition=` takes: "metis", "grow", or a callable, whose answers are checked."""
    if isinstance(value, str) and value in ("metis", "grow"):
        return cut if value == "metis" else grow
    if not callable(value):
        raise InvalidInput(
            f'partition is {shown(value)}: "metis", "grow" or a callable that takes starts, '
            "neighbours and the number of parts",
            value=value,
        )
    return partial(_checked, value)


def _checked(by: Partitioner, starts: Any, neighbours: Any, parts: int) -> Labels:
    given = np.asarray(by(starts, neighbours, parts))
    count = len(starts) - 1
    if given.shape != (count,) or (count and given.dtype.kind not in "iu"):
        raise InvalidInput(
            f"partition returned {shown(given)}: a whole number for each of {count} vertices"
        )
    if count and (given.min() < 0 or given.max() >= count):
        raise InvalidInput(f"partition returned parts outside 0 to {count - 1}")
    return np.unique(given, return_inverse=True)[1].reshape(-1).astype(np.int32)


def partition(mesh: Mesh, clusters: int | None = None, by: Partitioner | None = None) -> Labels:
    """The cluster of each row of the mesh, -1 if the triangle is not free.

    The number of clusters is about the square root of the number of free triangles. They have
    similar sizes and few portals between them (Bhatena 2014, 4.1.2). Each is connected within each
    component of the world: a cluster may have pieces of several components, which does no harm.
    """
    by = cut if by is None else by
    free = np.flatnonzero(~mesh.blocked)
    labels = np.full(len(mesh.blocked), -1, dtype=np.int32)
    if not len(free):
        by(np.array([0]), np.empty(0, dtype=np.int64), 1)  # raises if the extra is missing
        return labels
    count = intended_clusters(len(free), clusters)
    number = np.full(len(mesh.blocked) + 1, -1, dtype=np.int64)
    number[free] = np.arange(len(free))
    beyond = np.where(mesh.constrained[free], -1, number[mesh.neighbours[free]])
    joined = beyond >= 0
    starts = np.concatenate(([0], np.cumsum(joined.sum(axis=1))))
    labels[free] = by(starts, beyond[joined], count)
    return labels


def grow(starts: Any, neighbours: Any, parts: int) -> Labels:
    """As `cut`, without further packages; cuts are longer than those of METIS."""
    edges = np.asarray(neighbours, dtype=np.int32)
    return grow_partition(np.asarray(starts, dtype=np.int64), edges, parts)


def cut(starts: Any, neighbours: Any, parts: int) -> Labels:
    """The part of each vertex; the neighbours of i are neighbours[starts[i]:starts[i + 1]]."""
    with importing_extra("pymetis", "planner thpa*", "hierarchy"):
        import pymetis
    if parts == 1:
        return np.zeros(len(starts) - 1, dtype=np.int32)
    joined = _joined(np.asarray(starts), np.asarray(neighbours))
    try:
        _, labels = pymetis.part_graph(
            parts, adjacency=pymetis.CSRAdjacency(*joined), options=pymetis.Options(contig=1)
        )
    except RuntimeError as error:
        if not any(text in str(error) for text in _NO_MEMORY):
            raise
        raise MemoryError("not enough memory to partition the world into clusters") from None
    return np.asarray(labels, dtype=np.int32)


def _joined(starts: Any, neighbours: Any) -> tuple[Any, Any]:
    """The graph with an edge from each component to the next.

    METIS cuts a connected graph into connected parts, and refuses other graphs.
    """
    count = len(starts) - 1
    source = np.repeat(np.arange(count), np.diff(starts))
    root = np.arange(count)
    while True:
        least = root.copy()
        np.minimum.at(least, root[source], root[neighbours])
        while not np.array_equal(least, jumped := least[least]):
            least = jumped
        if np.array_equal(root, joined := least[root]):
            break
        root = joined
    roots = np.unique(root)
    if len(roots) == 1:
        return starts, neighbours
    a, b = roots[:-1], roots[1:]
    source, target = np.concatenate((source, a, b)), np.concatenate((neighbours, b, a))
    order = np.argsort(source, kind="stable")
    degrees = np.bincount(source, minlength=count)
    return np.concatenate(([0], np.cumsum(degrees))), target[order]
