"""Planner "channel": every path legal, the shortest in its channel, found when there is one."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import build
from oracle.taut import crossings, faults, polyline, reduced

NEAR = 1e-9


def world_of(scene):
    world = cw.World(bounds=scene.bounds, max_radius=math.inf)
    return build(_Given(world), scene)


class _Given:
    """What `build` takes for the module: its World is the one given."""

    def __init__(self, world):
        self.World = lambda bounds: world


def check(world, mesh, a, b, r, metric=4, scene=None, rescued=None):
    """The length over the optimum; None where there is no path. `rescued` collects answers of
    the exact search for a funnel that gave up: none may, where it is not given."""
    path = cw.Channel(world).find_path(a, b, radius=r, metric=metric)
    best = cw.Optimal(world).find_path(a, b, radius=r)
    if path.status != best.status:  # a tie that the other planner decided for a path
        assert scene is not None
        assert Discs(scene.bounds, scene.obstacles).status(a, b, r) == path.status.name
        return None
    if not path.found:
        assert path.length == math.inf
        return None
    assert path.length >= best.length * (1 - NEAR)
    assert path.lower_bound <= best.length * (1 + NEAR)
    if not path.segments:
        return None
    assert path.clearance >= r * (1 - NEAR)
    assert path.verify()["gap"] <= 1e-12 * 20
    assert faults(path.segments, mesh.vertices, r, 20.0) == []
    for p in (path, best):
        word, row = crossings(mesh, polyline(p.segments)), reduced(p.channel)
        # An end on a side: one step more or less.
        assert any(
            word[i : len(word) - j] == row[k : len(row) - m]
            for i in (0, 1) for j in (0, 1) for k in (0, 1) for m in (0, 1)
        )  # fmt: skip
    if path.optimal and len(path.segments) > 1:
        assert rescued is not None, "the funnel gave up"
        assert path.length <= best.length * (1 + NEAR)
        rescued.append((a, b, r))
    return path.length / best.length


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_shortest_in_its_channel(kind):
    for seed in range(2):
        scene, queries = make(kind, seed, 25)
        world = world_of(scene)
        mesh = world.mesh()
        for k, (a, b, r) in enumerate(queries):
            check(world, mesh, a, b, r, metric=1 + k % 4 if seed else 4, scene=scene)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_shortest_in_its_channel_at_length(kind):
    ratios, rescued = [], []
    for seed in range(100, 200):
        scene, queries = make(kind, seed, 40)
        world = world_of(scene)
        mesh = world.mesh()
        for k, (a, b, r) in enumerate(queries):
            ratios.append(check(world, mesh, a, b, r, 4 - k % 4, scene, rescued))
    assert len(rescued) <= (len(ratios) / 1000 if kind == "zigzags" else 0)
    ratios = np.array([q for q in ratios if q])
    print(f"{kind}: {len(ratios)} paths, {ratios.mean():.5f} times the shortest on average")


def room(*, walls=(), posts=(), size=20.0):
    world = cw.World(bounds=(0, 0, size, size), max_radius=math.inf)
    with world.editing():
        for line in walls:
            world.add_wall(line)
        for p in posts:
            world.add_post(p)
    return world


@pytest.mark.parametrize("metric", [3, 4])
def test_straight_ways_are_never_missed(metric):
    rng = np.random.default_rng(4)
    straight = 0
    for _ in range(10):
        world = room(posts=rng.uniform(0, 20, (40, 2)))
        for _ in range(40):
            a, b = rng.uniform(1, 19, (2, 2))
            r = rng.uniform(0, 0.3)
            if metric == 3:
                r = 0.0
            if world.is_free(a, r) and world.raycast(a, b, r) is None:
                path = cw.Channel(world).find_path(a, b, radius=r, metric=metric)
                assert path.optimal
                assert path.length == pytest.approx(math.dist(a, b), rel=1e-15)
                straight += 1
    assert straight > 50


def test_round_the_end_of_a_wall_and_back():
    for x in (10.0, 6.0, 13.0):  # the wall's last joint may lie beside the path or beyond it
        world = room(walls=[[(0, 10), (x, 10), (15, 10)]])
        a, b, r = (3.0, 10.5), (3.0, 9.5), 0.5
        for planner in ("channel", "optimal"):
            path = world.find_path(a, b, radius=r, planner=planner)
            assert path.length == pytest.approx(24 + math.pi * r, rel=1e-12)
        point = world.find_path((3, 10), (3, 10), planner="channel")
        assert point.found
        assert world.find_path((3, 11), (3, 9), planner="channel").length == pytest.approx(
            2 * math.hypot(12, 1), rel=1e-12
        )


def test_more_than_half_a_turn_round_a_post():
    # A wall and a post leave no gap for this disc: the path leads around the post.
    world = room(walls=[[(0, 10), (9.5, 10)], [(10.9, 0), (10.9, 4)]], posts=[(10, 10)])
    mesh = world.mesh()
    r, a, b = 0.45, (9.75, 10.38), (9.75, 9.62)
    assert check(world, mesh, a, b, r) == pytest.approx(1.0, rel=1e-12)
    path = world.find_path(a, b, radius=r, planner="channel")
    arc = path.segments[1]
    assert arc.start_angle - arc.end_angle > 1.2 * math.pi


def test_radii_beyond_the_layer_are_answered_exactly():
    world = cw.World(bounds=(0, 0, 20, 20), max_radius=0.2)
    world.add([(8, 3), (12, 3), (12, 17), (8, 17)])
    path = world.find_path((4, 10), (16, 10), radius=1.0, planner="channel")
    assert path.length == world.find_path((4, 10), (16, 10), radius=1.0).length
    assert not world.find_path((4, 10), (16, 10), radius=1.6, planner="channel")


def test_options():
    world = room(posts=[(10, 10)])
    for metric in (0, 5, 2.0, True, "4"):
        with pytest.raises(cw.InvalidInput, match="metric"):
            cw.Channel(world).find_path((1, 1), (19, 19), metric=metric)
    with pytest.raises(cw.InvalidInput, match="no option"):
        cw.Optimal(world).find_path((1, 1), (19, 19), metric=4)


@pytest.mark.parametrize("planner", ["channel", "optimal", "ta*", "tra*"])
def test_limit_is_no_wrong_answer(planner):
    rng = np.random.default_rng(1)
    world = room(posts=rng.uniform(0, 20, (60, 2)))
    world.add_wall([(0, 10), (12, 10)])
    ends = rng.uniform(0, 20, (40, 2))
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        for radius in (0.0, 0.4):
            shortest = world.find_path(a, b, radius)
            for limit in (1, 3, 20):
                path = world.find_path(a, b, radius, planner=planner, limit=limit)
                assert path.status is shortest.status
                if path.found:
                    assert path.lower_bound <= shortest.length * (1 + NEAR)
                    assert shortest.length * (1 - NEAR) <= path.length
                    assert path.verify()["clearance"] >= radius * (1 - NEAR)


def test_weight_is_at_least_one():
    world = room(posts=[(10, 10)])
    for weight in (0.9, 1e308, math.inf, math.nan, "1"):
        with pytest.raises(cw.InvalidInput, match="weight"):
            cw.Channel(world).find_path((1, 1), (19, 19), weight=weight)
    path = cw.Channel(world).find_path((1, 1), (19, 19), radius=0.5, weight=1)
    assert path.length == pytest.approx(
        world.find_path((1, 1), (19, 19), radius=0.5).length, rel=NEAR
    )


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_improve_ends_with_the_shortest(kind):
    scene, queries = make(kind, 7, 25)
    world = world_of(scene)
    for k, (a, b, r) in enumerate(queries):
        r = 0.0 if k % 5 == 0 else r
        best = world.find_path(a, b, radius=r)
        paths = list(cw.Channel(world).improve(a, b, r))
        assert paths[0].length == cw.Channel(world).find_path(a, b, radius=r).length
        last = paths[-1]
        if last.status != best.status:
            assert Discs(scene.bounds, scene.obstacles).status(a, b, r) == last.status.name
            continue
        if not best.found:
            assert len(paths) == 1
            continue
        assert last.optimal
        assert last.lower_bound == last.length
        assert last.length == pytest.approx(best.length, rel=NEAR)
        for p, q in itertools.pairwise(paths):
            assert not p.optimal
            assert q.length < p.length or (q.length == p.length and q.optimal)
            assert p.lower_bound <= best.length * (1 + NEAR)
        if r > 0 and last.segments:
            assert all(p.clearance >= r * (1 - NEAR) for p in paths)


def test_improve_within_bounds():
    rng = np.random.default_rng(11)
    world = cw.World(bounds=(0, 0, 100, 100))
    with world.editing():
        for x, y in rng.uniform(0, 100, (800, 2)):
            world.add([(x, y), (x + 1.5, y), (x + 1.5, y + 1), (x, y + 1.5)])
    a, b = world.snap((1, 1), 0.3), world.snap((99, 99), 0.3)
    planner = cw.Channel(world)
    full = list(planner.improve(a, b, 0.3))
    best = full[-1].length
    assert full[-1].optimal
    assert len(full) >= 2
    for limits in ({"effort": 2.0}, {"effort": 6.0}, {"limit": 600}, {"limit": 3000}):
        paths = list(planner.improve(a, b, 0.3, **limits))
        last = paths[-1]
        assert last.found
        for p, q in itertools.pairwise(paths):
            assert q.length < p.length or (q.length == p.length and q.optimal)
        assert best * (1 - NEAR) <= last.length <= full[0].length
        assert last.lower_bound <= best * (1 + NEAR)
        assert math.dist(a, b) <= last.lower_bound <= last.length
    hurried = list(planner.improve(a, b, 0.3, limit=2))
    assert [p.status for p in hurried] == [cw.Status.FOUND]
    assert hurried[0].lower_bound <= best * (1 + NEAR)


def test_improve_sees_that_the_world_changed():
    world = room(posts=[(10, 10), (9, 12), (11, 8.5)])
    paths = cw.Channel(world).improve((1, 1), (19, 19), 0.4)
    assert next(paths).found
    world.add_post((5, 5))
    with pytest.raises(cw.ClearwayError, match="changed"):
        list(paths)


def test_improve_checks_its_input_at_once():
    world = room()
    with pytest.raises(cw.InvalidInput):
        cw.Channel(world).improve((1, math.nan), (2, 2))
    with pytest.raises(cw.InvalidInput, match="no option"):
        cw.Channel(world).improve((1, 1), (2, 2), partial=True)


def test_narrowest_place_of_a_corridor():
    world = room(walls=[[(10, 0), (10, 9.2)], [(10, 10.4), (10, 20)]])
    for r in (0.0, 0.3):
        for planner in ("channel", "optimal"):
            path = world.find_path((4, 10), (16, 9), radius=r, planner=planner)
            assert path.max_radius == pytest.approx(0.6, rel=1e-12)
            assert path.narrowest == pytest.approx((10, 9.8), rel=1e-12)
    # A wall beside the gap's corner: from the corner to its foot.
    world = room(walls=[[(0, 5), (20, 5)], [(10, 5.7), (10, 20)]])
    path = world.find_path((4, 10), (16, 10), radius=0.2)
    assert path.max_radius == pytest.approx(0.35, rel=1e-12)
    assert path.narrowest == pytest.approx((10, 5.35), rel=1e-12)


def test_narrowest_place_may_be_an_end():
    world = room()
    path = world.find_path((0.5, 10), (10, 10), radius=0.2)
    assert path.max_radius == 0.5
    assert tuple(path.narrowest) == (0.5, 10)
    assert math.isnan(world.find_path((0.5, 10), (10, 10), radius=0.6).max_radius)


def test_narrowest_after_an_edit():
    world = room(walls=[[(10, 0), (10, 9)]])
    path, point = (world.find_path((4, 12), (16, 12), radius=r) for r in (0.3, 0.0))
    assert point.max_radius > 2
    world.add_wall([(10, 14), (10, 20)])
    assert path.max_radius == pytest.approx(2.5, rel=1e-12)
    with pytest.raises(cw.InvalidInput, match="changed"):
        point.max_radius  # noqa: B018


@pytest.mark.parametrize("kind", ["gaps", "mixed", "posts", "walls"])
def test_no_way_for_more_than_the_max_radius(kind):
    """Discs up to `max_radius` pass the channel; above it the bottleneck of all routes decides."""
    scene, queries = make(kind, 3, 30)
    world = world_of(scene)
    for a, b, r in queries:
        path = world.find_path(a, b, radius=r, planner="channel")
        if not path.found or a == b:
            continue
        assert path.max_radius >= r * (1 - 1e-12)
        assert path.max_radius <= world.max_radius(a, b) * (1 + 1e-12)
        again = world.find_path(a, b, radius=path.max_radius * (1 - 1e-12), planner="channel")
        assert again.found
        where = path.narrowest
        assert world.clearance(where) <= path.max_radius * (1 + 1e-9)


def test_points_in_a_world_without_the_layer():
    rng = np.random.default_rng(8)
    posts = rng.uniform(0, 20, (50, 2))
    plain, full = (cw.World(bounds=(0, 0, 20, 20), max_radius=m) for m in (0, None))
    for world in (plain, full):
        with world.editing():
            for p in posts:
                world.add_wall([p, p + 1.0])
    for a, b in rng.uniform(0, 20, (40, 2, 2)):
        path, other = (w.find_path(a, b, planner="channel") for w in (plain, full))
        assert path.status == other.status
        if path.found:
            assert path.length >= plain.find_path(a, b).length * (1 - NEAR)


@pytest.mark.parametrize("planner", ["channel", "ta*", "tra*"])
def test_a_corner_that_falls_slack_for_one_that_joins_again(planner):
    """Posts 2037 of the campaign: the last post before the goal was let go and not missed."""
    world = cw.World((0, 0, 20, 20))
    world.add_post((14.27933035197011, 2.5847351128820484))
    world.add_post((14.072969347014457, 3.868992517161498))
    world.add_post((14.005187199825883, 1.7211910450633416))
    world.add_post((11.952451254836408, 6.3119891281760925))
    a, b = (9.672803852002566, 12.3392214779233), (14.504056053854296, 1.2320634350752435)
    radius = 0.35401925139632234
    path = world.find_path(a, b, radius=radius, planner=planner)
    assert path.clearance >= radius * (1 - 1e-9)
    assert path.length == pytest.approx(world.find_path(a, b, radius=radius).length, rel=1e-9)
