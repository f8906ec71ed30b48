"""One-way doors for points, by brute force: all corners, every straight line between two of them.

    shortest(boxes, size, doors, a, b)   length; inf when there is none

`boxes` are rings of disjoint boxes inside the square of this size; a door is (p, q, side): it may
be passed to the left of pq (side 1) or to the right (-1). And, for discs, what can be reached: the
free space of the centre, cut along the doors by shapely, and a directed graph of its pieces.

    reachable(boxes, size, doors, a, b, r)
"""

from __future__ import annotations

import heapq
import itertools
from fractions import Fraction
from math import hypot, inf

import shapely


def side(a, b, p):
    """The sign of the area of abp, exactly."""
    ax, ay, bx, by, px, py = (Fraction(v) for v in (*a, *b, *p))
    area = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    return (area > 0) - (area < 0)


def crosses(p, q, a, b):
    """Whether segments pq and ab meet in a point that is inside both."""
    return side(p, q, a) * side(p, q, b) < 0 and side(a, b, p) * side(a, b, q) < 0


def is_wrong(p, q, door):
    """Whether the line from p to q passes the door to the wrong side."""
    a, b, allowed = door
    return crosses(p, q, a, b) and side(a, b, q) != allowed


def hits(p, q, ring):
    """Whether a line enters the inside of a box: it crosses a side, or is a diagonal."""
    n = len(ring)
    if any(crosses(p, q, ring[i], ring[(i + 1) % n]) for i in range(n)):
        return True
    (x0, y0), (x1, y1) = ring[0], ring[2]
    # Through corners or along it: where the line is inside, the middle of that part is.
    cuts = [Fraction(0), Fraction(1)]
    for low, high, at, to in ((x0, x1, p[0], q[0]), (y0, y1, p[1], q[1])):
        for edge in (low, high):
            if to != at:
                t = (Fraction(edge) - Fraction(at)) / (Fraction(to) - Fraction(at))
                if 0 < t < 1:
                    cuts.append(t)
    cuts.sort()
    for s, t in itertools.pairwise(cuts):
        m = (s + t) / 2
        x = Fraction(p[0]) + m * (Fraction(q[0]) - Fraction(p[0]))
        y = Fraction(p[1]) + m * (Fraction(q[1]) - Fraction(p[1]))
        if min(x0, x1) < x < max(x0, x1) and min(y0, y1) < y < max(y0, y1):
            return True
    return False


def shortest(boxes, size, doors, a, b):
    """Dijkstra's algorithm on corners and ends of doors; lines are directed."""
    inside = [(x, y) for d in doors for x, y in d[:2] if 0 <= x <= size and 0 <= y <= size]
    nodes = [a, b, *(tuple(c) for ring in boxes for c in ring), *inside]
    best, queue, done = {0: 0.0}, [(0.0, 0)], set()
    while queue:
        far, i = heapq.heappop(queue)
        if i == 1:
            return far
        if i in done:
            continue
        done.add(i)
        for j, node in enumerate(nodes):
            if j in done or node == nodes[i]:
                continue
            length = far + hypot(node[0] - nodes[i][0], node[1] - nodes[i][1])
            if length >= best.get(j, inf):
                continue
            if any(is_wrong(nodes[i], node, d) for d in doors):
                continue
            if any(hits(nodes[i], node, ring) for ring in boxes):
                continue
            best[j] = length
            heapq.heappush(queue, (length, j))
    return inf


def reachable(boxes, size, doors, a, b, r):
    """Whether the centre of a disc gets from a to b. Not decided within 1e-6: None."""
    answers = {_reachable(boxes, size, doors, a, b, r + d) for d in (-1e-6, 1e-6)}
    return answers.pop() if len(answers) == 1 else None


def _reachable(boxes, size, doors, a, b, r):
    free = shapely.box(r, r, size - r, size - r)
    for ring in boxes:
        free = free.difference(shapely.Polygon(ring).buffer(max(r, 0), quad_segs=64))
    if doors:  # cut open by a sliver
        cut = shapely.union_all([shapely.LineString(d[:2]).buffer(1e-9) for d in doors])
        free = free.difference(cut)
    pieces = [g for g in getattr(free, "geoms", [free]) if g.area > 1e-9]
    near = [
        min(range(len(pieces)), key=lambda i: pieces[i].distance(shapely.Point(p)), default=-1)
        for p in (a, b)
    ]
    if -1 in near or any(
        pieces[i].distance(shapely.Point(p)) > 1e-6 for i, p in zip(near, (a, b), strict=True)
    ):
        return False
    ways = set()
    for p, q, allowed in doors:
        length = hypot(q[0] - p[0], q[1] - p[1])
        nx, ny = -(q[1] - p[1]) / length, (q[0] - p[0]) / length
        for k in range(2000):
            t = (k + 0.5) / 2000
            x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
            ends = [
                shapely.Point(x - s * nx * 1e-7, y - s * ny * 1e-7) for s in (allowed, -allowed)
            ]
            at = [next((i for i, g in enumerate(pieces) if g.contains(e)), -1) for e in ends]
            if -1 not in at:
                ways.add(tuple(at))
    seen, todo = {near[0]}, [near[0]]
    while todo:
        i = todo.pop()
        new = {v for u, v in ways if u == i} - seen
        seen |= new
        todo += new
    return near[1] in seen
