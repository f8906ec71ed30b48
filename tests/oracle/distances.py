"""Distances by brute force over arrays."""

from __future__ import annotations

import numpy as np


def segment_array(scene):
    return np.array(scene.segments(), float).reshape(-1, 4)


def point_segments(p, segments):
    """Distance from each point (n, 2) to each segment (m, 4): (n, m)."""
    p = np.atleast_2d(np.asarray(p, float))[:, None, :]
    a, b = segments[None, :, :2], segments[None, :, 2:]
    d = b - a
    square = (d * d).sum(-1)
    t = np.clip(((p - a) * d).sum(-1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    return np.linalg.norm(p - (a + t[..., None] * d), axis=-1)


def clearance(points, scene):
    """Distance to the nearest boundary, on either side of it."""
    return point_segments(points, segment_array(scene)).min(axis=1)


def length(points):
    points = np.asarray(points, float)
    return float(np.hypot(*np.diff(points, axis=0).T).sum()) if len(points) > 1 else 0.0
