"""Shortest paths to places: lines and areas.

A shortest path to a segment ends at one of its ends, at an end of a part where the disc fits, or at
right angles to it. In the last case its last line leaves the start, or the circle of the disc's
radius around a corner, at the point of the circle in the direction of the segment. So a segment has
few candidates: `candidates`. The shortest path to one of them is the shortest to the segment.
"""

from __future__ import annotations

import numpy as np

STEP = 1e-9  # from the end of a free part, into it


def candidates(a, b, start, walls, radius):
    """Candidates on the segment ab, N x 2. `walls`: N x 4, all boundaries."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    along = b - a
    squared = float(along @ along)
    if squared == 0:
        return a[None]
    length = np.sqrt(squared)
    walls = np.asarray(walls, float).reshape(-1, 4)
    corners = np.vstack([walls[:, :2], walls[:, 2:]])
    at = ((corners - a) @ along) / squared
    feet = np.concatenate([at - radius / length, at + radius / length])
    off = ((corners - a) @ np.array([-along[1], along[0]])) / length
    half = np.sqrt(np.maximum(radius**2 - off**2, 0)) / length
    near = np.abs(off) <= radius
    cuts = [at[near] - half[near], at[near] + half[near]]
    normal = np.c_[-(walls[:, 3] - walls[:, 1]), walls[:, 2] - walls[:, 0]]
    size = np.hypot(*normal.T)
    normal = normal[size > 0] / size[size > 0, None]
    beside = (normal * (a - walls[size > 0, :2])).sum(axis=1)
    change = normal @ along
    for level in (radius, -radius):
        with np.errstate(divide="ignore", invalid="ignore"):
            cuts.append((level - beside) / change)
    cut = np.concatenate(cuts)
    cut = cut[np.isfinite(cut)]
    step = STEP * max(1.0, float(np.abs([a, b]).max())) / length
    first = ((np.asarray(start, float) - a) @ along) / squared
    t = np.concatenate([[0.0, 1.0, first], feet, cut, cut - step, cut + step])
    t = np.unique(np.clip(t[(t > -1e-12) & (t < 1 + 1e-12)], 0.0, 1.0))
    return a + t[:, None] * along


def inside(ring, p):
    """Whether the closed area of a ring contains p, by even-odd; p is not near its boundary."""
    x, y = p
    odd = False
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            odd = not odd
    return odd


def shortest(segments, start, walls, radius, length_to):
    """Length of the shortest path to one of the segments, and its end.

    `length_to(points)`: lengths of shortest paths to N x 2 points; inf where there is none.
    """
    points = np.vstack([candidates(a, b, start, walls, radius) for a, b in segments])
    order = np.argsort(np.hypot(*(points - np.asarray(start, float)).T))
    best, end = np.inf, None
    for k in range(0, len(order), 16):
        some = points[order[k : k + 16]]
        if np.hypot(*(some[0] - np.asarray(start, float))) > best:
            break
        lengths = np.asarray(length_to(some))
        i = int(np.argmin(lengths))
        if lengths[i] < best:
            best, end = float(lengths[i]), some[i]
    return best, end
