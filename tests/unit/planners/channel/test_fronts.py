"""`Channel.improve(by="fronts")`: held to the oracles, to "optimal", and case by case.

The first path is often the shortest already, and then a front that dies wrongly does not show. So
most tests begin with a poor one: metric 1, greedily.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import Scene, box, build
from support.alarm import interrupted
from support.disc_campaign import TIE, Shifted, check, run
from support.paths import DATA, need
from support.scenes import integer_obstacle

NEAR = 1e-9
POOR = {"metric": 1, "weight": 50.0}
GRIDS = DATA / "grid"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """The fronts themselves: without the exact search after them."""
    monkeypatch.setattr(cw.Channel, "_proves_fronts", False)


def ask(world, a, b, radius, **options):
    """The last path, checked: proved, as long as that of "optimal", legal."""
    best = world.find_path(a, b, radius=radius)
    *_, last = cw.Channel(world).improve(a, b, radius, by="fronts", **POOR, **options)
    assert last.status == best.status
    if best.found:
        assert last.optimal
        assert last.lower_bound == last.length
        assert last.length == pytest.approx(best.length, rel=NEAR)
        verdict = last.verify()
        assert verdict["clearance"] >= radius * (1 - NEAR) - 2**-45 * max(*map(abs, (*a, *b)))
        assert not verdict["crosses"]
    return last


def failures_of(**what):
    return [f["script"] for f in run(planners=["fronts"], **what) if not f["tie"]]


def test_oracle_of_discs():
    assert not failures_of(count=20, seed=300, queries=3)


def test_oracle_of_points():
    assert not failures_of(count=6, seed=330, queries=2, radius=0.0)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_oracle_at_length(kind):
    assert not failures_of(count=40, seed=3000, kinds=[kind], queries=30)
    assert not failures_of(count=20, seed=4000, kinds=[kind], queries=30, radius=0.0)


def crowd(rng, size, count, offset=0.0):
    """Posts and short walls; in one of three on integer coordinates, where ties are common."""
    world = cw.World(bounds=(offset, offset, offset + size, offset + size), max_radius=math.inf)
    places = rng.uniform(0, size, (count, 2))
    if rng.random() < 0.35:
        places = np.round(places)
    with world.editing():
        for p in places + offset:
            if rng.random() < 0.7:
                world.add_post(p)
            else:
                world.add_wall([p, p + rng.uniform(-2, 2, 2)])
    return world


def check_crowds(seeds, queries, offset=0.0):
    asked = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        world = crowd(rng, 12, int(rng.integers(10, 70)), offset)
        for _ in range(queries):
            radius = float(rng.choice([0.0, 0.25, 0.4, 0.5, rng.uniform(0.1, 0.5)]))
            a, b = rng.uniform(0, 12, (2, 2)) + offset
            if world.reachable(a, b, radius):
                ask(world, a, b, radius)
                asked += 1
    return asked


def test_hundreds_of_worlds():
    """Beside "optimal", which is held to the oracles in test_discs.py."""
    ties = 0
    for seed, kind in itertools.product(range(14), sorted(KINDS)):
        scene, queries = make(kind, 600 + seed, 8)
        world = build(cw, scene)
        for k, (a, b, r) in enumerate(queries):
            r = 0.0 if k % 4 == 0 else r
            best = world.find_path(a, b, radius=r)
            *_, last = cw.Channel(world).improve(a, b, r, by="fronts", **POOR)
            if last.status != best.status or abs(last.length - best.length) > NEAR * best.length:
                ties += 1  # one of the two takes a gap as wide as the disc for narrower
                discs = Discs(scene.bounds, scene.obstacles)
                shifted = [Shifted(discs, f) for f in (1, 1 - TIE, 1 + TIE)]
                assert any(check(world, d, a, b, r, "fronts") == ("", "") for d in shifted)
            elif best.found:
                assert last.optimal
    assert ties <= 5


def test_crowded_worlds():
    assert check_crowds(range(150), 8) > 300


def test_crowded_worlds_far_from_the_origin():
    """Contacts are rounded more than lengths."""
    assert check_crowds(range(500, 530), 8, offset=4e6) > 60


@pytest.mark.long
def test_crowded_worlds_long():
    check_crowds(range(1000, 2000), 20)
    check_crowds(range(5000, 5150), 20, offset=4e6)


def test_ends_on_edges_and_vertices():
    rng = np.random.default_rng(12)
    for _ in range(30):
        scene = Scene(box(0, 0, 8, 8))
        scene.obstacles = dict(enumerate(integer_obstacle(rng, 8) for _ in range(5)))
        world = build(cw, scene)
        for a, b in rng.integers(0, 9, (12, 2, 2)).tolist():
            ask(world, a, b, 0.0)
            ask(world, a, b, 0.5)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_path_is_shorter_than_the_one_before(kind):
    scene, queries = make(kind, 7, 20)
    world = build(cw, scene)
    for k, (a, b, r) in enumerate(queries):
        r = 0.0 if k % 5 == 0 else r
        best = world.find_path(a, b, radius=r)
        options = POOR if k % 2 else {}
        paths = list(cw.Channel(world).improve(a, b, r, by="fronts", **options))
        assert paths[0].length == cw.Channel(world).find_path(a, b, radius=r, **options).length
        if paths[-1].status != best.status:
            assert Discs(scene.bounds, scene.obstacles).status(a, b, r) == paths[-1].status.name
            continue
        if not best.found:
            assert len(paths) == 1
            continue
        assert paths[-1].optimal
        for p, q in itertools.pairwise(paths):
            assert not p.optimal
            assert q.length < p.length or (q.length == p.length and q.lower_bound > p.lower_bound)
            assert p.lower_bound <= best.length * (1 + NEAR)


def blocks(n):
    world = cw.World(bounds=(0, 0, 2 * n + 1, 2 * n + 1), max_radius=math.inf)
    with world.editing():
        for x, y in itertools.product(range(1, 2 * n, 2), repeat=2):
            world.add([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    return world


@pytest.mark.parametrize("radius", [0.0, 0.3])
def test_ways_of_equal_length_do_not_multiply(radius):
    """Between blocks of houses there are as many shortest paths as sequences of turns."""
    world = blocks(10)
    for goal in ((20.5, 20.5), (20.5, 10.5), (20.4, 10.6)):
        assert ask(world, (0.5, 0.5), goal, radius).stats["expanded"] < 3000


def test_limit_and_effort():
    world = crowd(np.random.default_rng(3), 60, 900)
    a, b = world.snap((1, 1), 0.2), world.snap((59, 59), 0.2)
    planner = cw.Channel(world)
    full = list(planner.improve(a, b, 0.2, by="fronts"))
    best = world.find_path(a, b, radius=0.2).length
    assert full[-1].optimal
    assert full[-1].length == pytest.approx(best, rel=NEAR)
    cut = 0
    for limits in ({"effort": 1.5}, {"effort": 4.0}, {"limit": 300}, {"limit": 900}, {"limit": 1}):
        paths = list(planner.improve(a, b, 0.2, by="fronts", **limits))
        last = paths[-1]
        assert last.found
        assert best * (1 - NEAR) <= last.length
        assert last.length <= full[0].length or limits == {"limit": 1}  # a hurried first path
        assert math.dist(a, b) <= last.lower_bound <= best * (1 + NEAR)
        if "limit" in limits:
            assert last.stats["expanded"] <= max(limits["limit"], paths[0].stats["expanded"])
        cut += not last.optimal
    assert cut >= 3


def test_the_way_a_corner_is_reached_counts():
    """Section 7, test 3: of two fronts with equal funnels the one with the longer path to the apex is
    discarded. For discs that is wrong: the path that reaches the corner first may have to turn around
    it farther. By the paper's rule the path ends at 18.07."""
    world = cw.World((0, 0, 20, 20))
    world.add_post((3, 7))
    world.add([(4, 4), (5, 5), (4, 5)])
    world.add_wall([(4, 6), (4, 8)])
    world.add_wall([(4, 8), (4, 10)])
    world.add([(5, 10), (5, 11), (4, 11)])
    world.add_wall([(14, 6), (14, 8)])
    path = ask(world, (1.5, 8.5), (17, 6.5), 0.5)
    assert path.length == pytest.approx(17.15258469671038, rel=1e-12)


