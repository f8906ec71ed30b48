"""Fields: exact distances from everywhere to the nearest goal."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely.geometry import LineString, MultiPoint, Point, Polygon

import clearway as cw
from support.field_campaign import (
    GAPS,
    disagreements,
    one_way_differences,
    random_goals,
    random_points,
    random_radius,
    random_world,
    tie_world,
)


@pytest.fixture
def room():
    """A wall with a door from y = 8 to the upper bound."""
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 0), (6, 0), (6, 8), (4, 8)])
    return world


def test_one_point(room):
    field = room.field((9, 5))
    assert field.distance((9, 5)) == 0.0
    assert field.direction((9, 5)).tolist() == [0.0, 0.0]
    assert field.distance((7, 5)) == 2.0
    assert field.distance([(1, 5)]) == pytest.approx(math.hypot(3, 3) + 2 + math.hypot(3, 3))
    assert field.direction((1, 5)) == pytest.approx([math.sqrt(0.5), math.sqrt(0.5)])
    assert field.goal_index((1, 5)) == 0
    assert field.radius == 0.0
    assert field.world is room


def test_blocked_and_unreachable_points(room):
    room.add_wall([(0, 9), (4, 9), (4, 8)])
    field = room.field((9, 5))
    points = [(5, 5), (-1, 5), (1, 5), (1, 9.5)]
    assert field.distance(points).tolist()[:3] == [math.inf] * 3
    assert np.isnan(field.direction(points)[:3]).all()
    assert field.goal_index(points).tolist() == [-1, -1, -1, 0]
    assert field.path((5, 5)).status is cw.Status.START_BLOCKED
    assert field.path((1, 5)).status is cw.Status.NO_PATH
    assert field.path((1, 5)).goal_index is None


def test_goals_that_are_blocked(room):
    field = room.field([[(5, 5)], LineString([(5, 1), (5, 7)])])
    assert field.distance((1, 1)) == math.inf
    assert field.path((1, 1)).status is cw.Status.GOAL_BLOCKED
    one = room.field([[(5, 5)], [(7, 5)]])
    assert one.goal_index((8, 5)) == 1
    assert one.distance((8, 5)) == 1.0


def test_lines_and_areas(room):
    line = room.field([(9, 0), (9, 10)])
    assert line.distance((7, 3)) == 2.0
    assert line.path((1, 1)).goal.tolist() == [9.0, 8.0]
    area = room.field([(7, 0), (9, 0), (9, 3), (7, 3), (7, 0)])
    assert area.distance([(8, 1), (8, 5), (10, 1)]).tolist() == [0.0, 2.0, 1.0]
    assert area.direction((8, 1)).tolist() == [0.0, 0.0]
    assert area.path((8, 1)).length == 0.0


def test_several_goals_and_ties(room):
    exits = [LineString([(0, 4), (0, 6)]), (9.0, 9.0), Polygon([(7, 0), (9, 0), (9, 2), (7, 2)])]
    field = room.field(exits)
    assert field.goal_count == 3
    assert field.goal_index([(1, 5), (9, 8), (8, 3)]).tolist() == [0, 1, 2]
    for p in [(1, 5), (9, 8), (8, 3), (3, 9)]:
        path = room.find_path(p, exits)
        assert field.distance(p) == pytest.approx(path.length, rel=1e-12)
        assert field.path(p).goal_index == path.goal_index
    same = room.field(MultiPoint([(7, 5), (9, 5)]))
    assert same.goal_index((8, 5)) == 0
    assert same.goal_index((8.5, 5)) == 1


@pytest.mark.parametrize("radius", [0.0, 0.5, 1.0])
def test_paths_are_those_of_the_search(room, radius):
    goal = [(9, 1), (9, 3)]
    field = room.field(goal, radius)
    for start in [(1, 1), (2, 6), (3, 9), (7, 9), (8.5, 2)]:
        path, known = field.path(start), room.find_path(start, goal, radius)
        assert path.found
        assert path.optimal
        assert path.length == pytest.approx(known.length, rel=1e-12)
        assert path.lower_bound == path.length
        assert path.points[0].tolist() == list(start)
        assert path.goal == pytest.approx(known.goal)
        assert path.verify()["clearance"] >= radius * (1 - 1e-12)
        first = path.heading(0.0)
        assert field.direction(start) == pytest.approx([math.cos(first), math.sin(first)])


def test_one_point_or_many(room):
    field = room.field((9, 5), radius=0.25)
    points = np.array([(7.0, 5.0), (8.0, 5.0)])
    assert isinstance(field.distance((7, 5)), float)
    assert field.distance(points).shape == (2,)
    assert field.direction((7, 5)).shape == (2,)
    assert field.direction(points).shape == (2, 2)
    assert isinstance(field.goal_index((7, 5)), int)
    assert field.distance(np.empty((0, 2))).shape == (0,)
    assert field.distance(Point(7, 5)) == 2.0
    assert field.distance(points, threads=2).tolist() == field.distance(points).tolist()


def test_bad_input(room):
    field = room.field((9, 5))
    with pytest.raises(cw.InvalidInput, match="points"):
        field.distance([(1, math.nan)])
    with pytest.raises(cw.InvalidInput):
        field.path([(1, 2), (3, 4)])
    for goals in ([], "exit", [(1, math.inf), (2, 2)]):
        with pytest.raises(cw.InvalidInput):
            room.field(goals)
    with pytest.raises(cw.InvalidInput, match="radius"):
        room.field((9, 5), radius=-1)
    with pytest.raises(cw.InvalidInput, match="goal is 1: there are 1"):
        field.region(1)
    with pytest.raises(cw.InvalidInput, match="step is 0"):
        field.raster(0)
    with pytest.raises(cw.InvalidInput, match="cells"):
        field.raster(1e-9)


def test_small_radii_are_searched_for():
    """Below 2**-40 of the coordinates the field is not used; the answers stay those of find_path."""
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    field = world.field((9, 5), radius=1e-14)
    assert field.stats["records"] == 0
    assert field.distance((1, 5)) == world.find_path((1, 5), (9, 5), 1e-14).length


def test_a_gap_exactly_as_wide_as_the_disc():
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 0), (6, 0), (6, 4.5), (4, 4.5)])
    world.add([(4, 5.5), (6, 5.5), (6, 10), (4, 10)])
    assert world.field((9, 5), 0.5).distance((1, 5)) == pytest.approx(8.0, rel=1e-12)
    wider = float(np.nextafter(0.5, 1))
    assert world.field((9, 5), wider).distance((1, 5)) == math.inf


def test_a_line_from_the_goal_touches_corners_on_both_sides():
    """The line that leaves the goal at (6.2, 2.6) touches (4, 7) to its right, (3, 9) to its left."""
    boxes = [(1, 4, 3, 5), (1, 7, 3, 9), (4, 7, 6, 9), (7, 1, 9, 2), (7, 4, 8, 5)]
    world = cw.World((0, 0, 10, 10))
    for x0, y0, x1, y1 in boxes:
        world.add_rect((x0, y0), (x1, y1))
    goal = [(8.0, 3.5), (4.0, 1.5)]
    points = [(3.5, 8.05), (3.9, 8.9), (3, 9.5), (4, 10), (2.9, 9.4), (2, 10)]
    lengths = [world.find_path(p, goal).length for p in points]
    assert np.allclose(world.field([goal]).distance(points), lengths, rtol=1e-12)
    assert math.isclose(lengths[2], math.hypot(1, 2.5) + math.hypot(2.2, 4.4), rel_tol=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_random_worlds_goals_and_radii(seed):
    rng = np.random.default_rng([20, seed])
    world, goals, radius = random_world(rng), random_goals(rng), random_radius(rng)
    field = world.field(goals, radius)
    points = random_points(rng, world, 60)
    assert disagreements(world, field, goals, radius, points) == []
    distance, direction = field.distance(points), field.direction(points)
    reached = np.isfinite(distance)
    assert np.isnan(direction[~reached]).all()
    size = np.hypot(*direction[reached].T)
    assert np.isclose(size, 1.0, rtol=1e-12).sum() + (distance[reached] == 0).sum() >= reached.sum()
    assert (field.goal_index(points) >= 0).tolist() == reached.tolist()
    for p in points[reached][:6]:
        path = field.path(p)
        assert path.length == pytest.approx(field.distance(p), rel=1e-9, abs=1e-12)
        verdict = path.verify()
        assert not verdict["crosses"]
        assert verdict["clearance"] >= radius * (1 - 1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_discs_at_ties(seed):
    """The field, the search to a place, and the searches there and back agree on every length."""
    rng = np.random.default_rng([21, seed])
    world, size = tie_world(rng)
    goals, radius = random_goals(rng, size), float(rng.choice(GAPS))
    points = random_points(rng, world, 30, size)
    assert disagreements(world, world.field(goals, radius), goals, radius, points) == []
    free = points[world.is_free(points, radius)]
    half = len(free) // 2
    assert one_way_differences(world, free[:half], free[half : 2 * half], radius) == []


@pytest.mark.parametrize(
    "post", [(0.25, 0.25), (0.25, 0.5), (0.5, 0.25), (-0.25, 0.5), (0.75, 0.5)]
)
def test_a_disc_that_touches_an_obstacle_at_its_goal_is_there(post):
    """The radius, a root, is rounded up: the disc is blocked by rounding, which counts as free."""
    world = cw.World((0, 0, 40, 40))
    goal = (20.0, 5.25)
    world.add_post(np.add(goal, post))
    radius = math.hypot(*post)
    field = world.field([[goal], [(1, 1), (2, 5)]], radius)
    assert field.distance(goal) == world.find_path(goal, goal, radius).length == 0
    assert field.goal_index(goal) == 0
