"""Worlds below 2,000 vertices that are hard for algorithms, by name: obstacles and query radii.

NASTY[name](n) -> list of (kind, points), kind "ring", "wall" or "post"; bounds (0, 0, 100, 100)
"""

from __future__ import annotations

import math

import numpy as np

BOUNDS = (0.0, 0.0, 100.0, 100.0)


def _box(x, y, w, h):
    return ("ring", [(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def _circle(n, radius, centre=(50.0, 50.0)):
    turns = 2 * math.pi * np.arange(n) / n
    return [
        (centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turns.tolist()
    ]


def dense_boxes(n):
    side = max(2, int(math.sqrt(n / 4)))
    s = 40 / side
    return [_box(30 + i * s, 30 + j * s, s / 2, s / 2) for i in range(side) for j in range(side)]


def heap_of_posts(n):
    places = 50 + 8 * np.random.default_rng(1).standard_normal((n, 2))
    return [("post", [p]) for p in places.clip(1, 99).tolist()]


def scattered_posts(n):
    return [("post", [p]) for p in np.random.default_rng(2).uniform(1, 99, (n, 2)).tolist()]


def lattice(n):
    side = max(2, int(math.sqrt(n)))
    at = np.linspace(5, 95, side)
    return [("post", [(float(x), float(y))]) for x in at for y in at]


def smooth_ring(n):
    return [("ring", _circle(n, 30))]


def comb(n):
    teeth = max(1, n // 4)
    step = 90 / teeth
    line = []
    for i in range(teeth):
        x = 5 + i * step
        line += [(x, 10), (x, 90), (x + step / 2, 90), (x + step / 2, 10)]
    return [("wall", line)]


def spiral(n):
    turns = np.linspace(0, 12 * math.pi, n)
    return [("wall", [(50 + t * math.cos(t), 50 + t * math.sin(t)) for t in turns.tolist()])]


def star(n):
    turns = 2 * math.pi * np.arange(n) / n
    return [
        (
            "ring",
            [
                (50 + (44 if i % 2 else 10) * math.cos(t), 50 + (44 if i % 2 else 10) * math.sin(t))
                for i, t in enumerate(turns.tolist())
            ],
        )
    ]


def stacked(n):
    return [_box(40, 40, 20, 20)] * (n // 4)


def wall_with_feet(n):
    xs = np.linspace(2, 98, n - 2).tolist()
    heights = np.random.default_rng(3).uniform(1, 4, n - 2).tolist()
    feet = [("post", [(x, 50 + h)]) for x, h in zip(xs, heights, strict=True)]
    return [("wall", [(1, 50), (99, 50)]), *feet]


def nested_rings(n):
    count = max(1, n // 40)
    gap = 40 / count
    out = []
    for i in range(count):
        whole = _circle(41, 4 + i * gap)
        out.append(("wall", whole[i % 3 :] + whole[: i % 3 - 1 or None]))
    return out


def zigzag(n):
    rows = [(5 + 90 * (i % 2), 5 + 90 * i / (n // 2)) for i in range(n // 2)]
    mirrored = [(5 + 90 * (i % 2), 5.02 + 90 * i / (n // 2)) for i in range(n // 2)]
    return [("wall", rows), ("wall", mirrored)]


def crossing_walls(n):
    rng = np.random.default_rng(4)
    count = max(2, int(math.sqrt(2 * n)) // 2)
    return [("wall", rng.uniform(2, 98, (2, 2)).tolist()) for _ in range(count)]


def collinear_posts(n):
    return [("post", [(2 + 96 * i / n, 2 + 96 * i / n)]) for i in range(n)]


def tiny_gaps(n):
    out = []
    for i in range(n // 8):
        y = 2 + 96 * i / (n // 8)
        h = 40 / (n // 8)
        out += [_box(5, y, 45 - 1e-9 * i, h), _box(50, y, 45, h)]
    return out


NASTY = {
    f.__name__: f
    for f in (
        dense_boxes,
        heap_of_posts,
        scattered_posts,
        lattice,
        smooth_ring,
        comb,
        spiral,
        star,
        stacked,
        wall_with_feet,
        nested_rings,
        zigzag,
        crossing_walls,
        collinear_posts,
        tiny_gaps,
    )
}


def moved(obstacles, by):
    """The same obstacles far from the origin."""
    return [(kind, [(x + by, y + by) for x, y in points]) for kind, points in obstacles]


def build(cw, obstacles, by=0.0):
    world = cw.World(bounds=tuple(b + by for b in BOUNDS))
    with world.editing():
        for kind, points in moved(obstacles, by) if by else obstacles:
            if kind == "ring":
                world.add(points)
            elif kind == "wall":
                world.add_wall(points)
            else:
                world.add_post(points[0])
    return world
