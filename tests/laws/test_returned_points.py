"""What the library returns, the library accepts: see `support.returned_points`."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from support import returned_points
from support.paths import needs_data

PLANNERS = ("optimal", "channel", "ta*", "tra*", "thpa*")
RINGS = [
    [(3, 1), (8, 2), (6, 9)],
    [(9, 6), (14, 7), (12, 13), (8, 11)],
    [(14, 13), (18, 12), (17, 16)],
]


def test_points_of_paths_are_ends_of_queries():
    tried, failures = returned_points.run(count=18, seed=40, pairs=2)
    assert tried["points"] > 300
    assert min(tried[source] for source in ("at", "leg", "watch", "hit", "snap")) > 10
    assert not failures, failures[:5]


@needs_data
def test_points_of_paths_on_real_maps_are_ends_of_queries():
    tried, failures = returned_points.run_maps(pairs=1, count=2)
    assert tried["points"] > 50
    assert not failures, failures[:5]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1600, 60))
def test_points_of_many_paths_are_ends_of_queries(seed):
    tried, failures = returned_points.run(count=60, seed=seed)
    print(tried.total(), dict(tried))
    assert not failures, failures[:5]


@pytest.mark.long
@needs_data
def test_points_of_many_paths_on_real_maps_are_ends_of_queries():
    tried, failures = returned_points.run_maps(pairs=10, seed=1)
    print(tried.total(), dict(tried))
    assert not failures, failures[:5]


@pytest.mark.long
def test_memory_stays_flat():
    """Worlds, planners and their caches are freed: a second round needs no more than the first."""
    returned_points.run(count=36, seed=70, pairs=1)
    used = returned_points.peak()
    returned_points.run(count=72, seed=200, pairs=1)
    assert returned_points.peak() < used + (24 << 20)


@pytest.mark.parametrize("radius", [0.0, 1e-9, 0.01, 0.7, 2.0])
def test_every_point_of_a_path_is_free(radius):
    world = cw.generate.boxes(size=100, seed=3, obstacles=40)
    ends = world.random_points(24, radius, rng=5)
    paths = [p for p in world.find_paths(ends[:12], ends[12:], radius) if p.found]
    assert paths
    for path in paths:
        assert world.is_free(path.points, radius).all()
        ends = np.array([p for s in path.segments for p in (s.start, s.end)])
        assert world.is_free(ends, radius).all()
        rest = world.find_paths(path.points, path.goal, radius)
        assert rest.found.all()
        assert (rest.length <= path.length * (1 + 1e-9)).all()


@pytest.mark.parametrize("bounds", [(-10, -10, 10, 10), (-1e9, -1e9, 1e9, 1e9)])
def test_a_point_blocked_by_more_than_rounding_stays_blocked(bounds):
    """However wide the bounds: the rounding is that of the coordinates nearby."""
    world = cw.World(bounds)
    world.add([(0, 0), (1, 0), (1, 2.5), (0, 2.5)])
    for depth in (1e-9, 1e-11):
        p = (2 - depth, 1.0)
        assert not world.is_free(p, 1.0)
        assert world.find_path(p, (8, 5), radius=1.0).status is cw.Status.START_BLOCKED
        assert world.find_path((8, 5), p, radius=1.0).status is cw.Status.GOAL_BLOCKED
        assert not world.reachable(p, (8, 5), 1.0)
        assert not np.isfinite(world.distances((8, 5), [p], 1.0)).any()
        assert not world.is_free((1 - depth, 1))
    p = (math.nextafter(2.0, 0.0), 1.0)
    assert world.is_free(p, 1.0)
    assert world.snap(p, 1.0).tolist() == list(p)
    assert world.clearance(p) < 1.0


def ends_by_rounding():
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 3), (6, 3), (6, 7), (4, 7)])
    return world, (math.nextafter(1.0, 0.0), 5.0), (math.nextafter(9.0, 10.0), 5.0)


@pytest.mark.parametrize("planner", PLANNERS)
def test_the_path_begins_and_ends_where_asked(planner):
    world, a, b = ends_by_rounding()
    path = world.find_path(a, b, radius=1.0, planner=planner)
    assert path.found
    assert tuple(path.points[0]) == a
    assert tuple(path.points[-1]) == b
    assert path.clearance == 10 - b[0] < 1.0  # measured
    back = world.find_path(b, a, radius=1.0, planner=planner)
    assert back.length == pytest.approx(path.length, rel=1e-14)
    assert world.find_path(a, a, radius=1.0, planner=planner).length == 0


def test_an_end_by_rounding_in_every_query():
    world, a, b = ends_by_rounding()
    length = world.find_path(a, b, radius=1.0).length
    goals = [b, (5, 1), a, *world.random_points(60, 1.0, rng=1)]
    owed = [world.find_path(a, g, radius=1.0).length for g in goals]
    assert world.distances(a, goals, 1.0).tolist() == owed
    assert owed[0] == length
    assert world.find_nearest(a, [b], 1.0)[1].length == length
    assert world.find_path(a, {"type": "LineString", "coordinates": [b, b]}, radius=1.0).found
    assert world.reachable(a, b, 1.0)
    assert world.max_radius(a, b) == 10 - b[0]
    assert world.raycast(a, (3, 9), 1.0) is None
    for improving in (cw.Channel(world), cw.TAStar(world), cw.TRAStar(world)):
        last = list(improving.improve(a, b, 1.0))[-1]
        assert last.found
        assert tuple(last.points[0]) == a
        assert tuple(last.points[-1]) == b
    assert world.find_path(a, b, radius=1.0, partial=True).found
    assert world.find_path(a, b, radius=1.0, snap=1.0).snapped is None


def test_gaps_stay_exact():
    """Only ends are rounded: beside them a gap narrower by the last bit is closed."""
    world = cw.World((0, 0, 20, 10))
    world.add([(10, 0), (11, 0), (11, 4), (10, 4)])
    world.add([(10, 6), (11, 6), (11, 10), (10, 10)])
    wider = math.nextafter(1.0, 2.0)
    for a in ((1.0, 5.0), (math.nextafter(1.0, 0.0), 5.0)):
        assert world.reachable(a, (15, 5), 1.0)
        assert world.find_path(a, (15, 5), radius=1.0).found
        assert world.is_free(a, wider)
        assert not world.reachable(a, (15, 5), wider)
        assert not world.find_path(a, (15, 5), radius=wider).found
        assert world.max_radius(a, (15, 5)) == a[0]


def test_scaling_by_a_power_of_two_changes_nothing():
    k = 2.0**-30
    base, scaled = (
        cw.World.from_obstacles([np.multiply(ring, by) for ring in RINGS], (0, 0, 20 * by, 20 * by))
        for by in (1.0, k)
    )
    path = base.find_path((1, 1), (19, 17), radius=0.75)
    assert path.found
    for p in path.points:
        one = base.find_path(p, (19, 17), radius=0.75)
        other = scaled.find_path(p * k, (19 * k, 17 * k), radius=0.75 * k)
        assert one.found
        assert np.array_equal(one.points * k, other.points)
        assert one.length * k == other.length


def test_a_point_in_a_wall_by_rounding_is_free():
    world = cw.World((0, 0, 10, 10))
    world.add([(2, 2), (8, 2.5), (5, 7)])
    on_side = np.array([2, 2]) + np.linspace(0.01, 0.99, 99)[:, None] * np.array([6, 0.5])
    assert world.is_free(on_side).all()
    assert np.array_equal(world.snap(on_side), on_side)
    for planner in (*PLANNERS, "vg", "vgo", "bsp*", "labels"):
        paths = world.find_paths(on_side, (5.0, 9.0), planner=planner)
        assert paths.found.all()
        assert not any(path.verify()["crosses"] for path in paths)
    assert np.isfinite(world.max_radius(on_side, (5.0, 9.0))).all()
    assert np.isfinite(world.distances((5.0, 9.0), on_side)).all()
