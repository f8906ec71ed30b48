"""A scene by shapely: any doubles, with shapely's rounding."""

from __future__ import annotations

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon

from .arrangement import in_ring, on_segment
from .scene import POST, RING, closed


def even_odd(ring):
    """The area of a ring, however often it meets itself, by even-odd."""
    distinct = set(map(tuple, ring))
    if len(distinct) < 3:
        return MultiPolygon()
    simple = Polygon(ring)
    if simple.is_valid:
        return simple
    lines = shapely.union_all([LineString(s) for s in closed(ring) if s[0] != s[1]])
    faces = shapely.get_parts(shapely.polygonize([lines]))
    sides = closed(ring)
    kept = [f for f in faces if in_ring(_inner_point(f, sides), sides)]
    return shapely.union_all(kept) if kept else MultiPolygon()


def _inner_point(face, sides):
    """A point of the face on no side: sides that run back and forth may reach into it."""
    x0, y0, x1, y1 = face.bounds
    p = face.representative_point().coords[0]
    for k in range(1, 20):
        if not any(on_segment(p, a, b) for a, b in sides):
            break
        left, low = x0 + k * (x1 - x0) / 41, y0 + k * (y1 - y0) / 43
        part = face.intersection(shapely.box(left, low, x1, y1))
        if part.area > 0:
            p = part.representative_point().coords[0]
    return p


def free_space(scene):
    """Bounds minus every ring. Walls and posts have no area."""
    ground = even_odd(scene.bounds)
    rings = [even_odd(r) for r in scene.rings()]
    return ground.difference(shapely.union_all(rings)) if rings else ground


def free_area(scene):
    return free_space(scene).area


def obstacles(scene):
    """Every obstacle as one geometry, walls and posts included."""
    parts = []
    for kind, points in scene.obstacles.values():
        if kind == POST or len(set(map(tuple, points))) == 1:
            parts.append(Point(points[0]))
        elif kind == RING:
            parts += [even_odd(points), LineString([*points, points[0]])]
        else:
            parts.append(LineString(points))
    return shapely.union_all(parts) if parts else MultiPolygon()


def clearance(scene, xy):
    """Distance to the nearest obstacle or bound; 0 on or in one, and outside."""
    p = Point(xy)
    ground = even_odd(scene.bounds)
    if not ground.intersects(p):
        return 0.0
    d = p.distance(LineString([*scene.bounds, scene.bounds[0]]))
    o = obstacles(scene)
    return d if o.is_empty else min(d, p.distance(o))


def components(scene, radius):
    """The free space of a disc's centre, as polygons (radius > 0)."""
    ground = even_odd(scene.bounds).buffer(-radius, quad_segs=64)
    room = ground.difference(obstacles(scene).buffer(radius, quad_segs=64))
    return [g for g in shapely.get_parts(room) if g.area > 0]
