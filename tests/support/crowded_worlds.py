"""Worlds on a small lattice whose obstacles, areas, doors and links touch, cross and overlap, and
what calls say of them beside `oracle.free_space`."""

from __future__ import annotations

import math

import numpy as np
from shapely.geometry import LineString, Point, Polygon

import clearway as cw
from oracle.free_space import ARCS, ERROR, FreeSpace

SIZE = 10


def lattice_point(rng):
    return tuple(float(v) for v in rng.integers(0, SIZE + 1, 2))


def ring(rng):
    if rng.random() < 0.6:
        x, y = rng.integers(0, SIZE - 1, 2).tolist()
        w, h = rng.integers(1, 4, 2).tolist()
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    while True:
        points = [lattice_point(rng) for _ in range(3)]
        if Polygon(points).area > 0:
            return points


def line(rng):
    while True:
        a, b = lattice_point(rng), lattice_point(rng)
        if a != b:
            return [a, b]


def check(rng, one_way, links, radius=0.0):
    """What is wrong in a random world; how many paths are not proved, and of how many."""
    world, blocked = cw.World(bounds=(0, 0, SIZE, SIZE)), []
    for _ in range(rng.integers(0, 5)):
        shape = ring(rng)
        world.add(shape)
        blocked.append(Polygon(shape))
    for _ in range(rng.integers(0, 3)):
        wall = line(rng)
        world.add_wall(wall)
        blocked.append(LineString(wall))
    costs, doors, directed, taken, walls = {}, {}, [], [], []
    for name in ("mud", "enemy", "reeds")[: rng.integers(0, 4)]:
        shape = ring(rng)
        if rng.random() < 0.2:  # partly outside the bounds
            shape = [(x + SIZE - 3, y - 3) for x, y in shape]
        world.add_area(shape, name)
        if rng.random() < 0.6:
            costs[name] = cw.AVOID
            blocked.append(Polygon(shape))
    for _ in range(rng.integers(0, 4)):
        wall, is_open = line(rng), bool(rng.random() < 0.6)
        direction = (None, "left", "right")[rng.integers(3)] if one_way else None
        walls.append(LineString(wall))
        handle = world.add_door(wall, open=is_open, direction=direction)
        if rng.random() < 0.4:
            doors[handle] = is_open = bool(rng.random() < 0.5)
        if not is_open:
            blocked.append(LineString(wall))
        elif direction:
            directed.append((*wall, 1 if direction == "left" else -1))
    for _ in range(rng.integers(0, 4) if links else 0):
        a, b = (tuple((rng.integers(1, 2 * SIZE, 2) / 2).tolist()) for _ in range(2))
        b = a if rng.random() < 0.1 else b
        cost, two_way = (None, 0.0, 3.0)[rng.integers(3)], bool(rng.random() < 0.5)
        if any(_touches(shape, p) for shape in (*blocked, *walls) for p in (a, b)):
            continue  # the oracle cannot tell the sides apart
        world.add_link(a, b, cost=cost, two_way=two_way)
        taken.append((a, b, math.dist(a, b) if cost is None else cost, two_way))
    world.validate()
    points = [tuple(p) for p in rng.uniform(0, SIZE, (5, 2)).tolist()]
    oracle = FreeSpace(SIZE, blocked, directed, taken, points, radius)
    if radius:
        return compare_discs(world, costs, doors, points, radius, oracle)
    return compare(world, costs, doors, points, oracle)


def _touches(shape, p):
    return shape.boundary.distance(Point(p)) < 1e-3 or (
        shape.geom_type == "LineString" and shape.distance(Point(p)) < 1e-3
    )


def same(a, b):
    return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def compare(world, costs, doors, points, oracle):
    wrong, unproved = [], 0
    seen = world.variant(costs=costs, doors=doors) if costs or doors else world
    to_first = seen.field(points[0]).distance(points)
    from_first = seen.distances(points[0], points)
    for i, a in enumerate(points):
        wanted = oracle.costs(i)
        for j, b in enumerate(points):
            path, least = world.find_path(a, b, costs=costs, doors=doors), wanted[j]
            if not (oracle.is_free[i] and oracle.is_free[j]):
                wrong += ["blocked"] if path.found else []
                continue
            checks = {
                "found": path.found == (least < np.inf),
                "reachable": seen.reachable(a, b, 0.0) == path.found,
                "distances": i > 0 or same(from_first[j], path.cost),
                "field": j > 0 or same(to_first[i], path.cost),
            }
            if path.found:
                unproved += not path.optimal
                checks |= {
                    "crosses": not path.verify()["crosses"],
                    "bound": path.lower_bound <= least + ERROR,
                    "cost": abs(path.cost - least) <= ERROR,
                }
            wrong += [f"{name} {i} {j}" for name, holds in checks.items() if not holds]
    return wrong, unproved, len(points) ** 2


def compare_discs(world, costs, doors, points, radius, oracle):
    """The same for discs: `unproved` are paths more than 2 % above their bounds."""
    wrong, unproved = [], 0
    seen = world.variant(costs=costs, doors=doors) if costs or doors else world
    for i, a in enumerate(points):
        wanted = oracle.costs(i)
        for j, b in enumerate(points):
            if not (oracle.is_free[i] and oracle.is_free[j]):
                continue
            path, least = world.find_path(a, b, radius, costs=costs, doors=doors), wanted[j]
            checks = {
                "found": path.found == (least < np.inf),
                "reachable": seen.reachable(a, b, radius) == path.found,
            }
            if path.found:
                verdict = path.verify()
                unproved += path.cost > 1.02 * path.lower_bound
                checks |= {
                    "crosses": not verdict["crosses"] and verdict["clearance"] >= radius - 1e-9,
                    "bound": path.lower_bound <= least * (1 + ARCS) + ERROR,
                    "short": path.cost >= least - ERROR,
                    "long": path.cost <= least * (1.02 + ARCS) + ERROR,
                    "proof": not path.optimal or path.cost <= least * (1 + ARCS) + ERROR,
                }
            wrong += [f"{name} {i} {j}" for name, holds in checks.items() if not holds]
    return wrong, unproved, len(points) ** 2
