"""Shortest lengths at radius 0, exact also where obstacles touch.

As `visibility`, but a state is a node and one of the sectors between the edges that meet in
it: a path may turn within a sector, but not cross an edge into the next.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cache, cmp_to_key
from math import hypot, inf

from .arrangement import Arrangement, orientation, point
from .visibility import is_visible, touches_node

ORIGIN = (0, 0)


class SectorGraph:
    def __init__(self, cells: Arrangement):
        self.cells = cells
        around = {n: [] for n in [*cells.nodes, *cells.posts]}
        for a, b in cells.edges:
            around[a].append(_from(a, b))
            around[b].append(_from(b, a))
        self.around = {n: sorted(d, key=cmp_to_key(_by_angle)) for n, d in around.items()}
        self.free = {n: self._free_sectors(n) for n in self.around}
        self.sees = cache(self._sees)

    def shortest(self, start, goal):
        start, goal = point(start), point(goal)
        if self.cells.status(start, goal) != "FOUND":
            return inf
        if start == goal:
            return 0.0
        best, queue = {}, []  # states (node, sector), and (goal, -1)
        left = {q: _distance(q, goal) for q in self.around} | {goal: 0.0}
        states = {q: [(q, s) for s, free in enumerate(self.free[q]) if free] for q in self.around}
        states[goal] = [*states.get(goal, ()), (goal, -1)]

        def step(n, sector, cost):
            for q, wanted in states.items():
                there = cost + _distance(n, q)
                if q == n or all(best.get(s, inf) <= there for s in wanted):
                    continue
                turns = [(q, s) for s in self._turns(n, sector, q)]
                if q == goal and turns:
                    turns.append((goal, -1))
                turns = [t for t in turns if t in wanted and there < best.get(t, inf)]
                if turns and self.sees(*sorted((n, q))):
                    for state in turns:
                        best[state] = there
                        heapq.heappush(queue, (there + left[q], state))

        step(start, None, 0.0)
        while queue:
            reached, (n, sector) = heapq.heappop(queue)
            if sector == -1:
                return best[n, sector]
            if reached <= best[n, sector] + left[n]:
                step(n, sector, best[n, sector])
        return inf

    def _turns(self, n, sector, q):
        """Sectors of q that are entered from that sector of n (None: any); [None] for a q
        that is no node."""
        ahead, back = self._beside(n, _from(n, q)), self._beside(q, _from(q, n))
        if q not in self.around:
            return [None] if sector is None or sector in ahead else []
        if sector is None:
            return [s for s in back if self.free[q][s]]
        if len(ahead) == len(back) == 2:  # along an edge: left stays left
            return [s for s, t in zip(back, reversed(ahead), strict=True) if t == sector]
        return [s for s in back if self.free[q][s]] if sector in ahead else []

    def _beside(self, n, direction):
        """Sectors of n that contain the direction: one, or those right and left of an edge."""
        edges = self.around.get(n, [])
        if len(edges) == 0:
            return [0]
        k = sum(_by_angle(d, direction) <= 0 for d in edges) - 1
        last = k % len(edges)
        same = k >= 0 and _by_angle(edges[k], direction) == 0
        return [(last - 1) % len(edges), last] if same else [last]

    def _free_sectors(self, n):
        edges = self.around[n]
        if not edges:
            return [self.cells.is_free(n)]
        pairs = zip(edges, edges[1:] + edges[:1], strict=True)
        return [self.cells.is_free(self._just_off(n, _between(d, e))) for d, e in pairs]

    def _just_off(self, n, d):
        """A point from n in direction d, before any edge."""
        least = Fraction(1)
        for a, b in self.cells.edges:
            (ax, ay), (bx, by) = _from(n, a), _from(n, b)
            ex, ey = bx - ax, by - ay
            base = d[0] * ey - d[1] * ex
            if base == 0:
                continue
            t, u = Fraction(ax * ey - ay * ex, base), Fraction(ax * d[1] - ay * d[0], base)
            if t > 0 and 0 <= u <= 1:
                least = min(least, t)
        return (n[0] + d[0] * least / 2, n[1] + d[1] * least / 2)

    def _sees(self, p, q):
        return is_visible(self.cells, p, q) and not touches_node(self.cells, p, q)


def _from(a, b):
    return (b[0] - a[0], b[1] - a[1])


def _upper(d):
    return d[1] > 0 or (d[1] == 0 and d[0] > 0)


def _by_angle(d, e):
    """By angle from 0 to a full turn; 0 for the same direction."""
    if _upper(d) != _upper(e):
        return -1 if _upper(d) else 1
    return -orientation(ORIGIN, d, e)


def _between(d, e):
    """A direction strictly inside the sector from d counter-clockwise to e."""
    turn = orientation(ORIGIN, d, e)
    if turn == 0:
        opposite = d[0] * e[0] + d[1] * e[1] < 0
        return (-d[1], d[0]) if opposite else (-d[0], -d[1])
    x, y = (Fraction(1 / hypot(*map(float, v))) for v in (d, e))
    inner = (d[0] * x + e[0] * y, d[1] * x + e[1] * y)
    return inner if turn > 0 else (-inner[0], -inner[1])


def _distance(a, b):
    return hypot(*map(float, _from(a, b)))
