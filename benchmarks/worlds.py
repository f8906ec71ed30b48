"""Seeded worlds: rings and posts in [0, SCALE] x [0, SCALE], from numpy alone.

boxes(n)    n rotated squares of mixed size that do not touch, by dart throwing
lattice(n)  the same, one to a cell of a jittered lattice: quick for large n
cave(n)     n x n cellular automaton, its largest free part traced: outer ring and holes
posts(n, distribution)
nested(n)   n squares, each inside the one before
star(n)     n walls that meet in one point
identical(n)  n times the same square
"""

from __future__ import annotations

from collections import deque

import numpy as np

SCALE = 1000.0
BOUNDS = (0.0, 0.0, SCALE, SCALE)
CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def boxes(n, seed=11):
    rng = np.random.default_rng(seed)
    most = 0.45 / np.sqrt(n)
    buckets, centers, radii = {}, [], []
    while len(centers) < n:
        x, y = rng.uniform(1.05 * most, 1 - 1.05 * most, 2).tolist()
        r = rng.uniform(0.35, 1.0) * most
        i, j = int(x / (2 * most)), int(y / (2 * most))
        near = (b for u in (-1, 0, 1) for v in (-1, 0, 1) for b in buckets.get((i + u, j + v), ()))
        if any((a - x) ** 2 + (b - y) ** 2 < (1.02 * (r + s)) ** 2 for a, b, s in near):
            continue
        buckets.setdefault((i, j), []).append((x, y, r))
        centers.append((x, y))
        radii.append(r)
    return _squares(np.array(centers), np.array(radii), rng)


