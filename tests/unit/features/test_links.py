"""Links: paths against a brute-force graph of legs, and what a path says about them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import legs
from oracle.discs import Discs
from oracle.scene import box
from support.feature_worlds import RADII, SIZE, make, point, seen

BOUNDS = box(0, 0, SIZE, SIZE)
WORLD_PLANNERS = [name for name, line in cw.planners().items() if line.startswith("World")]


def ferry():
    """A lake that a ferry crosses, and a long way around."""
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(6, 0), (14, 0), (14, 9), (6, 9)])
    return world, world.add_link((5, 1), (15, 1), cost=2.0)


@pytest.mark.parametrize("planner", WORLD_PLANNERS)
def test_no_planner_calls_a_way_without_links_shortest(planner):
    world, link = ferry()
    start, goal = (3, 1), (17, 1)
    path = world.find_path(start, goal, planner=planner)
    assert path.links == (link,)
    assert path.cost == 6
    assert path.optimal
    world.disable(link)
    walked = world.find_path(start, goal, planner=planner)
    assert not walked.links
    assert walked.length > 20


@pytest.mark.parametrize("planner", [cw.Channel, cw.TAStar, cw.TRAStar])
@pytest.mark.parametrize("radius", [0.0, 0.3])
def test_improving_ends_with_the_cheapest_path(planner, radius):
    world, link = ferry()
    paths = list(planner(world).improve((3, 1), (17, 1), radius))
    assert [p.cost for p in paths] == sorted((p.cost for p in paths), reverse=True)
    assert paths[-1].links == (link,)
    assert paths[-1].optimal
    assert paths[-1].lower_bound == pytest.approx(6)
    assert not any(p.optimal for p in paths[:-1])
    dear = world.add_link((4, 1), (16, 1), cost=100.0)
    world.disable(link)
    paths = list(planner(world).improve((3, 1), (17, 1), radius))
    assert paths[-1].optimal
    assert paths[-1].lower_bound == pytest.approx(paths[-1].length)
    world.add_wall([(5.5, 9), (5.5, 10)])
    world.add_wall([(10, 9), (10, 10)])
    [only] = planner(world).improve((3, 1), (17, 1), radius)
    assert only.links == (dear,)
    early = list(planner(world).improve((3, 1), (17, 1), radius, stop_early=True))
    assert early[-1].links == (dear,)


def test_journeys_take_links():
    world, link = ferry()
    planner = cw.THPAStar(world, radii=(0.3,), partition="grow")
    journey = planner.begin((3, 1), (17, 1), 0.3)
    assert journey.length == 6
    [leg] = journey
    assert leg.links == (link,)
    assert journey.done
    journey = planner.begin((3, 1), (17, 1), 0.3, ahead=True)
    world.disable(link)
    assert sum(leg.length for leg in journey) > 20


def test_distances_to_places_are_costs():
    world, _ = ferry()
    line = [(17, 0), (17, 2)]
    assert world.distances((3, 1), [line, [(3, 5)]]).tolist() == [6, 4]
    row, path = world.find_nearest((3, 1), [line, [(3, 9)]])
    assert row == 0
    assert path.cost == 6


def test_crowds_refuse_ways_that_are_not_walked():
    world, link = ferry()
    crowd = cw.Crowd(world)
    with pytest.raises(cw.InvalidInput, match=f"takes link {link}"):
        crowd.add([(2, 1), (3, 1)], goals=(17, 1))
    assert len(crowd) == 0
    agents = crowd.add([(2, 1), (3, 1)], goals=(3, 5))
    with pytest.raises(cw.InvalidInput, match="ignore_links"):
        crowd.send(agents, (17, 1))
    world.disable(link)
    crowd.send(agents, (17, 1))
    world.add_wall([(10, 9), (10, 9.2)])
    world.add_door([(10, 9.2), (10, 10)], direction="right")
    with pytest.raises(cw.InvalidInput, match="one-way door"):
        crowd.send(agents, (17, 2))
    world.enable(link)
    walking = cw.Crowd(world, ignore_links=True)
    walking.add((3, 1), goals=(17, 1))
    with pytest.raises(cw.InvalidInput, match="ignore_links"):
        cw.Crowd(world, ignore_links="no")


@pytest.mark.parametrize("seed", range(20))
def test_paths_with_links_against_a_graph_of_legs(seed):
    rng = np.random.default_rng(seed)
    case = make(rng, areas=1, doors=1, links=4)
    discs = Discs(BOUNDS, seen(case))
    for _ in range(3):
        a, b, r = point(rng), point(rng), float(rng.choice(RADII))
        wanted = legs.cheapest(discs, case.links.values(), a, b, r)
        path = case.world.find_path(a, b, r)
        if path:
            assert path.cost == pytest.approx(wanted, rel=1e-9)
            assert path.optimal
            assert path.lower_bound <= path.cost * (1 + 1e-12)
            verdict = path.verify()
            assert not verdict["crosses"]
            assert verdict["gap"] <= 1e-9
            assert verdict["clearance"] >= r - 1e-9
            paid = sum(case.links[h][2] for h in path.links)
            assert path.cost == pytest.approx(path.length + paid)
        else:
            assert wanted == math.inf
        assert case.world.reachable(a, b, r) == (wanted < math.inf)
        assert case.world.distances(a, [b], r)[0] == pytest.approx(path.cost)
        row, nearest = case.world.find_nearest(a, [b], r)
        assert nearest.cost == pytest.approx(path.cost)
        assert (row == 0) == bool(path)
        batch = case.world.find_paths([a, a], [b, b], r, threads=2)
        assert batch.length.tolist() == [path.length] * 2


@pytest.mark.parametrize("seed", range(6))
def test_every_planner_takes_the_same_links(seed):
    rng = np.random.default_rng(70 + seed)
    case = make(rng, areas=0, doors=1, links=3)
    a, b = point(rng), point(rng)
    best = case.world.find_path(a, b)
    for planner in WORLD_PLANNERS:
        path = case.world.find_path(a, b, planner=planner)
        assert path.status == best.status
        if path:
            assert path.links == best.links
            assert path.cost >= best.cost * (1 - 1e-12)
            assert path.lower_bound <= best.cost * (1 + 1e-12)
            assert not path.optimal or path.cost == pytest.approx(best.cost, rel=1e-9)
            assert not path.verify()["crosses"]


def test_the_largest_disc_by_links_is_the_widest_route():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_wall([(5, 0), (5, 10)])
    a, b = (2, 5), (8, 5)
    assert math.isnan(world.max_radius(a, b))
    world.add_link((4, 5), (6, 5), radius=0.7)
    assert world.max_radius(a, b) == pytest.approx(0.7)
    world.add_link((3, 5), (7, 5))
    assert world.max_radius(a, b) == pytest.approx(2.0)
    assert world.find_path(a, b, 0.9).links == (2,)
    assert not world.reachable(a, b, 2.5)


def test_links_from_segments_to_segments():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add_wall([(10, 0), (10, 10)])
    river = world.add_link([(8, 1), (8, 9)], [(12, 1), (12, 9)], name="ferry")
    path = world.find_path((2, 3), (18, 7))
    assert path.length == 12.0
    assert path.cost == 16.0
    assert path.optimal
    pieces = path.segments
    assert pieces[1] == cw.Link((8.0, 3.0), (12.0, 7.0), river, 4.0)
    place = {"type": "LineString", "coordinates": [(19, 0), (19, 10)]}
    to_line = world.find_path((2, 3), place)
    assert to_line.cost == pytest.approx(17.0)
    assert to_line.links == (river,)


def test_a_link_is_used_only_when_it_pays():
    world = cw.World(bounds=(0, 0, 10, 10))
    ladder = world.add_link((2, 5), (8, 5), cost=6.5)
    assert world.find_path((1, 5), (9, 5)).links == ()
    world.add_wall([(5, 0), (5, 9)])
    path = world.find_path((1, 5), (9, 5))
    assert (path.links, path.length, path.cost) == ((ladder,), 2.0, 8.5)
    world.disable(ladder)
    assert world.find_path((1, 5), (9, 5)).links == ()
    world.enable(ladder)
    assert world.find_path((9, 5), (1, 5)).links == (ladder,)
    world.move(ladder, ((2, 5), (5, 5)))
    assert world.links[ladder].cost == 6.5


def test_blocked_ends_are_said_and_the_link_is_not_used():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    link = world.add_link((1, 1), (5, 5), cost=0)
    assert world.links[link].status == "blocked at b"
    assert world.links[link].blocked(1.5) == ("a", "b")
    assert world.find_path((1, 1), (9, 9)).links == ()
    partly = world.add_link((1, 1), [(5, 5), (9, 5)], cost=0)
    assert world.links[partly].status == "usable"
    assert world.find_path((1, 1), (9, 5)).cost == 0.0


def test_following_jumps_across_a_link():
    world = cw.World(bounds=(0, 0, 10, 10))
    link = world.add_link((2, 1), (8, 1), cost=1)
    path = world.find_path((1, 1), (9, 1))
    assert path.at([0.5, 1.0, 1.5]).tolist() == [[1.5, 1], [8, 1], [8.5, 1]]
    assert len(path.resample(0.5)) == 5
    front, rest = path.before(1.0), path.after(1.0)
    assert (front.links, rest.links) == ((link,), ())
    assert front.cost + rest.cost == path.cost
    assert path.before(0.5).links == ()
    assert path.after(0.5).cost == 2.5
    assert path.points.tolist() == [[1, 1], [2, 1], [8, 1], [9, 1]]
    watch = world.watch(path)
    world.add_wall([(5, 0), (5, 10)])  # under the link
    assert world.disturbed() == []
    world.add_wall([(8.5, 0), (8.5, 10)])
    assert [report.watch for report in world.disturbed()] == [watch]


@pytest.mark.parametrize(
    "arguments",
    [
        {"cost": -1},
        {"cost": math.nan},
        {"cost": "x"},
        {"radius": -1},
        {"radius": math.nan},
        {"two_way": "no"},
        {"name": 3},
        {"a": [(1, 1), (2, 2), (3, 3)]},
        {"a": (1, math.inf)},
        {"a": "there"},
    ],
)
def test_bad_links_are_refused(arguments):
    world = cw.World(bounds=(0, 0, 10, 10))
    with pytest.raises(cw.InvalidInput):
        world.add_link(**({"a": (1, 1), "b": (9, 9)} | arguments))
    assert len(world.links) == 0
