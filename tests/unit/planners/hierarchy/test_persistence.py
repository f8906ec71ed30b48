"""THPA*: planners saved and loaded."""

from __future__ import annotations

import copy
import pickle
import sys
import time

import numpy as np
import pytest

import clearway as cw
from clearway._planners import _nearest
from clearway._planners._nearest import nearest
from support.hierarchy_worlds import check_whole, town


def test_saved_and_loaded(tmp_path, monkeypatch):
    world = town()
    planner = cw.THPAStar(world, (0.0, 0.4))
    world.add([(25, 25), (27, 25), (26, 28)])
    file = tmp_path / "town.thpa"
    planner.save(file)
    twin = town()
    twin.add([(25, 25), (27, 25), (26, 28)])
    loaded = cw.THPAStar.load(file, twin)
    a, b = world.random_points(60, 0.4, 1), world.random_points(60, 0.4, 2)
    radii = np.where(np.arange(60) % 2, 0.4, 0.0)
    assert loaded.radii == (0.0, 0.4)
    kept = planner.edges(0.4)
    assert sorted(kept[2]) == sorted(loaded.edges(0.4)[2])
    then, now = planner.find_paths(a, b, radii), loaded.find_paths(a, b, radii)
    assert now.length == pytest.approx(then.length, rel=0.02)
    for w in (world, twin):
        w.add([(10, 10), (14, 10), (12, 13)])
    exact = twin.find_paths(a, b, radii)
    for path, other in zip(loaded.find_paths(a, b, radii), exact, strict=True):
        check_whole(path, other)
    # Another world: clusters are reused where possible, paths are computed again.
    changed = town(8)
    moved = cw.THPAStar.load(file, changed, strict=True)
    exact = changed.find_paths(a, b, radii)
    for path, other in zip(moved.find_paths(a, b, radii), exact, strict=True):
        check_whole(path, other)
    assert moved.strict
    (tmp_path / "bad").write_bytes(b"nothing")
    np.savez(tmp_path / "other.npz", x=1)
    for bad in ("bad", "other.npz"):
        with pytest.raises(cw.InvalidInput, match="not a saved planner"):
            cw.THPAStar.load(tmp_path / bad, world)
    with pytest.raises(FileNotFoundError):
        cw.THPAStar.load(tmp_path / "none", world)


def test_loading_the_same_computes_nothing(tmp_path):
    world = town()
    cw.THPAStar(world).save(tmp_path / "t")
    told = []
    loaded = cw.THPAStar.load(tmp_path / "t", town(), progress=lambda *p: told.append(p))
    assert told == [(0, 0)]
    assert loaded.stats[0.0]["partitions"] == 0


def test_saved_with_its_world(tmp_path):
    world = town()
    world.add_wall([(3, 3), (9, 4)])
    planner = cw.THPAStar(world, (0.4,))
    planner.save(tmp_path / "t")
    told = []
    loaded = cw.THPAStar.load(tmp_path / "t", progress=lambda *p: told.append(p))
    assert told == [(0, 0)]
    assert list(loaded.world.obstacles) == list(world.obstacles)
    a, b = world.random_points(30, 0.4, 1), world.random_points(30, 0.4, 2)
    then, now = planner.find_paths(a, b, 0.4), loaded.find_paths(a, b, 0.4)
    assert (then.status == now.status).all()
    assert now.length == pytest.approx(then.length)


def test_without_pymetis_a_loaded_planner_follows_edits(tmp_path, monkeypatch):
    world = town()
    cw.THPAStar(world).save(tmp_path / "t")
    monkeypatch.setitem(sys.modules, "pymetis", None)
    loaded = cw.THPAStar.load(tmp_path / "t", world)
    world.remove(list(world.obstacles)[:60])
    check_whole(loaded.find_path((1, 1), (49, 49)), world.find_path((1, 1), (49, 49)))
    assert loaded.stats[0.0]["partitions"] == 0


