"""Factors with goals that are lines, areas, or several: against dense samples of the goal."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.scene import box
from oracle.weighted import WeightedPlane
from support.feature_worlds import SIZE, make, point

BOUNDS = box(0, 0, SIZE, SIZE)


def factors_of(rng):
    return {
        "mud": float(rng.choice([1.5, 3.0, 10.0])),
        "enemy": float(rng.choice([0.3, 0.7, 2.0])),
    }


def samples(goal, count):
    """Points of a goal: a line, a ring, or a point."""
    shape = shapely.LineString(goal) if len(goal) > 1 else shapely.Point(goal[0])
    return [
        shape.interpolate(t, normalized=True).coords[0] if len(goal) > 1 else tuple(goal[0])
        for t in np.linspace(0, 1, count if len(goal) > 1 else 1)
    ]


def sampled_cost(case, start, radius, costs, goals, count=25):
    """The least cost of the samples, and how much cheaper a point between two of them may be."""
    points = [p for goal in goals for p in samples(goal, count)]
    paths = case.world.find_paths(start, points, radius, costs=costs, tolerance=1e-3)
    best = min((path.cost for path in paths if path), default=math.inf)
    step = max(shapely.LineString(g).length / (count - 1) if len(g) > 1 else 0.0 for g in goals)
    return best, 0.5 * step * max(1.0, *costs.values(), math.prod(costs.values()))


def goal_of(rng, kind):
    """A list of goals; the last point of an area repeats the first."""
    if kind == "line":
        return [[point(rng), point(rng)]]
    if kind == "area":
        x, y = rng.uniform(1, SIZE - 4, 2)
        ring = box(x, y, x + rng.uniform(0.5, 3), y + rng.uniform(0.5, 3))
        return [[*ring, ring[0]]]
    return [[point(rng)], [point(rng), point(rng)], [point(rng)]]


@pytest.mark.parametrize("kind", ["line", "area", "several"])
@pytest.mark.parametrize("radius", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(5))
def test_places_against_samples(seed, radius, kind):
    rng = np.random.default_rng(5000 + seed)
    case = make(rng, areas=2, doors=0)
    costs, start, goals = factors_of(rng), point(rng), goal_of(rng, kind)
    goal = goals[0] if len(goals) == 1 else [g[0] if len(g) == 1 else g for g in goals]
    path = case.world.find_path(start, goal, radius, costs=costs)
    plain = case.world.find_path(start, goal, radius)
    assert path.status == plain.status
    if not path:
        return
    if plain.length == 0:
        assert path.cost == 0
        return
    shapes = [shapely.LineString(g) if len(g) > 1 else shapely.Point(g[0]) for g in goals]
    index = path.goal_index if len(goals) > 1 else 0
    assert shapes[index].distance(shapely.Point(path.goal)) < 1e-9
    assert path.points[-1].tolist() == path.goal.tolist()
    verdict = path.verify()
    assert verdict["free"]
    assert not verdict["crosses"]
    assert verdict["clearance"] >= radius * (1 - 1e-9)
    best, between = sampled_cost(case, start, radius, costs, goals)
    assert path.lower_bound <= best * (1 + 1e-9)
    within = 1.01 if radius == 0 else 1.1
    assert path.cost <= within * path.lower_bound
    assert best - between <= path.cost <= within * best
    if radius == 0:
        areas = [(ring, costs[name]) for name, ring in case.areas.values()]
        plane = WeightedPlane(BOUNDS, [ring for _, ring in case.obstacles], areas)
        assert path.cost == pytest.approx(plane.measured(path.points), rel=1e-7)
    same = case.world.find_path(start, path.goal, radius, costs=costs, tolerance=1e-3)
    assert same.cost >= path.lower_bound * (1 - 1e-9)


@pytest.mark.parametrize("is_thin", [False, True])
def test_the_cheapest_point_is_not_the_nearest(is_thin):
    """With an area so thin that intervals are searched instead of beams, too."""
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add_area(box(5, 0, 10, 12), "mud")
    if is_thin:
        world.add_area(box(1, 18, 4, 18 + 1e-11), "sliver")
    coast = [(15, 0), (15, 20)]
    costs = {"mud": 10.0}
    path = world.find_path((2, 10), coast, costs=costs, tolerance=1e-4)
    around = math.hypot(3, 2) + 5 + 5  # over the top of the mud, then straight to the coast
    assert path.cost == pytest.approx(around, rel=1e-9)
    assert path.cost <= (1 + 1e-4) * path.lower_bound
    assert path.goal.tolist() == pytest.approx([15, 12])
    assert world.find_path((2, 10), coast).goal.tolist() == [15, 10]
    other = world.find_path((2, 10), coast, planner="channel", costs=costs)
    assert other.cost <= 1.1 * other.lower_bound
    inside = world.find_path((7, 3), [*box(6, 2, 9, 4), (6, 2)], costs=costs)
    assert (inside.cost, inside.length) == (0, 0)


def test_a_refracted_path_to_a_line_in_mud():
    """The goal is a slanted line in mud: at the end the path is perpendicular to it."""
    world = cw.World(bounds=(0, 0, 30, 20))
    world.add_area(box(10, 0, 30, 20), "mud")
    line = [(20, 0), (26, 20)]
    path = world.find_path((2, 15), line, costs={"mud": 2.0}, tolerance=1e-6)
    *_, before, end = path.points
    along = np.subtract(*line) / np.linalg.norm(np.subtract(*line))
    arrival = np.subtract(end, before) / np.linalg.norm(np.subtract(end, before))
    assert abs(np.dot(along, arrival)) < 1e-5
    first = np.subtract(path.points[1], path.points[0])
    sines = [v[1] / np.linalg.norm(v) for v in (first, arrival)]
    assert sines[0] == pytest.approx(2.0 * sines[1], abs=1e-5)
    assert path.cost <= (1 + 1e-6) * path.lower_bound


def test_batches_links_and_snapping():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add_area(box(5, 0, 10, 20), "mud")
    world.add(box(0, 0, 1, 1))
    coast, costs = [(15, 0), (15, 20)], {"mud": 10.0}
    starts = [(2, 10), (3, 4), (0.5, 0.5)]
    paths = world.find_paths(starts, [coast], costs=costs)
    assert paths.found.tolist() == [True, True, False]
    assert paths[1].cost == world.find_path(starts[1], coast, costs=costs).cost
    moved = world.find_path((0.5, 0.9), coast, costs=costs, snap=1.0)
    assert moved
    assert moved.snapped.start is not None
    assert moved.snapped.goal is None
    ferry = world.add_link((2, 12), (14, 12), cost=1.0)
    path = world.find_path((2, 10), coast, costs=costs)
    assert path.links == (ferry,)
    assert path.cost == pytest.approx(2 + 1 + 1)
    assert path.goal.tolist() == pytest.approx([15, 12])
    two = world.find_path((2, 10), [(3, 17), coast], costs=costs)
    assert two.goal_index == 1


def test_a_line_across_needles_of_the_overlay():
    """Outer polygons of two boxes have corners one unit in the last place apart."""
    world = cw.World(bounds=(0, 0, 20, 20))
    for x0, y0, x1, y1 in [(9, 9, 11, 13), (6, 11, 8, 13), (12, 13, 14, 16), (12, 8, 13, 11)]:
        world.add([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    world.add_area([(15, 15), (20, 15), (20, 20), (15, 20)], "road")
    line = [(8.0, 9.0), (8.0, 4.0)]
    path = world.find_path((10, 15), [line], radius=0.9, costs={"road": 0.7})
    assert path.points[-1].tolist() == [8, 9]
    assert path.cost == pytest.approx(world.find_path((10, 15), (8, 9), 0.9).length)
