"""Scenes for visibility whose crossings are all doubles: cells of a grid, their halves, walls."""

from __future__ import annotations

from oracle.scene import POST, RING, WALL, Scene, box


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
