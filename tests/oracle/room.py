"""Reachability of a disc by shapely: the bounds minus a capsule around every boundary segment.

The capsules are polygons, so the free space is bracketed: `wide` is certainly too large (capsules
inside true ones of r (1 - BAND)), `tight` certainly too small (outside those of r (1 + BAND)).
One capsule per segment, because shapely simplifies hollows before it buffers a longer line.
"""

from __future__ import annotations

from math import cos, pi

import numpy as np
import shapely

from .circles import cross
from .distances import point_segments
from .linework import Linework

BAND = 1e-6
QUAD_SEGS = 64


class Room:
    def __init__(self, linework: Linework, r):
        self.linework, self.r = linework, r
        self.floor = shapely.difference(linework.ground, linework.covered)
        self.wide = self._parts(r * (1 - BAND))
        self.tight = self._parts(r * (1 + BAND) / cos(pi / 4 / QUAD_SEGS))

    def _parts(self, r):
        lines = shapely.linestrings(self.linework.segments.reshape(-1, 2, 2))
        capsules = shapely.union_all(shapely.buffer(lines, r, quad_segs=QUAD_SEGS))
        parts = shapely.get_parts(shapely.difference(self.floor, capsules))
        return parts[shapely.area(parts) > 0]

    def reachable(self, a, b):
        """True, False, or None if the answer depends on less than the bracket (2e-4 of r)."""
        if any(self.linework.is_blocked(p, self.r) for p in (a, b)):
            return False
        if tuple(a) == tuple(b):
            return True
        if self._tight(a) & self._tight(b):
            return True
        return None if self._wide(a) & self._wide(b) else False

    def _wide(self, p):
        # Blunt at the ends: a point at the radius from a boundary may be just outside.
        near = shapely.distance(self.wide, shapely.Point(p)) < BAND * self.r
        return set(np.flatnonzero(near).tolist())

    def _tight(self, p):
        """Parts of the smaller free space that p reaches by a short line that keeps the radius."""
        here, found = shapely.Point(p), set()
        for k in np.flatnonzero(shapely.distance(self.tight, here) < 1e-2 * self.r):
            line = shapely.get_coordinates(shapely.shortest_line(here, self.tight[k])).reshape(1, 4)
            if self._keeps(line):
                found.add(int(k))
        return found

    def _keeps(self, line):
        corners, segments = self.linework.corners, self.linework.segments
        distance = min(
            point_segments(corners, line).min(), point_segments(line.reshape(2, 2), segments).min()
        )
        return distance >= self.r * (1 - 1e-9) and not cross(line, segments).any()
