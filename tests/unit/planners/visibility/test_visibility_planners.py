"""Planners "vg", "vgo" and "bsp*": shortest like "optimal", and what their graphs hold."""

from __future__ import annotations

import itertools
import math
import pickle
import signal
import threading

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement, orientation
from oracle.arrangement import point as exact
from oracle.scene import Scene, box, build, script
from oracle.sight import sees
from support.alarm import interrupted
from support.data_readers import read
from support.paths import DATA, or_skip
from support.scenes import disjoint_boxes
from support.visibility_scenes import random_world

PLANNERS = {"vg": cw.VG, "vgo": cw.VGO, "bsp*": cw.BSPStar}
WAYS = [("vg", {}), *((p, {"prune_successors": t}) for p in ("vgo", "bsp*") for t in (True, False))]


@pytest.mark.parametrize("name", PLANNERS)
def test_names_classes_and_answers(room, name):
    assert name in cw.planners()
    planner = PLANNERS[name](room)
    p = planner.find_path((1, 5), (9, 5))
    assert p.found
    assert p.optimal
    assert p.lower_bound == p.length == pytest.approx(2 + 2 * math.hypot(3, 3), rel=1e-12)
    assert p.stats["expanded"] > 0
    assert len(p.points) == 4
    by_name = room.find_paths([(1, 5)], [(9, 5)], planner=name)
    assert by_name[0].length == p.length
    assert len(room.find_paths(np.empty((0, 2)), np.empty((0, 2)), planner=name)) == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_a_radius_is_refused_by_name(room, name):
    with pytest.raises(cw.InvalidInput, match=r"0\.5.*radius 0 only.*optimal"):
        room.find_path((1, 5), (9, 5), radius=0.5, planner=name)
    with pytest.raises(cw.InvalidInput, match="no option 'limit'"):
        room.find_path((1, 5), (9, 5), planner=name, limit=5)
    if name != "vg":
        with pytest.raises(cw.InvalidInput, match="True or False"):
            room.find_path((1, 5), (9, 5), planner=name, prune_successors=3)


@pytest.mark.parametrize("name", PLANNERS)
def test_statuses(room, name):
    ask = PLANNERS[name](room).find_path
    assert ask((5, 5), (1, 1)).status is cw.Status.START_BLOCKED
    assert ask((1, 1), (5, 5)).status is cw.Status.GOAL_BLOCKED
    assert ask((1, 1), (99, 5)).status is cw.Status.GOAL_BLOCKED
    same = ask((1, 1), (1, 1))
    assert (same.found, same.length, len(same.segments), len(same.channel)) == (True, 0, 0, 1)
    room.add_wall([(0, 5), (4, 5)])
    room.add_wall([(6, 5), (10, 5)])
    none = ask((1, 1), (1, 9))
    assert none.status is cw.Status.NO_PATH
    assert none.length == none.lower_bound == math.inf
    assert ask((1, 5), (1, 9)).found  # on the wall: on both its sides


def test_options_of_the_planner_and_of_the_question(room):
    """Without Property Two as many corners are expanded, but more are looked at."""
    for i in range(8):
        room.add(box(0.5 + i, 0.5 + i % 3, 1 + i, 1 + i % 3))
    for cls in (cw.VGO, cw.BSPStar):
        both, one = cls(room), cls(room, prune_successors=False)
        asked = [
            both.find_path((1, 5), (9, 5)),
            one.find_path((1, 5), (9, 5), prune_successors=True),
            one.find_path((1, 5), (9, 5)),
            both.find_path((1, 5), (9, 5), prune_successors=False),
        ]
        assert len({p.length for p in asked}) == 1
        generated = [p.stats["generated"] for p in asked]
        assert generated[0] == generated[1] < generated[2] == generated[3]
        assert one.find_paths([(1, 5)], [(9, 5)])[0].stats["generated"] == generated[2]
    with pytest.raises(cw.InvalidInput, match="True or False"):
        cw.VGO(room, prune_successors=1)
    with pytest.raises(cw.InvalidInput, match="'vg' has no option 'prune_successors'"):
        cw.VG(room, prune_successors=False)


