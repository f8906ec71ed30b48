"""Areas: avoided ones against plain obstacles and an oracle, and lengths inside them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.discs import Discs
from oracle.scene import box
from support.feature_worlds import RADII, SIZE, make, plain, point, seen

BOUNDS = box(0, 0, SIZE, SIZE)
DISC_PLANNERS = ("optimal", "channel", "ta*", "tra*", "thpa*")
POINT_PLANNERS = (*DISC_PLANNERS, "vg", "vgo", "bsp*")


@pytest.mark.parametrize("seed", range(12))
def test_an_avoided_area_is_an_obstacle_to_every_planner(seed):
    rng = np.random.default_rng(seed)
    case = make(rng, areas=3, doors=1)
    twin = plain(seen(case, ["enemy"]))
    for _ in range(3):
        a, b, r = point(rng), point(rng), float(rng.choice(RADII))
        for planner in POINT_PLANNERS if r == 0 else DISC_PLANNERS:
            own = case.world.find_path(a, b, r, planner, costs={"enemy": cw.AVOID, "mud": 1.0})
            other = twin.find_path(a, b, r, planner)
            assert (own.status, own.length) == (other.status, other.length)
            assert (own.optimal, own.lower_bound) == (other.optimal, other.lower_bound)
            if own:
                verdict = own.verify()
                assert verdict["free"]
                assert not verdict["crosses"]
                assert verdict["clearance"] >= r - 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_avoided_areas_against_the_oracle(seed):
    rng = np.random.default_rng(100 + seed)
    case = make(rng, areas=2, doors=1)
    discs = Discs(BOUNDS, seen(case, ["enemy", "mud"]))
    for _ in range(4):
        a, b, r = point(rng), point(rng), float(rng.choice(RADII))
        found = case.world.find_path(a, b, r, costs={"enemy": cw.AVOID, "mud": cw.AVOID})
        if found:
            assert found.length == pytest.approx(discs.shortest(a, b, r)[0], rel=1e-9)
        else:
            assert found.status.name == discs.status(a, b, r)


@pytest.mark.parametrize("seed", range(8))
def test_lengths_inside_areas_against_shapely(seed):
    rng = np.random.default_rng(200 + seed)
    case = make(rng, areas=5, doors=0)
    shapes = {}
    for name, ring in case.areas.values():
        shapes.setdefault(name, []).append(shapely.Polygon(ring))
    for _ in range(6):
        path = case.world.find_path(point(rng), point(rng), float(rng.choice(RADII)))
        if not path or path.length == 0:
            continue
        line = shapely.LineString(path.sample(1e-9 if path.radius else None))
        assert path.cost == path.length
        for name, polygons in shapes.items():
            inside = line.intersection(shapely.union_all(polygons)).length
            assert path.costs.get(name, 0.0) == pytest.approx(
                inside, abs=1e-5 if path.radius else 1e-9
            )


def test_a_half_circle_is_measured_exactly():
    world = cw.World(bounds=(-10, -10, 10, 10))
    world.add_area([(-9, -9), (0, -9), (0, 9), (-9, 9)], "west")
    world.add_area([(-9, -9), (9, -9), (9, 0), (-9, 0)], "south")
    arc = cw.Optimal(world).path_through([(0, 0), (1, 0)], 0.0)
    rows = np.array([[2.0, 0.0, -2.0, 0.0, 0.0, 0.0, 2.0, 1.0]])
    arc._answers = arc._answers._replace(segments=rows, length=np.array([2 * math.pi]))
    assert arc.costs == {"west": pytest.approx(math.pi, rel=1e-14)}


def test_running_along_a_boundary_is_not_inside():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_area([(2, 2), (8, 5), (2, 8)], "mud")
    along = cw.Optimal(world).path_through([(0, 1), (10, 6)])
    assert along.costs == {}
    across = cw.Optimal(world).path_through([(0, 5), (10, 5)])
    assert across.costs == {"mud": pytest.approx(6.0, rel=1e-14)}


def test_areas_of_one_name_count_once_and_holes_not():
    world = cw.World(bounds=(0, 0, 10, 10))
    hole = [(4, 4), (6, 4), (6, 6), (4, 6)]
    outer = [(1, 1), (9, 1), (9, 9), (1, 9)]
    world.add_area({"type": "Polygon", "coordinates": [outer, hole]}, "mud")
    world.add_area([(1, 1), (3, 1), (3, 9), (1, 9)], "mud")
    assert world.find_path((0, 5), (10, 5)).costs == {"mud": 6.0}


def test_areas_move_and_leave_and_variants_follow():
    world = cw.World(bounds=(0, 0, 10, 10))
    camp = world.add_area([(4, 0), (6, 0), (6, 10), (4, 10)], "enemy")
    avoid = {"enemy": cw.AVOID}
    assert not world.find_path((1, 5), (9, 5), costs=avoid)
    world.move(camp, [(4, 0), (6, 0), (6, 5), (4, 5)])
    assert world.find_path((1, 5), (9, 5), costs=avoid).length == 8.0
    post = world.add_post((5, 7))
    assert world.variant(avoid).obstacles.keys() == {camp, post}
    other = world.add_area([(4, 5), (6, 5), (6, 10), (4, 10)], "enemy")
    assert not world.find_path((1, 5), (9, 5), costs=avoid)
    world.remove(other)
    assert world.find_path((1, 5), (9, 5), costs=avoid)
    assert world.find_path((5, 2), (9, 5), costs=avoid).status is cw.Status.START_BLOCKED
    assert world.mesh().free_area == 100.0
    world.validate()


def test_transactions_hold_areas_too():
    world = cw.World(bounds=(0, 0, 10, 10))
    before = world.version
    with world.editing():
        camp = world.add_area([(4, 0), (6, 0), (6, 10)], "enemy")
        world.move(camp, [(1, 1), (2, 1), (2, 2)])
        world.add_post((5, 5))
        assert len(world.areas) == 0
    assert world.version == before + 1
    assert world.areas[camp].points.tolist() == [[1, 1], [2, 1], [2, 2]]
    with pytest.raises(ZeroDivisionError), world.editing():
        world.remove(camp)
        raise ZeroDivisionError
    assert camp in world.areas


@pytest.mark.parametrize("factor", [0, -1, math.nan, "3", None, True, [2]])
def test_factors_out_of_range_are_refused(factor):
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_area([(1, 1), (2, 1), (2, 2)], "mud")
    with pytest.raises(cw.InvalidInput, match="mud"):
        world.find_path((1, 5), (9, 5), costs={"mud": factor})


def test_bad_names_and_costs_are_refused_and_named():
    world = cw.World(bounds=(0, 0, 10, 10))
    for name in ("", None, 3, "\ud800"):
        with pytest.raises(cw.InvalidInput, match="name"):
            world.add_area([(1, 1), (2, 1), (2, 2)], name)
    with pytest.raises(cw.InvalidInput, match="'mud'"):
        world.find_path((1, 5), (9, 5), costs={"mud": 3.0})
    with pytest.raises(cw.InvalidInput, match="dict"):
        world.find_paths((1, 5), (9, 5), costs=["mud"])
    with pytest.raises(cw.ClearwayError, match="variant"):
        world.add_area([(1, 1), (2, 1), (2, 2)], "mud")
        world.variant({"mud": cw.AVOID}).add_post((1, 1))
    assert len(world.areas) == 1


def test_messages_list_some_names():
    world = cw.World(bounds=(0, 0, 10, 10))
    with world.editing():
        for i in range(100):
            world.add_area([(1, 1), (2, 1), (2, 2)], f"area {i:02}" + 200 * "x")
    with pytest.raises(cw.InvalidInput, match=r"'area 00x+\.\.\., .* and 80 more") as error:
        world.find_path((1, 5), (9, 5), costs={"mud": 2.0})
    assert len(str(error.value)) < 5000