def test_a_disc_may_need_more_than_the_upper_bound():
    """Section 7, f_u: from the apex a the portal uv is crossed after at most |uv| + max(|au|, |av|).
    Not by a disc that rolls round a = u by more than 4 radians."""
    world = cw.World((0, 0, 20, 20), max_radius=math.inf)
    a, v, r = (10.0, 10.0), (9.617, 9.18), 0.45
    world.add_wall([(0, 10), (9.5, 10)])  # too near to the post for the disc
    world.add_posts([a, v])
    start = (9.75, 10.375)  # beside both
    door = math.dist(a, v)
    place = tuple(a[i] + (v[i] - a[i]) * 0.5 for i in (0, 1))
    path = ask(world, start, place, r)
    way_to_apex = math.dist(start, a) - r  # it touches the post at once
    assert path.length > way_to_apex + 2 * door
    assert door > 2 * r


def test_a_corner_left_where_it_is_reached():
    """An arc of no length at all, taken for a whole turn, cost the shortest path its front."""
    world = cw.load(need(GRIDS / "random" / "random512-10-0.map")).to_world()
    a, b = (229.5342578855626, 123.0301630882946), (438.7789912688015, 284.40120516543607)
    assert ask(world, a, b, 0.4).length == pytest.approx(267.1967776978071, rel=1e-12)


