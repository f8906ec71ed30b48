"""One-way doors: every call passes them as they are open, against `find_path` and oracles."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle import one_way
from support.one_way_worlds import SIZE, check_point_path, free_points, make, rooms

RADII = (0.0, 0.3)
WORLD_PLANNERS = [name for name, line in cw.planners().items() if line.startswith("World")]
POINTS_ONLY = ("vg", "vgo", "bsp*", "labels")


def turnstile(direction="right"):
    """Two rooms with a one-way door between them, from west to east; and a long way around."""
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add_wall([(10, 0), (10, 4)])
    world.add_wall([(10, 6), (10, 9)])
    return world, world.add_door([(10, 4), (10, 6)], direction=direction)


def same(a, b):
    return a == b or math.isclose(a, b, rel_tol=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_paths_of_points_against_all_lines_between_corners(seed):
    rng = np.random.default_rng(seed)
    world, boxes, doors = make(rng)
    points = free_points(world, rng, 0.0, 6)
    for a, b in itertools.pairwise(points):
        check_point_path(world, boxes, doors, a, b)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("radius", [0.2, 0.5])
def test_what_discs_reach_against_pieces_of_the_free_space(seed, radius):
    rng = np.random.default_rng(100 + seed)
    world, boxes, doors = make(rng, doors=2)
    a, b, c = free_points(world, rng, radius, 3)
    for start, goal in ((a, b), (b, c), (c, a)):
        wanted = one_way.reachable(boxes, SIZE, doors, start, goal, radius)
        path = world.find_path(start, goal, radius)
        assert world.reachable(start, goal, radius) == path.found
        if wanted is None:
            continue
        assert path.found == wanted
        if path:
            verdict = path.verify()
            assert not verdict["crosses"]
            assert verdict["clearance"] >= radius - 1e-9


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", [make, rooms])
def test_all_calls_agree_with_find_path(kind, seed, radius):
    rng = np.random.default_rng(200 + seed)
    world = kind(rng)[0]
    start, *goals = free_points(world, rng, radius, 9)
    paths = world.find_paths([start] * 8, goals, radius)
    costs = paths.cost
    assert not any(path.verify()["crosses"] for path in paths if path)
    assert all(map(same, world.distances(start, goals, radius), costs))
    assert all(map(same, world.distances(start, [[g] for g in goals], radius), costs))
    assert world.reachable([start] * 8, goals, radius).tolist() == paths.found.tolist()
    row, nearest = world.find_nearest(start, goals, radius)
    assert (row is None) == (not paths.found.any())
    if row is not None:
        assert same(nearest.cost, costs.min())
        assert same(costs[row], costs.min())
    widest = world.max_radius([start] * 8, goals)
    for found, most, goal in zip(paths.found, widest, goals, strict=True):
        assert not found or most >= radius * (1 - 1e-12)
        if most > 0:
            assert world.find_path(start, goal, most * (1 - 1e-9))
        for more in (most * (1 + 1e-6), most + 0.01, 2 * most):
            assert np.isnan(most) or not world.find_path(start, goal, more)


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", [make, rooms])
def test_fields_lead_backwards_through_the_doors(kind, seed, radius):
    rng = np.random.default_rng(300 + seed)
    world = kind(rng)[0]
    goal, *points = free_points(world, rng, radius, 20)
    field = world.field(goal, radius)
    costs = world.find_paths(points, goal, radius).cost
    assert all(map(same, field.distance(points), costs))
    for p, cost, towards in zip(points, costs, field.direction(points), strict=True):
        path = field.path(p)
        assert same(path.cost, cost)
        assert not path or not path.verify()["crosses"]
        if 0 < cost < math.inf:
            step = np.add(p, 1e-6 * towards)
            assert world.find_path(step, goal, radius).cost <= cost


def test_a_field_follows_doors_that_are_switched():
    world, gate = turnstile()
    field, near = world.field((15, 5)), math.dist((5, 5), (15, 5))
    around = 2 * math.hypot(5, 4)
    assert field.distance((5, 5)) == near
    assert world.field((5, 5)).distance((15, 5)) == pytest.approx(around)
    world.close(gate)
    assert field.distance((5, 5)) == pytest.approx(around)
    world.open(gate)
    assert field.distance((5, 5)) == near
    world.add_wall([(12, 0), (12, 10)])
    assert field.distance((5, 5)) == math.inf


def test_a_disc_may_stand_beside_a_door_and_go_around():
    world, _ = turnstile()
    beside, goal = (10.1, 5), (5, 5)
    assert world.is_free(beside, 0.5)
    assert world.clearance(beside) == pytest.approx(math.hypot(0.1, 1))
    assert world.snap(beside, 0.5).tolist() == list(beside)
    path = world.find_path(beside, goal, 0.4)
    assert path.found
    assert not path.verify()["crosses"]
    assert path.length > 8
    assert world.find_path(goal, beside, 0.4).length == pytest.approx(5.1)
    assert world.max_radius(goal, beside) == pytest.approx(1.0, abs=0.01)


def test_rays_end_where_they_pass_the_wrong_way():
    world, gate = turnstile()
    assert world.raycast((5, 5), (15, 5)) is None
    hit = world.raycast((15, 5), (5, 5))
    assert hit.obstacle == gate
    assert tuple(hit.point) == (10, 5)
    assert hit.distance == 5
    assert world.raycast((15, 5), (11, 5)) is None


@pytest.mark.parametrize("planner", WORLD_PLANNERS)
def test_every_planner_passes_them_one_way(planner):
    world, gate = turnstile()
    for radius in (0.0,) if planner in POINTS_ONLY else (0.0, 0.3):
        forth = world.find_path((5, 5), (15, 5), radius, planner)
        back = world.find_path((15, 5), (5, 5), radius, planner)
        assert forth.length == 10
        assert back.length > 12
        assert back.optimal == (radius == 0)
        assert back.lower_bound <= back.length <= 1.01 * back.lower_bound
        for path in (forth, back):
            assert not path.verify()["crosses"]
        closed = world.find_path((5, 5), (15, 5), radius, planner, doors={gate: False})
        assert closed.length > 12


@pytest.mark.parametrize("planner", [cw.Channel, cw.TAStar, cw.TRAStar])
def test_improving_ends_with_the_way_through(planner):
    world, _ = turnstile()
    paths = list(planner(world).improve((5, 5), (15, 5), 0.3))
    assert paths[-1].length == 10
    assert paths[-1].optimal
    assert [p.cost for p in paths] == sorted((p.cost for p in paths), reverse=True)
    back = list(planner(world).improve((15, 5), (5, 5), 0.3))[-1]
    assert back.length <= 1.01 * back.lower_bound


def test_lines_pass_where_doors_meet_if_one_of_them_lets_them():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_door([(1, 7), (6, 7)], direction="left")
    world.add_door([(6, 7), (6, 9)], direction="right")
    last = world.add_door([(6, 7), (8, 5)], direction="right")
    a, b = (9, 10), (1, 2)  # through (6, 7): by the last door, and back by the other two
    for start, goal in ((a, b), (b, a)):
        path = world.find_path(start, goal)
        assert path.length == math.dist(a, b)
        assert path.optimal
        assert not path.verify()["crosses"]
        assert world.raycast(start, goal) is None
    world.close(last)
    assert world.find_path(a, b).length > math.dist(a, b)
    assert world.raycast(a, b) is not None
    assert world.find_path(b, a).length == math.dist(a, b)


def test_a_start_on_a_door_that_crossings_bend_is_proved():
    def at(*points):
        return [(3 * x - 4 * y, 4 * x + 3 * y) for x, y in points]

    world = cw.World(bounds=at((0, 0), (8, 0), (8, 8), (0, 8)))
    world.add_wall(at((6, 7), (5, 0), (4, 3)))
    world.add_wall(at((0, 1), (2, 2)))
    world.add_wall(at((0, 6), (7, 1), (7, 7)))
    world.add_door(at((3, 1), (5, 6), (0, 1), (3, 2)), direction="left")
    # The start is on the second piece of the door. In the mesh that ends at its rounded crossing
    # with the last wall, so that the start lies beside it.
    path = world.find_path(*at((1, 2), (0, 0)))
    assert path.points.tolist() == [list(p) for p in at((1, 2), (3, 2), (0, 0))]
    assert path.optimal
    assert path.stats["expanded"] < 100


def test_a_door_on_a_wall_leads_nowhere():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(5, 0), (5, 8)])
    world.add_door([(5, 2), (5, 4)], direction="right")
    world.add_door([(5, 8), (5, 10)], direction="left")
    # More radii than have overlays: the last is searched without.
    radii = [0.1, 0.2, 0.3, 0.4, 0.0]
    assert not world.find_paths([(4, 3)] * 5, [(6, 3)] * 5, radii).found.any()
    assert world.find_paths([(6, 3)] * 5, [(4, 3)] * 5, radii).found.all()


@pytest.mark.parametrize("moved", [(0, 0), (410_000, 5_470_000), (-(2**40), 2**40)])
def test_proofs_do_not_depend_on_the_origin(moved):
    def at(*points):
        return [(x + moved[0], y + moved[1]) for x, y in points]

    world = cw.World(bounds=at((0, 0), (20, 0), (20, 10), (0, 10)))
    world.add_wall(at((10, 0), (10, 4)))
    world.add_wall(at((10, 6), (10, 9)))
    world.add_door(at((10, 4), (10, 6)), direction="right")
    # A sliver, 2 mm high.
    world.add([*at((2, 2), (6, 2)), (4 + moved[0], 2 + 2**-9 + moved[1])])
    start, goal = at((15, 5), (5, 5))
    path = world.find_path(start, goal)
    assert path.length == 2 * math.hypot(5, 4)
    assert path.optimal
    place = world.find_path(start, at((5, 0), (5, 5)))
    assert place.length == path.length
    assert place.optimal
    disc = world.find_path(start, goal, 0.25)
    assert disc.length <= 1.01 * disc.lower_bound
    world.add_area(at((0, 0), (20, 0), (20, 3), (0, 3)), "mud")
    paid = world.find_path(*at((12, 5), (12, 1)), costs={"mud": 2.0}, tolerance=1e-6)
    assert paid.cost == 6
    assert paid.lower_bound == pytest.approx(6, rel=1e-6)


def test_watches_know_the_direction():
    world, gate = turnstile()
    path = world.find_path((5, 5), (15, 5), 0.3)
    watch = world.watch(path)
    world.add_post((2, 2))
    assert world.disturbed() == []
    world.close(gate)
    assert [(r.watch, r.reason) for r in world.disturbed()] == [(watch, cw.Reason.BLOCKED)]
    world.open(gate)
    watch = world.watch(path)
    world.add_post((12, 5))
    assert [r.watch for r in world.disturbed()] == [watch]


def test_watches_see_doors_that_come_later():
    world = cw.World(bounds=(0, 0, 20, 10))
    path = world.find_path((5, 5), (15, 5), 0.3)
    watch = world.watch(path)
    legal = world.add_door([(10, 0), (10, 10)], direction="right")
    assert world.disturbed() == []
    assert watch.active
    world.add_door([(12, 0), (12, 10)], direction="left")
    [report] = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.BLOCKED
    assert not watch.active
    assert world.disturbed() == []
    watch = world.watch(path.before(6))
    world.close(legal)
    assert [r.watch for r in world.disturbed()] == [watch]


def test_what_is_behind_the_agent_does_not_count():
    world = cw.World(bounds=(0, 0, 20, 10))
    path = world.find_path((5, 5), (15, 5))
    watch = world.watch(path)
    watch.advance(6)
    world.add_door([(10, 0), (10, 10)], direction="left")
    assert world.disturbed() == []
    world.add_door([(12, 0), (12, 10)], direction="left")
    assert [r.watch for r in world.disturbed()] == [watch]


def test_journeys_go_through_and_around():
    pytest.importorskip("pymetis")
    world, gate = turnstile()
    planner = cw.THPAStar(world, radii=(0.3,))
    for start, goal in (((5, 5), (15, 5)), ((15, 5), (5, 5))):
        journey = planner.begin(start, goal, 0.3)
        legs = list(journey)
        wanted = world.find_path(start, goal, 0.3)
        assert sum(leg.length for leg in legs) == pytest.approx(wanted.length, rel=0.2)
        assert not any(leg.verify()["crosses"] for leg in legs)
        assert legs[-1].points[-1].tolist() == list(goal)
    journey = planner.begin((5, 5), (15, 5), 0.3)
    world.close(gate)
    assert sum(leg.length for leg in journey) > 12


def test_with_links_beside_them():
    world, _ = turnstile()
    world.add_link((14, 5), (6, 5), cost=1.0, two_way=False)
    back = world.find_path((15, 5), (5, 5))
    assert back.cost == 3
    assert back.links
    assert world.field((5, 5)).distance((15, 5)) == 3
    assert world.distances((15, 5), [(5, 5)])[0] == 3
    assert world.find_path((5, 5), (15, 5)).cost == 10
