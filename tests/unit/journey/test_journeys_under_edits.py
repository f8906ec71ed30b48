"""Journeys, watches and avoidance under edits and misuse."""

from __future__ import annotations

import gc
import threading
from itertools import islice

import numpy as np
import pytest

import clearway as cw
from support.hierarchy_worlds import blocks, check_journey, legal

RADII = (0.0, 0.3)
START, GOAL = (1.0, 1.0), (49.0, 49.0)


@pytest.fixture
def world():
    rng = np.random.default_rng(3)
    rings = [r for r in blocks(rng, 90, 50) if not near(r, START) and not near(r, GOAL)]
    return cw.World.from_obstacles(rings, (0, 0, 50, 50))


def near(ring, place):
    return bool(np.hypot(*(ring - place).T).min() < 3)


def square(place, half):
    x, y = place
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


@pytest.mark.parametrize("radius", RADII)
def test_an_edit_between_begin_and_next(world, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    way = planner.begin(START, GOAL, radius).next().points
    world.add(square(way[0] + 0.5 * (way[1] - way[0]), 0.1))
    first = journey.next()
    assert legal(first)
    assert journey.plans == 2
    check_journey(journey, first.points[-1], GOAL, 2 * journey.length)


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("radius", RADII)
def test_an_obstacle_over_the_goal_and_its_removal(world, radius, ahead):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius, ahead=ahead)
    journey.next()
    tower = world.add(square(GOAL, 0.5))
    assert list(islice(journey, 50)) == []
    assert journey.status is cw.Status.GOAL_BLOCKED
    assert journey.done
    assert not journey
    assert journey.length == np.inf
    at = journey.position
    world.remove(tower)
    check_journey(journey, at, GOAL, 2 * world.find_path(at, GOAL, radius).length)


