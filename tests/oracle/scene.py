"""The content of a world, in plain Python: the input of the oracles, and text for reports."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

RING, WALL, POST = "ring", "wall", "post"


@dataclass
class Scene:
    """Bounds (a ring) and obstacles by handle, each (kind, points)."""

    bounds: list
    obstacles: dict = field(default_factory=dict)

    def rings(self):
        return [points for kind, points in self.obstacles.values() if kind == RING]

    def border(self):
        """The segments of the bounds."""
        return closed(self.bounds)

    def segments(self):
        """Every segment of every obstacle and of the bounds; a post has equal ends."""
        out = self.border()
        for kind, points in self.obstacles.values():
            out += closed(points) if kind == RING else opened(points)
        return out


def closed(ring):
    ring = [tuple(p) for p in ring]
    return list(zip(ring, ring[1:] + ring[:1], strict=False))


def opened(line):
    line = [tuple(p) for p in line]
    return list(itertools.pairwise(line)) if len(line) > 1 else [(line[0], line[0])]


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def build(cw, scene, order=None):
    """A new world with the scene; obstacles in the order of the given keys."""
    world = cw.World(bounds=scene.bounds)
    with world.editing():
        for key in scene.obstacles if order is None else order:
            insert(world, *scene.obstacles[key])
    return world


def insert(world, kind, points):
    if kind == RING:
        return world.add(points)
    if kind == WALL:
        return world.add_wall(points)
    return world.add_post(points[0])


def script(scene):
    """The scene as calls, for a report."""
    lines = [f"w = cw.World(bounds={scene.bounds!r})"]
    for key, (kind, points) in scene.obstacles.items():
        call = {RING: "add", WALL: "add_wall", POST: "add_post"}[kind]
        argument = points[0] if kind == POST else points
        lines.append(f"h{key} = w.{call}({argument!r})")
    return "\n".join(lines)
