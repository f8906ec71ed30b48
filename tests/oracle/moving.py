"""Discs that move: positions in time, and whether two of them ever overlap.

A piece is (begin, end, place, speed, velocity): `place(times)` gives N x 2 positions; an arc has no
velocity. The test halves intervals of
time until the speeds prove that the discs are apart, or a sample proves that they overlap.
"""

from __future__ import annotations

import math

import numpy as np


def line(begin, end, a, b):
    a, b = np.asarray(a, float), np.asarray(b, float)

    def place(times):
        part = (np.asarray(times) - begin) / (end - begin) if 0 < end - begin < math.inf else 0.0
        return a + np.multiply.outer(np.clip(part, 0, 1) * np.ones(np.shape(times)), b - a)

    moves = 0 < end - begin < math.inf
    velocity = (b - a) / (end - begin) if moves else np.zeros(2)
    return begin, end, place, math.hypot(*velocity), velocity


def arc(begin, end, center, radius, first, last):
    def place(times):
        part = (np.asarray(times) - begin) / (end - begin)
        angle = first + np.clip(part, 0, 1) * (last - first)
        return np.column_stack(
            (center[0] + radius * np.cos(angle), center[1] + radius * np.sin(angle))
        )

    return begin, end, place, radius * abs(last - first) / (end - begin), None


def pieces_of(path):
    """Of a timed path: an object with `segments`, `arrival`, `goal` and `leave`."""
    out = []
    for piece in path.segments:
        if hasattr(piece, "position"):
            out.append(line(piece.begin, piece.end, piece.position, piece.position))
        elif hasattr(piece.segment, "center"):
            s = piece.segment
            ends = s.start_angle, s.end_angle
            out.append(arc(piece.begin, piece.end, s.center, s.radius, *ends))
        else:
            out.append(line(piece.begin, piece.end, *piece.segment))
    if not path.leave:
        out.append(line(path.arrival, math.inf, path.goal, path.goal))
    return out


def depth(a, b, apart, tolerance):
    """By how much two sequences of pieces come nearer than `apart`: 0 if by `tolerance` or less."""
    return max((_depth(p, q, apart, tolerance) for p in a for q in b), default=0.0)


def _depth(p, q, apart, tolerance):
    low, high = max(p[0], q[0]), min(p[1], q[1])
    if low > high:
        return 0.0
    if math.isinf(high):  # both rest
        high = low
    # How fast the distance can change.
    speed = p[3] + q[3]
    if p[4] is not None and q[4] is not None:
        speed = math.hypot(*(p[4] - q[4])) + 1e-12 * speed
    middles, half = np.array([(low + high) / 2]), (high - low) / 2
    while len(middles):
        gap = np.hypot(*(p[2](middles) - q[2](middles)).T)
        worst = gap.min()
        if worst < apart - tolerance:
            return float(apart - worst)
        unknown = gap - speed * half < apart - tolerance
        half /= 2
        middles = np.concatenate((middles[unknown] - half, middles[unknown] + half))
        assert len(middles) < 1_000_000, "touching for long: give a larger tolerance"
    return 0.0
