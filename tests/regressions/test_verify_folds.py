"""Paths around folds of chains that the verifier once judged wrongly, in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import clearway as cw
from support.crossings import crosses


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def is_inside(points, p):
    """Even-odd, for p on no edge."""
    inside = False
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        if (a[1] <= p[1]) != (b[1] <= p[1]):
            inside ^= (cross(minus(b, a), minus(p, a)) > 0) == (b[1] > a[1])
    return inside


def is_on(points, p):
    return any(
        cross(minus(b, a), minus(p, a)) == 0
        and all(min(a[k], b[k]) <= p[k] <= max(a[k], b[k]) for k in (0, 1))
        for a, b in zip(points, points[1:] + points[:1], strict=True)
    )


def stays_out(rings, start, end):
    """Whether the line has no point inside the shell and outside its holes."""
    cuts = {Fraction(0), Fraction(1)}
    along = minus(end, start)
    for points in rings:
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            slope = cross(along, minus(b, a))
            if slope != 0:
                cuts.add(cross(minus(a, start), minus(b, a)) / slope)
    for t, u in pairwise(sorted(t for t in cuts if 0 <= t <= 1)):
        m = tuple(start[k] + (t + u) / 2 * along[k] for k in (0, 1))
        if any(is_on(points, m) for points in rings):
            continue
        if is_inside(rings[0], m) and not any(is_inside(hole, m) for hole in rings[1:]):
            return False
    return True


# Found by the fuzzer of the core (core/fuzz/corpus/path-crosses-*.bin): bounds, obstacles, a
# start and a goal on corners. A fold of each is off by some units in the last place.
FOUND = [
    (
        (-100.0, -100.0, -98.4, -98.4),
        [[[(-99.6, -99.5), (-99.45283813476563, -100.1329833984375), (-98.7, -99.0), (-99.7, -99.5), (-98.7, -99.0), (-99.5, -99.4), (-98.81053466796875, -99.55763549804688)]]],
        (-99.5, -99.4),
        (-98.81053466796875, -99.55763549804688),
    ),
    (
        (1e-6 / 3, 1e-6 / 3, 1e-6 / 3 + 16e-6, 1e-6 / 3 + 16e-6),
        [
            [[(3.3333333333333333e-06, 1.533333333333333e-05), (5.333333333333333e-06, 2.333333333333333e-06), (3.3333333333333333e-06, 1.3333333333333333e-05), (6.377766927083333e-06, 1.8164571126302082e-05), (3.3333333333333333e-06, 1.3333333333333333e-05), (1.4333333333333334e-05, 6.333333333333333e-06)]],
            [[(6.992085774739583e-06, 9.526570638020834e-06), (3.3333333333333333e-06, 1.533333333333333e-05), (6.333333333333333e-06, 1.4333333333333334e-05), (3.333333333333334e-06, 1.3333333333333333e-05), (3.3333333333333333e-06, 1.1333333333333334e-05), (3.3333333333333333e-06, 1.533333333333333e-05)]],
        ],
        (6.333333333333333e-06, 1.4333333333333334e-05),
        (3.3333333333333333e-06, 1.533333333333333e-05),
    ),
    (
        (-1e-3, -1e-3, -984e-6, -984e-6),
        [
            [
                [(-0.0009860000000000001, -0.000988), (-0.0009985658569335938, -0.0009964668579101562), (-0.0009878392333984374, -0.00098845751953125), (-0.00099, -0.000993), (-0.0009985658569335938, -0.000988)],
                [(-0.0009878392333984374, -0.00098845751953125), (-0.000998, -0.000989), (-0.000989, -0.000987), (-0.000999, -0.000988), (-0.0009915000000000002, -0.00098725)],
            ],
            [
                [(-0.000998, -0.000989), (-0.0009925000000000001, -0.0009935), (-0.0009985658569335938, -0.0009964668579101562), (-0.0009860000000000001, -0.000988)],
                [(-0.0009883665771484376, -0.0009955394287109376), (-0.0010010628051757813, -0.0009914351196289063), (-0.000989, -0.00099175)],
            ],
        ],
        (-0.0009883665771484376, -0.0009955394287109376),
        (-0.000998, -0.000988),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("bounds", "obstacles", "start", "goal"), FOUND)
def test_a_path_around_a_fold(bounds, obstacles, start, goal):
    world = cw.World(bounds)
    for rings in obstacles:
        closed = [[*map(list, points), list(points[0])] for points in rings]
        world.add({"type": "Polygon", "coordinates": closed})
    path = world.find_path(start, goal)
    assert path.status is cw.Status.FOUND
    corners = [tuple(map(Fraction, p)) for p in path.points.tolist()]
    for rings in obstacles:
        exact = [[tuple(map(Fraction, p)) for p in points] for points in rings]
        assert all(stays_out(exact, a, b) for a, b in pairwise(corners))
    verdict = path.verify()
    assert verdict["free"]
    assert not verdict["crosses"]
    assert not crosses(world, path.points[::-1])
