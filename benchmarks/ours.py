"""How the benchmarks call Clearway: the one place to look when its interface changes."""

from __future__ import annotations

import clearway as cw

from .worlds import BOUNDS


def build(outer, rings, max_radius=None):
    """A world of rings; with an outer ring: what lies in it but in no ring is walkable."""
    if outer is None:
        return cw.World.from_obstacles(rings, bounds=BOUNDS, max_radius=max_radius)
    area = {"type": "Polygon", "coordinates": [outer, *rings]}
    return cw.World.from_walkable(area, max_radius=max_radius)


def build_posts(points):
    return cw.World.from_obstacles(posts=points, bounds=BOUNDS)


def build_walls(lines):
    return cw.World.from_obstacles(walls=lines, bounds=BOUNDS)


def triangles(world):
    return len(world.mesh().triangles)


def locate(world, points):
    """Triangles and steps walked."""
    return world._core.locate(points)
