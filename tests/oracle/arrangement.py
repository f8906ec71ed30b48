"""Exact cells of a scene by vertical slabs, in rational arithmetic.

Every segment is cut where it meets another; between two neighbouring abscissae the pieces
are ordered and do not meet, so the gaps between them are trapezoids. Trapezoids that
share an open piece of a slab's side belong to one face. A face is free when it lies in the
bounds and in no ring (even-odd). Faces are open: obstacles that touch leave no passage.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from fractions import Fraction

from .scene import closed


def orientation(a, b, c):
    d = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (d > 0) - (d < 0)


def _exact(v):
    return v if isinstance(v, (int, Fraction)) else Fraction(v)


def point(p):
    return (_exact(p[0]), _exact(p[1]))


def _is_double(p):
    return all(Fraction(float(v)) == v for v in p)


def on_segment(p, a, b):
    return (
        orientation(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def meeting(a, b, c, d):
    """Points where closed segments ab and cd meet: none, one, or the ends of a common part."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return ()
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return ()
    if (
        orientation(a, b, c) * orientation(a, b, d) < 0
        and orientation(c, d, a) * orientation(c, d, b) < 0
    ):
        return (_crossing(a, b, c, d),)
    found = {p for p in (c, d) if on_segment(p, a, b)} | {p for p in (a, b) if on_segment(p, c, d)}
    return tuple(found)


def _crossing(a, b, c, d):
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    t = Fraction((c[0] - a[0]) * ey - (c[1] - a[1]) * ex, dx * ey - dy * ex)
    return (a[0] + t * dx, a[1] + t * dy)


def properly_cross(a, b, c, d):
    return (
        orientation(a, b, c) * orientation(a, b, d) < 0
        and orientation(c, d, a) * orientation(c, d, b) < 0
    )


def has_crossings(segments):
    """Whether two segments cross in a point that is an end of neither."""
    s = [(point(a), point(b)) for a, b in segments if a != b]
    return any(properly_cross(*s[i], *s[j]) for i in range(len(s)) for j in range(i))


def in_ring(p, ring):
    """Even-odd; p must not lie on the ring."""
    inside = False
    for a, b in ring:
        if (a[1] > p[1]) != (b[1] > p[1]) and (orientation(a, b, p) > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


class Arrangement:
    def __init__(self, scene):
        rings = [[(point(a), point(b)) for a, b in closed(r)] for r in scene.rings()]
        bounds = [(point(a), point(b)) for a, b in scene.border()]
        raw = {tuple(sorted((point(a), point(b)))) for a, b in scene.segments()}
        self.posts = [a for a, b in raw if a == b]
        raw = sorted(s for s in raw if s[0] != s[1])
        cuts = [{a, b} for a, b in raw]
        for i, (a, b) in enumerate(raw):
            for j in range(i):
                for x in meeting(a, b, *raw[j]):
                    cuts[i].add(x)
                    cuts[j].add(x)
        pieces = set()
        for c in cuts:
            line = sorted(c)
            pieces.update(itertools.pairwise(line))
        self.edges = sorted(pieces)
        self.nodes = sorted({p for e in pieces for p in e})
        self._slabs(bounds, rings)
        self._join()

    def _slabs(self, bounds, rings):
        self.xs = sorted({p[0] for p in self.nodes})
        self.slab = []  # per slab: its edges from below
        self.cell = []  # per slab: number of the cell above each edge, -1 when blocked
        self.area = Fraction(0)
        count = 0
        sloped = [e for e in self.edges if e[0][0] != e[1][0]]
        for x0, x1 in zip(self.xs, self.xs[1:], strict=False):
            middle = Fraction(x0 + x1) / 2
            here = [e for e in sloped if e[0][0] <= x0 and e[1][0] >= x1]
            here.sort(key=lambda e: height(e, middle))
            ys = [height(e, middle) for e in here]
            cells = []
            for low, high in itertools.pairwise(ys):
                p = (middle, (low + high) / 2)
                free = in_ring(p, bounds) and not any(in_ring(p, r) for r in rings)
                cells.append(count if free else -1)
                if free:
                    count += 1
                    self.area += (high - low) * (x1 - x0)
            self.slab.append(here)
            self.cell.append(cells)
        self.parent = list(range(count))

    def _join(self):
        upright = {}
        for a, b in self.edges:
            if a[0] == b[0]:
                upright.setdefault(a[0], []).append((a[1], b[1]))
        for k in range(1, len(self.xs) - 1):
            x = self.xs[k]
            ys = {height(e, x) for s in (k - 1, k) for e in self.slab[s]}
            ys |= {y for v in upright.get(x, ()) for y in v}
            ys = sorted(ys)
            for low, high in itertools.pairwise(ys):
                y = Fraction(low + high) / 2
                if any(v[0] <= low and high <= v[1] for v in upright.get(x, ())):
                    continue
                left, right = self._gap(k - 1, x, y), self._gap(k, x, y)
                if left >= 0 and right >= 0:
                    self.parent[self._root(left)] = self._root(right)

    def _gap(self, slab, x, y):
        """Cell of the slab whose side at x contains y strictly inside, -1 for none."""
        ys = [height(e, x) for e in self.slab[slab]]
        i = bisect_left(ys, y) - 1
        return self.cell[slab][i] if 0 <= i < len(self.cell[slab]) else -1

    def _root(self, i):
        while self.parent[i] != i:
            self.parent[i] = i = self.parent[self.parent[i]]
        return i

    def faces(self, p):
        """Free faces whose closure contains p; empty if p is blocked."""
        p = point(p)
        found = set()
        k = bisect_left(self.xs, p[0])
        for slab in {k - 1, k} if k < len(self.xs) and self.xs[k] == p[0] else {k - 1}:
            if not 0 <= slab < len(self.slab):
                continue
            ys = [height(e, p[0]) for e in self.slab[slab]]
            for i, cell in enumerate(self.cell[slab]):
                if cell >= 0 and ys[i] <= p[1] <= ys[i + 1]:
                    found.add(self._root(cell))
        return found

    def is_sure(self, p):
        """False where rounding may decide: p on a piece that ends in a rounded crossing."""
        p = point(p)
        return all(
            _is_double(a) and _is_double(b)
            for a, b in self.edges
            if p != a and p != b and on_segment(p, a, b)
        )

    def is_free(self, p):
        return bool(self.faces(p))

    def status(self, start, goal):
        """Name of the status that find_path must return at radius 0."""
        a, b = self.faces(start), self.faces(goal)
        if not a:
            return "START_BLOCKED"
        if not b:
            return "GOAL_BLOCKED"
        return "FOUND" if a & b or tuple(start) == tuple(goal) else "NO_PATH"


def height(edge, x):
    (x0, y0), (x1, y1) = edge
    return y0 + Fraction((x - x0) * (y1 - y0), x1 - x0)
