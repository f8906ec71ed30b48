"""The band that a disc covers along its path."""

from __future__ import annotations

import math

import numpy as np

from .._input import Floats
from .._path import Path
from .._segments import Arc, Line, Link

_STEP = math.tau / 96  # between the points of a round part


def swept(path: Path) -> list[Floats]:
    """Rings, counter-clockwise: the band; the discs at both ends if there is no path.

    A band that meets itself overlaps itself: fill it by the non-zero rule.
    """
    walks = _walks(path)
    if not walks:
        ends = [path.start] if path.found else [path.start, path.goal]
        return [_round(end, path.radius, 0.0, math.tau) for end in ends]
    return [_outline(walk, path.radius) for walk in walks]


def _walks(path: Path) -> list[list[Line | Arc]]:
    """The pieces between links."""
    walks: list[list[Line | Arc]] = [[]]
    for s in path.segments:
        if isinstance(s, Link):
            walks.append([])
        else:
            walks[-1].append(s)
    return [walk for walk in walks if walk]


def _outline(segments: list[Line | Arc], r: float) -> Floats:
    left, right, headings = [], [], []
    for s in segments:
        if isinstance(s, Line):
            a, b = np.array(s.start), np.array(s.end)
            heading = math.atan2(*(b - a)[::-1].tolist())
            aside = r * np.array((-math.sin(heading), math.cos(heading)))
            left += [a + aside, b + aside]
            right += [a - aside, b - aside]
            headings += [heading, heading]
        else:
            # The inner side turns on the corner itself, the outer one twice as far from it.
            turn = math.pi / 2 if s.ccw else -math.pi / 2
            inner, outer = (left, right) if s.ccw else (right, left)
            inner.append(np.array(s.center))
            outer.extend(_round(s.center, r + s.radius, s.start_angle, s.end_angle))
            headings += [s.start_angle + turn, s.end_angle + turn]
    first, last = headings[0], headings[-1]
    quarter = math.pi / 2
    front = _round(segments[-1].end, r, last - quarter, last + quarter)
    back = _round(segments[0].start, r, first + quarter, first + 3 * quarter)
    return np.vstack((*right, front, *left[::-1], back))


def _round(centre: Floats | tuple[float, float], r: float, first: float, last: float) -> Floats:
    angles = np.linspace(first, last, 1 + max(1, math.ceil(abs(last - first) / _STEP)))
    return np.asarray(centre) + r * np.column_stack((np.cos(angles), np.sin(angles)))