def test_no_answer_is_older_than_its_version(room):
    """Threads ask while another moves a box: each answer is that of the version it names."""
    handle = room.add(box(2, 4, 3, 6))
    places = {room.version: (2, 4)}
    answers, stop = [], threading.Event()

    def ask(name):
        while not stop.is_set():
            for path in room.find_paths([(1, 5)] * 2, [(9, 5), (7, 9)], planner=name):
                answers.append((path.version, path.goal.tolist(), path.length))

    threads = [threading.Thread(target=ask, args=(name,)) for name in PLANNERS]
    for t in threads:
        t.start()
    rng = np.random.default_rng(4)
    for _ in range(120):
        x, y = (rng.integers(0, 30, 2) / 10 + (1.5, 3)).tolist()
        room.move(handle, box(x, y, x + 1, y + 2))
        places[room.version] = (x, y)
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
        assert length == owed or math.isclose(length, owed, rel_tol=1e-9)


def test_edge_counts_of_known_worlds(room):
    vg, vgo = cw.VG(room), cw.VGO(room)
    assert (vg.corner_count, vg.edge_count, vgo.edge_count) == (4, 4, 4)
    room.add(box(4, 0, 6, 1))  # on the floor: only its upper corners protrude
    assert vg.corner_count == 6
    # The sides, the upper side of the floor's box, four across the gap, two along the sides.
    assert vg.edge_count == 4 + 1 + 4 + 2
    assert vgo.edge_count == 4 + 1 + 2  # straight up from the floor's box nothing bends
    corners, edges = vgo.graph()
    assert corners.shape == (6, 2)
    assert edges.shape == (7, 2)
    assert (edges[:, 0] < edges[:, 1]).all()


def test_walls_end_in_corners():
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add_wall([(2, 5), (4, 5)])
    w.add_wall([(6, 5), (8, 5)])
    assert cw.VG(w).corner_count == 4
    assert cw.VG(w).edge_count == 6  # all on one line, each sees each
    assert cw.VGO(w).edge_count == 3  # along each wall, and along both; not across the gap
    for name, options in WAYS:
        path = w.find_path((3, 4), (7, 6), planner=name, **options)
        assert path.length == pytest.approx(w.find_path((3, 4), (7, 6)).length, rel=1e-12)


@pytest.mark.parametrize("name", PLANNERS)
def test_preparation_is_reported_and_kept(room, name):
    planner = PLANNERS[name](room)
    first = planner.prepare()
    assert first["seconds"] > 0
    assert first["bytes"] > 0
    assert PLANNERS[name](room).prepare(threads=2) == first
    room.add(box(1, 1, 2, 2))
    assert planner.prepare() != first
    with pytest.raises(cw.InvalidInput, match="threads"):
        planner.prepare(threads=0)


@pytest.mark.parametrize("name", PLANNERS)
def test_never_stale(room, name):
    planner = PLANNERS[name](room)
    rng = np.random.default_rng(8)
    handles = []
    for _ in range(30):
        if handles and rng.random() < 0.4:
            room.remove(handles.pop(int(rng.integers(len(handles)))))
        else:
            x, y = rng.uniform(0, 9, 2)
            handles.append(room.add(box(x, y, x + rng.uniform(0.1, 2), y + rng.uniform(0.1, 2))))
        a, b = room.random_points(2, rng=rng)
        assert_same(planner.find_path(a, b), room.find_path(a, b), str(room))
    again = pickle.loads(pickle.dumps(room))
    assert_same(PLANNERS[name](again).find_path(a, b), room.find_path(a, b), "pickled")


