"""THPA*: the status of an exact search, legal and near-optimal paths, edits."""

from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

import clearway as cw
from clearway._planners._level import Level
from clearway._planners.thpa_star import KEPT_RADII
from oracle.disc_worlds import KINDS, make
from oracle.scene import build
from support.hierarchy_worlds import ROUNDING, blocks, check_journey, check_whole, legal

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))


def campaign(kind, seed, count):
    scene, queries = make(kind, seed, count)
    queries += [(start, goal, 0.0) for start, goal, _ in queries[::3]]
    world = build(cw, scene)
    clusters = None if seed % 2 else 9
    planner = cw.THPAStar(world, {r for *_, r in queries}, clusters=clusters)
    ratios = []
    for start, goal, radius in queries:
        exact = world.find_path(start, goal, radius)
        path = planner.find_path(start, goal, radius)
        check_whole(path, exact)
        journey = planner.begin(start, goal, radius)
        assert journey.status == exact.status
        if path.found:
            check_journey(journey, start, goal, 1.5 * journey.length)
            ratios.append(path.length / exact.length if exact.length else 1.0)
        else:
            assert list(journey) == []
    return ratios


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_worlds(kind):
    ratios = [r for seed in range(4) for r in campaign(kind, seed, 25)]
    assert np.mean(ratios) < 1.044


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 112))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_worlds_long(kind, seed):
    campaign(kind, seed, 60)


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_near_optimal_in_a_large_world(large_town, radius):
    planner = cw.THPAStar(large_town, radius)
    a, b = large_town.random_points(200, radius, 1), large_town.random_points(200, radius, 2)
    exact = large_town.find_paths(a, b, radius)
    paths = planner.find_paths(a, b, radius)
    assert (paths.status == exact.status).all()
    found = exact.found
    assert found.sum() > 100
    ratio = paths.length[found] / exact.length[found]
    assert ratio.min() >= 1 - 1e-9
    assert ratio.mean() < 1.02
    assert all(legal(p) for p in paths if p.found)
    one = planner.find_paths(a, b, radius, threads=1)
    three = planner.find_paths(a, b, radius, threads=3)
    assert one.length.tolist() == three.length.tolist() == paths.length.tolist()
    totals = []
    for i in np.flatnonzero(found)[:60]:
        journey = planner.begin(a[i], b[i], radius)
        totals.append(check_journey(journey, a[i], b[i], 1.1 * journey.length))
        assert paths[i].length <= journey.length * (1 + 1e-9)
    assert np.mean(np.array(totals) / exact.length[found][:60]) < 1.044
    stats = planner.stats[radius]
    free = int((~large_town.mesh().blocked).sum())
    assert 0.5 < stats["clusters"] / np.sqrt(free) < 1.5
    assert stats["nodes"] > stats["clusters"]
    assert stats["bytes"] > 0
    assert stats["partitions"] == 1
    clusters = planner.clusters(radius)
    assert (clusters >= 0).tolist() == (~large_town.mesh().blocked).tolist()
    start, end, length = planner.edges(radius)
    assert len(start) == len(end) == len(length) == stats["edges"]
    k = [3, 50, -1]
    kept = large_town.find_paths(start[k], end[k], radius)
    assert kept.length == pytest.approx(length[k])


