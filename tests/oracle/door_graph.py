"""Shortest paths of points among rings, walls, one-way doors and links, in exact arithmetic.

A visibility graph with sides: walls and doors part the plane around each of their points into
sectors, and a path that touches a point is in one of them. A node is a point and a sector, so
obstacles and doors that touch leave no way through, and a door is passed at its end as inside. All
segments are cut where they meet, and coordinates are made integers: nothing is rounded but lengths.
It shares no code with the library, and costs the cube of the number of segments.

    graph = DoorGraph(size, rings, walls, doors, points, links, lines)
    graph.costs(start)        # of the points, and of the lines, by index; None: blocked
"""

from __future__ import annotations

import heapq
import math
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def sign(value):
    return (value > 0) - (value < 0)


def orient(a, b, p):
    """1: p is left of ab."""
    return sign(cross(minus(b, a), minus(p, a)))


def is_on(a, b, p):
    inside = all(min(s, t) <= v <= max(s, t) for s, t, v in zip(a, b, p, strict=True))
    return inside and orient(a, b, p) == 0


def meetings(a, b, c, d):
    """Points where two segments meet; of an overlap its ends."""
    u, v = minus(b, a), minus(d, c)
    area = cross(u, v)
    if area == 0:
        return [p for p in (c, d) if is_on(a, b, p)] + [p for p in (a, b) if is_on(c, d, p)]
    s, t = (Fraction(cross(minus(c, a), w)) / area for w in (v, u))
    return [(a[0] + s * u[0], a[1] + s * u[1])] if 0 <= s <= 1 and 0 <= t <= 1 else []


def angles(u, v):
    """Compares directions, counter-clockwise from the positive x axis."""
    halves = [d[1] < 0 or (d[1] == 0 and d[0] < 0) for d in (u, v)]
    return halves[0] - halves[1] or -sign(cross(u, v))


def is_inside(ring, p, towards):
    """Whether the point infinitely near to p in this direction is inside, by the even-odd rule."""
    odd = False
    for i in range(len(ring)):
        a, b = minus(ring[i - 1], p), minus(ring[i], p)
        if (cross(towards, a) > 0) != (cross(towards, b) > 0):
            side = minus(b, a)
            odd ^= sign(cross(a, side)) * sign(cross(towards, side)) > 0
    return odd


