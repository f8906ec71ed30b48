"""Scenes for visibility whose crossings are all doubles: cells of a grid, their halves, walls."""

from __future__ import annotations

import numpy as np

from oracle.scene import POST, RING, WALL, Scene, box
from support.scenes import FAMILIES, disjoint_boxes, float_family, integer_obstacle


def cells(rng, size):
    """Blocked cells and half cells that touch and share sides, walls of unit steps, posts."""
    obstacles = []
    for x in range(size):
        for y in range(size):
            roll = rng.random()
            if roll < 0.15:
                obstacles.append((RING, box(x, y, x + 1, y + 1)))
            elif roll < 0.25:
                ring = box(x, y, x + 1, y + 1)
                del ring[int(rng.integers(4))]
                obstacles.append((RING, ring))
            elif roll < 0.28:
                obstacles.append((POST, [(x, y)]))
    for _ in range(int(rng.integers(0, size))):
        line = [tuple(int(v) for v in rng.integers(0, size + 1, 2))]
        while len(line) < 2 + int(rng.integers(0, 3)):
            dx, dy = (int(v) for v in rng.integers(-1, 2, 2))
            x, y = line[-1][0] + dx, line[-1][1] + dy
            if (dx or dy) and 0 <= x <= size and 0 <= y <= size:
                line.append((x, y))
        obstacles.append((WALL, line))
    return Scene(box(0, 0, size, size), dict(enumerate(obstacles)))


def places(rng, size, count):
    """Grid points, middles of cell sides, and points between."""
    for i in range(count):
        if i % 3 == 0:
            p = rng.integers(0, size + 1, 2)
        elif i % 3 == 1:
            p = rng.integers(0, 2 * size + 1, 2) / 2
        else:
            p = rng.integers(0, 8 * size + 1, 2) / 8
        yield float(p[0]), float(p[1])


def random_world(seed):
    """A scene by number, degenerate in many ways, and places in it: (scene, N x 2)."""
    rng = np.random.default_rng([9, seed])
    kind = seed % 4
    if kind == 0:
        size = int(rng.choice([4, 6, 10]))
        count = int(rng.integers(1, 9))
        scene = Scene(box(0, 0, size, size), {i: integer_obstacle(rng, size) for i in range(count)})
    elif kind == 1:
        size = int(rng.integers(4, 9))
        scene = cells(rng, size)
    elif kind == 2:
        size = 15
        scene = Scene(box(0, 0, size, size), dict(enumerate(disjoint_boxes(rng, size))))
    else:
        bounds, draw = float_family(list(FAMILIES)[seed // 4 % len(FAMILIES)], rng)
        scene = Scene(box(*bounds), {i: draw() for i in range(int(rng.integers(1, 8)))})
        here = rng.uniform(bounds[:2], bounds[2:], (16, 2))
        corners = [p for _, points in scene.obstacles.values() for p in points]
        here[::3] = rng.choice(corners, len(here[::3]))
        return scene, here
    return scene, np.array(list(places(rng, size, 24)))
