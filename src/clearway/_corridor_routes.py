"""The routes of all corridors of an abstraction, for drawing: lines through their portals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._input import Floats
from ._mesh import Ints

if TYPE_CHECKING:
    from ._abstraction import Abstraction


def corridor_routes(terrain: Abstraction) -> tuple[Ints, Floats]:
    """Where the points of each route begin, C + 1, and the points of all, P x 2.

    A route leads from the centroid of the first decision node through the middles of the portals to
    the centroid of the last one; that of a ring returns to its first portal.
    """
    source, mesh = terrain._source, terrain.mesh
    starts, path, ends = source.corridor_starts, source.corridor_path, source.ends
    counts = np.diff(starts)
    is_ring = ends[:, 0] < 0
    # Inside: from each triangle to the next one; of a ring also from the last to the first.
    owner = np.repeat(np.arange(len(counts)), counts)
    last = np.arange(len(path)) == starts[1:][owner] - 1
    following = np.where(last, starts[:-1][owner], np.arange(len(path)) + 1)
    inner = np.flatnonzero(~last | is_ring[owner])
    a, b = path[inner], path[following[inner]]
    inner_middles = _middles(terrain, a, (mesh.neighbours[a] == b[:, None]).argmax(axis=1))
    # The ends: centroid and portal; the portal of the second end counts once where no triangle
    # lies between; a ring repeats its first portal.
    chains = np.flatnonzero(~is_ring)
    first, second = ends[chains].T
    sides = source.end_sides[chains]
    parts = [
        (chains, 0, _centroids(terrain, first)),
        (chains, 1, _middles(terrain, first, sides[:, 0])),
        (owner[inner], 2, inner_middles),
    ]
    long = counts[chains] > 0
    parts += [
        (chains[long], 3, _middles(terrain, second[long], sides[long, 1])),
        (chains, 4, _centroids(terrain, second)),
    ]
    rings, at = np.unique(owner[inner][is_ring[owner[inner]]], return_index=True)
    ring_middles = inner_middles[is_ring[owner[inner]]]
    parts.append((rings, 4, ring_middles[at]))
    owners = np.concatenate([which for which, _, _ in parts])
    places = np.concatenate([np.full(len(which), place) for which, place, _ in parts])
    points = np.concatenate([points for _, _, points in parts])
    order = np.lexsort((places, owners))  # stable: inner middles stay in order
    lengths = np.bincount(owners, minlength=len(counts))
    return np.concatenate(([0], np.cumsum(lengths))), points[order]


def _centroids(terrain: Abstraction, rows: Ints) -> Floats:
    mesh = terrain.mesh
    return np.asarray(mesh.vertices[mesh.triangles[rows]].mean(axis=1))


def _middles(terrain: Abstraction, rows: Ints, sides: Ints) -> Floats:
    """The middles of edges, each given by its triangle and its index there."""
    mesh = terrain.mesh
    a, b = mesh.triangles[rows, sides], mesh.triangles[rows, (sides + 1) % 3]
    return np.asarray((mesh.vertices[a] + mesh.vertices[b]) / 2)