def edit_campaign(seed, edits):
    rng = np.random.default_rng(seed)
    radii = (0.0, 0.4)
    world = cw.World((0, 0, 40, 40))
    handles = [world.add(ring) for ring in blocks(rng, 40, 40)]
    planner = cw.THPAStar(world, radii, clusters=24)
    journeys = []
    for step in range(edits):
        for _ in range(int(rng.integers(1, 4))):
            kind = rng.integers(4)
            (ring,) = blocks(rng, 1, 40)
            if kind == 0 and len(handles) > 20:
                world.remove(handles.pop(int(rng.integers(len(handles)))))
            elif kind == 1:
                world.move(handles[int(rng.integers(len(handles)))], ring)
            elif kind == 2:
                with world.editing():
                    handles += [world.add(r) for r in blocks(rng, 2, 40)]
                    world.remove(handles.pop(0))
            else:
                handles.append(world.add(ring))
        fresh = cw.THPAStar(world, radii, clusters=24) if step % 10 == 0 else None
        for radius in radii:
            for start, goal in rng.uniform(0, 40, (6, 2, 2)):
                exact = world.find_path(start, goal, radius)
                path = planner.find_path(start, goal, radius)
                check_whole(path, exact)
                if fresh is not None:
                    assert fresh.find_path(start, goal, radius).status == path.status
            if fresh is not None:  # cached paths are legal and shortest, as in a fresh planner
                start, end, length = planner.edges(radius)
                assert world.find_paths(start, end, radius).length == pytest.approx(length)
            start, goal = rng.uniform(0, 40, (2, 2))
            journey = planner.begin(start, goal, radius)
            if journey:
                journeys.append(journey)
        going = []
        for journey in journeys:
            where, was = journey.position, journey.plans
            leg = journey.next()
            near = world.snap(where, journey.radius)
            if near is not None and np.hypot(*(near - where)) <= ROUNDING * 40:
                where = near  # nearer than the radius by rounding alone
            expected = world.find_path(where, journey.goal, journey.radius).status
            if leg is not None:
                assert legal(leg), (seed, step)
                assert np.abs(leg.points[0] - where).max() <= ROUNDING * 40
                if not journey.done:
                    going.append(journey)
            else:
                assert journey.plans > was or journey.legs
                assert journey.status == expected
        journeys = going[:8]
    return planner


