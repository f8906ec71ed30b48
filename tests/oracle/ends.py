"""How much an end may be blocked by and still count as free (docs/how-to/radius.md).

Segments are rows x0, y0, x1, y1 of the obstacles and the bounds, as `distances.segment_array`.
"""

from __future__ import annotations

import numpy as np

from .distances import point_segments

OF_RADIUS = 2.0**-40
OF_COORDINATES = 2.0**-45
LEAST_RADIUS = 2.0**-40  # of the coordinates; smaller discs are decided exactly
STEPS = (0, 1, 2, 4, 8, 16)


def nearest(segments, p):
    return segments[point_segments(p, segments)[0].argmin()]


def size_at(segments, p, radius=0.0):
    """The largest coordinate among those of the point, the radius and the nearest segment."""
    return max(radius, *np.abs(np.asarray(p, float)), *np.abs(nearest(segments, p)))


def end_rounding(segments, p, radius=0.0):
    """The largest depth at which an end counts as free; 0 for a disc that is too small."""
    size = size_at(segments, p, radius)
    if 0 < radius < LEAST_RADIUS * size:
        return 0.0
    return float(OF_RADIUS * radius + OF_COORDINATES * size)


def depth(segments, p, radius=0.0):
    """How far the nearest obstacle reaches over a disc, or how far a point is inside it."""
    to = float(point_segments(p, segments).min())
    return to if radius == 0 else radius - to


def free_end(linework, p, r):
    """What stands for an end of a disc, r > 0: p where the disc fits, else a point beside it;
    p again if there is none, in a gap as wide as the disc. None if p is blocked by more than
    rounding."""
    if not linework.is_blocked(p, r):
        return p
    if linework.is_blocked(p, r - end_rounding(linework.raw, p, r)):
        return None
    x, step = np.asarray(p, float), np.spacing(size_at(linework.raw, p, r))
    near = linework.raw[point_segments(p, linework.raw)[0] < r + step]
    away = x - _feet(near, x)
    far = np.hypot(*away.T)[:, None]
    lack = (away / far * np.maximum(0.0, r - far)).sum(axis=0)
    direction = (away / far).sum(axis=0)
    for k in STEPS:
        moved = tuple((x + lack + k * step * direction).tolist())
        if not linework.is_blocked(moved, r):
            return moved
    return p


def _feet(segments, x):
    """The point of each segment that is nearest to x."""
    a, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    square = (along**2).sum(axis=1)
    t = ((x - a) * along).sum(axis=1) / np.where(square > 0, square, 1.0)
    return a + np.clip(t, 0, 1)[:, None] * along
