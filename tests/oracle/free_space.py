"""Paths of points in the free space as shapely computes it: walls, one-way doors and links.

    FreeSpace(size, blocked, doors, links, points, radius=0.0).costs(i)   from point i to all points

`blocked` are shapely geometries inside the square of this size; they may touch, cross and overlap.
A door is (p, q, side): it may be passed to the left of pq (side 1) or to the right (-1). A link is
(a, b, cost, two_way). Obstacles are fattened by GAP, so that what touches is closed; lengths are
right up to ERROR. For a disc of this radius, whose centre counts at doors, obstacles grow by it;
their round corners are polygons, and lengths are too small by up to ARCS of them. The graph has all
corners of what is left, and points around the ends of doors.
"""

from __future__ import annotations

import math

import numpy as np
import shapely

GAP = 1e-6
ERROR = 6e-4  # mitred corners of fat obstacles lie up to 50 gaps away
ARCS = 0.003  # 1 - cos(180 / 48 degrees) is 0.002


class FreeSpace:
    def __init__(self, size, blocked, doors, links, points, radius=0.0):
        if radius:
            fat = [g.buffer(radius, quad_segs=12) for g in blocked]
        else:
            fat = [g.buffer(GAP, join_style="mitre", mitre_limit=50) for g in blocked]
        edge = radius + GAP / 2  # doors that end on the bounds reach beyond
        low, high = edge, size - edge
        free = shapely.box(low, low, high, high).difference(shapely.union_all(fat))
        covering = free.buffer(GAP / 100, join_style="mitre")
        shapely.prepare(covering)
        self.count = len(points)
        nodes, hops = [tuple(p) for p in points], []
        for a, b, cost, two_way in links:
            at = len(nodes)
            nodes += [a, b]
            hops += [(at, at + 1, cost), *([(at + 1, at, cost)] if two_way else [])]
        for piece in getattr(free, "geoms", [free]):
            if not piece.is_empty:
                for ring in (piece.exterior, *piece.interiors):
                    nodes += [tuple(c) for c in ring.coords[:-1]]
        for p, q, _ in doors:
            for x, y in (p, q):
                for turn in range(6):
                    angle = 0.3 + turn * math.pi / 3
                    nodes.append((x + GAP * math.cos(angle), y + GAP * math.sin(angle)))
        at = np.array(nodes)
        self.is_free = shapely.covers(covering, shapely.points(at))
        i, j = np.triu_indices(len(at), 1)
        both = self.is_free[i] & self.is_free[j]
        i, j = i[both], j[both]
        seen = shapely.covers(covering, shapely.linestrings(np.stack([at[i], at[j]], 1)))
        i, j = i[seen], j[seen]
        lengths = np.hypot(*(at[i] - at[j]).T)
        self.legs = np.full((len(at), len(at)), np.inf)
        self.legs[i, j] = self.legs[j, i] = lengths
        for p, q, side in doors:
            # Beside itself by less than the gap: corners of fat obstacles may lie on it.
            across = 0.037 * GAP / math.dist(p, q)
            p, q = ((x - (q[1] - p[1]) * across, y + (q[0] - p[0]) * across) for x, y in (p, q))
            for start, end in ((i, j), (j, i)):
                wrong = self._crosses(at[start], at[end], p, q, -side)
                self.legs[start[wrong], end[wrong]] = np.inf
        for start, end, cost in hops:
            if self.is_free[start] and self.is_free[end]:
                self.legs[start, end] = min(self.legs[start, end], cost)

    @staticmethod
    def _crosses(start, end, p, q, side):
        """Which lines cross pq to this side of it."""

        def area(ax, ay, bx, by, cx, cy):
            return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

        before, after = area(*p, *q, *start.T), area(*p, *q, *end.T)
        left, right = area(*start.T, *end.T, *p), area(*start.T, *end.T, *q)
        return (before * after < 0) & (left * right < 0) & (np.sign(after) == side)

    def costs(self, start):
        """Dijkstra's algorithm."""
        cost = np.full(len(self.legs), np.inf)
        done = np.zeros(len(self.legs), bool)
        if self.is_free[start]:
            cost[start] = 0.0
        while True:
            left = np.where(done, np.inf, cost)
            best = int(left.argmin())
            if left[best] == np.inf:
                return cost[: self.count]
            done[best] = True
            cost = np.minimum(cost, cost[best] + self.legs[best])
