"""What the library returns, the library accepts: see `support.returned_points`."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from support import returned_points


def test_points_of_paths_are_ends_of_queries():
    tried, failures = returned_points.run(count=14, seed=40)
    assert tried["points"] > 300
    assert not failures, failures[:5]


@pytest.mark.long
def test_points_of_many_paths_are_ends_of_queries():
    tried, failures = returned_points.run(count=600, seed=1000)
    print(dict(tried))
    assert not failures, failures[:5]


def boxes():
    world = cw.generate.boxes(size=100, seed=3, obstacles=40)
    assert isinstance(world, cw.World)
    return world


def paths_of(world, radius, count=12):
    ends = world.random_points(2 * count, radius, rng=5)
    paths = world.find_paths(ends[:count], ends[count:], radius)
    return [path for path in paths if path.found]


@pytest.mark.parametrize("radius", [0.0, 1e-9, 0.01, 0.7, 2.0])
def test_every_point_of_a_path_is_free(radius):
    world = boxes()
    for path in paths_of(world, radius):
        assert world.is_free(path.points, radius).all()
        ends = np.array([p for s in path.segments for p in (s.start, s.end)])
        assert world.is_free(ends, radius).all()
        rest = world.find_paths(path.points, path.goal, radius)
        assert rest.found.all()
        assert (rest.length <= path.length * (1 + 1e-9)).all()


def test_a_point_blocked_by_more_than_rounding_stays_blocked():
    world = cw.World((0, 0, 10, 10))
    for depth in (1e-9, 1e-11):
        assert not world.is_free((1 - depth, 5), 1.0)
        path = world.find_path((1 - depth, 5), (8, 5), radius=1.0)
        assert path.status is cw.Status.START_BLOCKED
        assert world.find_path((8, 5), (1 - depth, 5), radius=1.0).status is cw.Status.GOAL_BLOCKED
        assert not world.is_free((-depth, 5))
    assert world.is_free((math.nextafter(1.0, 0.0), 5), 1.0)


def test_the_path_begins_and_ends_where_asked():
    world = cw.World((0, 0, 10, 10))
    a, b = (math.nextafter(1.0, 0.0), 5.0), (math.nextafter(9.0, 10.0), 5.0)
    for planner in ("optimal", "channel", "ta*", "tra*"):
        path = world.find_path(a, b, radius=1.0, planner=planner)
        assert path.found
        assert tuple(path.points[0]) == a
        assert tuple(path.points[-1]) == b
        last = list(cw.Channel(world).improve(a, b, 1.0))[-1]
        assert last.found
        assert tuple(last.points[-1]) == b
    assert world.find_path(a, a, radius=1.0).length == 0
    assert world.find_path(a, b, radius=1.0, partial=True).found


def test_a_point_in_a_wall_by_rounding_is_free():
    world = cw.World((0, 0, 10, 10))
    world.add([(2, 2), (8, 2.5), (5, 7)])
    on_side = np.array([2, 2]) + np.linspace(0.01, 0.99, 99)[:, None] * np.array([6, 0.5])
    assert world.is_free(on_side).all()
    paths = world.find_paths(on_side, (5.0, 9.0))
    assert paths.found.all()
    assert not any(path.verify()["crosses"] for path in paths)
    assert np.isfinite(world.max_radius(on_side, (5.0, 9.0))).all()
