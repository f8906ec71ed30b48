"""Discs of radius r: reachability by shapely, shortest paths by brute-force tangents.

    status(bounds, obstacles, a, b, r)     name of the status that find_path must return, or None
    reachable(bounds, obstacles, a, b, r)  True, False, or None: undecided, a tie
    shortest(bounds, obstacles, a, b, r)   (length, pieces); inf when there is none

Obstacles are (kind, points) as in `scene`. For many queries in one world keep a
`Discs(bounds, obstacles)` and call the same names on it: it computes data that depends on the
world and the radius once. For radius 0, `arrangement` and `sectors` answer exactly.

Accurate to about 1e-12 r, for coordinates up to about 1e5 r.
"""

from __future__ import annotations

from math import inf

import numpy as np

from .arrangement import Arrangement
from .circles import cross
from .distances import point_segments
from .ends import free_end
from .linework import Linework
from .room import Room
from .sectors import SectorGraph
from .tangents import TangentGraph


class Discs:
    def __init__(self, bounds, obstacles):
        self.linework = Linework(bounds, obstacles)
        self._made = {}

    def _of(self, kind, r):
        if (kind, r) not in self._made:
            if kind is Arrangement:
                made = Arrangement(self.linework.scene)
            elif kind is SectorGraph:
                made = SectorGraph(self._of(Arrangement, 0))
            else:
                made = kind(self.linework, r)
            self._made[kind, r] = made
        return self._made[kind, r]

    def is_blocked(self, p, r):
        """Whether p is blocked as an end; for radius 0 exactly, else by more than rounding."""
        if r == 0:
            return not self._of(Arrangement, 0).is_free(p)
        return free_end(self.linework, p, r) is None

    def _free_ends(self, a, b, r):
        """What stands for the ends of a disc; those that are blocked stay."""
        return [free_end(self.linework, p, r) or p for p in (a, b)]

    def status(self, a, b, r):
        """By exact distances and by the tangent graph, which decides closer to a tie than
        `reachable` can."""
        if r == 0:
            return self._of(Arrangement, 0).status(a, b)
        if self.is_blocked(a, r):
            return "START_BLOCKED"
        if self.is_blocked(b, r):
            return "GOAL_BLOCKED"
        return "FOUND" if self.shortest(a, b, r)[0] < inf else "NO_PATH"

    def reachable(self, a, b, r):
        if r == 0:
            return self._of(Arrangement, 0).status(a, b) == "FOUND"
        return self._of(Room, r).reachable(*self._free_ends(a, b, r))

    def shortest(self, a, b, r):
        """(length, pieces) as `TangentGraph.shortest`; no pieces for radius 0."""
        if r == 0:
            return self._of(SectorGraph, 0).shortest(a, b), ()
        return self._of(TangentGraph, r).shortest(*self._free_ends(a, b, r))

    def clearance(self, pieces, r):
        """Least distance from the pieces (of a path for radius r) to any input boundary."""
        return min((_least(p, self.linework.raw, r) for p in pieces), default=inf)


def _least(piece, raw, r):
    if piece[0] == "line":
        line = np.array([*piece[1], *piece[2]], float).reshape(1, 4)
        if cross(line, raw).any():
            return 0.0
        return min(
            float(point_segments(line.reshape(2, 2), raw).min()),
            float(point_segments(raw.reshape(-1, 2), line).min()),
        )
    return _least_of_arc(np.array(piece[1], float), piece[2], piece[3], raw, r)


def _least_of_arc(centre, first, last, raw, r):
    """The nearest point is an end of the arc, or lies on a ray from the centre through it."""
    ends = np.array([first, last])
    least = point_segments(centre + r * np.c_[np.cos(ends), np.sin(ends)], raw).min()
    along = raw[:, 2:] - raw[:, :2]
    square = (along * along).sum(axis=1)
    t = ((centre - raw[:, :2]) * along).sum(axis=1) / np.where(square > 0, square, 1.0)
    feet = raw[:, :2] + np.clip(t, 0, 1)[:, None] * along
    # Where the segment meets the circle the distance is 0.
    half = np.sqrt(
        np.maximum(r * r - ((raw[:, :2] + t[:, None] * along - centre) ** 2).sum(axis=1), 0)
    )
    half = half / np.sqrt(np.where(square > 0, square, 1.0))
    meets = [raw[:, :2] + np.clip(t + s * half, 0, 1)[:, None] * along for s in (-1, 1)]
    places = np.vstack([raw[:, :2], raw[:, 2:], feet, *meets]) - centre
    low, size = min(first, last), abs(last - first)
    on = (np.arctan2(places[:, 1], places[:, 0]) - low) % (2 * np.pi) <= size
    away = np.abs(np.hypot(places[on, 0], places[on, 1]) - r)
    return float(min(least, away.min(initial=np.inf)))


def status(bounds, obstacles, a, b, r):
    return Discs(bounds, obstacles).status(a, b, r)


def reachable(bounds, obstacles, a, b, r):
    return Discs(bounds, obstacles).reachable(a, b, r)


def shortest(bounds, obstacles, a, b, r):
    return Discs(bounds, obstacles).shortest(a, b, r)
