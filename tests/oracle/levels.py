"""Levels, components and holes of a mesh by definition, with plain sets."""

from __future__ import annotations

import shapely
from shapely.geometry import LineString, Point, Polygon

from .scene import RING, WALL


def portal_graph(mesh):
    """Free triangle -> set of free neighbours across portals."""
    free = [t for t in range(len(mesh)) if not mesh.blocked[t]]
    return {
        t: {
            int(n)
            for n, closed in zip(mesh.neighbours[t], mesh.constrained[t], strict=True)
            if not closed
        }
        for t in free
    }


def levels(graph):
    """Demyen 2007, 6.1: level 1 grows from triangles with one exit until nothing changes."""
    out = {t: 0 for t, exits in graph.items() if not exits}
    while True:
        more = {
            t
            for t, exits in graph.items()
            if t not in out and sum(1 for n in exits if out.get(n) != 1) <= 1
        }
        if not more:
            break
        out.update(dict.fromkeys(more, 1))
    for t, exits in graph.items():
        if t not in out:
            out[t] = sum(1 for n in exits if out.get(n) != 1)
    return out


def components(graph):
    seen, out = set(), []
    for first in graph:
        if first in seen:
            continue
        group, todo = {first}, [first]
        while todo:
            for n in graph[todo.pop()]:
                if n not in group:
                    group.add(n)
                    todo.append(n)
        seen |= group
        out.append(group)
    return out


def holes(scene, inside):
    """Connected parts of the complement of the free component around the point, less one.

    Computed from the obstacles as given: shapely unites those that touch. Counts the parts of the
    complement that border on the component.
    """
    bounds = Polygon(scene.bounds)
    far = bounds.buffer(10).difference(bounds)
    solids = [far]
    for kind, points in scene.obstacles.values():
        if kind == RING:
            solids.append(Polygon(points).buffer(0))
        else:
            solids.append(LineString(points) if kind == WALL else Point(points[0]))
    solids = [s for s in solids if not s.is_empty]
    groups = _touching(solids)
    free = bounds.difference(shapely.union_all([s for s in solids if s.area > 0]))
    for wall in (s for s in solids if s.geom_type in ("LineString", "Point")):
        free = free.difference(wall)
    parts = list(free.geoms) if hasattr(free, "geoms") else [free]
    home = next(p for p in parts if p.distance(Point(inside)) == 0)
    return sum(1 for g in groups if any(s.distance(home) == 0 for s in g)) - 1


def _touching(solids):
    groups = []
    for s in solids:
        near = [g for g in groups if any(s.distance(o) == 0 for o in g)]
        for g in near:
            groups.remove(g)
        groups.append([s, *(o for g in near for o in g)])
    return groups
