"""Journeys: watched, computed ahead, planned again after edits."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import clearway as cw
from support.hierarchy_worlds import blocks, check_journey, legal, town


def test_watched_journeys():
    world = cw.World((0, 0, 60, 10))
    for x in range(4, 60, 4):
        low, high = (0, 6 + x % 3) if x % 8 else (4 - x % 3, 10)
        world.add([(x, low), (x + 1, low), (x + 1, high), (x, high)])
    planner = cw.THPAStar(world, 0.25, clusters=12)
    journey = planner.begin((1, 1), (59, 1), 0.25)
    watch = world.watch(journey)
    assert watch.path is journey
    far = world.add_post((30, 1.3))  # the legs to come are not known: nothing to spoil
    assert world.disturbed() == []
    first, second = journey.next(), journey.next()
    assert journey.plans == 2
    watch.advance(0.5)
    middle = first.points[0] + 0.9 * (first.points[1] - first.points[0])
    post = world.add_post(middle)
    third = journey.next()  # computed ahead; the agent is still on the first leg
    assert third is not None
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.BLOCKED
    assert not watch.active
    journey.restart(report.position)
    assert journey.legs == []
    watch = world.watch(journey)
    check_journey(journey, report.position, (59, 1), 1.5 * journey.length)
    watch.advance(second.length)
    world.add_post(journey.goal)
    assert [r.watch for r in world.disturbed()] == [watch]
    world.remove([far, post])
    inside = planner.begin((1, 1), (50, 1), 0.25)
    watch = world.watch(inside)
    world.add([(0.5, 0.5), (1.5, 0.5), (1.5, 1.5)])
    (report,) = world.disturbed()
    assert report.reason is cw.Reason.INSIDE
    inside.restart(report.free)
    assert inside.found
    with pytest.raises(cw.InvalidInput):
        world.watch(planner.begin((-1, 1), (59, 1), 0.25))
    with pytest.raises(cw.InvalidInput):
        town().watch(inside)
    with pytest.raises(cw.InvalidInput):
        inside.restart((1, float("nan")))


def test_watch_of_a_journey_is_that_of_its_legs():
    """After every edit: reported if and only if a leg that is known is spoilt."""
    rng = np.random.default_rng(11)
    world = town()
    planner = cw.THPAStar(world, (0.0, 0.4))
    reported = 0
    held = []
    for _ in range(60):
        while len(held) < 12:
            radius = float(rng.choice((0.0, 0.4)))
            journey = planner.begin(*rng.uniform(0, 50, (2, 2)), radius)
            if journey:
                held.append((journey, world.watch(journey)))
        for journey, _ in held:
            if rng.random() < 0.5:
                journey.next()
        world.add(blocks(rng, 1, 50)[0])
        found = {id(r.watch) for r in world.disturbed()}
        for journey, watch in held:
            spoilt = any(not legal(leg) for leg in journey.legs)
            if not journey.legs:
                spoilt = not world.is_free(journey.position, journey.radius)
            assert (id(watch) in found) == spoilt
        reported += len(found)
        held = [(j, w) for j, w in held if w.active][-10:]
    assert reported > 5


def test_legs_ahead_are_the_same(large_town):
    planner = cw.THPAStar(large_town, 0.5)
    a, b = large_town.random_points(20, 0.5, 1), large_town.random_points(20, 0.5, 2)
    for start, goal in zip(a, b, strict=True):
        plain, ahead = planner.begin(start, goal, 0.5), planner.begin(start, goal, 0.5, ahead=True)
        legs = list(plain)
        assert [leg.length for leg in ahead] == [leg.length for leg in legs]
        assert ahead.done


def test_legs_ahead_while_the_world_changes():
    """Edits by another thread: every leg is legal in the world that it is said to be of."""
    world = town()
    planner = cw.THPAStar(world, (0.0, 0.4))
    rng = np.random.default_rng(2)
    stop, failed = threading.Event(), []

    def build():
        mine = []
        try:
            while not stop.is_set():
                if len(mine) > 5:
                    world.remove(mine.pop(0))
                else:
                    mine.append(world.add(blocks(np.random.default_rng(len(mine)), 1, 50)[0]))
                time.sleep(0.002)
        except Exception as error:
            failed.append(error)

    thread = threading.Thread(target=build)
    thread.start()
    checked = 0
    try:
        for _ in range(40):
            radius = float(rng.choice((0.0, 0.4)))
            journey = planner.begin(*rng.uniform(0, 50, (2, 2)), radius, ahead=True)
            for leg in journey:
                verdict = leg.verify()
                if leg.version == world.version:  # else: of a world that is gone
                    assert not verdict["crosses"]
                    assert verdict["clearance"] >= radius - 1e-9
                    checked += 1
    finally:
        stop.set()
        thread.join()
    assert not failed
    assert checked > 10


def test_plans_outlive_edits_elsewhere():
    world = cw.World.from_obstacles(blocks(np.random.default_rng(5), 300), (0, 0, 100, 100))
    planner = cw.THPAStar(world)
    journey = planner.begin(world.snap((2, 2)), world.snap((98, 2)))
    assert len(journey.subgoals) > 3
    journey.next()
    handle = world.add([(50, 95), (50.5, 95), (50.5, 95.5)])
    journey.next()
    world.remove(handle)
    journey.next()
    assert journey.plans == 1
    at = journey.subgoals[-1]
    world.add(at + np.array([(-0.3, -0.3), (0.3, -0.3), (0.0, 0.3)]))
    assert legal(journey.next())
    assert journey.plans == 2
