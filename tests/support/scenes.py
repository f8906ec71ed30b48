"""Seeded random scenes and edits for the campaigns: small integers, and difficult doubles."""

from __future__ import annotations

import numpy as np

from oracle.scene import POST, RING, WALL, Scene, box


def integer_obstacle(rng, size):
    """A ring of 3 to 8 points (any shape), a wall or a post on the grid 0..size."""
    kind = rng.choice(3, p=(0.6, 0.25, 0.15))
    count = (int(rng.integers(3, 9)), int(rng.integers(2, 6)), 1)[kind]
    low = 0
    if rng.random() < 0.1:  # reaches beyond the bounds
        low, size = -2, size + 2
    points = rng.integers(low, size + 1, (count, 2)).tolist()
    if kind == 0 and rng.random() < 0.3:
        x, y = points[0]
        points = box(x, y, x + int(rng.integers(1, 4)), y + int(rng.integers(1, 4)))
    if kind == 1 and len({tuple(p) for p in points}) < 2:
        points[-1] = [points[0][0] + 1, points[0][1]]
    return (RING, WALL, POST)[kind], [tuple(p) for p in points]


def disjoint_boxes(rng, size, step=3):
    """Integer boxes, at most one per cell of side `step`; they touch nothing."""
    out = []
    for x in range(0, size, step):
        for y in range(0, size, step):
            if rng.random() < 0.5:
                continue
            x0, y0 = x + 1, y + 1
            out.append(
                (
                    RING,
                    box(x0, y0, x0 + int(rng.integers(1, step)), y0 + int(rng.integers(1, step))),
                )
            )
    return [o for o in out if max(map(max, o[1])) < size]


def crowded(rng, size):
    """One to seven integer obstacles that may cross and cover one another."""
    count = int(rng.integers(1, 8))
    return Scene(box(0, 0, size, size), {i: integer_obstacle(rng, size) for i in range(count)})


def tidy(rng, size):
    """Integer boxes that touch nothing."""
    return Scene(box(0, 0, size, size), dict(enumerate(disjoint_boxes(rng, size))))


def _uniform(rng):
    def place(shape):
        return rng.uniform(0, 1, shape)

    return (0.0, 0.0, 1.0, 1.0), place


def _far(rng):
    origin = 10.0 ** rng.uniform(6, 9)
    size = 10.0 ** rng.uniform(-3, 0)

    def place(shape):
        return origin + size * rng.uniform(0, 1, shape)

    return (origin, origin, origin + size, origin + size), place


def _mixed(rng):
    def place(shape):
        return rng.choice((-1.0, 1.0), shape) * 10.0 ** rng.uniform(-12, 0, shape)

    return (-1.0, -1.0, 1.0, 1.0), place


def _clustered(rng):
    """Coordinates from a few values, moved by single units in the last place."""
    values = rng.uniform(0, 1, 5)

    def place(shape):
        v = rng.choice(values, shape)
        return np.clip(v + rng.integers(-2, 3, shape) * np.spacing(v), 0, 1)

    return (0.0, 0.0, 1.0, 1.0), place


def _offsets(rng):
    """Small integers moved by 1e-17 and the like; some of the offsets vanish by rounding."""

    def place(shape):
        v = rng.integers(-3, 4, shape).astype(float)
        return v + rng.choice((0.0, 1e-17, -1e-17, 4.8e-18, 1e-16, -1e-16, 1e-300), shape)

    return (-3.0, -3.0, 3.0, 3.0), place


def _parallel(rng):
    """Points near one slanted line: nearly parallel, nearly touching pieces."""
    slope, base = rng.uniform(-2, 2), rng.uniform(-0.2, 0.2)

    def place(shape):
        x = rng.uniform(-1, 1, shape[0])
        y = (
            slope * x
            + base
            + rng.choice((0, 1e-16, 1e-15, 1e-12, 1e-3), shape[0]) * rng.uniform(-1, 1, shape[0])
        )
        return np.c_[x, y]

    return (-4.0, -4.0, 4.0, 4.0), place


FAMILIES = {
    "uniform": _uniform,
    "far": _far,
    "mixed": _mixed,
    "clustered": _clustered,
    "offsets": _offsets,
    "parallel": _parallel,
}


def float_family(name, rng):
    """(bounds as a box, function that draws an obstacle)."""
    bounds, place = FAMILIES[name](rng)

    def draw():
        kind = rng.choice(3, p=(0.55, 0.3, 0.15))
        count = (int(rng.integers(3, 9)), int(rng.integers(2, 6)), 1)[kind]
        points = [tuple(p) for p in place((count, 2)).tolist()]
        return (RING, WALL, POST)[kind], points

    return bounds, draw
