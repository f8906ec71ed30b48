"""The verifier where a chain folds back onto itself: a path may pass around the fold, whether it is
exact or one of rounding. Judged by shapely on small integers, on the same worlds turned, and in
exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import shapely

import clearway as cw
from support.crossings import SIZE, across, crosses, ring, turned

ANGLES = (0.3, 2.1)


def spike(rng, p):
    """On from p to a tip, and the place on the way back where the chain leaves the fold."""
    while True:
        step = rng.integers(-2, 3, 2)
        if step.any():
            foot = p + int(rng.integers(1, 3)) * step
            return foot + int(rng.integers(1, 3)) * step, foot


def folded_ring(rng):
    while True:
        base = ring(rng)
        i = int(rng.integers(len(base)))
        tip, foot = spike(rng, base[i])
        solid = shapely.Polygon([*base[: i + 1], foot, *base[i + 1 :]])
        fold = shapely.LineString([foot, tip])
        if (
            solid.is_valid
            and solid.area > 0
            and fold.intersection(solid).equals(shapely.Point(foot))
        ):
            return np.array([*base[: i + 1], tip, foot, *base[i + 1 :]]), solid, fold


def folded_wall(rng):
    line, _ = across(rng)
    i = int(rng.integers(1, len(line) - 1))
    tip, foot = spike(rng, line[i])
    return np.array([*line[: i + 1], tip, foot, *line[i + 1 :]])


def way_over(rng, corners):
    """Half of its corners are corners of the chain."""
    way = []
    for _ in range(int(rng.integers(2, 6))):
        own = rng.random() < 0.5
        p = corners[rng.integers(len(corners))] if own else rng.integers(-1, SIZE + 2, 2)
        if not way or (p != way[-1]).any():
            way.append(p)
    return np.array(way)


def three_worlds(points, add):
    """As it is, and turned."""
    for turn in (lambda p: np.asarray(p, float), *(lambda p, a=a: turned(p, a) for a in ANGLES)):
        world = cw.World(bounds=(-60, -60, 60, 60))
        add(world, turn(points))
        yield world, turn


def check_rings(seed, count):
    rng = np.random.default_rng(seed)
    seen = {"inside": 0, "clear": 0, "along": 0}
    for _ in range(count):
        points, solid, fold = folded_ring(rng)
        worlds = list(three_worlds(points, lambda world, p: world.add(p)))
        for _ in range(12):
            way = way_over(rng, points)
            if len(way) < 2:
                continue
            line = shapely.LineString(way)
            answers = {crosses(world, turn(way)) for world, turn in worlds}
            note = f"{points.tolist()} {way.tolist()}"
            meets = line.intersection(fold)
            if any(shapely.LineString(s).relate_pattern(solid, "1********") for s in pairwise(way)):
                seen["inside"] += 1
                assert answers == {True}, note
            elif meets.is_empty or meets.equals(shapely.Point(fold.coords[1])):
                seen["clear"] += 1
                assert answers == {False}, note
            else:
                seen["along"] += 1
                assert len(answers) == 1, note
    assert min(seen.values()) > count, seen


def check_walls(seed, count):
    rng = np.random.default_rng(seed)
    seen = {True: 0, False: 0}
    for _ in range(count):
        points = folded_wall(rng)
        worlds = list(three_worlds(points, lambda world, p: world.add_wall(p)))
        for _ in range(12):
            way = way_over(rng, points)
            if len(way) < 2:
                continue
            answers = [crosses(world, turn(way)) for world, turn in worlds]
            assert len(set(answers)) == 1, f"{points.tolist()} {way.tolist()}"
            seen[answers[0]] += 1
    assert min(seen.values()) > count, seen


def test_folded_rings():
    check_rings(1, 300)


def test_folded_walls():
    check_walls(1, 300)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_folds_long(seed):
    check_rings(seed, 3000)
    check_walls(seed, 3000)


def test_a_jog_of_a_few_roundings_is_no_fold():
    """A step in a wall, almost at a right angle: whoever passes through there crosses."""
    for steps in (9, 12, 20, 40):
        jog = steps * 2.0**-52
        world = cw.World(bounds=(-4, -4, 4, 4))
        world.add_wall([(-1, 1), (1, 1), (1 - jog / 8, 1 + jog), (3, 1 + jog)])
        assert crosses(world, [(1, 0), (1, 2)])
        assert crosses(world, [(1 + jog, 0), (1 - jog, 2)])


# Exact arithmetic.


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
def test_found(bounds, obstacles, start, goal):
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
    assert verdict["inside"]
    assert not verdict["crosses"]
    assert not crosses(world, path.points[::-1])
