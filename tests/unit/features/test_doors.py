"""Doors: open ones are nothing, closed ones are walls, for every query."""

from __future__ import annotations

import math
import threading

import numpy as np
import pytest

import clearway as cw
from oracle.discs import Discs
from oracle.scene import POST, box
from support.feature_worlds import RADII, SIZE, make, plain, point, seen
from support.shapes import canonical

BOUNDS = box(0, 0, SIZE, SIZE)


@pytest.mark.parametrize("seed", range(10))
def test_doors_are_walls_when_closed_and_nothing_when_open(seed):
    rng = np.random.default_rng(seed)
    case = make(rng, areas=0, doors=4)
    for _ in range(3):
        handle = int(rng.choice(list(case.doors)))
        line, is_open = case.doors[handle]
        (case.world.close if is_open else case.world.open)(handle)
        case.doors[handle] = (line, not is_open)
        case.world.validate()
        twin = plain(seen(case))
        assert canonical(case.world) == canonical(twin)
        a, b, r = point(rng), point(rng), float(rng.choice(RADII))
        assert case.world.find_path(a, b, r).length == twin.find_path(a, b, r).length
        assert case.world.reachable(a, b, r) == twin.reachable(a, b, r)
        assert case.world.max_radius(a, b) == pytest.approx(twin.max_radius(a, b), nan_ok=True)


@pytest.mark.parametrize("seed", range(10))
def test_a_query_overrides_doors(seed):
    rng = np.random.default_rng(50 + seed)
    case = make(rng, areas=1, doors=3)
    own = {h: bool(rng.random() < 0.5) for h in list(case.doors)[:2]}
    obstacles = seen(case, (), own)
    discs, twin = Discs(BOUNDS, obstacles), plain(obstacles)
    for _ in range(3):
        a, b, r = point(rng), point(rng), float(rng.choice(RADII))
        found = case.world.find_path(a, b, r, doors=own)
        assert found.length == twin.find_path(a, b, r).length
        if found:
            assert found.length == pytest.approx(discs.shortest(a, b, r)[0], rel=1e-9)
            assert not found.verify()["crosses"]


def test_switching_is_an_edit_that_watches_and_journeys_see():
    world = cw.World(bounds=(0, 0, 10, 10))
    wall = world.add_wall([(5, 0), (5, 4)])
    gate = world.add_door([(5, 4), (5, 10)], name="gate")
    path = world.find_path((1, 5), (9, 5), 0.5)
    watch = world.watch(path)
    world.close(gate)
    [report] = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.BLOCKED
    assert world.raycast((1, 5), (9, 5)).obstacle == gate
    assert list(world.obstacles) == [wall]
    assert gate not in world.obstacles
    assert repr(world.doors[gate]) == "<Door 1 'gate': closed>"
    version = world.version
    world.close(gate)
    assert world.version >= version
    assert world.find_path((1, 5), (9, 5), 0.5, doors={"gate": True}).length == 8.0


def test_a_path_with_a_key_is_watched_through_its_own_doors():
    world = cw.World(bounds=(0, 0, 10, 10))
    gate = world.add_door([(5, 0), (5, 10)], open=False)
    path = world.find_path((1, 5), (9, 5), doors={gate: True})
    watch = world.watch(path)
    world.open(gate)
    world.close(gate)
    assert world.disturbed() == []
    world.add_wall([(7, 0), (7, 10)])
    assert [report.watch for report in world.disturbed()] == [watch]


def test_doors_across_obstacles_open_what_is_free():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    gate = world.add_door([(5, -5), (5, 15)], open=False)
    assert not world.reachable((1, 5), (9, 5))
    world.open(gate)
    assert world.reachable((1, 5), (9, 5))


@pytest.mark.parametrize("seed", range(6))
def test_variants_stay_in_step_with_random_edits(seed):
    rng = np.random.default_rng(300 + seed)
    case = make(rng, areas=3, doors=3)
    costs, key = {"enemy": cw.AVOID}, {next(iter(case.doors)): True}
    views = [({}, {}), (costs, None), (costs, key)]
    extra = []
    for _ in range(12):
        kind = int(rng.integers(5))
        world = case.world
        if kind == 0:
            at = point(rng)
            case.obstacles.append((POST, [at]))
            extra.append(world.add_post(at))
        elif kind == 1 and extra:
            world.remove(extra.pop())
            case.obstacles.pop()
        elif kind == 2:
            handle = int(rng.choice(list(case.doors)))
            line, is_open = case.doors[handle]
            (world.close if is_open else world.open)(handle)
            case.doors[handle] = (line, not is_open)
        elif kind == 3:
            handle = int(rng.choice(list(case.areas)))
            shape = [point(rng) for _ in range(4)]
            world.move(handle, shape)
            case.areas[handle] = (case.areas[handle][0], shape)
        else:
            handle = int(rng.choice(list(case.doors)))
            line = [point(rng), point(rng)]
            world.move(handle, line)
            case.doors[handle] = (line, case.doors[handle][1])
        given, doors = views[int(rng.integers(3))]
        variant = world.variant(given, doors)
        variant.validate()
        fresh = plain(seen(case, list(given), doors))
        assert canonical(variant) == canonical(fresh)
        assert variant.version == world.version


