"""The libraries we stand beside, each doing the same work from the same arrays."""

from __future__ import annotations

import importlib.metadata
import importlib.util

import numpy as np


def installed(name):
    return importlib.util.find_spec(name) is not None


def version(name):
    return importlib.metadata.version(name) if installed(name) else None


def graph(outer, rings):
    """Vertices and edges of the outer ring (the bounds when None) and of every ring."""
    from .worlds import SCALE

    if outer is None:
        outer = np.array([[0, 0], [SCALE, 0], [SCALE, SCALE], [0, SCALE]], float)
    every = [outer, *rings]
    sizes = np.array([len(r) for r in every])
    first = np.repeat(np.cumsum(sizes) - sizes, sizes)
    number = np.arange(sizes.sum())
    after = first + (number - first + 1) % np.repeat(sizes, sizes)
    return np.concatenate(every), np.c_[number, after]


def pythoncdt_build(outer, rings):
    """Free triangles of the world by pythoncdt; conversion included, as for us."""
    import pythoncdt as cdt

    points, edges = graph(outer, rings)
    t = cdt.Triangulation(
        cdt.VertexInsertionOrder.AUTO, cdt.IntersectingConstraintEdges.NOT_ALLOWED, 0.0
    )
    t.insert_vertices(points)
    t.insert_edges(edges.astype(np.uint32))
    t.erase_outer_triangles_and_holes()
    return t.triangles_count()


def triangle_points(points):
    import triangle

    return len(triangle.triangulate({"vertices": points}, "")["triangles"])
