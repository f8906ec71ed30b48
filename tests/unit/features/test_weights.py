"""Areas with factors: against Snell's law, a dense graph, and what is proved."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.scene import box
from oracle.weighted import WeightedPlane
from support.feature_worlds import SIZE, make, point
from support.weighted_worlds import lattice_case, oracle_plane

BOUNDS = box(0, 0, SIZE, SIZE)


def least(cost, low, high):
    """The minimum of a convex function of one variable."""
    for _ in range(300):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if cost(a) < cost(b) else (a, high)
    return cost(0.5 * (low + high))


@pytest.mark.parametrize("factor", [0.1, 0.5, 1.5, 3.0, 100.0])
def test_two_half_planes_obey_snells_law(factor):
    world = cw.World(bounds=(0, 0, 100, 100))
    world.add_area(box(50, 0, 100, 100), "mud")
    rng = np.random.default_rng(7)
    for _ in range(5):
        a = (float(rng.uniform(20, 49)), float(rng.uniform(30, 70)))
        b = (float(rng.uniform(51, 80)), float(rng.uniform(30, 70)))
        path = world.find_path(a, b, costs={"mud": factor}, tolerance=1e-4)
        best = least(
            lambda y, a=a, b=b: math.dist(a, (50, y)) + factor * math.dist((50, y), b), 0, 100
        )
        assert path.cost == pytest.approx(best, rel=1e-9)
        assert path.lower_bound <= best * (1 + 1e-12)
        assert path.cost <= (1 + 1e-4) * path.lower_bound
        (x,) = [p for p in path.points[1:-1] if abs(p[0] - 50) < 1e-9]
        sines = [abs(x[1] - e[1]) / math.dist(x, e) for e in (a, b)]
        assert sines[0] == pytest.approx(factor * sines[1], rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("factor", [0.25, 0.5, 2.0, 5.0])
def test_a_strip_obeys_snells_law(factor):
    world = cw.World(bounds=(0, 0, 100, 100))
    world.add_area(box(40, 0, 55, 100), "mud")
    rng = np.random.default_rng(8)
    for _ in range(5):
        a = (float(rng.uniform(20, 39)), float(rng.uniform(30, 70)))
        b = (float(rng.uniform(56, 80)), float(rng.uniform(30, 70)))
        path = world.find_path(a, b, costs={"mud": factor}, tolerance=1e-4)

        def cost(y, a=a, b=b):
            def rest(z):
                return factor * math.dist((40, y), (55, z)) + math.dist((55, z), b)

            return math.dist(a, (40, y)) + least(rest, 0, 100)

        best = least(cost, 0, 100)
        assert path.cost == pytest.approx(best, rel=1e-9)
        assert path.lower_bound <= best * (1 + 1e-12)
        assert path.cost <= (1 + 1e-4) * path.lower_bound


def test_a_road_is_taken_at_the_critical_angle():
    """From a to b above a cheap half-plane: down to it, along its edge, and up again."""
    world = cw.World(bounds=(0, 0, 100, 100))
    world.add_area(box(0, 0, 100, 10), "road")
    path = world.find_path((10, 12), (90, 12), costs={"road": 0.5}, tolerance=1e-4)
    sine = 0.5  # of the angle to the normal
    across = 2 / math.sqrt(1 - sine**2)
    best = 2 * across + 0.5 * (80 - 2 * sine * across)
    assert path.cost == pytest.approx(best, rel=1e-9)
    assert path.costs["road"] == pytest.approx(0.5 * (80 - 2 * sine * across), rel=1e-6)
    assert path.cost <= (1 + 1e-4) * path.lower_bound


def mud_and_road():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add([(9, 8), (11, 8), (11, 14), (9, 14)])
    world.add_area(box(4, 2, 16, 18), "mud")
    world.add_area(box(0, 18, 20, 20), "road")
    return world


COSTS = {"mud": 4.0, "road": 0.5}
ENDS = ((2.0, 9.0), (18.0, 11.0))


def test_two_agents_with_different_costs_and_an_unchanged_world():
    world = mud_and_road()
    before, mesh = world.version, world.mesh()
    straight = world.find_path(*ENDS).length
    paths = [world.find_path(*ENDS, costs={"mud": f}) for f in (1.0, 1.2, 50.0)]
    assert [p.length < q.length for p, q in itertools.pairwise(paths)] == [True] * 2
    assert paths[0].length == straight
    assert world.version == before
    assert np.array_equal(world.mesh().triangles, mesh.triangles)
    batch = world.find_paths([ENDS[0], ENDS[1]], [ENDS[1], ENDS[0]], costs=COSTS, threads=2)
    alone = world.find_path(*ENDS, costs=COSTS)
    assert batch[0].cost == alone.cost
    assert batch[1].cost == pytest.approx(alone.cost, rel=0.01)
    assert batch.lower_bound[0] == alone.lower_bound
    inside = sum(cost / COSTS[name] for name, cost in alone.costs.items())
    assert alone.cost == pytest.approx(sum(alone.costs.values()) + alone.length - inside)


def test_edits_are_followed():
    world = mud_and_road()
    first = world.find_path(*ENDS, costs=COSTS)
    pond = world.add_area(box(0, 0, 20, 2), "road")
    other = world.find_path(*ENDS, costs={"mud": 50.0, "road": 0.2})
    assert other.costs["road"] > 0
    world.remove(pond)
    assert world.find_path(*ENDS, costs=COSTS).cost == first.cost
    wall = world.add_wall([(3, 0), (3, 20)])
    assert world.find_path(*ENDS, costs=COSTS).status is cw.Status.NO_PATH
    world.remove(wall)
    gate = world.add_door([(3, 0), (3, 20)], open=False)
    assert not world.find_path(*ENDS, costs=COSTS)
    assert world.find_path(*ENDS, costs=COSTS, doors={gate: True}).cost == first.cost
    world.add_area(box(12, 0, 13, 15), "enemy")
    around = world.find_path(*ENDS, costs={**COSTS, "enemy": cw.AVOID}, doors={gate: True})
    assert "enemy" not in around.costs
    assert around.cost >= first.cost
    world.validate()


def test_overlapping_factors_multiply_and_one_name_counts_once():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_area(box(2, 0, 6, 10), "mud")
    world.add_area(box(4, 0, 8, 10), "mud")
    world.add_area(box(4, 0, 6, 10), "rain")
    path = world.find_path((0, 5), (10, 5), costs={"mud": 2.0, "rain": 3.0})
    assert path.cost == pytest.approx(4 + 2 * 2 * 2 + 2 * 2 * 3)
    assert path.costs == pytest.approx({"mud": 12.0, "rain": 6.0})
    assert path.optimal or path.cost <= 1.01 * path.lower_bound


@pytest.mark.parametrize("radius", [0.0, 0.4])
def test_limits_keep_what_is_proved(radius):
    world = mud_and_road()
    full = world.find_path(*ENDS, radius, costs=COSTS)
    for limit in (1, 3, 10, 30, 100):
        path = world.find_path(*ENDS, radius, costs=COSTS, limit=limit)
        if path:
            assert path.lower_bound <= full.cost * (1 + 1e-9)
            assert path.cost >= full.lower_bound * (1 - 1e-9)
    assert world.find_path(*ENDS, radius, costs=COSTS, seconds=1e-9).lower_bound <= full.cost


def test_channel_has_a_tolerance_of_its_own():
    world = mud_and_road()
    path = world.find_path(*ENDS, planner="channel", costs=COSTS)
    assert path.cost <= 1.1 * path.lower_bound
    near = world.find_path(*ENDS, planner="channel", costs=COSTS, tolerance=1e-3)
    assert near.cost <= 1.001 * near.lower_bound


def test_what_cannot_be_weighted_is_refused_and_named():
    world = mud_and_road()
    for planner in ("ta*", "tra*", "thpa*", "vg", "labels"):
        with pytest.raises(cw.InvalidInput, match="channel, optimal"):
            world.find_path(*ENDS, planner=planner, costs=COSTS)
    for options in ({"prefer": 1.0}, {"partial": True}, {"tolerance": 0}, {"tolerance": -1.0}):
        with pytest.raises(cw.InvalidInput, match=next(iter(options))):
            world.find_path(*ENDS, costs=COSTS, **options)
    for factor in (1e-12, 1e12):
        with pytest.raises(cw.InvalidInput, match="mud"):
            world.find_path(*ENDS, costs={"mud": factor})
    ferry = world.add_link([(1, 1), (1, 2)], [(19, 18), (19, 19)])
    with pytest.raises(cw.InvalidInput, match="link"):
        world.find_path(*ENDS, costs=COSTS)
    world.disable(ferry)
    assert world.find_path(*ENDS, costs=COSTS)


def test_a_ferry_across_mud_is_taken_if_it_pays():
    world = mud_and_road()
    walked = world.find_path(*ENDS, costs=COSTS)
    ferry = world.add_link((3, 10), (17, 10), cost=5.0)
    path = world.find_path(*ENDS, costs=COSTS, tolerance=1e-4)
    assert path.links == (ferry,)
    assert path.cost == pytest.approx(5 + 2 * math.hypot(1, 1), rel=1e-9)
    assert path.length == pytest.approx(2 * math.hypot(1, 1), rel=1e-9)
    assert path.cost <= (1 + 1e-4) * path.lower_bound
    world.disable(ferry)
    assert world.find_path(*ENDS, costs=COSTS).cost == walked.cost
    world.enable(ferry)
    gap = world.add_wall([(10, 0), (10, 20)])
    assert world.find_path(*ENDS, costs=COSTS).links == (ferry,)
    world.remove(gap)
    world.remove(ferry)
    world.add_link((3, 10), (10, 12), cost=1.0)  # it ends inside the obstacle
    assert world.find_path(*ENDS, costs=COSTS).cost == walked.cost


@pytest.mark.parametrize("seed", range(15))
def test_links_against_all_legs(seed):
    """The cheapest sequence of links by legs of a world without links, each searched alone."""
    rng = np.random.default_rng(3000 + seed)
    case = make(rng, areas=2, doors=0, links=3)
    costs = {"mud": float(rng.choice([1.5, 3.0, 10.0])), "enemy": float(rng.choice([0.3, 0.7, 2]))}
    a, b = point(rng), point(rng)
    path = case.world.find_path(a, b, costs=costs)
    for handle in case.links:
        case.world.disable(handle)

    def leg(p, q):
        found = case.world.find_path(p, q, costs=costs, tolerance=1e-4)
        return found.cost if found else math.inf

    hops = [(p, q, paid) for p, q, paid, _, _ in case.links.values()]
    hops += [(q, p, paid) for p, q, paid, two_way, _ in case.links.values() if two_way]
    best, reached = leg(a, b), [leg(a, p) + paid for p, _, paid in hops]
    for _ in hops:
        for i, (p, _, paid) in enumerate(hops):
            through = (reached[j] + leg(hops[j][1], p) + paid for j in range(len(hops)))
            reached[i] = min(reached[i], *through)
    best = min([best, *(r + leg(q, b) for r, (_, q, _) in zip(reached, hops, strict=True))])
    if not path:
        assert best == math.inf
        return
    assert path.lower_bound <= best * (1 + 1e-9)
    assert best <= path.cost * (1 + 1e-4)
    assert path.cost <= 1.01 * path.lower_bound


@pytest.mark.parametrize("seed", range(40))
def test_boundaries_along_obstacles_and_each_other(seed):
    """From both ends, to two tolerances: no bound is above the cost of another path."""
    case = lattice_case(np.random.default_rng(4000 + seed))
    a, b = case.ends
    found = []
    for start, goal, tolerance in ((a, b, 0.01), (b, a, 1e-3)):
        path = case.world.find_path(start, goal, costs=case.costs, tolerance=tolerance)
        assert path.found == case.world.find_path(start, goal).found
        assert not path or path.cost <= (1 + tolerance) * path.lower_bound + 1e-12
        found.append(path)
    if not found[0]:
        return
    least = min(path.cost for path in found)
    plane, error = oracle_plane(case) or (None, 0.0)
    if plane:
        dense, _ = plane.cost(a, b, 0.4, passes=3)
        assert least <= 1.001 * dense * (1 + 1e-9)
        least = min(least, dense + error)
    for path in found:
        assert path.lower_bound <= least * (1 + 1e-9) + 1e-12


def test_ends_on_boundaries_and_corners():
    world = mud_and_road()
    for a, b in [((4, 2), (16, 18)), ((4, 9), (16, 11)), ((9, 8), (11, 14)), ((4, 9), (4, 9))]:
        path = world.find_path(a, b, costs=COSTS)
        assert path.cost <= 1.01 * path.lower_bound + 1e-12
        assert path.points[0].tolist() == list(a)
        assert path.points[-1].tolist() == list(b)


def planes(case, factors):
    areas = [(ring, factors[name]) for name, ring in case.areas.values()]
    # Areas of one name count once where they overlap: here every name has one area.
    return WeightedPlane(BOUNDS, [ring for _, ring in case.obstacles], areas)


@pytest.mark.parametrize("seed", range(24))
def test_random_worlds_against_a_dense_graph(seed):
    rng = np.random.default_rng(1000 + seed)
    case = make(rng, areas=2, doors=0)
    factors = {
        "mud": float(rng.choice([1.5, 3.0, 10.0])),
        "enemy": float(rng.choice([0.3, 0.7, 2])),
    }
    plane = planes(case, factors)
    a, b = point(rng), point(rng)
    path = case.world.find_path(a, b, costs=factors)
    shortest = case.world.find_path(a, b)
    assert path.status == shortest.status
    if not path:
        return
    dense, _ = plane.cost(a, b, SIZE / 24)
    assert path.cost == pytest.approx(plane.measured(path.points), rel=1e-7)
    verdict = path.verify()
    assert verdict["free"]
    assert not verdict["crosses"]
    assert path.lower_bound <= dense * (1 + 1e-9)
    assert path.cost <= 1.01 * path.lower_bound
    assert path.cost <= 1.01 * dense
    fine = case.world.find_path(a, b, costs=factors, tolerance=1e-4)
    assert fine.cost <= (1 + 1e-4) * fine.lower_bound
    assert fine.lower_bound <= dense * (1 + 1e-9)
    assert fine.cost <= dense * (1 + 1e-6)
    assert dense <= 1.001 * fine.cost  # the graph is a sharp test


@pytest.mark.parametrize("seed", range(12))
def test_discs_are_legal_and_their_bound_holds(seed):
    rng = np.random.default_rng(2000 + seed)
    case = make(rng, areas=2, doors=0)
    factors = {
        "mud": float(rng.choice([1.5, 3.0, 10.0])),
        "enemy": float(rng.choice([0.3, 0.7, 2])),
    }
    a, b, r = point(rng), point(rng), float(rng.choice([0.2, 0.5]))
    path = case.world.find_path(a, b, r, costs=factors)
    assert path.status == case.world.find_path(a, b, r).status
    if not path:
        return
    verdict = path.verify()
    assert verdict["free"]
    assert verdict["clearance"] >= r * (1 - 1e-9)
    assert path.cost <= 1.1 * path.lower_bound
    # Polygons inside the discs around obstacles: the cost between them is at most that of the disc.
    grown = [shapely.Polygon(ring).buffer(r, quad_segs=5) for _, ring in case.obstacles]
    areas = [(ring, factors[name]) for name, ring in case.areas.values()]
    plane = WeightedPlane(
        box(r, r, SIZE - r, SIZE - r), [list(shape.exterior.coords) for shape in grown], areas
    )
    dense, _ = plane.cost(a, b, SIZE / 20, passes=3)
    # The corners of these polygons cut off 1.2 % of the radius.
    assert path.lower_bound <= dense * 1.002 + 0.1 * r
    assert path.cost >= dense * (1 - 1e-3)


@pytest.mark.parametrize("width", [1.0, 1.0 + 1e-9, 1.001, 1.05])
def test_a_disc_takes_a_road_through_a_gap_of_its_own_width(width):
    """The shortest path is another one, and polygons around the obstacles close the gap."""
    world = cw.World(bounds=(0, 0, 20, 20))
    low, high = 16 - width / 2, 16 + width / 2
    for a, b in ((0, 2), (4, low), (high, 20)):
        world.add_wall([(10, a), (10, b)])
    world.add_area(box(1, 15, 19, 17), "road")
    path = world.find_path((2, 9), (18, 9), 0.5, costs={"road": 0.1})
    assert path.verify()["clearance"] >= 0.5 * (1 - 1e-9)
    assert path.cost <= 1.01 * path.lower_bound
    assert path.costs["road"] > 1.4
    narrow = world.find_path((2, 9), (18, 9), 0.5 * width + 1e-6, costs={"road": 0.1})
    assert narrow.cost > 18
    assert narrow.cost <= 1.01 * narrow.lower_bound


@pytest.mark.parametrize("factor", [3.0, 10.0])
def test_a_goal_in_mud_is_found_as_fast_as_a_start_in_mud(factor):
    """All paths pay for the last piece: the search knows that from the beginning."""
    world = cw.World((0, 0, 100, 100))
    rng = np.random.default_rng(2)
    with world.editing():
        for at in itertools.product(range(4, 98, 4), repeat=2):
            center = np.array(at) + rng.uniform(-1, 1, 2)
            world.add_rect(center - 0.7, center + 0.7)
    world.add_area(box(84, 80, 96, 94), "mud")
    a, b = (6.1, 10.2), (90.05, 86.1)
    there = world.find_path(a, b, costs={"mud": factor})
    back = world.find_path(b, a, costs={"mud": factor})
    for path in (there, back):
        assert path.cost <= 1.01 * path.lower_bound
    assert max(there.lower_bound, back.lower_bound) <= min(there.cost, back.cost)
    assert there.stats["expanded"] < 4 * back.stats["expanded"]


@pytest.mark.parametrize("seed", [50614, 51752, 53484, 54815, 57563, 59691])
def test_paths_do_not_pass_walls_that_end_on_boundaries(seed):
    """Rounding leaves triangles thinner than it between the end of a wall and a boundary."""
    case = lattice_case(np.random.default_rng(seed), is_rotated=True)
    start, goal = case.ends
    forth = case.world.find_path(start, goal, costs=case.costs, tolerance=1e-3)
    back = case.world.find_path(goal, start, costs=case.costs, tolerance=1e-3)
    for path, other in ((forth, back), (back, forth)):
        assert not path.verify()["crosses"]
        assert path.lower_bound <= other.cost


def test_paths_do_not_pass_corners_beside_them():
    """At the end of a side, moving the crossing there saves less than rounding hides."""
    case = lattice_case(np.random.default_rng(51862), is_rotated=True)
    goal, start = case.ends
    for tolerance in (0.01, 1e-3):
        path = case.world.find_path(start, goal, costs=case.costs, tolerance=tolerance)
        assert not path.verify()["crosses"]