def test_planners_and_journeys_are_pickled():
    world = town()
    planner = cw.THPAStar(world, (0.0, cw.RadiusRange(0.3, 0.6)), strict=True, clusters=12)
    world.add([(20, 20), (22, 20), (21, 23)])
    twin, same_world = pickle.loads(pickle.dumps((planner, world)))
    assert twin.world is same_world
    assert twin.strict
    assert twin.radii == planner.radii
    rng = np.random.default_rng(4)
    for a, b in rng.uniform(0, 50, (30, 2, 2)):
        for radius in (0.0, 0.4):
            assert twin.find_path(a, b, radius).length == planner.find_path(a, b, radius).length
    same_world.add([(30, 30), (32, 30), (31, 33)])  # its own, and followed
    path = twin.find_path((2, 2), (48, 48), 0.4)
    assert path.length >= same_world.find_path((2, 2), (48, 48), 0.4).length
    assert len(world.obstacles) + 1 == len(same_world.obstacles)
    journey = planner.begin(world.snap((2, 2), 0.4), world.snap((48, 48), 0.4), 0.4)
    journey.next()
    again = pickle.loads(pickle.dumps(journey))
    assert again.position.tolist() == journey.position.tolist()
    assert again.plans == 1
    assert [leg.length for leg in again.legs] == [leg.length for leg in journey.legs]
    rest = sum(leg.length for leg in again)
    assert rest == pytest.approx(sum(leg.length for leg in journey), rel=0.05)
    assert pickle.loads(pickle.dumps(again)).done


def test_the_planner_that_a_world_keeps_is_pickled():
    world = town()
    world.find_path((1, 1), (49, 49), 0.2, planner="thpa*")
    kept = cw.THPAStar._cached_for(world)
    twin = pickle.loads(pickle.dumps(kept))
    assert (
        twin.find_path((1, 1), (49, 49), 0.1).status is kept.find_path((1, 1), (49, 49), 0.1).status
    )
    assert twin.radii == kept.radii


def _box(rng):
    (x, y), (a, b) = rng.uniform(0, 50, 2), rng.uniform(0.5, 4, 2)
    return [(x, y), (x + a, y), (x + a, y + b), (x, y + b)]


def _same_answers(planner, other, rng, radii):
    a, b = rng.uniform(0, 55, (2, 8, 2))
    for radius in radii:
        then, now = planner.find_paths(a, b, radius), other.find_paths(a, b, radius)
        assert (then.status == now.status).all()
        assert now.length == pytest.approx(then.length, rel=1e-9)