def test_threads_query_variants_while_doors_switch():
    world = cw.World(bounds=(0, 0, 20, 20))
    gates = [world.add_door([(x, 0), (x, 19)], open=True) for x in (5, 10, 15)]
    world.add_area([(7, 0), (8, 0), (8, 10), (7, 10)], "enemy")
    wrong, stop = [], threading.Event()

    def ask(seed):
        rng = np.random.default_rng(seed)
        while not stop.is_set():
            doors = {g: bool(rng.random() < 0.5) for g in gates}
            path = world.find_path((1, 1), (19, 1), 0.2, costs={"enemy": cw.AVOID}, doors=doors)
            detour = any(not is_open for is_open in doors.values())
            if not path or (path.length > 30) != detour or path.verify()["crosses"]:
                wrong.append((doors, path))

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for i in range(40):
        (world.close if i % 2 else world.open)(gates[i % 3])
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_one_way_doors_are_passed_to_one_side_only():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(5, 0), (5, 4)])
    world.add_wall([(5, 6), (5, 10)])
    gate = world.add_door([(5, 4), (5, 6)], direction="right")  # upwards: to the right is east
    for r in (0.0, 0.5):
        east, west = (1, 5), (9, 5)
        path = world.find_path(east, west, r)
        assert path.length == 8.0
        assert path.optimal
        assert not path.verify()["crosses"]
        assert world.find_path(west, east, r).status is cw.Status.NO_PATH
        assert world.reachable(east, west, r)
        assert not world.reachable(west, east, r)
        assert cw.Optimal(world).path_through([west, east], r).verify()["crosses"]
        assert not world.find_path(east, west, r, doors={gate: False})
    world.close(gate)
    assert not world.find_path((1, 5), (9, 5))
    world.open(gate)
    both = world.find_paths([(1, 5), (9, 5)], [(9, 5), (1, 5)], 0.5, threads=2)
    assert both.found.tolist() == [True, False]


def test_a_one_way_door_taken_the_wrong_way_costs_the_way_around():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(5, 0), (5, 4)])
    world.add_wall([(5, 6), (5, 9)])
    world.add_door([(5, 4), (5, 6)], direction="left")
    forth, back = world.find_path((9, 5), (1, 5)), world.find_path((1, 5), (9, 5))
    assert forth.length == 8.0
    assert back.length == pytest.approx(2 * math.hypot(4, 4))
    assert not back.verify()["crosses"]
    assert back.optimal


@pytest.mark.parametrize("bad", [{7: True}, {"x": True}, {0: "no"}, [0], {0.5: True}])
def test_bad_doors_are_refused(bad):
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_door([(5, 0), (5, 10)])
    with pytest.raises(cw.InvalidInput):
        world.find_path((1, 5), (9, 5), doors=bad)


def test_two_states_for_one_door_are_refused():
    world = cw.World(bounds=(0, 0, 10, 10))
    gate = world.add_door([(5, 0), (5, 10)], open=False, name="gate")
    for doors in ({gate: True, "gate": False}, {"gate": False, gate: True}):
        with pytest.raises(cw.InvalidInput, match="two states for door 0"):
            world.find_path((1, 5), (9, 5), doors=doors)
    assert world.find_path((1, 5), (9, 5), doors={gate: True, "gate": True}).length == 8.0


def test_bad_handles_and_directions_are_refused():
    world = cw.World(bounds=(0, 0, 10, 10))
    post = world.add_post((5, 5))
    for call in (world.open, world.close, world.enable, world.disable):
        with pytest.raises(cw.UnknownHandle):
            call(post)
    with pytest.raises(cw.InvalidInput, match="direction"):
        world.add_door([(5, 0), (5, 10)], direction="up")
    with pytest.raises(cw.InvalidInput, match="line"):
        world.add_door([(5, 0)])
    with pytest.raises(cw.UnknownHandle), world.editing():
        world.open(post)
