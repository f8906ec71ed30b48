"""The verifier where a chain folds back onto itself: a path may pass around the fold, whether it is
exact or one of rounding. Judged by shapely on small integers, and on the same worlds turned."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import shapely

import clearway as cw
from support.crossings import SIZE, across, crosses, ring, turned

ANGLES = (0.3, 2.1)


def spike(rng, p):
    """From p to a tip, and the point on the return where the chain leaves the fold."""
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