def test_the_graph_does_not_depend_on_threads():
    rng = np.random.default_rng(2)
    scene = Scene(box(0, 0, 60, 60), dict(enumerate(disjoint_boxes(rng, 60))))
    graphs = []
    for threads in (1, 2, 7):
        world = build(cw, scene)
        planner = cw.VGO(world)
        planner.prepare(threads)
        graphs.append(planner.graph()[1])
    assert all(np.array_equal(graphs[0], g) for g in graphs)


def test_preparation_can_be_interrupted():
    rng = np.random.default_rng(5)
    ends = rng.uniform(0, 99, (1500, 1, 2)) + np.array([(0, 0), (0.1, 0.05)])
    world = cw.World.from_obstacles([], (0, 0, 100, 100), walls=ends)
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            for _ in range(10_000):  # until the signal comes
                cw.VG(world).prepare()
                world.remove(world.add_post((1, 1)))
    finally:
        timer.join()
        signal.signal(signal.SIGINT, old)
    assert world.find_path((0, 0), (100, 100), planner="bsp*").found


# --- against "optimal" ------------------------------------------------------------------------


def assert_same(path, best, note):
    assert path.status is best.status, f"{note}\n{path.status}, optimal {best.status}"
    assert path.length == best.length or math.isclose(path.length, best.length, rel_tol=1e-9), (
        f"{note}\n{path.length}, optimal {best.length}"
    )


def check_world(world, starts, goals, note):
    best = world.find_paths(starts, goals)
    expanded = {}
    for name, options in WAYS:
        for i, path in enumerate(world.find_paths(starts, goals, planner=name, **options)):
            where = f"{note}\nfind_path({starts[i]}, {goals[i]}, planner={name!r}, {options})"
            assert_same(path, best[i], where)
            expanded.setdefault((name, options.get("prune_successors")), []).append(
                path.stats["generated"]
            )
            if path.found:
                check_channel(world, path, where)
                assert path.clearance >= 0, where
    for name in ("vgo", "bsp*"):
        assert sum(expanded[name, True]) <= sum(expanded[name, False]), note
    check_bends(world, best, note)


def check_channel(world, path, note):
    mesh, rows = world.mesh(), path.channel
    assert len(rows), note
    assert not mesh.blocked[rows].any(), note
    for a, b in itertools.pairwise(rows):
        assert (~mesh.constrained[a] & (mesh.neighbours[a] == b)).any(), note


def check_bends(world, best, note):
    """Properties One and Two keep every edge and every turn of a shortest path.

    The paths are those of "optimal", which knows no graph. Where several corners stand on one
    line the path may name each of them; only where it turns is a bend.
    """
    corners, edges = cw.VGO(world).graph()
    number = {tuple(c): i for i, c in enumerate(corners.tolist())}
    joined = {tuple(e) for e in edges.tolist()}
    for path in best:
        if not path.found:
            continue
        points = [tuple(p) for p in path.points.tolist()]
        bends = [
            points[i]
            for i in range(1, len(points) - 1)
            if orientation(*map(exact, points[i - 1 : i + 2])) != 0
        ]
        for p, q in itertools.pairwise(bends):
            if p in number and q in number:
                pair = tuple(sorted((number[p], number[q])))
                assert pair in joined, f"{note}\nproperty one removes {p} - {q}"


def check_seed(seed):
    scene, here = random_world(seed)
    world = build(cw, scene)
    half = len(here) // 2
    check_world(world, here[:half], here[half : 2 * half], f"seed {seed}\n{script(scene)}")


@pytest.mark.parametrize("seed", range(48))
def test_random_worlds(seed):
    check_seed(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(50))
