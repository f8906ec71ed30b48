"""Lines and rings on small integers, and the verdict of the verifier."""

from __future__ import annotations

import math

import numpy as np
import shapely

SIZE = 6


def crosses(world, points):
    points = np.asarray(points, float)
    rows = np.zeros((len(points) - 1, 8))
    rows[:, :2], rows[:, 2:4] = points[:-1], points[1:]
    return world._core.verify(rows)["crosses"]


def turned(points, angle, factor=1.0):
    """Rotated about a point far from the corners: the coordinates are no longer small integers."""
    c, s = math.cos(angle), math.sin(angle)
    x, y = (np.asarray(points, float) * factor + (17 / 3, 41 / 7)).T
    return np.column_stack((c * x - s * y, s * x + c * y))


def polyline(rng):
    points = rng.integers(0, SIZE + 1, (int(rng.integers(2, 6)), 2))
    return points[np.r_[True, (np.diff(points, axis=0) != 0).any(axis=1)]]


def ring(rng):
    while True:
        points = rng.integers(0, SIZE + 1, (int(rng.integers(3, 7)), 2))
        if shapely.Polygon(points).is_valid and shapely.Polygon(points).area > 0:
            return points


def across(rng):
    """A wall from the left side of the square to the right one, and the area above it."""
    while True:
        inner = rng.integers(0, SIZE + 1, (int(rng.integers(1, 6)), 2))
        line = np.vstack(((-1, rng.integers(1, SIZE)), inner, (SIZE + 1, rng.integers(1, SIZE))))
        above = shapely.Polygon([*line, (SIZE + 1, SIZE + 1), (-1, SIZE + 1)])
        if above.is_valid and shapely.LineString(line).is_simple:
            return line, above