def lattice(n, seed=11):
    rng = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(n)))
    cell = rng.permutation(side * side)[:n]
    radii = rng.uniform(0.35, 1.0, n) * 0.45 / side
    room = 1 / side - 2 * radii
    corner = np.c_[cell % side, cell // side] / side
    centers = corner + radii[:, None] + rng.uniform(0.02, 0.98, (n, 2)) * room[:, None]
    return _squares(centers, radii, rng)


def _squares(centers, radii, rng):
    turn = rng.uniform(0, np.pi / 2, len(radii))[:, None] + np.arange(4) * np.pi / 2
    x = centers[:, :1] + radii[:, None] * np.cos(turn)
    y = centers[:, 1:] + radii[:, None] * np.sin(turn)
    return np.stack([x, y], axis=2) * SCALE


def posts(n, distribution="uniform", seed=11):
    """(n, 2) distinct points well inside the bounds."""
    rng = np.random.default_rng(seed)
    if distribution == "uniform":
        p = rng.uniform(0, 1, (n, 2))
    elif distribution == "clustered":
        centers = rng.uniform(0.1, 0.9, (50, 2))
        p = centers[rng.integers(0, 50, n)] + rng.normal(0, 0.005, (n, 2))
    elif distribution == "grid":
        side = int(np.ceil(np.sqrt(n)))
        k = np.arange(side * side)[:n]
        p = (np.c_[k % side, k // side] + 1) / (side + 1)
    elif distribution == "circle":
        t = 2 * np.pi * rng.permutation(n) / n
        p = 0.5 + 0.4 * np.c_[np.cos(t), np.sin(t)]
    elif distribution == "line":
        t = rng.permutation(n) / n
        p = np.c_[0.1 + 0.8 * t, np.full(n, 0.5)]
    else:
        raise ValueError(distribution)
    return p * SCALE


def nested(n):
    half = 0.45 * (np.arange(n, 0, -1) / n)[:, None, None]
    return (0.5 + half * CORNERS) * SCALE


def star(n):
    t = 2 * np.pi * np.arange(n) / n
    tips = 0.5 + 0.45 * np.c_[np.cos(t), np.sin(t)]
    return np.stack([np.full((n, 2), 0.5), tips], axis=1) * SCALE


def identical(n):
    return np.repeat((0.5 + 0.2 * CORNERS)[None], n, axis=0) * SCALE


def cave(n=512, seed=11, fill=0.44, steps=5):
    """(outer ring, holes) of the largest free part."""
    rng = np.random.default_rng(seed)
    wall = rng.random((n, n)) < fill
    for _ in range(steps):
        w = np.pad(wall, 1, constant_values=True).astype(np.int8)
        wall = sum(w[i : i + n, j : j + n] for i in range(3) for j in range(3)) >= 5
    wall[[0, -1], :] = wall[:, [0, -1]] = True
    free = ~wall
    while True:  # cells that meet only in a corner would make rings touch themselves
        a, b, c, d = free[:-1, :-1], free[:-1, 1:], free[1:, :-1], free[1:, 1:]
        falling, rising = a & d & ~b & ~c, b & c & ~a & ~d
        if not (falling.any() or rising.any()):
            break
        free[:-1, :-1] &= ~falling
        free[:-1, 1:] &= ~rising
    rings = _trace(_largest(free))
    areas = [_area(r) for r in rings]
    outer = int(np.argmax(areas))
    rings = [r * (SCALE / n) for r in rings]
    return rings[outer], rings[:outer] + rings[outer + 1 :]


def _largest(free):
    label = np.zeros(free.shape, np.int32)
    sizes = [0]
    for start in zip(*np.nonzero(free), strict=True):
        if label[start]:
            continue
        sizes.append(0)
        queue = deque([start])
        label[start] = len(sizes) - 1
        while queue:
            y, x = queue.popleft()
            sizes[-1] += 1
            for p in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                if free[p] and not label[p]:
                    label[p] = len(sizes) - 1
                    queue.append(p)
    return label == int(np.argmax(sizes))


def _trace(free):
    """Rings along cell sides, free cells on the left; only corners are kept."""
    after = {}
    for dy, dx, a, b in ((-1, 0, (0, 0), (1, 0)), (0, 1, (1, 0), (1, 1)),
                         (1, 0, (1, 1), (0, 1)), (0, -1, (0, 1), (0, 0))):  # fmt: skip
        side = free & ~np.roll(free, (-dy, -dx), (0, 1))
        for y, x in zip(*(v.tolist() for v in np.nonzero(side)), strict=True):
            after[(x + a[0], y + a[1])] = (x + b[0], y + b[1])
    rings = []
    while after:
        p, q = after.popitem()
        ring = [p]
        while q != p:
            ring.append(q)
            q = after.pop(q)
        r = np.array(ring, float)
        turn = (np.roll(r, 1, 0) != np.roll(r, -1, 0)).all(axis=1)
        rings.append(r[turn])
    return rings


def _area(r):
    x, y = r.T
    return 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def named(name):
    """(outer ring or None for BOUNDS, rings blocked) of boxes_N or caveN."""
    if name.startswith("boxes_"):
        return None, list(boxes(int(name[6:])))
    return cave(int(name.removeprefix("cave")))


def free_places(count, rings, outer, seed=5):
    """Places outside every ring and inside the outer one, by even-odd on a bucketed scan."""
    rng = np.random.default_rng(seed)
    out = np.empty((0, 2))
    every = ([] if outer is None else [outer]) + list(rings)
    while len(out) < count:
        p = rng.uniform(0, SCALE, (2 * count, 2))
        odd = np.zeros(len(p), bool)
        for r in every:
            low, high = r.min(axis=0), r.max(axis=0)
            near = np.nonzero(((p > low) & (p < high)).all(axis=1))[0]
            if len(near):
                odd[near] ^= _inside(p[near], r)
        out = np.concatenate([out, p[odd if outer is not None else ~odd]])
    return out[:count]


def _inside(p, ring):
    a, b = ring, np.roll(ring, -1, axis=0)
    inside = np.zeros(len(p), bool)
    for (ax, ay), (bx, by) in zip(a.tolist(), b.tolist(), strict=True):
        if ay != by:
            spans = (ay > p[:, 1]) != (by > p[:, 1])
            inside ^= spans & (p[:, 0] < ax + (p[:, 1] - ay) * (bx - ax) / (by - ay))
    return inside
