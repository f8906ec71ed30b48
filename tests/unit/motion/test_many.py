"""Paths for many agents at once."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from support.agents import random_ends, worst_overlap


def test_antipodal_circle():
    world = cw.World(bounds=(-12, -12, 12, 12))
    angles = np.linspace(0, math.tau, 16, endpoint=False)
    circle = 10 * np.column_stack((np.cos(angles), np.sin(angles)))
    plan = cw.Reservations(world)
    paths = plan.find_paths(circle, -circle, radius=0.5)
    assert all(path.found for path in paths)
    assert worst_overlap(paths) == 0.0
    assert sorted(plan) == sorted(path.id for path in paths)
    assert math.fsum(path.arrival for path in paths) < 1.3 * 16 * 20


@pytest.mark.parametrize("seed", range(2))
def test_random_agents_among_boxes(seed):
    rng = np.random.default_rng(seed)
    world = cw.World(bounds=(0, 0, 30, 30))
    for x, y in rng.uniform(2, 26, (12, 2)):
        world.add_rect((x, y), (x + 2, y + 1.5))
    starts, goals = random_ends(world, 20, 0.6, rng)
    radii = rng.uniform(0.3, 0.6, 20)
    speeds = rng.uniform(0.5, 2.0, 20)
    plan = cw.Reservations(world)
    paths = plan.find_paths(starts, goals, radii, speeds, rng.uniform(0, 2, 20))
    found = [path for path in paths if path.found]
    assert len(found) >= 19
    assert worst_overlap(found) == 0.0
    for path, start, goal in zip(paths, starts, goals, strict=True):
        assert path.start.tolist() == start.tolist()
        assert path.goal.tolist() == goal.tolist()
        if path:
            assert path.path.verify(world)["clearance"] >= path.radius * (1 - 1e-9)


def trap():
    """A corridor for one with a room at its end: who goes in first must be he who goes farther."""
    return cw.World.from_walkable(
        [
            [
                (0, 0),
                (10, 0),
                (10, 4),
                (20, 4),
                (20, 0),
                (30, 0),
                (30, 10),
                (20, 10),
                (20, 6),
                (10, 6),
                (10, 10),
                (0, 10),
            ]
        ]
    )


def test_the_order_is_changed_where_one_finds_no_path():
    """Those with the longest way are served first, and one of them parks in the corridor."""
    world = trap()
    starts, goals = [(2, 2), (8, 8)], [(19, 5), (25, 5)]
    alone = [world.find_path(a, b, 0.8).length for a, b in zip(starts, goals, strict=True)]
    assert alone[0] < alone[1] + 5
    plan = cw.Reservations(world)
    first = plan.find_path(starts[0], goals[0], radius=0.8)
    assert first.found
    assert plan.find_path(starts[1], goals[1], radius=0.8).found in (True, False)
    for order in ((0, 1), (1, 0)):
        plan = cw.Reservations(world)
        paths = plan.find_paths(
            [starts[i] for i in order],
            [goals[i] for i in order],
            0.8,
            [4.0 if i == 0 else 1.0 for i in order],
        )
        assert all(path.found for path in paths)
        assert worst_overlap(paths) == 0.0


def test_without_attempts_the_order_stays():
    """One parks in a corridor before another appears that must pass there."""
    world = cw.World(bounds=(0, 0, 40, 2))
    starts, goals = [(2, 1), (20, 1)], [(30, 1), (38, 1)]
    plan = cw.Reservations(world)
    paths = plan.find_paths(starts, goals, 0.9, depart=[0.0, 20.0], attempts=0)
    assert [path.found for path in paths] == [True, False]
    plan = cw.Reservations(world)
    paths = plan.find_paths(starts, goals, 0.9, depart=[0.0, 20.0])
    assert [path.found for path in paths] == [True, True]
    assert worst_overlap(paths) == 0.0


def test_reserved_paths_stay():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    before = plan.find_path((10, 1), (10, 9), radius=0.5)
    paths = plan.find_paths([(2, 5), (18, 5)], [(18, 5), (2, 5)], radius=0.5)
    assert plan[before.id] is before
    assert worst_overlap([before, *paths]) == 0.0
    assert len(plan) == 3


def test_agents_without_a_path_are_told():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(8, 2), (12, 2), (12, 8), (8, 8)])
    plan = cw.Reservations(world)
    paths = plan.find_paths([(2, 5), (10, 5), (2, 2)], [(18, 5), (2, 8), (10, 5)], radius=0.5)
    assert [path.status.name for path in paths] == ["FOUND", "START_BLOCKED", "GOAL_BLOCKED"]
    assert list(plan) == [paths[0].id]
    assert plan.find_paths(np.empty((0, 2)), np.empty((0, 2))) == []


def test_bad_input_changes_nothing():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    starts, goals = [(2, 2), (2, 5)], [(18, 2), (18, 5)]
    nan = float("nan")
    for change in (
        {"starts": [(2, 2), (2.5, 2)]},
        {"goals": [(18, 2), (18, 2.5)]},
        {"starts": [(2, 2)]},
        {"starts": [(2, 2), (nan, 5)]},
        {"radius": [0.5]},
        {"radius": [0.5, -1]},
        {"speed": [1.0, 0.0]},
        {"speed": nan},
        {"depart": [0.0, math.inf]},
        {"attempts": -1},
        {"effort": 1.5},
    ):
        arguments = {"starts": starts, "goals": goals, "radius": 0.5} | change
        with pytest.raises(cw.InvalidInput):
            plan.find_paths(**arguments)
    with pytest.raises(cw.InvalidInput, match=r"starts\[1\].*starts\[0\]"):
        plan.find_paths([(2, 2), (2.5, 2)], goals, 0.5)
    assert len(plan) == 0
    # At different times, starts may be equal; goals may be so if agents leave.
    assert all(plan.find_paths([(2, 2), (2, 2)], goals, 0.5, depart=[0.0, 5.0]))
    assert all(plan.find_paths(starts, [(9, 9), (9, 9)], 0.5, depart=50.0, leave=True))