@pytest.mark.parametrize("radius", RADII)
def test_an_obstacle_over_the_agent(world, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    journey.next()
    watch = world.watch(journey)
    watch.advance(journey.legs[0].length)
    world.add(square(journey.position, 0.5))
    assert journey.next() is None
    assert journey.status is cw.Status.START_BLOCKED
    (report,) = world.disturbed()
    assert report.reason is cw.Reason.INSIDE
    journey.restart(report.free)
    check_journey(journey, report.free, GOAL, 2 * journey.length)


@pytest.mark.parametrize("radius", RADII)
def test_the_world_emptied_and_filled_again(world, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    journey.next()
    rings = [world.obstacles[h] for h in world.obstacles]
    world.remove(list(world.obstacles))
    at = journey.position
    second = journey.next()
    assert legal(second)
    assert len(world.obstacles) == 0
    for ring in rings:
        world.add(ring)
    rest = list(islice(journey, 100))
    assert all(legal(leg) for leg in rest)
    assert journey.done
    assert journey.position.tolist() == list(GOAL)
    assert second.points[0].tolist() == at.tolist()
    world.remove(list(world.obstacles))
    straight = planner.find_path(START, GOAL, radius)
    assert straight.length == pytest.approx(np.hypot(48, 48))


def test_radii_outside_the_set(world):
    strict = cw.THPAStar(world, RADII, strict=True)
    for radius in (0.1, 0.31, 5):
        with pytest.raises(cw.InvalidInput, match="strict"):
            strict.begin(START, GOAL, radius)
    loose = cw.THPAStar(world, RADII)
    journey = loose.begin(START, GOAL, 0.1)
    check_journey(journey, START, GOAL, 1.5 * journey.length)
    assert all(leg.radius == 0.1 for leg in journey.legs)
    with pytest.raises(cw.InvalidInput):
        loose.begin(START, GOAL, 0.31)
    for bad in (-1, float("nan"), float("inf"), "0.3", None, True):
        with pytest.raises(cw.InvalidInput):
            loose.begin(START, GOAL, bad)
    for bad in (None, (1,), (1, 2, 3), "ab", (np.nan, 1), (1e300, 0), [[1, 2]]):
        with pytest.raises(cw.InvalidInput):
            loose.begin(START, bad, 0.3)


@pytest.mark.parametrize("radius", RADII)
def test_saved_and_loaded_on_the_way(world, tmp_path, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    journey.next()
    at = journey.position
    tower = world.add(square(at + 3, 0.2))
    planner.save(tmp_path / "planner.npz")
    loaded = cw.THPAStar.load(tmp_path / "planner.npz")
    other = loaded.begin(at, GOAL, radius)
    world.remove(tower)  # of this world alone
    here = check_journey(journey, at, GOAL, 2 * journey.length)
    there = check_journey(other, at, GOAL, 2 * other.length)
    assert there == pytest.approx(here, rel=0.1)
    assert loaded.world.version != world.version or loaded.world is not world


def test_journeys_from_several_threads(world):
    planner = cw.THPAStar(world, RADII, threads=3)
    a, b = world.random_points(40, 0.3, 1), world.random_points(40, 0.3, 2)
    expected = [[leg.length for leg in planner.begin(p, q, 0.3)] for p, q in zip(a, b, strict=True)]
    found, errors = {}, []

    def run(k):
        try:
            for i in range(k, 40, 4):
                found[i] = [leg.length for leg in planner.begin(a[i], b[i], 0.3, ahead=k % 2 == 0)]
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert [found[i] for i in range(40)] == expected


def test_two_journeys_do_not_disturb_each_other(world):
    planner = cw.THPAStar(world, RADII)
    one, two = planner.begin(START, GOAL, 0.3), planner.begin(GOAL, START, 0.3)
    alone = [leg.length for leg in planner.begin(START, GOAL, 0.3)]
    watch = world.watch(one)
    lengths = []
    while (leg := one.next()) is not None:
        lengths.append(leg.length)
        two.next()
    assert lengths == alone
    assert two.legs[0].points[0].tolist() == list(GOAL)
    world.add(square(two.legs[-1].points[-1], 0.01))
    reports = world.disturbed()
    spoilt = any(not legal(leg) for leg in one.legs)
    assert [r.watch for r in reports] == ([watch] if spoilt else [])


@pytest.mark.parametrize("radius", RADII)
def test_an_obstacle_moved_by_nothing(world, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    journey.next()
    watch = world.watch(journey)
    before = planner.find_path(START, GOAL, radius).length
    for handle in list(world.obstacles)[::5]:
        world.move(handle, world.obstacles[handle])
    assert world.disturbed() == []
    assert watch.active
    assert planner.find_path(START, GOAL, radius).length == pytest.approx(before, rel=0.05)
    check_journey(journey, journey.position, GOAL, 2 * before)


@pytest.mark.parametrize("radius", RADII)
def test_after_the_end(world, radius):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, radius)
    legs = list(journey)
    for _ in range(3):
        assert journey.next() is None
    world.add(square((25, 25), 0.2))
    assert journey.next() is None
    assert journey.done
    assert journey.legs == legs
    journey.restart(GOAL)
    assert [leg.length for leg in journey] == [0.0]
    journey.restart(START)
    assert not journey.done
    with pytest.raises(cw.InvalidInput):
        journey.restart((np.nan, 0))
    assert journey.position.tolist() == list(START)
    check_journey(journey, START, GOAL, 2 * journey.length)
    nowhere = planner.begin(START, START, radius)
    assert nowhere.found
    assert [leg.length for leg in nowhere] == [0.0]


def test_edits_in_one_transaction_and_none(world):
    planner = cw.THPAStar(world, RADII)
    journey = planner.begin(START, GOAL, 0.3)
    with world.editing():
        tower = world.add(square(GOAL, 0.5))
        assert legal(journey.next())  # nothing has happened yet
        world.remove(tower)
    with pytest.raises(RuntimeError), world.editing():
        world.add(square(GOAL, 0.5))
        raise RuntimeError
    at = journey.position
    check_journey(journey, at, GOAL, 2 * journey.length)


def test_a_disc_on_the_way_of_a_leg(world):
    journey = cw.THPAStar(world, RADII).begin(START, GOAL, 0.3)
    leg = max(islice(journey, 4), key=lambda at: at.length)
    world.add(square(GOAL, 0.2))  # elsewhere; the leg is as good as before
    start, end = leg.points[0], leg.points[-1]
    assert leg.avoid((*end, 0.5)).encounter is cw.Encounter.WAIT
    clear = leg.avoid(((1e6, 1e6), 1.0))
    assert clear.encounter is cw.Encounter.CLEAR
    assert clear.path.segments == leg.segments
    assert leg.avoid((*GOAL, 60.0)).encounter is cw.Encounter.WAIT
    middle = leg.sample(0.01)[len(leg.sample(0.01)) // 2]
    if min(np.hypot(*(middle - start)), np.hypot(*(middle - end))) < 0.5:
        middle = (start + end) / 2
    answer = leg.avoid((*middle, 0.05))
    assert answer.path is not None
    assert legal(answer.path)
    assert np.hypot(*(answer.path.sample(1e-3) - middle).T).min() >= 0.3
    for bad in ((1, 1, 0), (1, 1), (1, 1, -1), (np.nan, 1, 1), None, "disc"):
        with pytest.raises(cw.InvalidInput):
            leg.avoid(bad)


def test_planner_and_journey_keep_their_world():
    journey = cw.THPAStar(cw.World((0, 0, 10, 10))).begin((1, 1), (9, 9))
    gc.collect()
    check_journey(journey, (1, 1), (9, 9), 1.001 * np.hypot(8, 8))
