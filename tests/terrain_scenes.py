"""Worlds for tests of the abstraction."""

from __future__ import annotations

import math

from oracle.disc_worlds import make
from oracle.scene import RING, WALL, box

import clearway as cw


def world_of(kind, seed, max_radius=math.inf):
    scene, _ = make(kind, seed, 1)
    world = cw.World(bounds=scene.bounds, max_radius=max_radius)
    with world.editing():
        for shape, points in scene.obstacles.values():
            {RING: world.add, WALL: world.add_wall}.get(shape, lambda p: world.add_post(p[0]))(
                points
            )
    return scene, world


def two_rooms():
    """Two boxes apart, a wall with a door of 2 between them."""
    world = cw.World((0, 0, 40, 10))
    world.add(box(18, 0, 22, 4))
    world.add(box(18, 6, 22, 10))
    for x in (4, 30):
        world.add(box(x, 4, x + 2, 6))
    return world
