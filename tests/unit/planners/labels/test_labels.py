"""Planner "labels": shortest like "optimal", after edits too, within its budget."""

from __future__ import annotations

import itertools
import math
import signal
import threading

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.scene import Scene, box, build, script
from oracle.visibility import shortest
from support.alarm import interrupted
from support.data_readers import read
from support.paths import DATA, or_skip
from support.scenes import disjoint_boxes
from support.visibility_scenes import random_world


def prepared(world):
    planner = cw.Labels(world)
    assert not planner.prepare(threads=1)["over_budget"]
    assert planner.is_ready
    return planner


def test_name_class_and_answers(room):
    assert "labels" in cw.planners()
    planner = prepared(room)
    p = planner.find_path((1, 5), (9, 5))
    assert p.found
    assert p.optimal
    assert p.lower_bound == p.length == pytest.approx(2 + 2 * math.hypot(3, 3), rel=1e-12)
    assert (p.stats["expanded"], p.planner) == (4, "labels")
    assert len(p.points) == 4
    assert p.verify()["free"]
    by_name = room.find_paths([(1, 5)], [(9, 5)], planner="labels")
    assert by_name[0].length == p.length
    assert by_name[0].stats["expanded"] == 4
    assert len(planner.find_paths(np.empty((0, 2)), np.empty((0, 2)))) == 0
    assert planner.find_path([1, 5], np.array([9.0, 5.0])).length == p.length


def test_a_radius_and_options_are_refused(room):
    planner = cw.Labels(room)
    with pytest.raises(cw.InvalidInput, match=r"0\.5.*radius 0 only.*optimal"):
        planner.find_path((1, 5), (9, 5), radius=0.5)
    with pytest.raises(cw.InvalidInput, match=r"0\.5.*radius 0 only"):
        planner.find_paths([(1, 5)] * 2, [(9, 5)] * 2, [0, 0.5])
    with pytest.raises(cw.InvalidInput, match="no option 'limit'"):
        planner.find_path((1, 5), (9, 5), limit=5)
    for bad in (-1, 1.5, "much", True, math.nan, None):
        with pytest.raises(cw.InvalidInput, match="memory"):
            cw.Labels(room, memory=bad)
    with pytest.raises(cw.InvalidInput, match="threads"):
        planner.prepare(threads=0)
    with pytest.raises(cw.InvalidInput, match="progress"):
        planner.prepare(progress=3)


def test_statuses(room):
    planner = prepared(room)
    ask = planner.find_path
    assert ask((5, 5), (1, 1)).status is cw.Status.START_BLOCKED
    assert ask((1, 1), (5, 5)).status is cw.Status.GOAL_BLOCKED
    assert ask((1, 1), (99, 5)).status is cw.Status.GOAL_BLOCKED
    same = ask((1, 1), (1, 1))
    assert (same.found, same.length, len(same.segments), len(same.channel)) == (True, 0, 0, 1)
    room.add_wall([(0, 5), (4, 5)])
    room.add_wall([(6, 5), (10, 5)])
    planner.prepare()
    none = ask((1, 1), (1, 9))
    assert none.status is cw.Status.NO_PATH
    assert none.length == none.lower_bound == math.inf
    assert ask((1, 5), (1, 9)).found  # on the wall: on both its sides


# --- preparation ------------------------------------------------------------------------------


def counted(path):
    return path.stats["expanded"], path.stats["generated"]


def test_until_prepared_and_after_an_edit_optimal_answers(room):
    planner = cw.Labels(room)
    assert not planner.is_ready
    by_labels = 4, 6  # corners that the ends see, and labels; the counts of "optimal" are others
    assert counted(planner.find_path((1, 5), (9, 5))) != by_labels
    stats = planner.prepare()
    assert stats == planner.stats
    assert (stats["corners"], stats["edges"], stats["over_budget"]) == (4, 4, False)
    assert stats["labels"] >= 4
    assert stats["bytes"] > 0
    handle = room.add(box(4, 0, 6, 2))
    assert not planner.is_ready
    path = planner.find_path((1, 5), (9, 5))
    assert counted(path) != by_labels
    assert path.points[1, 1] == 8
    room.remove(handle)
    assert not planner.is_ready  # another version, even if it is the same world
    planner.prepare()
    assert planner.is_ready
    assert counted(planner.find_path((1, 5), (9, 5))) == by_labels


