"""Circles of one radius around the corners of a linework, and the parts where a disc fits.

An angle on a circle is free if the disc there keeps the radius, less `slack`, from every segment.
Maximal intervals of free angles are the `spans`; a point on a circle is (span, position), where
the position is an angle between the span's start and end.
"""

from __future__ import annotations

import numpy as np

from .distances import point_segments

TURN = 2 * np.pi
SLOT = 1e-5  # half width, in radians, of the notch at a gap that is slightly too narrow
STRIDE = 2 * TURN + 1


class Circles:
    def __init__(self, linework, r):
        self.r = r
        self.slack = 1e-12 * r + 16 * np.finfo(float).eps * linework.scale
        self.centres = linework.corners
        self.segments = linework.segments
        self.links = linework.closed_gaps(r, 4 * self.slack)
        distance = point_segments(self.centres, self.segments)
        corner, start, end = [], [], []
        for i, centre in enumerate(self.centres):
            for a, b in self._spans(centre, self.segments[distance[i] < 2 * r]):
                corner.append(i)
                start.append(a)
                end.append(b)
        self.corner = np.array(corner, int)
        self.start, self.end = np.array(start, float), np.array(end, float)
        self.whole = self.end - self.start == TURN
        self._keys = self.corner * STRIDE + self.start

    def find(self, corner, angle):
        """(span or -1, position) of angles in [0, 2 pi) on the circles of the corners."""
        span, position = np.full(len(corner), -1), np.zeros(len(corner))
        if not len(self.corner):
            return span, position
        for x in (angle, angle + TURN):
            k = np.searchsorted(self._keys, corner * STRIDE + x, side="right") - 1
            hit = (k >= 0) & (self.corner[k] == corner) & (x <= self.end[k]) & (span < 0)
            span[hit], position[hit] = k[hit], x[hit]
        return span, position

    def at(self, corner, angle):
        return self.centres[corner] + self.r * np.stack([np.cos(angle), np.sin(angle)], axis=-1)

    def are_clear(self, p, q):
        """Whether the lines p q, whose ends are clear, keep the radius from all obstacles."""
        out = np.empty(len(p), bool)
        for k in range(0, len(p), 4096):
            part = slice(k, k + 4096)
            out[part] = self._are_clear(p[part], q[part])
        return out

    def _are_clear(self, p, q):
        # Two segments that do not cross are nearest at an end of one of them.
        lines = np.hstack([p, q])
        good = (point_segments(self.centres, lines) >= self.r - self.slack).all(axis=0)
        closed = np.vstack([self.segments, self.links])
        k = np.flatnonzero(good)
        good[k] = ~cross(lines[k], closed).any(axis=1)
        return good

    def _spans(self, centre, near):
        cuts = np.sort(np.concatenate([self._cuts(centre, near), *self._slots(centre)]) % TURN)
        if not len(cuts):
            return [(0.0, TURN)] if self._is_free(centre, np.zeros(1), near)[0] else []
        after = np.append(cuts[1:], cuts[0] + TURN)
        free = self._is_free(centre, (cuts + after) / 2, near)
        if free.all():
            return [(0.0, TURN)]
        first = int(np.argmin(free)) + 1  # begin behind a blocked piece
        spans, open_ = [], None
        for k in range(first, first + len(cuts)):
            i = k % len(cuts)
            if free[i] and open_ is None:
                open_ = cuts[i]
            if not free[i] and open_ is not None:
                spans.append((open_, cuts[i]))
                open_ = None
        return sorted((a, b if b > a else b + TURN) for a, b in spans)

    def _is_free(self, centre, angles, near):
        places = centre + self.r * np.c_[np.cos(angles), np.sin(angles)]
        free = np.ones(len(angles), bool)
        if len(near):
            free = (point_segments(places, near) >= self.r - self.slack).all(axis=1)
        for low, high in self._slots(centre):
            free &= (angles - low) % TURN > high - low
        return free

    def _slots(self, centre):
        out = []
        for x0, y0, x1, y1 in self.links:
            for a, b in (((x0, y0), (x1, y1)), ((x1, y1), (x0, y0))):
                if (a == centre).all():
                    angle = np.arctan2(b[1] - a[1], b[0] - a[0])
                    out.append(np.array([angle - SLOT, angle + SLOT]))
        return out

    def _cuts(self, centre, near):
        """Angles where the circle meets the outline of a capsule around a near segment."""
        r, least = self.r, self.r - self.slack
        ends = np.unique(near.reshape(-1, 2), axis=0) - centre
        d = np.hypot(*ends.T)
        ends, d = ends[d > 0], d[d > 0]
        cosine = (d + (r + least) * (r - least) / d) / (2 * r)
        ok = np.abs(cosine) <= 1
        base, turn = np.arctan2(ends[ok, 1], ends[ok, 0]), np.arccos(cosine[ok])
        out = [base - turn, base + turn]
        along = near[:, 2:] - near[:, :2]
        size = np.hypot(*along.T)
        along, foot = along[size > 0] / size[size > 0, None], near[size > 0, :2]
        normal = np.c_[-along[:, 1], along[:, 0]]
        height = ((centre - foot) * normal).sum(axis=1)
        base = np.arctan2(normal[:, 1], normal[:, 0])
        for side in (least, -least):
            cosine = (side - height) / r
            ok = np.abs(cosine) <= 1
            turn = np.arccos(cosine[ok])
            out += [base[ok] - turn, base[ok] + turn]
        return np.concatenate(out)


def cross(lines, segments):
    """Which lines (n, 4) properly cross which segments (m, 4): (n, m)."""
    p, q = lines[:, None, :2], lines[:, None, 2:]
    a, b = segments[None, :, :2], segments[None, :, 2:]
    sides = _side(p, q, a) * _side(p, q, b) < 0
    return sides & (_side(a, b, p) * _side(a, b, q) < 0)


def _side(a, b, c):
    return np.sign(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1])
        - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )
