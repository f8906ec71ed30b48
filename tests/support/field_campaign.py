"""Random worlds, goals and radii for fields, and their comparison with single searches."""

from __future__ import annotations

import math

import numpy as np

import clearway as cw
from support.scenes import disjoint_boxes, integer_obstacle

RELATIVE = 1e-9
TIES = (0.25, 0.5, 0.75, 1.0, math.sqrt(0.5))
# Half of the distances between points of the grid of halves: gaps exactly as wide as the disc,
# or, where the root is rounded, too narrow by rounding.
GAPS = tuple(math.sqrt(n) / 4 for n in (1, 2, 4, 5, 8, 9, 10, 13, 16, 20, 25, 40, 52))


def random_world(rng, size=10):
    """Integer obstacles that touch and overlap, or turned boxes off the grid."""
    world = cw.World((0, 0, size, size))
    kind = rng.integers(3)
    if kind == 0:
        obstacles = disjoint_boxes(rng, size)
    elif kind == 1:
        obstacles = [integer_obstacle(rng, size) for _ in range(rng.integers(1, 9))]
    else:
        obstacles = []
        for _ in range(rng.integers(3, 16)):
            center, r, turn = rng.uniform(0, size, 2), rng.uniform(0.1, 1.2), rng.uniform(0, 7)
            count = int(rng.integers(3, 6))
            angles = turn + 2 * np.pi * np.arange(count) / count
            ring = center + r * np.c_[np.cos(angles), np.sin(angles)]
            obstacles.append(("ring", ring.tolist()))
    for role, points in obstacles:
        if role == "ring":
            world.add(points)
        elif role == "wall":
            world.add_wall(points)
        else:
            world.add_post(points[0])
    return world


def tie_world(rng):
    """(world, its size): posts, walls and boxes on the grid of halves, close together."""
    size = int(rng.integers(4, 13))
    world = cw.World((0, 0, size, size))
    only, step = rng.integers(4), rng.choice([1.0, 0.5])
    for _ in range(rng.integers(3, 25)):
        p = np.round(rng.uniform(0, size, 2) / step) * step
        kind = rng.integers(3) if only == 3 else only
        q = np.clip(p + step * rng.integers(-3, 5, 2), 0, size)
        if kind == 0:
            world.add_post(p)
        elif kind == 1 and (p != q).any():
            world.add_wall([p, q])
        elif kind == 2 and (p != q).all():
            world.add([p, (q[0], p[1]), q, (p[0], q[1])])
    return world, size


def lattice_world(rng, size=10):
    """(world, goals): boxes and posts, and lines whose normals pass through several corners."""
    world = cw.World((0, 0, size, size))
    for _, ring in disjoint_boxes(rng, size):
        world.add(ring)
    world.add_posts(rng.integers(0, 2 * size + 1, (3, 2)) / 2)
    goals = []
    for direction in rng.integers(-3, 4, (2, 2)):
        a = rng.integers(0, 2 * size + 1, 2) / 2
        if direction.any():
            goals.append([tuple(a), tuple(a + direction * rng.choice([0.5, 1.0, 1.5]))])
    return world, goals or [[(1.0, 1.0), (2.0, 1.5)]]


def random_points(rng, world, count, size=10):
    """Anywhere, on the grid, on vertices and edges of the mesh."""
    mesh = world.mesh()
    ends = mesh.vertices[mesh.triangles[rng.integers(0, len(mesh.triangles), count)]]
    at = rng.choice([0.0, 0.25, 0.5], (count, 1))
    return np.concatenate(
        [
            rng.uniform(0, size, (count, 2)),
            rng.integers(0, 2 * size + 1, (count, 2)) / 2,
            np.clip(ends[:, 0] + at * (ends[:, 1] - ends[:, 0]), 0, size),
        ]
    )


def random_goal(rng, size=10):
    """A point, a line or an area, on or off the grid."""
    count = (1, int(rng.integers(2, 4)), int(rng.integers(3, 5)))[int(rng.integers(3))]
    points = rng.uniform(0, size, (count, 2))
    if rng.random() < 0.5:
        points = np.round(points * 2) / 2
    if count == 1:
        return [tuple(points[0].tolist())]
    if len(np.unique(points, axis=0)) < 2:
        points[0] += 1
    rows = [tuple(p) for p in points.tolist()]
    return [*rows, rows[0]] if count >= 3 and rng.random() < 0.6 else rows


def random_goals(rng, size=10):
    return [random_goal(rng, size) for _ in range(rng.integers(1, 4))]


def random_radius(rng):
    kind = rng.integers(3)
    return 0.0 if kind == 0 else float(rng.choice(TIES) if kind == 1 else rng.uniform(0.05, 0.9))


def disagreements(world, field, goals, radius, points):
    """Rows (point, of the field, of a single search) where the two lengths differ."""
    found = field.distance(points, threads=1)
    paths = world.find_paths(
        points, {"type": "GeometryCollection", "geometries": geometries(goals)}, radius
    )
    expected = np.where(paths.found, paths.length, np.inf)
    with np.errstate(invalid="ignore"):
        wrong = ~(
            (found == expected)
            | (np.abs(found - expected) <= RELATIVE * np.maximum(1e-3, expected))
        )
    return [
        (p.tolist(), f, e)
        for p, f, e in zip(points[wrong], found[wrong], expected[wrong], strict=True)
    ]


def one_way_differences(world, starts, goals, radius):
    """Rows (start, goal, length, what differs) where there and back, or two queries, disagree."""
    there, back = world.find_paths(starts, goals, radius), world.find_paths(goals, starts, radius)
    out = []
    for i, (p, q) in enumerate(zip(there, back, strict=True)):
        row = (starts[i].tolist(), goals[i].tolist(), p.length)
        if p.found != q.found or not same(p.length, q.length):
            out.append((*row, f"back {q.length}"))
        place = {"type": "GeometryCollection", "geometries": geometries([[goals[i].tolist()]])}
        other = world.find_path(starts[i], place, radius)
        if other.found != p.found or not same(other.length, p.length):
            out.append((*row, f"as a place {other.length}"))
        if p.found and p.length > 0:
            verdict = p.verify()
            least = radius - 1e-11 * max(1.0, radius)
            if verdict["crosses"] or not verdict["free"] or verdict["clearance"] < least:
                out.append((*row, f"illegal {dict(verdict)}"))
    return out


def same(a, b):
    return a == b or abs(a - b) <= RELATIVE * max(1e-3, b)


def geometries(goals):
    out = []
    for rows in goals:
        if len(rows) == 1:
            out.append({"type": "Point", "coordinates": rows[0]})
        elif rows[0] == rows[-1] and len(rows) > 3:
            out.append({"type": "Polygon", "coordinates": [rows]})
        else:
            out.append({"type": "LineString", "coordinates": rows})
    return out