def test_random_edits_are_never_answered_by_old_labels(room):
    planner = cw.Labels(room)
    rng = np.random.default_rng(8)
    handles = []
    for step in range(40):
        if handles and rng.random() < 0.4:
            room.remove(handles.pop(int(rng.integers(len(handles)))))
        else:
            x, y = rng.uniform(0, 9, 2)
            handles.append(room.add(box(x, y, x + rng.uniform(0.1, 2), y + rng.uniform(0.1, 2))))
        if step % 2:
            planner.prepare()
        assert planner.is_ready == bool(step % 2)
        places = room.random_points(12, rng=rng)
        check_paths(planner, places[:6], places[6:], str(step))


def test_a_budget_that_does_not_suffice():
    rng = np.random.default_rng(3)
    world = cw.World.from_obstacles([r for _, r in disjoint_boxes(rng, 36)], (0, 0, 36, 36))
    planner = cw.Labels(world)
    needed = planner.prepare()["bytes"]
    assert planner.is_ready
    for memory in (0, 1000, needed // 2, needed - 1000):
        small = cw.Labels(world, memory=memory)
        assert small.prepare()["over_budget"]
        assert not small.is_ready
        assert small.find_path((0, 0), (36, 36)).optimal
        assert small.find_path((0, 0), (36, 36)).stats["expanded"] > 0
        with pytest.raises(cw.InvalidInput, match="prepare"):
            small.save("nowhere.npz")
        assert not small.prepare(math.inf)["over_budget"]
        assert small.is_ready
    # Labels that are current stay when a smaller budget fails.
    assert planner.prepare(memory=1e3)["over_budget"]
    assert planner.is_ready


def test_progress_is_told(large_town):
    told = []
    stats = cw.Labels(large_town).prepare(progress=lambda *step: told.append(step))
    done = [d for d, _ in told]
    assert {total for _, total in told} == {stats["corners"]}
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, stats["corners"])
    assert len(done) > 10


def test_preparation_can_be_interrupted(large_town):
    planner = cw.Labels(large_town)
    with interrupted(10):
        while True:
            planner.prepare()
    places = large_town.random_points(8, rng=1)
    check_paths(planner, places[:4], places[4:], "interrupted")
    planner.prepare()
    check_paths(planner, places[:4], places[4:], "prepared again")


def test_an_exception_of_the_progress_ends_the_preparation(large_town):
    planner = cw.Labels(large_town)

    def stop(done, _):
        if done:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        planner.prepare(progress=stop)
    assert not planner.is_ready
    places = large_town.random_points(8, rng=1)
    check_paths(planner, places[:4], places[4:], "stopped")


def test_labels_do_not_depend_on_threads_or_runs(large_town):
    planners = [cw.Labels(large_town) for _ in range(3)]
    stats = [p.prepare(threads=t) for p, t in zip(planners, (1, 2, 5), strict=True)]
    assert len({(s["labels"], s["sights"], s["bytes"]) for s in stats}) == 1
    a, b = np.split(large_town.random_points(400, rng=2), 2)
    lengths = [
        p.find_paths(a, b, threads=t).length for p, t in zip(planners, (1, 3, 8), strict=True)
    ]
    assert all((x == lengths[0]).all() for x in lengths)


def test_threads_ask_while_another_edits_and_prepares(room):
    planner = cw.Labels(room)
    handle = room.add(box(2, 4, 3, 6))
    places = {room.version: (2, 4)}
    answers, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            for path in planner.find_paths([(1, 5)] * 2, [(9, 5), (7, 9)]):
                answers.append((path.version, path.goal.tolist(), path.length))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for t in threads:
        t.start()
    rng = np.random.default_rng(4)
    for i in range(120):
        x, y = (rng.integers(0, 30, 2) / 10 + (1.5, 3)).tolist()
        room.move(handle, box(x, y, x + 1, y + 2))
        places[room.version] = (x, y)
        if i % 3:
            planner.prepare(threads=1)
    stop.set()
    for t in threads:
        t.join()
    assert len({version for version, _, _ in answers}) > 3
    worlds = {}
    for version, goal, length in answers:
        if version not in worlds:
            x, y = places[version]
            worlds[version] = cw.World(bounds=(0, 0, 10, 10))
            worlds[version].add(box(4, 2, 6, 8))
            worlds[version].add(box(x, y, x + 1, y + 2))
        owed = worlds[version].find_path((1, 5), goal).length
        assert length == owed or math.isclose(length, owed, rel_tol=1e-12)


# --- against "optimal" and the oracle ---------------------------------------------------------


