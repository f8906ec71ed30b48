"""The boundaries of a scene for discs: segments cut where they meet, corners, exact ties.

`obstacles` is `Scene.obstacles`, or any iterable of (kind, points). Bounds are
(x0, y0, x1, y1) or a ring.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import shapely

from .distances import point_segments, segment_array
from .scene import Scene, box
from .union import even_odd

NEAR = 1e-9  # relative: closer to a tie than this, rationals decide


def as_scene(bounds, obstacles):
    values = list(obstacles.values() if hasattr(obstacles, "values") else obstacles)
    if np.ndim(bounds) == 1:
        bounds = box(*bounds)
    return Scene([tuple(map(float, p)) for p in bounds], dict(enumerate(values)))


class Linework:
    def __init__(self, bounds, obstacles):
        self.scene = as_scene(bounds, obstacles)
        self.raw = segment_array(self.scene)
        self.scale = float(np.abs(self.raw).max())
        self.ground = even_odd(self.scene.bounds)
        self.rings = [even_odd(ring) for ring in self.scene.rings()]
        self.covered = shapely.union_all(self.rings) if self.rings else shapely.Polygon()
        self.segments = self._cut()
        ends = np.unique(self.segments.reshape(-1, 2), axis=0)
        self.corners = ends

    def _cut(self):
        """Pieces that meet only at their ends, without those clearly inside blocked areas; a
        post is a piece between equal points."""
        posts = (self.raw[:, :2] == self.raw[:, 2:]).all(axis=1)
        lines = shapely.linestrings(self.raw[~posts].reshape(-1, 2, 2))
        noded = shapely.get_parts(shapely.union_all(lines))
        pieces = [np.hstack([c[:-1], c[1:]]) for c in map(shapely.get_coordinates, noded)]
        pieces = np.unique(np.vstack([*pieces, self.raw[posts]]), axis=0)
        middle = shapely.points((pieces[:, :2] + pieces[:, 2:]) / 2)
        edge, least = self.covered.boundary, 1e-9 * self.scale
        inside = shapely.contains_properly(self.covered, middle)
        inside &= ~(shapely.distance(edge, middle) < least) if not edge.is_empty else True
        outside = shapely.distance(self.ground, middle) > least
        return pieces[~(inside | outside)]

    def is_blocked(self, p, r):
        """Whether a disc of radius r > 0 does not fit at p. Exact."""
        here = shapely.Point(p)
        if not self.ground.covers(here) or any(a.contains(here) for a in self.rings):
            return True
        distance = point_segments(p, self.raw)[0]
        if (distance < r * (1 - NEAR)).any():
            return True
        return any(is_nearer(p, self.raw[i], r) for i in np.flatnonzero(distance < r * (1 + NEAR)))

    def closed_gaps(self, r, slack):
        """Links (corner, foot) slightly shorter than 2 r: rows x0, y0, x1, y1. Rationals decide
        those within `slack` of 2 r, and longer or equal ones are left out. Uses the input itself,
        whose crossings are not rounded: a crossing is no end of a gap, because the free sectors
        around it are less than half a turn."""
        corners = np.unique(self.raw.reshape(-1, 2), axis=0)
        distance = point_segments(corners, self.raw)
        i, j = np.nonzero((distance >= 2 * r - slack) & (distance <= 2 * r * (1 + NEAR)))
        links = {}
        for corner, s in zip(corners[i], self.raw[j], strict=True):
            if is_nearer(corner, s, 2 * r):
                links[(*corner, *_foot(corner, s))] = None
        return np.array(list(links), float).reshape(-1, 4)


def is_nearer(p, segment, r):
    """Whether p is nearer than r to the segment, in rationals."""
    px, py, ax, ay, bx, by = (Fraction(float(v)) for v in (*p, *segment))
    dx, dy = bx - ax, by - ay
    along, square = (px - ax) * dx + (py - ay) * dy, dx * dx + dy * dy
    limit = Fraction(float(r)) ** 2
    if along <= 0:
        return (px - ax) ** 2 + (py - ay) ** 2 < limit
    if along >= square:
        return (px - bx) ** 2 + (py - by) ** 2 < limit
    return (dx * (py - ay) - dy * (px - ax)) ** 2 < limit * square


def _foot(p, segment):
    a, d = segment[:2], segment[2:] - segment[:2]
    square = float(d @ d)
    t = min(max(float((p - a) @ d) / square, 0.0), 1.0) if square else 0.0
    return a if t == 0.0 else segment[2:] if t == 1.0 else a + t * d