class DoorGraph:
    """`size`: of the bounds, a rectangle from the origin. `doors`: (polyline, "left" or "right").

    `links`: (a, b, cost, two_way). `points`: starts and goals. `lines`: goals that are polylines.
    """

    def __init__(self, size, rings, walls, doors, points, links=(), lines=()):
        width, height = size
        bounds = [(0, 0), (width, 0), (width, height), (0, height)]
        pieces = [(a, b, None) for ring in [*rings, bounds] for a, b in pairwise([ring[-1], *ring])]
        pieces += [(a, b, None) for wall in walls for a, b in pairwise(wall)]
        pieces += [(a, b, side) for door, side in doors for a, b in pairwise(door)]
        pieces = [piece for piece in pieces if piece[0] != piece[1]]
        places = {*points, *(p for link in links for p in link[:2])}
        places |= {p for a, b, _ in pieces for p in (a, b)}
        for i, one in enumerate(pieces):
            for other in pieces[:i]:
                places |= set(meetings(*one[:2], *other[:2]))
        ends = [self._ends(line, pieces, places) for line in lines]
        places = places.union(*ends)
        # Twice the common denominator: middles are integers, too.
        self._unit = 2 * math.lcm(*(Fraction(v).denominator for p in places for v in p))
        self._places = sorted(map(self._scaled, places))
        self._index = {p: i for i, p in enumerate(self._places)}
        self._points = [self._at(p) for p in points]
        self._lines = [[self._at(p) for p in line] for line in ends]
        self._rings = [[self._scaled(p) for p in ring] for ring in rings]
        self._bounds = [self._scaled(p) for p in bounds]
        self._cut(pieces)
        self._connect()
        for a, b, cost, two_way in links:
            ends = [self._nodes(self._at(p)) for p in (a, b)]
            if any(self._is_blocked(self._at(p)) for p in (a, b)):
                continue
            for here, there in (ends, ends[::-1]) if two_way else (ends,):
                for node in here:
                    self._edges[node] += [(other, cost) for other in there]

    def costs(self, start):
        """From points[start]: the costs to all points, None where blocked, and to all lines."""
        if self._is_blocked(self._points[start]):
            return None
        best = [math.inf] * len(self._edges)
        queue = [(0.0, node) for node in self._nodes(self._points[start])]
        for _, node in queue:
            best[node] = 0.0
        while queue:
            cost, node = heapq.heappop(queue)
            if cost > best[node]:
                continue
            for other, length in self._edges[node]:
                if cost + length < best[other]:
                    best[other] = cost + length
                    heapq.heappush(queue, (cost + length, other))
        least = [min(best[node] for node in self._nodes(i)) for i in range(len(self._places))]
        to_points = [None if self._is_blocked(i) else least[i] for i in self._points]
        return to_points, [min(least[i] for i in line) for line in self._lines]

    @staticmethod
    def _ends(line, pieces, places):
        """Where a shortest path to the line may end: vertices, feet, and where it meets walls."""
        out = set()
        for a, b in pairwise(line):
            out |= {a, b} | {p for piece in pieces for p in meetings(a, b, *piece[:2])}
            out |= {p for p in places if is_on(a, b, p)}
            u = minus(b, a)
            for p in places:
                v = minus(p, a)
                t = Fraction(v[0] * u[0] + v[1] * u[1]) / (u[0] ** 2 + u[1] ** 2)
                if 0 < t < 1:
                    out.add((a[0] + t * u[0], a[1] + t * u[1]))
        return out

    def _scaled(self, p):
        return int(p[0] * self._unit), int(p[1] * self._unit)

    def _at(self, p):
        return self._index[self._scaled(p)]

    def _nodes(self, place):
        return range(self._first[place], self._first[place + 1])

    def _cut(self, pieces):
        """Cuts the pieces at all places, and counts the sectors of each."""
        self._parts = {}  # (i, j), i < j: whether it may be passed to the left, to the right
        for a, b, side in pieces:
            a, b = self._scaled(a), self._scaled(b)
            inside = [i for i, p in enumerate(self._places) if is_on(a, b, p)]  # in their order
            for i, j in pairwise(inside if a < b else inside[::-1]):
                open_to = (side == "left", side == "right")
                key, open_to = ((i, j), open_to) if i < j else ((j, i), open_to[::-1])
                known = self._parts.get(key, (True, True))
                self._parts[key] = tuple(x and y for x, y in zip(known, open_to, strict=True))
        self._around = [[] for _ in self._places]  # direction, target, open to the left, the right
        for (i, j), (left, right) in self._parts.items():
            self._around[i].append((minus(self._places[j], self._places[i]), j, left, right))
            self._around[j].append((minus(self._places[i], self._places[j]), i, right, left))
        for parts in self._around:
            parts.sort(key=cmp_to_key(lambda s, t: angles(s[0], t[0])))
        self._first = [0]
        for parts in self._around:
            self._first.append(self._first[-1] + max(1, len(parts)))

    def _connect(self):
        self._edges = [[] for _ in range(self._first[-1])]
        for i, parts in enumerate(self._around):
            for k, (_, _, left, right) in enumerate(parts):
                # Sector k lies counter-clockwise of part k: to its left, seen from here.
                before, behind = self._first[i] + (k - 1) % len(parts), self._first[i] + k
                if left and before != behind:
                    self._edges[before].append((behind, 0.0))
                if right and before != behind:
                    self._edges[behind].append((before, 0.0))
        for i in range(len(self._places)):
            for j in range(i + 1, len(self._places)):
                self._join(i, j)

    def _join(self, i, j):
        a, b = self._places[i], self._places[j]
        is_part = (i, j) in self._parts
        if not is_part and any(is_on(a, b, p) and p not in (a, b) for p in self._places):
            return
        ahead = minus(b, a)
        middle = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
        length = math.hypot(ahead[0] / self._unit, ahead[1] / self._unit)
        left, right = (-ahead[1], ahead[0]), (ahead[1], -ahead[0])
        if is_part:
            k, m = self._rank(i, j), self._rank(j, i)
            sides = [(left, k, m - 1), (right, k - 1, m)]
            for towards, here, there in sides:
                if self._is_free(middle, towards):
                    self._add(i, here, j, there, length)
                    self._add(j, there, i, here, length)
            return
        forth, back = self._passes(a, b)
        if (forth or back) and self._is_free(middle, left):
            here, there = self._sector(i, ahead), self._sector(j, minus(a, b))
            if forth:
                self._add(i, here, j, there, length)
            if back:
                self._add(j, there, i, here, length)

    def _passes(self, a, b):
        """Whether the segment crosses no wall, and every door as it is open: forth, and back."""
        forth = back = True
        for (i, j), (left, right) in self._parts.items():
            p, q = self._places[i], self._places[j]
            if orient(a, b, p) * orient(a, b, q) >= 0 or orient(p, q, a) * orient(p, q, b) >= 0:
                continue
            is_to_left = orient(p, q, b) > 0
            forth = forth and (left if is_to_left else right)
            back = back and (right if is_to_left else left)
        return forth, back

    def _add(self, i, here, j, there, length):
        here %= max(1, len(self._around[i]))
        there %= max(1, len(self._around[j]))
        self._edges[self._first[i] + here].append((self._first[j] + there, length))

    def _rank(self, i, j):
        return next(k for k, part in enumerate(self._around[i]) if part[1] == j)

    def _sector(self, i, direction):
        parts = self._around[i]
        return sum(angles(part[0], direction) < 0 for part in parts) - 1

    def _is_free(self, p, towards):
        return is_inside(self._bounds, p, towards) and not any(
            is_inside(ring, p, towards) for ring in self._rings
        )

    def _is_blocked(self, place):
        """Whether none of its sectors is free."""
        p, parts = self._places[place], self._around[place]
        if not parts:
            return not self._is_free(p, (1, 0))
        for k, (u, *_) in enumerate(parts):
            v = parts[(k + 1) % len(parts)][0]
            # A direction between u and v, counter-clockwise.
            across, sizes = sign(cross(u, v)), [abs(d[0]) + abs(d[1]) for d in (u, v)]
            inside = tuple(
                across * (s * sizes[1] + t * sizes[0]) for s, t in zip(u, v, strict=True)
            )
            if across == 0:
                inside = (-u[1], u[0])
            if self._is_free(p, inside):
                return False
        return True