@pytest.mark.parametrize("seed", range(3))
def test_random_edits(seed):
    edit_campaign(seed, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_random_edits_long(seed):
    edit_campaign(seed, 150)


def test_an_edit_repairs_what_it_touched(large_town):
    world = large_town.__class__.from_obstacles(
        blocks(np.random.default_rng(5), 300), (0, 0, 100, 100)
    )
    planner = cw.THPAStar(world)
    made = planner.stats[0.0]["repaired"]
    handle = world.add([(50, 50), (50.2, 50), (50.2, 50.2)])
    planner.find_path((1, 1), (99, 99))
    came = planner.stats[0.0]["repaired"] - made
    world.remove(handle)
    planner.find_path((1, 1), (99, 99))
    went = planner.stats[0.0]["repaired"] - made - came
    assert came + went < made / 10
    assert planner.stats[0.0]["partitions"] == 1


def test_partitioned_again_when_decayed():
    world = cw.World((0, 0, 40, 40))
    for ring in blocks(np.random.default_rng(1), 30, 40):
        world.add(ring)
    planner = cw.THPAStar(world)
    world.remove(list(world.obstacles))
    with world.editing():
        for ring in blocks(np.random.default_rng(2), 60, 40):
            world.add(ring)
    planner.find_path((1, 1), (39, 39))
    assert planner.stats[0.0]["partitions"] == 2
    assert planner.stats[0.0]["decay"] == 0.0


def test_tiny_worlds():
    world = cw.World((0, 0, 4, 2))
    planner = cw.THPAStar(world, (0.0, 0.5))
    path = planner.find_path((0.5, 0.5), (3.5, 1.5), 0.5)
    assert path.length == pytest.approx(np.hypot(3, 1))
    assert planner.find_path((1, 1), (1, 1), 0.5).length == 0.0
    (leg,) = planner.begin((0.5, 0.5), (3.5, 1.5), 0.5)
    assert leg.length == path.length
    assert [leg.length for leg in planner.begin((1, 1), (1, 1))] == [0.0]
    assert planner.find_path((9, 9), (1, 1)).status is cw.Status.START_BLOCKED
    assert planner.find_path((1, 1), (9, 9)).status is cw.Status.GOAL_BLOCKED
    world.add_wall([(2, 0), (2, 2)])
    assert planner.find_path((1, 1), (3, 1)).status is cw.Status.NO_PATH
    full = cw.World((0, 0, 4, 2))
    full.add([(-1, -1), (5, -1), (5, 3), (-1, 3)])
    assert cw.THPAStar(full).find_path((1, 1), (3, 1)).status is cw.Status.START_BLOCKED
    assert len(cw.THPAStar(full).find_paths([], [])) == 0


def test_a_world_emptied_and_filled():
    world = cw.World((0, 0, 10, 10))
    everything = world.add([(-1, -1), (11, -1), (11, 11), (-1, 11)])
    planner = cw.THPAStar(world)
    world.remove(everything)
    assert planner.find_path((1, 1), (9, 9)).found
    world.add([(4, 0), (5, 0), (5, 9), (4, 9)])
    check_whole(planner.find_path((1, 1), (9, 1)), world.find_path((1, 1), (9, 1)))


def test_radii_between_those_prepared():
    world = cw.World((0, 0, 20, 10))
    world.add([(9, 0), (11, 0), (11, 4), (9, 4)])
    world.add([(9, 6), (11, 6), (11, 10), (9, 10)])
    planner = cw.THPAStar(world, (2.0, 0.5, 0.5, 0))
    assert planner.radii == (0.0, 0.5, 2.0)
    path = planner.find_path((2, 5), (18, 2), 0.3)
    assert path.radius == 0.3
    assert path.clearance >= 0.5 - 1e-12
    # Too narrow for the next larger one, not for the requested one.
    assert planner.find_path((2, 5), (18, 5), 2.0).status is cw.Status.NO_PATH
    through = planner.find_path((2, 5), (18, 5), 0.9)
    assert through.found
    assert legal(through)
    journey = planner.begin((2, 5), (18, 5), 0.9)
    check_journey(journey, (2, 5), (18, 5), 16.0)
    radii = [0.9, 0.0, 2.0, 0.5, 0.3]
    paths = planner.find_paths((2, 5), [(18, 5)] * 5, radii)
    assert [p.found for p in paths] == [True, True, False, True, True]
    assert all(legal(p) for p in paths if p.found)
    with pytest.raises(cw.InvalidInput, match=r"2\.5"):
        planner.find_path((2, 5), (18, 5), 2.5)
    with pytest.raises(cw.InvalidInput, match=r"2\.5") as caught:
        planner.find_paths((2, 5), [(18, 5)] * 3, [0.1, 0.2, 2.5])
    assert caught.value.index == 2
    strict = cw.THPAStar(world, (0.5,), strict=True)
    assert strict.find_path((2, 5), (18, 5), 0.5).found
    for ask in (strict.find_path, strict.begin):
        with pytest.raises(cw.InvalidInput, match="strict"):
            ask((2, 5), (18, 5), 0.3)


def test_by_name_prepares_once(monkeypatch):
    world = cw.World.from_obstacles(blocks(np.random.default_rng(3), 40, 40), (0, 0, 40, 40))
    prepared = []
    prepare = Level.prepare

    def counted(level):
        prepared.append(level.radius)
        prepare(level)

    monkeypatch.setattr(Level, "prepare", counted)
    a, b = world.random_points(10, 0.5, 1), world.random_points(10, 0.5, 2)
    for start, goal in zip(a, b, strict=True):
        for radius in (0.5, 0.0):
            path = world.find_path(start, goal, radius, planner="thpa*")
            check_whole(path, world.find_path(start, goal, radius))
            assert path.planner == "thpa*"
    assert sorted(prepared) == [0.0, 0.5]
    world.add(blocks(np.random.default_rng(4), 1, 40)[0])
    paths = world.find_paths(a, b, 0.5, planner="thpa*")
    assert (paths.status == world.find_paths(a, b, 0.5).status).all()
    assert len(prepared) == 2
    radii = np.linspace(0.1, 0.4, 10)
    paths = world.find_paths(a, b, radii, planner="thpa*")
    assert (paths.status == world.find_paths(a, b, radii).status).all()
    assert len(prepared) == KEPT_RADII
    # Larger than what is prepared, with no room for more: each exactly, in whatever order.
    for radius in (0.9, 0.6, 0.7):
        path = world.find_path(a[0], b[0], radius, planner="thpa*")
        exact = world.find_path(a[0], b[0], radius)
        assert path.status == exact.status
        assert path.length == pytest.approx(exact.length, rel=1e-9)
    assert len(prepared) == KEPT_RADII
    assert len(cw.THPAStar._cached_for(world).radii) == KEPT_RADII + 1
    gone = cw.World.__getstate__(world)
    assert "_planners" not in gone["attributes"]


def test_a_planner_dies_with_its_world():
    world = cw.World((0, 0, 4, 4))
    world.find_path((1, 1), (3, 3), planner="thpa*")
    del world
    gc.collect()


def test_without_pymetis(monkeypatch):
    monkeypatch.setitem(sys.modules, "pymetis", None)
    with pytest.raises(cw.MissingExtra, match=r"\[hierarchy\]"):
        cw.THPAStar(cw.World((0, 0, 4, 4)))


def test_bad_input():
    world = cw.World((0, 0, 4, 4))
    for radii in ((), (-1.0,), (float("nan"),), ("x",), None, (0.0, float("inf"))):
        with pytest.raises(cw.InvalidInput):
            cw.THPAStar(world, radii)
    for name, values in {
        "clusters": (0, -1, 1.5, True, "x"),
        "per_border": (0, None, 2.5),
        "threads": (0, -1, "x"),
        "progress": ("x", 3),
    }.items():
        for value in values:
            with pytest.raises(cw.InvalidInput):
                cw.THPAStar(world, **{name: value})
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar("world")
    planner = cw.THPAStar(world)
    with pytest.raises(cw.InvalidInput):
        planner.find_path((0, 0), (1, 1), limit=3)
    with pytest.raises(cw.InvalidInput):
        planner.begin((0, 0), (1, float("nan")))
    with pytest.raises(cw.InvalidInput):
        planner.begin((0, 0), (1, 1), -1)


def test_progress_is_told(large_town):
    seen = []
    planner = cw.THPAStar(large_town, progress=lambda done, total: seen.append((done, total)))
    assert seen[0][0] == 0
    assert seen[-1] == (planner.stats[0.0]["repaired"],) * 2
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_clusters_are_cut_again_where_they_suffer():
    """A town grows in one corner: the clusters there are cut again, the others stay."""
    world = cw.World.from_obstacles(blocks(np.random.default_rng(5), 300), (0, 0, 100, 100))
    planner = cw.THPAStar(world, 0.0)
    rng = np.random.default_rng(6)
    far = world.mesh().vertices[world.mesh().triangles].mean(axis=1)
    before = {tuple(p): c for p, c in zip(far.tolist(), planner.clusters(), strict=True)}
    for _ in range(60):
        x, y = rng.uniform(2, 18, 2)
        world.add([(x, y), (x + 0.3, y), (x + 0.3, y + 0.3), (x, y + 0.3)])
        planner.find_path((1, 1), (99, 99))
    stats = planner.stats[0.0]
    assert stats["recuts"] > 0
    assert stats["partitions"] == 1
    assert stats["balance"] < 4
    assert stats["decay"] < 0.5
    centres = world.mesh().vertices[world.mesh().triangles].mean(axis=1)
    now = planner.clusters()
    same = [before[tuple(p)] == c for p, c in zip(centres.tolist(), now, strict=True)
            if p[0] > 60 and tuple(p) in before]  # fmt: skip
    assert len(same) > 100
    assert np.mean(same) > 0.98  # METIS may have put a pocket from here in a cluster there
    a, b = world.random_points(60, 0.0, 1), world.random_points(60, 0.0, 2)
    exact = world.find_paths(a, b)
    ratio = planner.find_paths(a, b).length[exact.found] / exact.length[exact.found]
    assert ratio.min() >= 1 - 1e-9
    assert ratio.mean() < 1.02


@pytest.mark.parametrize("radius", [0.0, 0.4])
def test_no_node_where_a_disc_is_enclosed(radius):
    """Edits elsewhere do not search again for paths that do not exist."""
    world = cw.World.from_obstacles(blocks(np.random.default_rng(5), 900, 150), (0, 0, 150, 150))
    planner = cw.THPAStar(world, radius)
    nodes = np.unique(np.concatenate(planner.edges()[:2]), axis=0)
    room = np.array([world.clearance(p) for p in nodes])
    node = nodes[np.argmax(room)]
    half = 0.55 * room.max()
    fence = world.add_wall([node + half * np.array(c) for c in CORNERS])
    left = np.concatenate(planner.edges()[:2])
    assert (np.abs(left - node).max(axis=1) > half).all()
    before = planner.stats[radius]["repaired"]
    for place in world.random_points(20, 0.2, 1):
        if np.abs(place - node).max() > 2 * half + 1:
            world.remove(world.add_post(place))
            planner.find_path(node, place, radius)
    # Each edit has some tens of cached paths of its own to repair.
    assert planner.stats[radius]["repaired"] - before < 20 * 120
    assert planner.find_path(node, nodes[0], radius).status is cw.Status.NO_PATH
    world.remove(fence)
    path = planner.find_path(node, nodes[0], radius)
    check_whole(path, world.find_path(node, nodes[0], radius))
