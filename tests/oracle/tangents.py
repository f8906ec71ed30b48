"""Brute-force tangent graph: the shortest path of a disc of radius r > 0.

A shortest path consists of lines tangent to circles around corners, and arcs on them. Every tangent
line of every pair of circles is tested against every segment; Dijkstra searches the others. A turn
is +1 (counter-clockwise, centre on the left) or -1.

All tests allow `slack` (1e-12 r and a few roundings of the coordinates), so that touching is
allowed; rationals find the gaps that are too narrow by less than that and close them.
"""

from __future__ import annotations

import heapq
import itertools
from bisect import bisect_left, bisect_right
from math import dist, inf

import numpy as np

from .circles import TURN, Circles
from .linework import Linework

TIE = 1e-13  # relative: circles nearer than this to touching count as touching
BACK = 1e-9  # radians that rounding may put two tangent points in the wrong order


class TangentGraph:
    def __init__(self, linework: Linework, r):
        self.linework, self.r = linework, r
        self.circles = Circles(linework, r)
        self.edges = []  # per node: (node, cost)
        self.places = []  # per node: (span, turn, position)
        self.chains = {}  # (span, turn): sorted positions, and nodes
        self._add_lines()
        self._add_arcs()

    def _add_lines(self):
        circles, r = self.circles, self.r
        used = np.unique(circles.corner)
        i, j = (used[k] for k in np.triu_indices(len(used), 1))
        v = circles.centres[j] - circles.centres[i]
        d = np.hypot(v[:, 0], v[:, 1])
        base = np.arctan2(v[:, 1], v[:, 0])
        for turn_i in (1, -1):
            for turn_j in (1, -1):
                apart = (turn_i - turn_j) * r
                length, ok = _leg(d, abs(apart))
                heading = base + np.arctan2(apart, length)
                if not apart:
                    heading, length = base, d
                self._keep(i[ok], turn_i, j[ok], turn_j, heading[ok], length[ok])

    def _keep(self, i, turn_i, j, turn_j, heading, length):
        circles = self.circles
        out, into = (heading - turn * TURN / 4 for turn in (turn_i, turn_j))
        span_i, x_i = circles.find(i, out % TURN)
        span_j, x_j = circles.find(j, into % TURN)
        ok = np.flatnonzero((span_i >= 0) & (span_j >= 0))
        p, q = circles.at(i[ok], out[ok]), circles.at(j[ok], into[ok])
        for k in ok[circles.are_clear(p, q)]:
            a, b = (int(span_i[k]), float(x_i[k])), (int(span_j[k]), float(x_j[k]))
            self._add_line(a, turn_i, b, turn_j, float(length[k]))
            self._add_line(b, -turn_j, a, -turn_i, float(length[k]))

    def _add_line(self, a, turn_a, b, turn_b, length):
        n = len(self.places)
        self.places += [(a[0], turn_a, a[1]), (b[0], turn_b, b[1])]
        self.edges += [[(n + 1, length)], []]

    def _add_arcs(self):
        for node, (span, turn, x) in enumerate(self.places):
            self.chains.setdefault((span, turn), []).append((x, node))
        for (span, turn), chain in self.chains.items():
            chain.sort()
            self.chains[span, turn] = [x for x, _ in chain], [n for _, n in chain]
            pairs = list(itertools.pairwise(chain))
            if self.circles.whole[span]:
                pairs.append((chain[-1], (chain[0][0] + TURN, chain[0][1])))
            for (x, n), (y, m) in pairs:
                cost = self.r * (y - x)
                first, last = (n, m) if turn > 0 else (m, n)
                self.edges[first].append((last, cost))
                if y - x < BACK:
                    self.edges[last].append((first, cost))

    def shortest(self, a, b):
        """(length, pieces): inf and () if there is no path or an end is blocked. A piece is
        ("line", start, end) or ("arc", centre, start angle, end angle), rising when
        counter-clockwise."""
        a, b = tuple(map(float, a)), tuple(map(float, b))
        if any(self.linework.is_blocked(p, self.r) for p in (a, b)):
            return inf, ()
        if a == b or self.circles.are_clear(np.array([a]), np.array([b]))[0]:
            return dist(a, b), (("line", a, b),) if a != b else ()
        leave, arrive = self._leaving(a), self._arriving(b)
        return self._search(a, b, leave, arrive)

    def _touching(self, p):
        """Clear tangents from p to circles: (span, turn on arrival, position, length)."""
        circles, found = self.circles, []
        used = np.unique(circles.corner)
        v = circles.centres[used] - p
        d = np.hypot(v[:, 0], v[:, 1])
        base = np.arctan2(v[:, 1], v[:, 0])
        length, _ = _leg(d, self.r)
        for turn in (1, -1):
            angle = base - turn * (np.arctan2(self.r, length) + TURN / 4)
            span, x = circles.find(used, angle % TURN)
            ok = np.flatnonzero(span >= 0)
            q = circles.at(used[ok], angle[ok])
            for k in ok[circles.are_clear(np.broadcast_to(p, q.shape), q)]:
                found.append((int(span[k]), turn, float(x[k]), float(length[k])))
        return found

    def _leaving(self, a):
        return self._touching(np.array(a))

    def _arriving(self, b):
        return [(span, -turn, x, length) for span, turn, x, length in self._touching(np.array(b))]

    def _search(self, a, b, leave, arrive):
        # Nodes below zero: -1 the start, -2 the goal. The contact of a line from the start with a
        # circle needs no node of its own: the cost of the arc to the next node is known.
        goals, into = {}, {}
        for span, turn, x, length in arrive:
            goals.setdefault((span, turn), []).append((x, length))
            for node, angle in self._beside(span, turn, x, -turn):
                into.setdefault(node, []).append((self.r * angle + length, x))
        best, parents, queue = {-1: 0.0}, {}, []

        def offer(node, cost, origin):
            if cost < best.get(node, inf):
                best[node], parents[node] = cost, origin
                heapq.heappush(queue, (cost, node))

        for span, turn, x, length in leave:
            for node, angle in self._beside(span, turn, x, turn):
                offer(node, length + self.r * angle, (-1, x, None))
            for y, last in goals.get((span, turn), ()):
                angle = self._angle(span, turn, x, y)
                if angle is not None:
                    offer(-2, length + self.r * angle + last, (-1, x, (span, turn, y)))
        while queue:
            cost, node = heapq.heappop(queue)
            if cost > best[node]:
                continue
            if node == -2:
                pieces = self._pieces(a, b, parents)
                return measure(pieces, self.r), pieces
            for last, y in into.get(node, ()):
                offer(-2, cost + last, (node, None, (*self.places[node][:2], y)))
            for other, step in self.edges[node]:
                offer(other, cost + step, (node, None, None))
        return inf, ()

    def _angle(self, span, turn, x, y):
        """Angle of the arc from position x to y, None when it would leave the span."""
        angle = turn * (y - x)
        if angle < -BACK:
            return angle % TURN if self.circles.whole[span] else None
        return abs(angle)

    def _beside(self, span, turn, x, direction):
        """The next node of the chain from x on, upwards for direction +1: [(node, angle)]."""
        if (span, turn) not in self.chains:
            return []
        xs, nodes = self.chains[span, turn]
        k = bisect_left(xs, x - BACK) if direction > 0 else bisect_right(xs, x + BACK) - 1
        if 0 <= k < len(xs):
            return [(nodes[k], abs(xs[k] - x))]
        if self.circles.whole[span]:
            k %= len(xs)
            return [(nodes[k], (direction * (xs[k] - x)) % TURN)]
        return []

    def _pieces(self, a, b, parents):
        stops, node, tail = [], -2, None
        while node != -1:
            origin, x, last = parents[node]
            if node == -2:
                stops.append(last)
            else:
                stops.append(self.places[node])
            if x is not None:
                span, turn, _ = stops[-1]
                stops.append((span, turn, x))
            node = origin
        stops.reverse()
        pieces, at = [], a
        for k, (span, turn, x) in enumerate(stops):
            corner = int(self.circles.corner[span])
            here = tuple(self.circles.at(corner, x).tolist())
            if k and stops[k - 1][:2] == (span, turn):
                before = stops[k - 1][2]
                angle = turn * (x - before)
                angle = angle % TURN if angle < -BACK else angle
                if tail == (span, turn):
                    _, centre, low, high = pieces.pop()
                    pieces.append(("arc", centre, low, high + turn * angle))
                else:
                    centre = tuple(self.circles.centres[corner].tolist())
                    pieces.append(("arc", centre, before, before + turn * angle))
                tail = (span, turn)
            else:
                pieces.append(("line", at, here))
                tail = None
            at = here
        pieces.append(("line", at, b))
        return tuple(p for p in pieces if p[-1] != p[-2])


def measure(pieces, r):
    return sum(dist(*p[1:]) if p[0] == "line" else r * abs(p[3] - p[2]) for p in pieces)


def _leg(d, apart):
    """Length of a tangent between circles at distance d whose offsets differ by `apart`, if any."""
    over = d - apart
    length = np.sqrt(np.where(over > TIE * apart, over * (d + apart), 0.0))
    return length, over > -1e-9 * apart