def test_random_worlds_long(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        check_seed(seed)


@pytest.mark.parametrize("seed", range(6))
def test_the_graph_holds_what_sees_each_other(seed):
    """Among boxes that touch nothing: VG is every pair of corners that see each other exactly."""
    rng = np.random.default_rng([10, seed])
    scene = Scene(box(0, 0, 9, 9), dict(enumerate(disjoint_boxes(rng, 9))))
    world, arrangement = build(cw, scene), Arrangement(scene)
    corners, edges = cw.VG(world).graph()
    points = [tuple(p) for p in corners.tolist()]
    assert sorted(points) == sorted(tuple(map(float, p)) for r in scene.rings() for p in r)
    owed = {
        (i, j)
        for i, j in itertools.combinations(range(len(points)), 2)
        if sees(arrangement, points[i], points[j])
    }
    assert {tuple(e) for e in edges.tolist()} == owed, script(scene)
    assert {tuple(e) for e in cw.VGO(world).graph()[1].tolist()} <= owed


def test_every_edge_of_vgo_is_part_of_a_shortest_path():
    """Vinther 4.4.2: the pruned graph is minimal. From just behind one corner of the edge to
    just behind the other, the shortest path bends at both."""
    rng = np.random.default_rng(12)
    world = cw.World(bounds=(0, 0, 30, 30))
    sides = {}
    for x, y in itertools.product(range(1, 28, 5), repeat=2):
        turn = rng.uniform(0, np.pi / 2) + np.arange(4) * np.pi / 2
        ring = np.c_[x + 2 + 1.7 * np.cos(turn), y + 2 + 1.7 * np.sin(turn)]
        world.add(ring)
        for k in range(4):
            out = ring[k] - ring.mean(axis=0)
            sides[tuple(ring[k])] = [(ring[k - 1], out), (ring[(k + 1) % 4], out)]
    corners, edges = cw.VGO(world).graph()
    assert len(edges) > 100
    for i, j in edges.tolist():
        u, v = corners[i], corners[j]
        behind = []
        for here, there in ((u, v), (v, u)):
            near = [here + 1e-3 * (t - here) + 1e-6 * out for t, out in sides[tuple(here)]]
            behind.append([p for p in near if not world.visible(there, p)])
        for a, b in itertools.product(*behind):
            bends = world.find_path(a, b).points[1:-1].tolist()
            if u.tolist() in bends and v.tolist() in bends:
                break
        else:
            pytest.fail(f"edge {u} - {v} is part of no shortest path")


REAL = [
    p
    for folder in ("polygons/iron-harvest", "triangulation/pslg", "triangulation/poly2tri")
    if (DATA / folder).is_dir()
    for p in sorted((DATA / folder).iterdir())
]


def check_file(path, count):
    for name, bounds, pieces in read(path):
        rings = [
            {"type": "Polygon", "coordinates": c} if kind == "polygon" else c
            for kind, c in pieces
            if kind in ("polygon", "ring")
        ]
        if not rings:
            continue
        world = cw.World.from_obstacles(rings, bounds=bounds)
        here = world.random_points(2 * count, rng=4)
        if len(here):
            check_world(world, here[:count], here[count:], name)
            cost = cw.BSPStar(world).prepare()
            assert cost["fragments"] < 2 * cost["segments"], name


@pytest.mark.parametrize("path", or_skip(REAL[:25:12]), ids=lambda p: p.stem)
def test_real_maps(path):
    check_file(path, 6)


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(REAL), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_real_maps_long(path):
    check_file(path, 40)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_long_search_can_be_interrupted():
    world = cw.World((0, 0, 140, 140))
    places = np.random.default_rng(0).uniform(1, 138, (8000, 2))
    with world.editing():
        for x, y in places:
            world.add([(x, y), (x + 0.6, y), (x + 0.6, y + 0.6), (x, y + 0.6)])
    planner = cw.BSPStar(world)
    assert planner.find_path((0.1, 0.1), (0.2, 0.2)).found  # made before
    with interrupted(within=10):
        planner.find_path((0.5, 0.5), (139.5, 139.5), prune_successors=False)
    assert planner.find_path((0.1, 0.1), (0.2, 0.2)).found
