"""The libraries that Clearway is compared with, each doing the same work from the same arrays."""

from __future__ import annotations

import importlib.metadata
import importlib.util
from collections.abc import Callable
from typing import NamedTuple

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


def graph_by_rings(outer, rings):
    """The same as `graph`, ring by ring: how a user who holds rings comes to it."""
    from .worlds import SCALE

    if outer is None:
        outer = np.array([[0, 0], [SCALE, 0], [SCALE, SCALE], [0, SCALE]], float)
    every, edges, first = [outer, *rings], [], 0
    for ring in every:
        number = np.arange(len(ring)) + first
        edges.append(np.c_[number, np.roll(number, -1)])
        first += len(ring)
    return np.concatenate(every), np.concatenate(edges)


def pythoncdt_build(outer, rings, graph=graph):
    """Free triangles of the world by pythoncdt; conversion by `graph` included, as for us."""
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


class PathFinder(NamedTuple):
    """`prepare(outer, rings)` gives find(a, b) -> points, or None without a path."""

    prepare: Callable
    install: str


def jupedsim_finder(outer, rings):
    """A* over merged triangles and the funnel, a fixed margin round corners."""
    import jupedsim
    import shapely

    engine = jupedsim.RoutingEngine(shapely.Polygon(ground(outer), rings))

    def find(a, b):
        return engine.compute_waypoints(a, b) or None

    return find


def extremity_finder(outer, rings):
    """A visibility graph of the protruding corners, and A*."""
    from extremitypathfinder import PolygonEnvironment

    environment = PolygonEnvironment()
    # It asks for the boundary counter-clockwise and the holes clockwise.
    holes = [ring[:: -1 if _turns_left(ring) else 1].tolist() for ring in rings]
    boundary = np.asarray(ground(outer))
    boundary = boundary[:: 1 if _turns_left(boundary) else -1]
    environment.store(boundary.tolist(), holes, validate=False)

    def find(a, b):
        way, length = environment.find_shortest_path(a, b, verify=False)
        return None if length is None else way

    return find


# Without what they require for other purposes: viewers, older numpy.
PATH_FINDERS = {
    "jupedsim": PathFinder(jupedsim_finder, "pip install --no-deps jupedsim deprecated wrapt"),
    "extremitypathfinder": PathFinder(
        extremity_finder,
        # numba is optional; without it preparing takes some ten times as long.
        "pip install --no-deps extremitypathfinder networkx numba llvmlite scipy",
    ),
}


def ground(outer):
    from .worlds import BOUNDS

    x0, y0, x1, y1 = BOUNDS
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)] if outer is None else outer


def _turns_left(ring):
    x, y = np.asarray(ring).T
    return np.dot(x, np.roll(y, -1)) > np.dot(y, np.roll(x, -1))


def length(points):
    return float(np.hypot(*np.diff(np.asarray(points, float), axis=0).T).sum())
