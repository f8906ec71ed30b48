"""Random worlds with areas, doors and links, beside the plain obstacles that they stand for."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

import clearway as cw
from oracle.scene import POST, RING, WALL, box
from support.scenes import disjoint_boxes

SIZE = 12
RADII = (0.0, 0.0, 0.25, 0.5, 0.7)


class Case(NamedTuple):
    """A world, what it holds in plain Python, and doors and areas by handle."""

    world: cw.World
    obstacles: list
    areas: dict  # handle -> (name, ring)
    doors: dict  # handle -> (line, is_open)
    links: dict  # handle -> (a, b, cost, two_way, radius)


def point(rng):
    return tuple(np.round(rng.uniform(0, SIZE, 2), 3).tolist())


def ring(rng):
    """A box or a triangle, at random coordinates."""
    x, y = rng.uniform(0, SIZE - 1, 2)
    w, h = rng.uniform(0.5, SIZE / 2, 2)
    if rng.random() < 0.5:
        return box(x, y, x + w, y + h)
    return [point(rng) for _ in range(3)]


def make(rng, areas=2, doors=2, links=0):
    obstacles = disjoint_boxes(rng, SIZE)
    world = cw.World.from_obstacles([o[1] for o in obstacles], bounds=(0, 0, SIZE, SIZE))
    case = Case(world, obstacles, {}, {}, {})
    for i in range(areas):
        name = ("mud", "enemy")[i % 2]
        shape = ring(rng)
        case.areas[world.add_area(shape, name)] = (name, shape)
    for _ in range(doors):
        line, is_open = [point(rng), point(rng)], bool(rng.random() < 0.5)
        case.doors[world.add_door(line, open=is_open)] = (line, is_open)
    for _ in range(links):
        a, b = point(rng), point(rng)
        cost = (None, 0.0, float(rng.uniform(0, SIZE)))[int(rng.integers(3))]
        radius = math.inf if rng.random() < 0.7 else 0.4
        two_way = bool(rng.random() < 0.6)
        handle = world.add_link(a, b, cost, two_way, radius)
        paid = math.dist(a, b) if cost is None else cost
        case.links[handle] = (a, b, paid, two_way, radius)
    return case


def seen(case, avoided=(), doors=None):
    """The obstacles, in plain Python, that a query has before it."""
    states = {h: is_open for h, (_, is_open) in case.doors.items()} | (doors or {})
    out = list(case.obstacles)
    out += [(WALL, line) for h, (line, _) in case.doors.items() if not states[h]]
    return out + [(RING, shape) for name, shape in case.areas.values() if name in avoided]


def plain(obstacles):
    """A world with these obstacles and nothing else."""
    return cw.World.from_obstacles(
        [p for kind, p in obstacles if kind == RING],
        bounds=(0, 0, SIZE, SIZE),
        walls=[p for kind, p in obstacles if kind == WALL],
        posts=[p[0] for kind, p in obstacles if kind == POST],
    )
