"""Random worlds, goals and radii for fields, and their comparison with single searches."""

from __future__ import annotations

import math

import numpy as np

import clearway as cw
from support.scenes import disjoint_boxes, integer_obstacle

RELATIVE = 1e-9
TIES = (0.25, 0.5, 0.75, 1.0, math.sqrt(0.5))


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
