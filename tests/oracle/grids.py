"""Shortest paths over a grid: Dijkstra with exact counts of steps, slow and simple."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise

import numpy as np

ROOT2 = math.sqrt(2.0)


def steps_from(blocked, start, corner_cutting=False):
    """{cell: (straight, diagonal)} of a shortest path from a free start to all reachable cells."""
    height, width = len(blocked), len(blocked[0])

    def free(x, y):
        return 0 <= x < width and 0 <= y < height and not blocked[y][x]

    done = {}
    heap = [(0.0, start, (0, 0))]
    while heap:
        _, (x, y), (s, d) = heapq.heappop(heap)
        if (x, y) in done:
            continue
        done[x, y] = (s, d)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if not (dx or dy) or not free(x + dx, y + dy) or (x + dx, y + dy) in done:
                    continue
                beside = free(x + dx, y) + free(x, y + dy)
                if dx and dy and beside < (1 if corner_cutting else 2):
                    continue
                to = (s, d + 1) if dx and dy else (s + 1, d)
                heapq.heappush(heap, (to[0] + to[1] * ROOT2, (x + dx, y + dy), to))
    return done


def check_walk(blocked, cells, start, goal, corner_cutting=False):
    """Asserts that these cells form a legal path from start to goal; returns its step counts."""
    cells = [tuple(c) for c in np.asarray(cells).tolist()]
    assert cells[0] == tuple(start), (cells[0], start)
    assert cells[-1] == tuple(goal), (cells[-1], goal)
    straight = diagonal = 0
    for (x, y), (u, v) in pairwise(cells):
        assert max(abs(u - x), abs(v - y)) == 1, f"({x}, {y}) to ({u}, {v}) is no step"
        assert not blocked[v][u], f"({x}, {y}) to ({u}, {v}) enters a blocked cell"
        beside = (not blocked[y][u]) + (not blocked[v][x])
        assert beside >= (1 if corner_cutting else 2), f"({x}, {y}) to ({u}, {v}) cuts a corner"
        if u != x and v != y:
            diagonal += 1
        else:
            straight += 1
    assert not blocked[cells[0][1]][cells[0][0]]
    return straight, diagonal


def random_grid(rng, kind=None):
    """A small grid of some kind, `blocked[y, x]`."""
    width, height = (int(n) for n in rng.integers(1, 70, 2))
    kind = kind or rng.choice(["noise", "rooms", "bars", "caves", "stripes"])
    if kind == "noise":
        return rng.random((height, width)) < rng.choice([0.02, 0.1, 0.25, 0.4])
    if kind == "rooms":
        side = int(rng.integers(2, 12))
        y, x = np.mgrid[:height, :width]
        walls = (x % side == 0) | (y % side == 0)
        return walls & (rng.random((height, width)) < 0.85)
    if kind == "bars":
        blocked = np.zeros((height, width), dtype=bool)
        for _ in range(int(rng.integers(1, 20))):
            x, y = int(rng.integers(width)), int(rng.integers(height))
            w, h = (int(n) for n in rng.integers(1, 12, 2))
            blocked[y : y + h, x : x + w] ^= True
        return blocked
    if kind == "stripes":
        blocked = np.zeros((height, width), dtype=bool)
        blocked[:: int(rng.integers(2, 6))] = True
        return blocked & (rng.random((height, width)) < 0.95)
    blocked = rng.random((height, width)) < 0.42
    for _ in range(3):
        near = np.pad(blocked, 1, constant_values=True).astype(int)
        count = sum(
            near[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
            for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        )  # fmt: skip
        blocked = count >= 5
    return blocked
