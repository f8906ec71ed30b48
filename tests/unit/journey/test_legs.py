"""Legs of a journey are pieces of one path that is pulled tight."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

import clearway as cw
from support.hierarchy_worlds import blocks, legal

TURN = 1e-6  # radians: what rounding may turn a disc at a join


def heading(leg, at_end):
    s = leg.segments[-1 if at_end else 0]
    if isinstance(s, cw.Arc):
        return (s.end_angle if at_end else s.start_angle) + (math.pi / 2) * (1 if s.ccw else -1)
    return math.atan2(s.end[1] - s.start[1], s.end[0] - s.start[0])


def is_taut(world, one, other, turn):
    """The corner between two lines cannot be cut short, a little beside them."""
    corner = other.start
    u, v = one.segments[-1].start - corner, other.segments[0].end - corner
    step = 1e-2 * min(np.hypot(*u), np.hypot(*v))
    a, b = (step * d / np.hypot(*d) for d in (u, v))
    # Outwards: a line may run along a wall, and what is on a wall is on both sides of it.
    out = -1e-3 * turn * (a + b) / np.hypot(*(a + b)) * step
    return world.raycast(corner + a + out, corner + b + out) is not None


def turned_blocks(rng):
    return cw.World.from_obstacles(blocks(rng, 110, 50), (0, 0, 50, 50))


def lattice(rng):
    world = cw.World((0, 0, 20, 20))
    with world.editing():
        for _ in range(25):
            (x, y), (a, b) = rng.integers(0, 18, 2), rng.integers(1, 4, 2)
            world.add([(x, y), (x + a, y), (x + a, y + b), (x, y + b)])
    return world


def rooms(rng):
    world = cw.World((0, 0, 20, 20))
    for a in (2.5, 5.0, 7.5):
        b, gap = 20 - a, rng.uniform(a + 0.5, 18 - a)
        ring = np.array([(gap + 1, a), (b, a), (b, b), (a, b), (a, a), (gap, a)])
        if rng.random() < 0.5:
            ring = 20 - ring
        world.add_wall(ring)
    return world


def posts(rng):
    world = cw.World((0, 0, 20, 20))
    for p in rng.uniform(0, 20, (30, 2)):
        world.add_post(p)
    return world


def check(world, planner, start, goal, radius, seen):
    journey = planner.begin(start, goal, radius)
    whole = planner.find_path(start, goal, radius)
    assert journey.found == whole.found
    if not whole.found or whole.length == 0:
        return
    legs = list(journey)
    assert journey.plans == 1
    assert all(leg.length > 0 for leg in legs)
    assert all(legal(leg) for leg in legs)
    assert legs[0].points[0].tolist() == list(start)
    assert legs[-1].points[-1].tolist() == list(goal)
    for one, other in pairwise(legs):
        assert one.points[-1].tolist() == other.points[0].tolist()
        turn = abs(math.remainder(heading(other, False) - heading(one, True), 2 * math.pi))
        assert turn < TURN or (radius == 0 and is_taut(world, one, other, turn))
    total = sum(leg.length for leg in legs)
    assert total < 1.1 * whole.length
    seen["joins"] += len(legs) - 1
    seen["length"].append(total / world.find_path(start, goal, radius).length)
    # A plan that may still be shortened at its end is not, where legs stand on it already.
    seen["longer"] += total > (1 + 1e-9) * whole.length


def campaign(seeds, questions):
    seen = {"joins": 0, "length": [], "longer": 0}
    for seed in seeds:
        rng = np.random.default_rng(seed)
        radius = (0.0, 0.3)[seed // 4 % 2]
        # A point that goes by a post on the longer side is taut there, and yet can be cut short.
        world = (turned_blocks, lattice, rooms, posts if radius else lattice)[seed % 4](rng)
        clusters = None if rng.random() < 0.5 else int(rng.integers(3, 20))
        planner = cw.THPAStar(world, radius, clusters=clusters)
        low, high = np.array(world.bounds).reshape(2, 2)
        for a, b in rng.uniform(low, high, (questions, 2, 2)):
            check(world, planner, a, b, radius, seen)
    return seen


def test_legs_are_pieces_of_a_taut_path():
    seen = campaign(range(64), 25)
    assert seen["joins"] > 300
    assert seen["longer"] <= 1
    assert np.mean(seen["length"]) < 1.015


@pytest.mark.long
def test_legs_are_pieces_of_a_taut_path_for_long():
    seen = campaign(range(1000, 2600), 30)
    assert seen["joins"] > 10_000
    assert seen["longer"] < 1e-3 * len(seen["length"])
    assert np.mean(seen["length"]) < 1.015


def test_a_long_line_is_one_leg():
    world = cw.World((0, 0, 100, 20))
    for x in range(5, 95, 5):
        world.add([(x, 0), (x + 2, 0), (x + 2, 8), (x, 8)])
        world.add([(x, 12), (x + 2, 12), (x + 2, 20), (x, 20)])
    for radius in (0.0, 1.0):
        journey = cw.THPAStar(world, radius, clusters=12).begin((1, 10), (99, 10), radius)
        assert len(journey.subgoals) > 3
        assert [leg.length for leg in journey] == [98]


@pytest.mark.parametrize("radius", [0.0, 0.5, 1.3])
def test_legs_of_a_range_of_radii(radius):
    rng = np.random.default_rng(8)
    world = cw.World.from_obstacles(blocks(rng, 60, 60), (0, 0, 60, 60))
    planner = cw.THPAStar(world, "any")
    seen = {"joins": 0, "length": [], "longer": 0}
    ends = (world.random_points(40, radius, seed) for seed in (1, 2))
    for a, b in zip(*ends, strict=True):
        check(world, planner, a, b, radius, seen)
    assert seen["joins"] > 20
