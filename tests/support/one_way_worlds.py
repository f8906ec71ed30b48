"""Random worlds with one-way doors, and what calls say of them beside oracles."""

from __future__ import annotations

import math

import numpy as np

import clearway as cw
from oracle import one_way
from support.scenes import disjoint_boxes

SIZE = 12


def make(rng, doors=3):
    """A world of disjoint boxes, its boxes, and its doors as (p, q, side)."""
    boxes = [points for _, points in disjoint_boxes(rng, SIZE)]
    world = cw.World.from_obstacles(boxes, bounds=(0, 0, SIZE, SIZE))
    placed = []
    for _ in range(doors):
        p, q = (tuple(np.round(rng.uniform(0, SIZE, 2), 3).tolist()) for _ in range(2))
        side = int(rng.choice([-1, 1]))
        world.add_door([p, q], direction="left" if side > 0 else "right")
        placed.append((p, q, side))
    return world, boxes, placed


def rooms(rng):
    """Four rooms in a row and two rows, with one-way doors between them."""
    world, walls, placed = cw.World(bounds=(0, 0, SIZE, SIZE)), [], []
    lines = [((x, y), (x, y + 6)) for x in (3, 6, 9) for y in (0, 6)]
    lines += [((x, 6), (x + 3, 6)) for x in (0, 3, 6, 9)]
    for (x0, y0), (x1, y1) in lines:
        dx, dy = (x1 - x0) / 6, (y1 - y0) / 6
        gap = ((x0 + 2 * dx, y0 + 2 * dy), (x0 + 4 * dx, y0 + 4 * dy))
        walls += [[(x0, y0), gap[0]], [gap[1], (x1, y1)]]
        kind = rng.random()
        if kind < 0.15:
            walls.append(list(gap))
        elif kind < 0.8:
            side = int(rng.choice([-1, 1]))
            world.add_door(list(gap), direction="left" if side > 0 else "right")
            placed.append((*gap, side))
    for wall in walls:
        world.add_wall(wall)
    return world, walls, placed


def free_points(world, rng, radius, count):
    return [tuple(world.random_point(radius, rng=rng).tolist()) for _ in range(count)]


def check_point_path(world, boxes, doors, a, b):
    """The answer for a point is legal, the shortest, and proved."""
    wanted, path = one_way.shortest(boxes, SIZE, doors, a, b), world.find_path(a, b)
    assert path.found == (wanted < math.inf)
    if path:
        assert not path.verify()["crosses"]
        assert math.isclose(path.length, wanted, rel_tol=1e-9)
        assert path.optimal
