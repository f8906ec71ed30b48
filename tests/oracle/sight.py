"""Visibility on an exact arrangement, where obstacles that touch leave no gap; regions by shapely.

A point that moves along the segment has free space to its left, to its right or on both sides. Off
every edge both sides are open; along an edge each side has its own face; at a node a side closes if
an edge leaves to it. If no side is open, the line of sight ends.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import shapely
from shapely.ops import unary_union

from .arrangement import Arrangement, _is_double, meeting, on_segment, orientation, properly_cross
from .arrangement import point as exact


def is_exact(arrangement: Arrangement):
    """Whether every node is representable in doubles."""
    return all(_is_double(n) for n in arrangement.nodes)


def sees(arrangement: Arrangement, a, b):
    a, b = exact(a), exact(b)
    if not (arrangement.is_free(a) and arrangement.is_free(b)):
        return False
    if a == b:
        return True
    if any(properly_cross(a, b, *e) for e in arrangement.edges):
        return False
    low, high = min(a, b), max(a, b)
    inner = [n for n in arrangement.nodes if low < n < high and orientation(a, b, n) == 0]
    stops = sorted({a, b, *inner}, reverse=a > b)
    left = right = True
    for i, (p, q) in enumerate(itertools.pairwise(stops)):
        if i:
            sides = {orientation(a, b, o) for e in arrangement.edges if p in e for o in e}
            left, right = left and 1 not in sides, right and -1 not in sides
        middle = ((p[0] + q[0]) / Fraction(2), (p[1] + q[1]) / Fraction(2))
        if any(on_segment(middle, *e) for e in arrangement.edges):
            left = left and _is_free_beside(arrangement, middle, (p[1] - q[1], q[0] - p[0]))
            right = right and _is_free_beside(arrangement, middle, (q[1] - p[1], p[0] - q[0]))
        elif left or right:
            left = right = arrangement.is_free(middle)
        if not (left or right):
            return False
    return True


def _is_free_beside(arrangement, p, normal):
    """Whether the face next to p, an inner point of an edge, in this direction is free."""
    step = Fraction(1, 4)
    while True:
        q = (p[0] + step * normal[0], p[1] + step * normal[1])
        others = (e for e in arrangement.edges if not on_segment(p, *e))
        if not any(meeting(p, q, *e) for e in others):
            return arrangement.is_free(q)
        step /= 2


def region(free, segments, p):
    """The part of the polygons `free` visible from p: all but the shadows of the segments."""
    far = 8 * max(abs(v) for v in free.bounds) + 1
    shadows = []
    for a, b in segments:
        twist = (a[0] - p[0]) * (b[1] - p[1]) - (a[1] - p[1]) * (b[0] - p[0])
        if twist == 0:
            continue
        beyond = []
        for x, y in _beyond(p, a, b, 1 if twist > 0 else -1):
            k = far / max(abs(x), abs(y))
            beyond.append((p[0] + k * x, p[1] + k * y))
        shadows.append(shapely.Polygon([a, b, *beyond]))
    return free.difference(unary_union(shadows))


def _beyond(p, a, b, turn):
    """Directions of a shadow, from b to a, at most a right angle apart."""
    to_a, to_b = (a[0] - p[0], a[1] - p[1]), (b[0] - p[0], b[1] - p[1])
    along = (b[0] - a[0], b[1] - a[1])
    yield to_b
    if along[0] * to_a[0] + along[1] * to_a[1] < 0 < along[0] * to_b[0] + along[1] * to_b[1]:
        yield turn * along[1], -turn * along[0]
    yield to_a
