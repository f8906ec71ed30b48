"""The band that a disc covers along its path."""

from __future__ import annotations

import itertools
import math

import numpy as np

from .._input import Floats
from .._path import Path
from .._segments import Arc, Line, Link

_STEP = math.tau / 96  # between the points of a round part
Pair = tuple[float, float]


def swept(path: Path) -> list[Floats]:
    """Rings, counter-clockwise: the band; the discs at both ends if there is no path.

    A band that meets itself overlaps itself: fill it by the non-zero rule.
    """
    walks = _walks(path)
    if not walks:
        ends = [path.start] if path.found else [path.start, path.goal]
        return [_round(end, path.radius, 0.0, math.tau) for end in ends]
    r = path.radius
    return [ring for walk in walks for ring in (_outline(walk, r), *_kinks(walk, r))]


def _kinks(segments: list[Line | Arc], r: float) -> list[Floats]:
    """A disc at each joint where the path turns at once, as one with a preferred clearance may."""
    ends = [_headings(s) for s in segments]
    turns = [abs(math.remainder(b[0] - a[1], math.tau)) for a, b in itertools.pairwise(ends)]
    return [
        _round(s.end, r, 0.0, math.tau)
        for s, turn in zip(segments, turns, strict=False)
        if turn > _STEP
    ]


def _headings(s: Line | Arc) -> tuple[float, float]:
    """At both ends."""
    if isinstance(s, Line):
        heading = math.atan2(s.end[1] - s.start[1], s.end[0] - s.start[0])
        return heading, heading
    turn = math.pi / 2 if s.ccw else -math.pi / 2
    return s.start_angle + turn, s.end_angle + turn


def _walks(path: Path) -> list[list[Line | Arc]]:
    """The pieces between links."""
    walks: list[list[Line | Arc]] = [[]]
    for s in path.segments:
        if isinstance(s, Link):
            walks.append([])
        else:
            walks[-1].append(s)
    return [walk for walk in walks if walk]


# Plain numbers: most arcs have a few points, for which arrays cost more than the arithmetic.
def _outline(segments: list[Line | Arc], r: float) -> Floats:
    left: list[Pair] = []
    right: list[Pair] = []
    for s in segments:
        if isinstance(s, Line):
            heading = _headings(s)[0]
            x, y = -r * math.sin(heading), r * math.cos(heading)
            for end in (s.start, s.end):
                left.append((end[0] + x, end[1] + y))
                right.append((end[0] - x, end[1] - y))
        else:
            # An arc of the disc's radius turns on the corner itself; a wider one keeps off it.
            inner, outer = (left, right) if s.ccw else (right, left)
            inner += _arc(s.center, max(0.0, s.radius - r), s.start_angle, s.end_angle)
            outer += _arc(s.center, r + s.radius, s.start_angle, s.end_angle)
    first, last = _headings(segments[0])[0], _headings(segments[-1])[1]
    quarter = math.pi / 2
    front = _arc(segments[-1].end, r, last - quarter, last + quarter)
    back = _arc(segments[0].start, r, first + quarter, first + 3 * quarter)
    return np.array([*right, *front, *reversed(left), *back])


def _arc(centre: Pair | Floats, r: float, first: float, last: float) -> list[Pair]:
    count = max(1, math.ceil(abs(last - first) / _STEP))
    x, y = float(centre[0]), float(centre[1])
    angles = [first + i * (last - first) / count for i in range(count + 1)]
    return [(x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles]


def _round(centre: Pair | Floats, r: float, first: float, last: float) -> Floats:
    return np.array(_arc(centre, r, first, last))
