"""Worlds for tests of the abstraction."""

from __future__ import annotations

import math

import clearway as cw
from oracle.disc_worlds import make
from oracle.scene import box, insert


def world_of(kind, seed, max_radius=math.inf):
    scene, _ = make(kind, seed, 1)
    world = cw.World(bounds=scene.bounds, max_radius=max_radius)
    with world.editing():
        for obstacle in scene.obstacles.values():
            insert(world, *obstacle)
    return scene, world


def two_rooms():
    """Two separate boxes, and between them a wall with a gap of 2."""
    world = cw.World((0, 0, 40, 10))
    world.add(box(18, 0, 22, 4))
    world.add(box(18, 6, 22, 10))
    for x in (4, 30):
        world.add(box(x, 4, x + 2, 6))
    return world
