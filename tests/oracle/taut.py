"""Checks a certificate that a path of a disc is the shortest in its channel.

Geodesics in the universal cover of the disc's free space are unique: a path that cannot be
shortened locally is the shortest of its homotopy class. So it suffices that the path is smooth,
that it consists of lines and of arcs of the disc's radius around obstacle corners, and that it
crosses the portals of the channel in order after backward steps are removed. Other tests check that
it is legal.
"""

from __future__ import annotations

import itertools
from math import atan2, ceil, cos, hypot, inf, pi, sin

import numpy as np


def faults(segments, corners, radius, scale):
    """The reasons why the path is not taut: a list of texts. `corners` is an (n, 2) array of
    obstacle corners, `scale` the magnitude of coordinates."""
    out = []
    slack = 1e-11 * scale + 1e-9 * radius
    before = None  # heading, and its error
    for k, s in enumerate(segments):
        if hasattr(s, "center"):
            if abs(s.radius - radius) > 1e-12 * radius:
                out.append(f"{k}: radius {s.radius!r}")
            if np.hypot(*(corners - s.center).T).min() > 1e-12 * scale:
                out.append(f"{k}: no corner at {s.center}")
            turn = 1 if s.ccw else -1
            if (s.end_angle - s.start_angle) * turn <= 0:
                out.append(f"{k}: an arc that does not turn")
            start, end = s.start, s.end
            enter, leave = (a + turn * pi / 2 for a in (s.start_angle, s.end_angle))
            off = slack / radius
        else:
            start, end = s.start, s.end
            d = hypot(end[0] - start[0], end[1] - start[1])
            enter = leave = atan2(end[1] - start[1], end[0] - start[0])
            off = slack / d if d else inf
        if before is not None:
            heading, its_off, place = before
            bend = abs((enter - heading + pi) % (2 * pi) - pi)
            if bend > off + its_off:
                out.append(f"{k}: bends by {bend:.3g}")
            if hypot(start[0] - place[0], start[1] - place[1]) > slack:
                out.append(f"{k}: jumps")
        before = (leave, off, end)
    return out


def polyline(segments):
    """The path as points, arcs by chords of at most a sixth of a turn: no corner lies between
    arc and chord."""
    points = []
    for s in segments:
        points.append(s.start)
        if hasattr(s, "center"):
            n = ceil(abs(s.end_angle - s.start_angle) / (pi / 3))
            for i in range(1, n):
                a = s.start_angle + (s.end_angle - s.start_angle) * i / n
                x, y = s.center
                points.append((x + s.radius * cos(a), y + s.radius * sin(a)))
    points.append(segments[-1].end)
    return np.array(points)


def crossings(mesh, points):
    """Pairs of triangles (left, entered) at the portals that the polyline crosses, without backward
    steps. The polyline must pass no vertex and start and end on no edge."""
    t, i = np.nonzero(~mesh.constrained & (mesh.neighbours >= 0))
    one, two = mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]
    into = mesh.neighbours[t, i]
    # One sign for each point and edge, the same for both triangles, so that a joint of the
    # polyline that lies on an edge up to rounding is in exactly one of them.
    low, high = np.minimum(one, two), np.maximum(one, two)
    a, d = mesh.vertices[low], mesh.vertices[high] - mesh.vertices[low]
    left = np.array([d[:, 0] * (p[1] - a[:, 1]) - d[:, 1] * (p[0] - a[:, 0]) for p in points])
    inside = (left >= 0) == (one == low)  # on t's side of it
    word = []
    for m, (p, q) in enumerate(itertools.pairwise(points)):
        u = q - p
        v = a - p
        with np.errstate(all="ignore"):
            on_line = left[m] / (left[m] - left[m + 1])
            on_side = (v[:, 0] * u[1] - v[:, 1] * u[0]) / (u[0] * d[:, 1] - u[1] * d[:, 0])
        hit = np.flatnonzero(inside[m] & ~inside[m + 1] & (on_side > 0) & (on_side < 1))
        for k in hit[np.argsort(on_line[hit])]:
            step = (int(t[k]), int(into[k]))
            if word and word[-1] == step[::-1]:
                word.pop()
            else:
                word.append(step)
    return word


def reduced(channel):
    """A sequence of triangles as crossings, without backward steps."""
    word = []
    for step in itertools.pairwise(channel):
        step = tuple(map(int, step))
        if word and word[-1] == step[::-1]:
            word.pop()
        else:
            word.append(step)
    return word