@pytest.mark.parametrize(
    "name", ["bg512/AR0011SR", "dao/brc202d", "room/16room_000", "sc1/Archipelago"]
)
def test_public_maps(name):
    world = cw.load(need(GRIDS / f"{name}.map")).to_world()
    for radius in (0.0, 0.4, 1.2):
        rng = np.random.default_rng(2)
        for _ in range(5):
            a, b = (world.random_point(radius=radius, rng=rng) for _ in "ab")
            ask(world, a, b, radius)


def test_radii_beyond_the_layer():
    world = cw.World((0, 0, 20, 20), max_radius=0.1)
    world.add(box(9, 0, 11, 9))
    world.add(box(9, 11, 11, 20))
    assert ask(world, (1, 3), (19, 3), 0.9).found
    assert not ask(world, (2, 3), (18, 3), 1.01).found
    plain = cw.World((0, 0, 20, 20), max_radius=0)
    plain.add(box(9, 0, 11, 9))
    assert ask(plain, (1, 3), (19, 3), 0.0).found


def test_bad_input_and_edits_are_refused():
    world = crowd(np.random.default_rng(1), 12, 30)
    planner = cw.Channel(world)
    with pytest.raises(cw.InvalidInput, match="by is"):
        planner.improve((1, 1), (2, 2), by="rounds")
    with pytest.raises(cw.InvalidInput):
        planner.improve((1, math.nan), (2, 2), by="fronts")
    with pytest.raises(cw.InvalidInput, match="no option"):
        planner.improve((1, 1), (2, 2), by="fronts", partial=True)
    a, b = world.snap((0.5, 0.5), 0.1), world.snap((11.5, 11.5), 0.1)
    paths = planner.improve(a, b, 0.1, by="fronts")
    assert next(paths).found
    world.add_post((5.123, 5.456))
    with pytest.raises(cw.ClearwayError, match="changed"):
        list(paths)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_can_be_interrupted():
    search = cw.Channel(blocks(50)).improve((0.5, 0.5), (100.5, 100.5), 0.3, by="fronts")
    assert next(search).found
    with interrupted(within=10):
        list(search)


def test_the_exact_search_has_the_last_word(monkeypatch):
    """Gaps wider than the disc by 1e-7 of it: the fronts alone called 28.68 proved."""
    monkeypatch.setattr(cw.Channel, "_proves_fronts", True)
    world = cw.World(bounds=(0, 0, 26, 26))
    for x, y, *last in (
        *((17, 2, 18, 3), (18, 2), (19, 3), (19, 4), (20, 5), (19, 9, 20, 10)),
        *((14, 10), (13, 11), (13, 13)),
    ):
        world.add(
            [(x, y), tuple(last), (x, y + 1)] if last else [(x + 1, y), (x + 1, y + 1), (x, y + 1)]
        )
    a, b = (21.550000000000004, 1.3162277660168535), (3.4499999999999953, 21.37334362391183)
    *_, path = cw.Channel(world).improve(a, b, 0.49999993775443813, by="fronts")
    assert path.optimal
    assert path.length == pytest.approx(28.5028852227003, rel=NEAR)
