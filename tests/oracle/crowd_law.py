"""The law of a crowd, by plain distances: no disc overlaps an obstacle or another disc, at the end
of a step and on the straight line to it. Knows nothing of meshes, fields and steering."""

from __future__ import annotations

import numpy as np
import shapely

# What two discs or a disc and a wall may lose by rounding, relative to the coordinates and radii.
ROUNDING = 1e-9


def blocked(rings=(), walls=(), posts=(), bounds=None):
    """All that discs must keep away from, as one geometry."""
    parts = [shapely.Polygon(ring) for ring in rings]
    parts += [shapely.LineString(wall) for wall in walls]
    parts += [shapely.Point(post) for post in posts]
    if bounds is not None:
        x0, y0, x1, y1 = bounds
        parts.append(shapely.LinearRing([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    return shapely.union_all(parts)


def too_near_to_walls(solid, before, after, radii, exempt=()):
    """The agents whose swept disc overlaps the geometry."""
    at = np.nonzero(~np.isnan(before[:, 0]) & ~np.isnan(after[:, 0]))[0]
    at = np.setdiff1d(at, exempt)
    lines = shapely.linestrings(np.stack((before[at], after[at]), axis=1))
    with np.errstate(invalid="ignore"):  # of lines without length, by GEOS before 3.13
        away = shapely.distance(lines, solid)
    size = np.abs(after[at]).max(axis=1, initial=0.0) + radii[at]
    return at[away < radii[at] - ROUNDING * size]


def least_distances(before, after):
    """For all pairs: the least distance of centres that move on straight lines; N x N."""
    d = before[:, None] - before[None]
    w = (after - before)[:, None] - (after - before)[None]
    speed = (w * w).sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.clip(-(d * w).sum(axis=2) / speed, 0.0, 1.0)
    t = np.where(speed > 0, t, 0.0)
    return np.hypot(*np.moveaxis(d + t[..., None] * w, 2, 0))


def overlapping_pairs(before, after, radii, exempt=()):
    """Pairs (i, j), i < j, of discs that overlap during the step; `exempt`: pairs to leave out."""
    away = least_distances(before, after)
    need = radii[:, None] + radii[None]
    size = np.nanmax(np.abs(after), initial=1.0)
    bad = away < need - ROUNDING * (size + need)
    found = {(int(i), int(j)) for i, j in zip(*np.nonzero(bad), strict=True) if i < j}
    return found - set(exempt)