def check_paths(planner, starts, goals, note):
    world = planner.world
    best = world.find_paths(starts, goals, threads=1)
    for i, path in enumerate(planner.find_paths(starts, goals, threads=1)):
        where = f"{note}\nfind_path({starts[i].tolist()}, {goals[i].tolist()})"
        assert path.status is best[i].status, f"{where}: {path.status}, {best[i].status}"
        if not path.found:
            continue
        assert path.length == pytest.approx(best[i].length, rel=1e-12, abs=0), where
        assert path.optimal
        assert path.lower_bound == path.length
        check_channel(world, path, where)
        if path.segments and i % 4 == 0:
            assert path.segments[0].start == best[i].segments[0].start
            assert path.segments[-1].end == best[i].segments[-1].end
            verdict, owed = path.verify(), best[i].verify()
            # A wall that rounding has bent by the last bit may be crossed by either.
            assert verdict["free"] >= owed["free"], where
            assert verdict["crosses"] <= owed["crosses"], where


def check_channel(world, path, note):
    mesh, rows = world.mesh(), path.channel
    assert len(rows), note
    assert not mesh.blocked[rows].any(), note
    for a, b in itertools.pairwise(rows):
        assert (~mesh.constrained[a] & (mesh.neighbours[a] == b)).any(), note


def check_seed(seed):
    """Every ordered pair of places."""
    scene, here = random_world(seed)
    i, j = np.divmod(np.arange(len(here) ** 2), len(here))
    check_paths(prepared(build(cw, scene)), here[i], here[j], f"seed {seed}\n{script(scene)}")


@pytest.mark.parametrize("block", range(20))
def test_random_worlds(block):
    for seed in range(10 * block, 10 * block + 10):
        check_seed(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_random_worlds_long(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        check_seed(seed)


@pytest.mark.parametrize("seed", range(12))
def test_lengths_of_the_visibility_oracle(seed):
    rng = np.random.default_rng([11, seed])
    scene = Scene(box(0, 0, 12, 12), dict(enumerate(disjoint_boxes(rng, 12))))
    planner, arrangement = prepared(build(cw, scene)), Arrangement(scene)
    places = rng.uniform(0, 12, (12, 2))
    places[::2] = rng.integers(0, 13, (6, 2))
    for a, b in itertools.pairwise(map(tuple, places.tolist())):
        owed = shortest(arrangement, a, b)
        path = planner.find_path(a, b)
        assert path.length == owed or path.length == pytest.approx(owed, rel=1e-12), script(scene)


MAPS = [
    *sorted((DATA / "mesh" / "merged-dao").glob("*.mesh"))[:4],
    *sorted((DATA / "mesh" / "merged-bg512").glob("*.mesh"))[:4],
    *sorted((DATA / "grid" / "maze").glob("*-32-*.map"))[:1],
]


@pytest.mark.parametrize("file", or_skip(MAPS), ids=lambda f: getattr(f, "stem", None))
def test_game_maps(file):
    world = cw.load(file)
    if isinstance(world, cw.Grid):
        world = world.to_world()
    planner = prepared(world)
    places = world.random_points(300, rng=3)
    corners = np.floor(places)  # many on corners, walls and edges of the mesh
    check_paths(planner, places[:150], places[150:], file.name)
    check_paths(planner, corners[:150], corners[150:], file.name)


@pytest.mark.parametrize(
    "file",
    or_skip(sorted((DATA / "polygons" / "iron-harvest").glob("*.txt"))[:3]),
    ids=lambda f: getattr(f, "stem", None),
)
def test_polygon_maps(file):
    _, bounds, pieces = next(iter(read(file)))
    world = cw.World.from_obstacles([c for kind, c in pieces if kind == "ring"], bounds=bounds)
    assert len(world)
    planner = prepared(world)
    places = world.random_points(300, rng=4)
    check_paths(planner, places[:150], places[150:], file.name)
    given = world.mesh().vertices
    check_paths(planner, given[:150], given[-150:], file.name)


def test_a_signal_handler_may_ask(large_town):
    planner = cw.Labels(large_town)
    asked = []

    a, b = map(tuple, large_town.random_points(2, rng=5).tolist())

    def ask(*_):
        asked.append(planner.find_path(a, b).length)

    old = signal.signal(signal.SIGALRM, ask)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        planner.prepare()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    owed = large_town.find_path(a, b).length
    assert asked
    assert asked == pytest.approx([owed] * len(asked), rel=1e-12)
