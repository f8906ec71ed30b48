"""Along a boundary the cheaper side counts, of those where the path can be."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.scene import box
from oracle.weighted import WeightedPlane
from support.weighted_worlds import BOUNDS, lattice_case


def test_the_inside_of_an_obstacle_does_not_count():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add(box(3, 0, 7, 5))
    world.add_area(box(3, 0, 7, 5), "road")  # its edges are those of the obstacle
    path = world.find_path((3, 5), (7, 5), costs={"road": 0.1})
    assert path.cost == pytest.approx(4.0, rel=1e-12)
    assert path.lower_bound == pytest.approx(4.0, rel=1e-8)
    assert path.costs == {}
    over = world.find_path((1, 1), (9, 1), costs={"road": 0.1}, tolerance=1e-4)
    assert over.cost == pytest.approx(4 + 2 * math.hypot(2, 4), rel=1e-9)


def test_an_obstacle_of_the_query_and_the_bounds_do_not_count():
    world = cw.World(bounds=(0, 0, 10, 10))
    gate = world.add_door([(3, 0), (3, 10)], open=True)
    world.add_area(box(3, 0, 7, 10), "road")
    world.add_area([(10, 0), (20, 0), (20, 10), (10, 10)], "sea")
    assert world.find_path((3, 1), (3, 9), costs={"road": 0.1}).cost == pytest.approx(0.8)
    shut = world.find_path((3, 1), (3, 9), costs={"road": 0.1}, doors={gate: False})
    assert shut.cost == pytest.approx(0.8)  # it begins on the wall, on either side
    left = world.find_path((2, 5), (3, 9), costs={"road": 0.1}, doors={gate: False})
    assert left.cost == pytest.approx(math.hypot(1, 4))
    edge = world.find_path((10, 1), (10, 9), costs={"sea": 0.1})
    assert edge.cost == pytest.approx(8.0)


def test_the_other_side_of_a_wall_does_not_count():
    """A room of walls above y = 5, all of it road: below it, along the wall, is no road."""
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(3, 9), (3, 5), (7, 5), (7, 9), (3, 9)])
    world.add_area(box(3, 5, 7, 9), "road")
    costs = {"road": 0.1}
    path = world.find_path((1, 9), (9, 9), costs=costs, tolerance=1e-4)
    assert path.cost == pytest.approx(8.0)
    below = world.find_path((1, 4), (9, 4), costs=costs, tolerance=1e-4)
    assert below.cost == pytest.approx(8.0)
    world.add(box(4, 3, 6, 4.999))
    along = world.find_path((3, 4.9), (7, 4.9), costs=costs, tolerance=1e-4)
    assert along.cost > 4.0
    inside = world.find_path((3, 5), (7, 5), costs=costs, tolerance=1e-4)
    assert inside.cost == pytest.approx(0.4)


def test_a_path_may_change_sides_around_the_end_of_a_wall():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(2, 5), (8, 5)])
    world.add_area(box(2, 5, 8, 6), "road")
    path = world.find_path((1, 5), (9, 5), costs={"road": 0.1}, tolerance=1e-4)
    assert path.cost == pytest.approx(2 + 0.6)
    half = world.find_path((1, 5), (5, 4.5), costs={"road": 0.1}, tolerance=1e-4)
    assert half.cost == pytest.approx(math.hypot(4, 0.5))


@pytest.mark.parametrize("tolerance", [0.01, 1e-4])
def test_a_bound_from_both_ends_where_a_boundary_runs_inside_an_obstacle(tolerance):
    """Measured on the blocked side, a path cost less than the bound of the other direction."""
    case = lattice_case(np.random.default_rng(59_658))
    plane = WeightedPlane(BOUNDS, case.obstacles, case.areas)
    a, b = case.ends
    found = [
        case.world.find_path(start, goal, costs=case.costs, tolerance=tolerance)
        for start, goal in ((a, b), (b, a))
    ]
    for path in found:
        assert path.cost == pytest.approx(plane.measured(path.points), rel=1e-9)
        assert path.lower_bound <= min(other.cost for other in found) * (1 + 1e-9)
        assert path.cost <= (1 + tolerance) * path.lower_bound
