"""Reservations: no two paths ever overlap, by a check that shares no code with the planner."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import threading

import numpy as np
import pytest

import clearway as cw
from oracle import moving
from support.agents import random_ends, worst_overlap


def check_path(world, path, start, goal):
    """It is connected in space and time, keeps its speed, its ends and the obstacles' distance."""
    at, now = np.array(start, float), path.depart
    for piece in path.segments:
        assert piece.begin == pytest.approx(now, abs=1e-9)
        assert piece.end > piece.begin
        if isinstance(piece, cw.Wait):
            assert np.allclose(piece.position, at, atol=1e-9)
        else:
            assert np.allclose(piece.segment.start, at, atol=1e-9)
            took = piece.segment.length / path.speed
            assert piece.end - piece.begin == pytest.approx(took, rel=1e-6, abs=1e-9)
            at = np.array(piece.segment.end)
        now = piece.end
    assert np.allclose(at, goal, atol=1e-9)
    assert path.arrival == pytest.approx(now)
    verdict = path.path.verify(world)
    assert verdict["free"]
    assert not verdict["crosses"]
    assert verdict["clearance"] >= path.radius * (1 - 1e-9)
    assert verdict["gap"] <= 1e-9


def worlds():
    yield "open", cw.World(bounds=(0, 0, 30, 20))
    yield "boxes", cw.generate.boxes(25, seed=4)
    yield "rooms", cw.generate.rooms(6, seed=1)
    cross = cw.World(bounds=(0, 0, 20, 20))
    for x, y in ((0, 0), (12, 0), (0, 12), (12, 12)):
        cross.add([(x, y), (x + 8, y), (x + 8, y + 8), (x, y + 8)])
    yield "cross", cross


@pytest.mark.parametrize(("name", "world"), list(worlds()))
def test_paths_never_overlap(name, world):
    x0, y0, x1, y1 = world.bounds
    radius = 0.011 * max(x1 - x0, y1 - y0)
    for seed in range(3):
        rng = np.random.default_rng(seed)
        starts, goals = random_ends(world, 14, radius, rng)
        plan = cw.Reservations(world)
        found = []
        for start, goal in zip(starts, goals, strict=True):
            speed = float(rng.uniform(0.5, 2.0))
            path = plan.find_path(start, goal, radius, speed, depart=float(rng.uniform(0, 3)))
            if path:
                check_path(world, path, start, goal)
                found.append(path)
        assert len(found) >= 9, name
        assert len(plan) == len(found)
        assert worst_overlap(found) == 0.0
        assert all(a.conflict(b) is None for a, b in itertools.combinations(found, 2))


def test_the_independent_check_finds_overlaps():
    world = cw.World(bounds=(0, 0, 20, 10))
    one = cw.Reservations(world).find_path((2, 5), (18, 5), radius=0.5)
    other = cw.Reservations(world).find_path((18, 5.9), (2, 5.9), radius=0.5)
    assert worst_overlap([one, other]) == pytest.approx(0.1, abs=0.02)
    assert one.conflict(other) == pytest.approx(8 - math.sqrt(1 - 0.81) / 2)


def test_a_corridor_for_one_is_passed_by_turns():
    """Two rooms and a corridor for one disc; a niche is not there: one waits outside."""
    world = cw.World(bounds=(0, 0, 30, 10))
    world.add([(10, 0), (20, 0), (20, 4), (10, 4)])
    world.add([(10, 6), (20, 6), (20, 10), (10, 10)])
    plan = cw.Reservations(world)
    one = plan.find_path((5, 5), (25, 8), radius=0.9)
    other = plan.find_path((25, 5), (5, 2), radius=0.9)
    assert one.found
    assert other.found
    assert worst_overlap([one, other]) == 0.0
    # The other enters when the first has left the corridor: not before 15 units of time.
    assert other.arrival > 15 + 15
    assert other.arrival < 15 + 15 + 8


def test_a_niche_is_used():
    """A dead-end corridor for one, with a niche: one agent lets the other pass there."""
    world = cw.World.from_walkable(
        [[(0, 0), (30, 0), (30, 2), (16, 2), (16, 5), (14, 5), (14, 2), (0, 2)]]
    )
    plan = cw.Reservations(world)
    one = plan.find_path((2, 1), (28, 1), radius=0.9)
    other = plan.find_path((22, 1), (2, 1), radius=0.9)
    assert one.found
    assert other.found
    assert worst_overlap([one, other]) == 0.0
    assert any(isinstance(piece, cw.Wait) for piece in other.segments)


def test_without_a_niche_there_is_no_schedule():
    world = cw.World(bounds=(0, 0, 30, 2))
    plan = cw.Reservations(world)
    assert plan.find_path((2, 1), (28, 1), radius=0.9).found
    refused = plan.find_path((28, 1), (2, 1), radius=0.9)
    assert refused.status is cw.Status.START_BLOCKED or refused.status is cw.Status.NO_PATH
    assert refused.stats["complete"]
    assert refused.id is None
    assert len(plan) == 1
    assert refused.segments == ()
    assert refused.arrival == math.inf == refused.length


