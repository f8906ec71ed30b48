"""Worlds and checks for the tests of THPA*."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw

ROUNDING = 2.0**-40


def legal(path) -> bool:
    """Whether the path is legal for the obstacles as given, up to rounding of the coordinates."""
    verdict = path.verify()
    size = max(path.radius, 1.0, float(np.abs(path.points).max()))
    return bool(
        not verdict["crosses"]
        and verdict["clearance"] >= path.radius - ROUNDING * size
        and verdict["gap"] <= ROUNDING * size
        and verdict["length"] == pytest.approx(path.length)
    )


def check_whole(path, exact):
    assert path.status == exact.status
    if not path.found:
        assert path.length == np.inf
        return
    assert legal(path)
    assert path.length >= exact.length * (1 - 1e-9)
    if len(path.points) > 1:
        assert path.points[0].tolist() == path.start.tolist()
        assert path.points[-1].tolist() == path.goal.tolist()


def check_journey(journey, start, goal, limit):
    """Legs join, are legal, lead to the goal and are hardly longer together than the plan."""
    at, total = np.asarray(start, dtype=float), 0.0
    slack = ROUNDING * max(1.0, float(np.abs([start, goal]).max()))
    for leg in journey:
        assert leg.found
        assert legal(leg)
        assert np.abs(leg.points[0] - at).max() <= slack
        at = leg.points[-1]
        total += leg.length
    assert np.abs(at - goal).max() <= slack
    assert journey.done
    assert journey.next() is None
    assert total <= limit * (1 + 1e-9) + slack
    return total


def blocks(rng, count, size=100.0):
    """Rotated rectangles, which may overlap."""
    out = []
    for _ in range(count):
        centre, half = rng.uniform(0, size, 2), rng.uniform(0.5, 2.5, 2)
        angle = rng.uniform(0, np.pi)
        u = np.array([np.cos(angle), np.sin(angle)])
        v = np.array([-u[1], u[0]])
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        out.append(np.array([centre + a * half[0] * u + b * half[1] * v for a, b in signs]))
    return out


def town(seed=7):
    return cw.World.from_obstacles(blocks(np.random.default_rng(seed), 80, 50), (0, 0, 50, 50))
