"""Shortest lengths at radius 0 by visibility on an exact arrangement.

Passing through a node where obstacles touch is allowed here, so the length found is a
lower bound on every legal path, and the optimum where no obstacles touch.
"""

from __future__ import annotations

import heapq
import itertools
from fractions import Fraction
from math import hypot, inf

from .arrangement import Arrangement, orientation, point, properly_cross


def is_visible(arrangement: Arrangement, a, b):
    """Whether the segment ab crosses no edge and stays in the closed free space."""
    a, b = point(a), point(b)
    if a == b:
        return arrangement.is_free(a)
    if any(properly_cross(a, b, *e) for e in arrangement.edges):
        return False
    low, high = min(a, b), max(a, b)
    stops = sorted(
        {low, high} | {n for n in arrangement.nodes if low < n < high and orientation(a, b, n) == 0}
    )
    for p, q in itertools.pairwise(stops):
        middle = (Fraction(p[0] + q[0]) / 2, Fraction(p[1] + q[1]) / 2)
        if not arrangement.is_free(middle):
            return False
    return True


def touches_node(arrangement: Arrangement, a, b):
    """Whether some node lies strictly inside segment ab."""
    a, b = point(a), point(b)
    low, high = min(a, b), max(a, b)
    return any(low < n < high and orientation(a, b, n) == 0 for n in arrangement.nodes)


def shortest(arrangement: Arrangement, start, goal):
    """Length of the shortest path by A* over visible nodes; inf if there is none."""
    start, goal = point(start), point(goal)
    if not (arrangement.is_free(start) and arrangement.is_free(goal)):
        return inf
    places = [start, goal] + [n for n in arrangement.nodes if arrangement.is_free(n)]
    g = {start: 0.0}
    done = set()
    queue = [(_distance(start, goal), start)]
    while queue:
        _, p = heapq.heappop(queue)
        if p in done:
            continue
        if p == goal:
            return g[p]
        done.add(p)
        for q in places:
            if q in done:
                continue
            length = g[p] + _distance(p, q)
            if length < g.get(q, inf) and is_visible(arrangement, p, q):
                g[q] = length
                heapq.heappush(queue, (length + _distance(q, goal), q))
    return inf


def _distance(a, b):
    return hypot(float(a[0] - b[0]), float(a[1] - b[1]))