def test_the_free_direct_path_is_taken():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(8, 2), (12, 2), (12, 8), (8, 8)])
    plan = cw.Reservations(world)
    path = plan.find_path((2, 5), (18, 5), radius=1.0, speed=2.0, depart=5.0)
    assert path.arrival == pytest.approx(5 + world.find_path((2, 5), (18, 5), 1.0).length / 2)
    assert path.waiting == 0.0


def test_statuses_of_ends():
    world = cw.World(bounds=(0, 0, 20, 10))
    box = world.add([(8, 2), (12, 2), (12, 8), (8, 8)])
    plan = cw.Reservations(world)
    assert plan.find_path((10, 5), (2, 2)).status is cw.Status.START_BLOCKED
    assert plan.find_path((2, 2), (10, 5)).status is cw.Status.GOAL_BLOCKED
    assert plan.find_path((2, 5), (18, 5), radius=1.5).status is cw.Status.NO_PATH
    first = plan.find_path((2, 5), (5, 5), radius=0.5)
    assert plan.find_path((2.5, 5), (6, 9), radius=0.5).status is cw.Status.START_BLOCKED
    assert plan.find_path((2, 9), (5.5, 5), radius=0.5).status is cw.Status.GOAL_BLOCKED
    # It has left its start, and may be passed by one that leaves the plane there.
    assert plan.find_path((2.5, 5), (6, 9), radius=0.5, depart=10).found
    assert plan.find_path((2, 9), (5.5, 6), radius=0.4, leave=True).found
    plan.cancel(first.id)
    assert plan.find_path((2, 9), (5, 5), radius=0.4, depart=30).found
    world.remove(box)


@pytest.mark.parametrize("seed", range(4))
def test_ends_are_blocked_exactly_where_somebody_is(seed):
    """A crowded hall: by plain distances to where those with a path are, and where they stay."""
    rng = np.random.default_rng(seed)
    world = cw.World(bounds=(0, 0, 9, 9))
    plan, kept, seen = cw.Reservations(world), [], set()
    for _ in range(24):
        radius, depart = float(rng.choice([0.3, 0.6])), float(rng.uniform(0, 6))
        (start, goal), leave = world.random_points(2, radius, rng), bool(rng.random() < 0.3)
        path = plan.find_path(start, goal, radius, 1.5, depart=depart, leave=leave)
        at_start = [
            math.dist(other.positions(depart), start) < other.radius + radius for other in kept
        ]
        for_ever = [
            not other.leave and math.dist(other.goal, goal) < other.radius + radius
            for other in kept
        ]
        seen.add(path.status)
        assert any(at_start) == (path.status is cw.Status.START_BLOCKED)
        if path.status is cw.Status.GOAL_BLOCKED:
            assert any(for_ever)
        if path:
            assert leave or not any(for_ever)
            kept.append(path)
    assert len(seen) > 1


def test_who_leaves_makes_room():
    world = cw.World(bounds=(0, 0, 20, 2))
    plan = cw.Reservations(world)
    one = plan.find_path((2, 1), (10, 1), radius=0.9, leave=True)
    other = plan.find_path((2, 1), (18, 1), radius=0.9, depart=4.0)
    assert one.found
    assert other.found
    assert worst_overlap([one, other]) == 0.0
    assert np.isnan(one.positions(one.arrival + 1)).all()
    assert np.isnan(one.positions(-1)).all()
    assert list(plan.at(one.arrival + 0.5)) == [other.id]
    assert plan.at(other.arrival + 100)[other.id].tolist() == [18, 1]


def test_positions_are_those_of_the_segments():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(8, 0), (12, 0), (12, 7), (8, 7)])
    plan = cw.Reservations(world)
    plan.find_path((18, 3), (2, 3), radius=1.0)
    path = plan.find_path((2, 5), (18, 5.5), radius=1.0, speed=1.5, depart=2.0)
    assert any(isinstance(s, cw.Move) and isinstance(s.segment, cw.Arc) for s in path.segments)
    for begin, end, place, *_ in moving.pieces_of(path)[:-1]:
        times = np.linspace(begin, end, 50)
        assert np.allclose(path.positions(times), place(times), atol=1e-9)


def test_edits_are_noticed():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    one = plan.find_path((2, 2), (18, 2), radius=0.5)
    other = plan.find_path((2, 8), (18, 8), radius=0.5)
    mine = world.watch(world.find_path((2, 2), (18, 2), radius=0.5))
    assert plan.disturbed() == []
    world.add_post((10, 2))
    assert plan.disturbed() == [one.id]
    # Others still get their reports, and the plan keeps its own.
    assert mine in [report.watch for report in world.disturbed()]
    assert plan.disturbed() == [one.id]
    plan.cancel(one.id)
    again = plan.find_path((2, 2), (18, 2), radius=0.5)
    assert again.found
    assert again.length > 16
    assert plan.disturbed() == []
    assert other.id in plan
    assert one.id not in plan
    assert list(plan) == [other.id, again.id]