@pytest.mark.parametrize("seed", [*range(8), 59, 176])  # the last two: bearings by other clusters
def test_planners_that_have_followed_edits_come_back(seed, tmp_path):
    """Towns are emptied step by step, with some additions: clusters lose all their triangles."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    world = cw.World.from_obstacles([_box(rng) for _ in range(count)], (0, 0, 55, 55))
    radii = (0.0, 0.5, 0.7) if seed % 4 == 0 else (0.0, 0.5)
    prepared = (0.0, 0.5, cw.RadiusRange(0.6, 0.8)) if seed % 4 == 0 else radii
    planner = cw.THPAStar(world, prepared, threads=1)
    file = tmp_path / "t"
    left = list(world.obstacles)
    while left:
        if rng.random() < 0.3:
            left += [world.add(_box(rng))]
        for _ in range(min(len(left), max(1, count // 6))):
            world.remove(left.pop(int(rng.integers(len(left)))))
        twin = pickle.loads(pickle.dumps(planner))
        planner.save(file)
        told = []
        loaded = cw.THPAStar.load(file, progress=lambda *p, told=told: told.append(p))
        assert all(total == 0 for _, total in told)
        for other in (twin, loaded):
            _same_answers(planner, other, rng, radii)
        if rng.random() < 0.3:
            planner = twin  # the loaded planner continues
            world = planner.world
    assert not len(world.obstacles)
    world.add([(20, 20), (30, 20), (25, 30)])
    for radius in radii:
        exact = world.find_path((2, 2), (53, 53), radius)
        check_whole(planner.find_path((2, 2), (53, 53), radius), exact)


@pytest.mark.parametrize("kind", ["spread", "lattice", "one place", "one line", "far", "ring"])
@pytest.mark.parametrize("pairs", [_nearest.PAIRS, 40])
def test_the_nearest_is_the_nearest(kind, pairs, monkeypatch):
    monkeypatch.setattr(_nearest, "PAIRS", pairs)
    monkeypatch.setattr(_nearest, "CHUNK", 50)
    rng = np.random.default_rng(3)
    for count in (1, 2, 15, 16, 17, 31, 32, 33, 100, 700) * 3:
        points, places = rng.uniform(0, 10, (count, 2)), rng.uniform(-5, 15, (120, 2))
        if kind == "lattice":
            points, places = np.floor(points), np.floor(places)
        elif kind == "one place":
            points[:] = 3.0
        elif kind == "one line":
            points[:, 0] = 1.0
        elif kind == "far":
            points, places = points**8, places * 1e9
        elif kind == "ring":
            points, places = (
                np.column_stack((np.cos(points[:, 0]), np.sin(points[:, 0]))),
                places / 1e9,
            )
        far = ((places[:, None] - points) ** 2).sum(axis=2)
        rows = nearest(places, points)
        assert (far[np.arange(len(places)), rows] == far.min(axis=1)).all()
    assert nearest(np.empty((0, 2)), points).shape == (0,)


def test_loading_for_another_mesh_takes_no_time_by_the_square():
    """Finding the nearest of four times as many costs about five times as much, not sixteen."""
    rng = np.random.default_rng(1)

    def cost(count):
        points, places = rng.uniform(0, 1, (2, count, 2))
        begun = time.process_time()
        nearest(places, points)
        return time.process_time() - begun

    few, many = (min(cost(count) for _ in range(3)) for count in (10_000, 40_000))
    assert many < 10 * few


@pytest.mark.parametrize(
    "bounds", [(0, 0, 20, 20), (30, 30, 90, 90), (-50, -50, 100, 100), (1e3, 1e3, 1050, 1050)]
)
def test_loaded_for_a_world_with_other_bounds(bounds, tmp_path):
    cw.THPAStar(town(), (0.0, 0.4)).save(tmp_path / "t")
    low, high = np.reshape(bounds, (2, 2))
    rng = np.random.default_rng(5)
    rings = [np.array(_box(rng)) / 55 * (high - low) + low for _ in range(30)]
    world = cw.World.from_obstacles(rings, bounds)
    loaded = cw.THPAStar.load(tmp_path / "t", world)
    a, b = rng.uniform(low, high, (2, 40, 2))
    for radius in (0.0, 0.4):
        exact = world.find_paths(a, b, radius)
        for path, other in zip(loaded.find_paths(a, b, radius), exact, strict=True):
            check_whole(path, other)
    world.add((low + high) / 2 + [(0, 0), (3, 0), (0, 3)])
    check_whole(loaded.find_path(a[0], b[0], 0.4), world.find_path(a[0], b[0], 0.4))


def test_a_node_out_of_bounds_is_damage(tmp_path):
    cw.THPAStar(town()).save(tmp_path / "t")
    with np.load(tmp_path / "t") as file:
        arrays = dict(file)
    for bad, said in ((51.0, "out of bounds"), (np.nan, "must be finite")):
        arrays["0_places"][0, 0] = bad
        np.savez(tmp_path / "bad.npz", **arrays)
        with pytest.raises(cw.InvalidInput, match=f"damaged.*{said}"):
            cw.THPAStar.load(tmp_path / "bad.npz")


def test_strict_is_saved(tmp_path):
    world = town()
    for strict in (True, False):
        cw.THPAStar(world, (0.4,), strict=strict).save(tmp_path / "t")
        assert cw.THPAStar.load(tmp_path / "t").strict is strict
        assert cw.THPAStar.load(tmp_path / "t", world, strict=not strict).strict is not strict


def test_a_copied_journey_goes_its_own_way():
    world = town()
    planner = cw.THPAStar(world, (0.4,))
    journey = planner.begin(world.snap((2, 2), 0.4), world.snap((48, 48), 0.4), 0.4)
    first = journey.next()
    twin = copy.copy(journey)
    assert twin.planner is planner
    rest = [leg.length for leg in twin]
    assert rest
    assert journey.legs == [first]
    assert len(twin.legs) == 1 + len(rest)
    assert sum(leg.length for leg in journey) == pytest.approx(sum(rest), rel=0.05)


def test_a_watch_is_neither_pickled_nor_copied():
    world = town()
    path = world.find_path(world.snap((2, 2), 0.4), world.snap((48, 48), 0.4), 0.4)
    watch = world.watch(path)
    for act in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="Watch cannot be pickled"):
            act(watch)
    journey = cw.THPAStar(world, (0.4,)).begin(path.start, path.goal, 0.4)
    watched = world.watch(journey)
    assert pickle.loads(pickle.dumps(journey)).found  # its watches stay behind
    assert not pickle.loads(pickle.dumps(world)).disturbed()
    assert watch.active
    assert watched.active


def test_any_radius_and_a_number():
    world = cw.World.from_obstacles([[(4, 4), (6, 4), (6, 6), (4, 6)]], (0, 0, 10, 10))
    planner = cw.THPAStar(world, (cw.RadiusRange(), 0.5), strict=True)
    assert planner.radii == (cw.RadiusRange(), 0.5)
    for radius in (0.0, 0.3, 0.5):
        check_whole(
            planner.find_path((1, 5), (9, 5), radius), world.find_path((1, 5), (9, 5), radius)
        )
    with pytest.raises(cw.InvalidInput):  # alone, or not at all
        cw.THPAStar(world, ("any", 0.5))
