"""The least distance from a goal that a disc can reach, by brute force over offset curves.

    distance(discs, a, goal, r)   least straight distance from the goal to a point that the
                                  disc reaches from a; `discs` as in `discs.Discs`

The point is a itself, or the point nearest to the goal on a curve at distance r from a corner or a
segment, or an intersection of two such curves. Every candidate is measured against every segment;
the tangent graph decides whether it can be reached, nearest first. Radius 0: the feet on the
segments, decided by cells.
"""

from __future__ import annotations

import itertools
from math import hypot, sqrt

import numpy as np

SURE = 1e-10  # relative: candidates are moved off their curves by this much, to be free


def distance(discs, a, goal, r):
    if discs.status(a, goal, r) == "FOUND":
        return 0.0
    for d, place in sorted(_candidates(discs, a, goal, r)):
        if discs.status(a, place, r) == "FOUND":
            return d
    raise AssertionError("the start reaches itself")


def _candidates(discs, a, goal, r):
    segments = np.asarray(discs.linework.segments, float)
    yield hypot(a[0] - goal[0], a[1] - goal[1]), tuple(a)
    lines, points = [], set()
    for x0, y0, x1, y1 in segments.tolist():
        points |= {(x0, y0), (x1, y1)}
        n = hypot(x1 - x0, y1 - y0)
        if n > 0:
            lines.append((x0, y0, (x1 - x0) / n, (y1 - y0) / n, n))
    wide = r * (1 + SURE)
    raw = []
    for x, y, ux, uy, n in lines:
        t = min(max((goal[0] - x) * ux + (goal[1] - y) * uy, 0.0), n)
        for side in (1, -1):
            raw.append((x + t * ux - side * wide * uy, y + t * uy + side * wide * ux))
    for x, y in points:
        d = hypot(goal[0] - x, goal[1] - y)
        if d > 0:
            raw.append((x + wide * (goal[0] - x) / d, y + wide * (goal[1] - y) / d))
    offset = [
        (x - s * wide * uy, y + s * wide * ux, ux, uy) for x, y, ux, uy, _ in lines for s in (1, -1)
    ]
    for (x, y, ux, uy), (p, q, vx, vy) in itertools.combinations(offset, 2):
        sine = ux * vy - uy * vx
        if abs(sine) > 1e-9:
            t = ((p - x) * vy - (q - y) * vx) / sine
            raw.append((x + t * ux, y + t * uy))
    for (x, y, ux, uy), (p, q) in itertools.product(offset, points):
        t, h = (p - x) * ux + (q - y) * uy, (p - x) * uy - (q - y) * ux
        if abs(h) <= wide:
            half = sqrt(wide * wide - h * h)
            raw += [(x + s * ux, y + s * uy) for s in (t - half, t + half)]
    for (x, y), (p, q) in itertools.combinations(points, 2):
        d = hypot(p - x, q - y)
        if d <= 2 * wide:
            h = sqrt(wide * wide - d * d / 4) / d
            for s in (h, -h):
                raw.append(((x + p) / 2 - s * (q - y), (y + q) / 2 + s * (p - x)))
    raw = np.array(raw)
    away = np.hypot(*(raw - goal).T)
    near = np.argsort(away)
    for i in near[away[near] <= hypot(a[0] - goal[0], a[1] - goal[1])]:
        place = (float(raw[i, 0]), float(raw[i, 1]))
        if not discs.is_blocked(place, r):
            yield float(away[i]), place