def test_edits_between_queries_change_the_graph():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    assert plan.find_path((2, 5), (18, 5), radius=0.5).found
    assert plan.find_path((18, 5), (2, 5), radius=0.5).found
    wall = world.add_wall([(10, 0), (10, 10)])
    assert plan.find_path((18, 3), (2, 3), radius=0.5).status is cw.Status.NO_PATH
    world.remove(wall)
    path = plan.find_path((18, 4), (2, 4), radius=0.5, depart=1.0)
    assert path.found


def test_touching_starts_are_no_conflict():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    paths = [plan.find_path((2 + i, 5), (2 + i, 8), radius=0.5) for i in range(5)]
    assert all(paths)
    assert all(path.waiting == 0 for path in paths)


def test_points_do_not_meet():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    one, other = plan.find_path((2, 5), (18, 5)), plan.find_path((18, 5), (2, 5))
    assert one.arrival == other.arrival == 16.0


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_start_and_goal_may_be_equal(radius):
    plan = cw.Reservations(cw.World(bounds=(0, 0, 20, 10)))
    path = plan.find_path((2, 5), (2, 5), radius, depart=3.0)
    assert path.found
    assert path.arrival == 3.0
    assert path.length == 0
    assert path.segments == ()
    assert path.positions([3.0, 9.0]).tolist() == [[2, 5], [2, 5]]


def test_bad_input_changes_nothing():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    path = plan.find_path((2, 5), (18, 5), radius=0.5)
    nan = float("nan")
    for arguments in (
        {"start": (nan, 1)},
        {"goal": (1, 2, 3)},
        {"radius": -1},
        {"radius": nan},
        {"speed": 0},
        {"speed": -1},
        {"speed": math.inf},
        {"depart": nan},
        {"depart": [1, 2]},
        {"effort": -1},
        {"leave": "no"},
    ):
        with pytest.raises(cw.InvalidInput):
            plan.find_path(**({"start": (1, 1), "goal": (2, 2)} | arguments))
    for bad in (99, -1, "x", None, True, nan):
        with pytest.raises(cw.InvalidInput):
            plan.cancel(bad)
    with pytest.raises(cw.InvalidInput):
        plan.at(nan)
    with pytest.raises(cw.InvalidInput):
        path.positions([0, math.inf])
    with pytest.raises(cw.InvalidInput):
        path.conflict(world)
    with pytest.raises(cw.InvalidInput):
        cw.Reservations("world")
    with pytest.raises(cw.InvalidInput):
        cw.Reservations(world, spacing=0)
    assert list(plan) == [path.id]
    assert plan[path.id] is path


def test_links_are_not_taken():
    world = cw.World(bounds=(0, 0, 30, 10))
    world.add_link((3, 5), (27, 5), cost=1.0)
    assert world.find_path((2, 5), (28, 5), radius=0.5).links
    plan = cw.Reservations(world)
    one = plan.find_path((2, 5), (28, 5), radius=0.5)
    assert one.arrival == 26.0
    other = plan.find_path((28, 5), (2, 5), radius=0.5)
    assert other.found
    assert worst_overlap([one, other]) == 0.0
    world.add_wall([(15, 0), (15, 10)])
    assert plan.find_path((2, 8), (28, 8), radius=0.5).status is cw.Status.NO_PATH


def test_timed_paths_are_pickled_without_their_world():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    plan.find_path((2, 5), (18, 5), radius=0.5)
    path = plan.find_path((18, 5), (2, 5), radius=0.5)
    text = pickle.dumps(path)
    assert len(text) < 5000
    again = pickle.loads(text)
    assert (again.id, again.status, again.segments) == (path.id, path.status, path.segments)
    assert again.positions(3.0).tolist() == path.positions(3.0).tolist()
    assert again.path.verify(world)["clearance"] >= 0.5 - 1e-9
    assert copy.deepcopy(path) is path


def test_effort_bounds_the_search():
    world = cw.World(bounds=(0, 0, 20, 10))
    plan = cw.Reservations(world)
    plan.find_path((2, 5), (18, 5), radius=0.5)
    path = plan.find_path((18, 5), (2, 5), radius=0.5, effort=1)
    assert path.status is cw.Status.NO_PATH
    assert not path.stats["complete"]


def test_threads():
    world = cw.World(bounds=(0, 0, 40, 40))
    plan = cw.Reservations(world)
    paths = []

    def ask(k):
        paths.append(plan.find_path((2, 3 + 4 * k), (38, 39 - 4 * k), radius=0.5))

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(paths)
    assert worst_overlap(paths) == 0.0
