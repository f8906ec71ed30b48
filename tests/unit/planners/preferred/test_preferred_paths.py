"""Paths with a preferred clearance, against gates by definition and the shortest paths."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import disc_worlds
from oracle.scene import Scene, build
from oracle.widest import WidestWays
from support.preferred_checks import check_preferred

KINDS = sorted(set(disc_worlds.KINDS) - {"touching", "grid"})  # these have ties everywhere


# Where maps in metres lie, and where rounding is far above a relative error of most gates.
PLACES = {"1e3": (1e3, 700.0), "1e5": (1e5, 7e4), "utm": (410000.0, 5470000.0), "1e7": (1e7, 7e6)}


def moved(scene, x, y):
    def by(points):
        return [(px + x, py + y) for px, py in points]

    return Scene(by(scene.bounds), {h: (k, by(p)) for h, (k, p) in scene.obstacles.items()})


def check_world(kind, seed, queries, planner="optimal", place=(0.0, 0.0)):
    """The number of paths checked, and that of their narrow gates."""
    scene, asked = disc_worlds.make(kind, seed, queries)
    x, y = place
    asked = [(*((p[0] + x, p[1] + y) for p in ends), r) for *ends, r in asked]
    scene = moved(scene, x, y)
    # The oracle gets the same coordinates from the origin, where it computes as exactly as it can:
    # differences of doubles that are so close are exact.
    world, ways = build(cw, scene), WidestWays(moved(scene, -x, -y)).at(x, y)
    rng = np.random.default_rng(seed)
    paths = gates = 0
    for a, b, r in asked:
        wide = r * rng.uniform(1, 2), r * rng.uniform(2, 6), math.inf
        if not world.reachable(a, b, r):
            plain = world.find_path(a, b, radius=r, planner=planner).status
            for prefer in wide:
                path = world.find_path(a, b, radius=r, prefer=prefer, planner=planner)
                assert path.status == plain
            continue
        for prefer in wide:
            path = world.find_path(a, b, radius=r, prefer=prefer, planner=planner)
            gates += check_preferred(world, ways, path, a, b, r, prefer, planner) or 0
            paths += 1
    return paths, gates


@pytest.mark.parametrize("kind", KINDS)
def test_widest_way_through_the_middles_of_gates(kind):
    paths, gates = np.sum([check_world(kind, seed, 6) for seed in (0, 5)], axis=0)
    assert paths > 5
    assert gates > 5


@pytest.mark.parametrize("place", PLACES)
def test_widest_way_far_from_the_origin(place):
    counts = [check_world(kind, 1, 3, place=PLACES[place]) for kind in KINDS]
    paths, gates = np.sum(counts, axis=0)
    assert paths > 50
    assert gates > 50


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_widest_way_far_from_the_origin_long(kind, place):
    counts = [check_world(kind, seed, 6, place=PLACES[place]) for seed in range(100, 130)]
    print(kind, place, *np.sum(counts, axis=0))


@pytest.mark.parametrize("place", [(0.0, 0.0), *PLACES.values()])
def test_a_gate_whose_foot_is_rounded_by_more_than_its_rim(place):
    """The narrow gate between two of the walls is not on the way, but the routes depend on it."""
    x, y = place
    world = cw.World(bounds=(x, y, x + 100, y + 100))
    for ends in (
        [(37.94, 64.63), (31.95, 77.85)],
        [(18.69, 72.01), (9.25, 84.18)],
        [(25.67, 72.21), (16.57, 70.09)],
        [(30.98, 65.81), (21.41, 78.43)],
        [(35.44, 20.74), (36.16, 9.93)],
        [(32.83, 44.05), (30.98, 27.82)],
        [(25.68, 46.49), (41.31, 55.75)],
    ):
        world.add_wall([(x + px, y + py) for px, py in ends])
    path = world.find_path((x + 14.1, y + 47.9), (x + 50.6, y + 7), radius=0.3, prefer=6)
    assert path.clearance == pytest.approx(4.965, abs=1e-7)
    assert path.length == pytest.approx(64.73136689, abs=1e-6)
    assert not path.optimal


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("ends", 110),  # the nearest points with clearance R are behind a narrow gate
        ("convex", 143),
        ("stars", 152),  # the direct path crosses two gates; closing the narrower one is enough
    ],
)
def test_ways_out_beside_narrow_gates(kind, seed):
    _, gates = check_world(kind, seed, 6)
    assert gates > 5


@pytest.mark.parametrize("kind", ["convex", "walls", "posts"])
def test_planner_channel(kind):
    paths, _ = check_world(kind, 1, 6, planner="channel")
    assert paths > 5


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_widest_way_long(kind):
    counts = [check_world(kind, seed, 6) for seed in range(100, 160)]
    print(kind, *np.sum(counts, axis=0))


@pytest.mark.parametrize("kind", ["convex", "stars", "walls", "posts", "mixed"])
def test_symmetric(kind):
    scene, asked = disc_worlds.make(kind, 3, 8)
    world = build(cw, scene)
    for a, b, r in asked:
        if world.reachable(a, b, r):
            for prefer in (2 * r, math.inf):
                there, back = (
                    world.find_path(*ends, radius=r, prefer=prefer) for ends in ((a, b), (b, a))
                )
                assert there.length == pytest.approx(back.length, rel=1e-7)


@pytest.fixture
def two_doors():
    """A wall with a door of 1 on the straight line and one of 1, farther up."""
    world = cw.World(bounds=(0, 0, 20, 20))
    for low, high in ((0, 4.5), (5.5, 14.5), (15.5, 20)):
        world.add([(9, low), (11, low), (11, high), (9, high)])
    return world


def test_of_equally_wide_doors_the_nearer_one(two_doors):
    for prefer in (1.0, 2.0, math.inf):
        near = two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=prefer)
        assert near.points[:, 1].max() < 7
        far = two_doors.find_path((3, 16), (17, 16), radius=0.1, prefer=prefer)
        assert far.points[:, 1].min() > 13
        assert near.clearance == pytest.approx(0.5)


def test_clearance_where_it_can_be_had(two_doors):
    path = two_doors.find_path((3, 6), (17, 4), radius=0.1, prefer=2.0)
    s = np.linspace(0, path.length, 400)
    low = path.clearance_at(s) < 2 * (1 - 1e-9)
    at = path.at(s)
    reach = math.sqrt(2.0**2 - 0.5**2)  # where the clearance of 2 begins, from the corners
    assert (np.abs(at[low, 0] - 10) <= 1 + reach + 1e-6).all()
    assert np.allclose(at[low, 1], 5)
    assert path.lower_bound == pytest.approx(math.dist((3, 6), (17, 4)))


def test_start_beside_a_wall_leaves_it_straight():
    world = cw.World(bounds=(0, 0, 20, 20))
    path = world.find_path((3, 0.5), (17, 10), radius=0.5, prefer=3)
    assert path.segments[0].end == pytest.approx((3, 3))
    assert path.clearance == pytest.approx(0.5)
    assert not path.optimal


def test_batches_equal_single_paths_for_any_number_of_threads(two_doors):
    starts, goals = [(3, 6), (3, 16), (2, 2)], [(17, 6), (17, 16), (18, 18)]
    one = [
        two_doors.find_path(a, b, radius=0.1, prefer=1.5).length
        for a, b in zip(starts, goals, strict=True)
    ]
    for threads in (1, 3):
        many = two_doors.find_paths(starts, goals, radius=0.1, prefer=1.5, threads=threads)
        assert many.length.tolist() == one


def test_goals_that_are_places(two_doors):
    line = [(17, 3), (17, 18)]
    path = two_doors.find_path((3, 6), line, radius=0.1, prefer=1.5)
    assert path.found
    assert path.goal[0] == pytest.approx(17)
    assert path.goal_index == 0
    assert path.clearance == pytest.approx(0.5)
    far = two_doors.find_paths([(3, 6), (3, 16)], [line, line], radius=0.1, prefer=1.5)
    assert far.found.all()


def test_partial_and_limit(two_doors):
    partial = two_doors.find_path((3, 6), (17, 6), radius=0.6, prefer=1.5, partial=True)
    assert partial.status == cw.Status.PARTIAL
    assert partial.clearance >= 0.6 * (1 - 1e-9)
    for limit in (1, 5, 50, 10_000):
        path = two_doors.find_path((3, 6), (17, 4), radius=0.1, prefer=2, limit=limit)
        assert path.found or path.lower_bound == pytest.approx(math.dist((3, 6), (17, 4)))
    late = two_doors.find_path((3, 6), (17, 4), radius=0.1, prefer=2, seconds=1e-9)
    assert late.status in (cw.Status.FOUND, cw.Status.NO_PATH)


def test_after_edits(two_doors):
    path = two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=2)
    door = two_doors.add([(9, 4), (11, 4), (11, 6), (9, 6)])
    around = two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=2)
    assert around.points[:, 1].max() > 14
    two_doors.remove(door)
    again = two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=2)
    assert again.length == path.length


@pytest.mark.parametrize("prefer", [0.05, -1, math.nan, "wide", True])
def test_malformed(two_doors, prefer):
    with pytest.raises(cw.InvalidInput, match="prefer"):
        two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=prefer)
    with pytest.raises(cw.InvalidInput, match="prefer"):
        two_doors.find_paths([(3, 6)], (17, 6), radius=0.1, prefer=prefer)


def test_index_of_a_radius_above_it(two_doors):
    with pytest.raises(cw.InvalidInput, match=r"less than the radius 0\.4") as error:
        two_doors.find_paths([(3, 6)] * 3, (17, 6), radius=[0.1, 0.2, 0.4], prefer=0.3)
    assert error.value.index == 2


def test_other_planners_and_worlds_for_small_radii_refuse(two_doors):
    with pytest.raises(cw.InvalidInput, match="no option 'prefer'"):
        two_doors.find_path((3, 6), (17, 6), radius=0.1, prefer=1, planner="ta*")
    small = cw.World(bounds=(0, 0, 9, 9), max_radius=0.5)
    assert small.find_path((1, 1), (8, 8), radius=0.1, prefer=0.5).found
    for prefer in (0.6, math.inf):
        with pytest.raises(cw.InvalidInput, match="max_radius"):
            small.find_path((1, 1), (8, 8), radius=0.1, prefer=prefer)


def test_same_radius_is_the_plain_path(two_doors):
    plain = two_doors.find_path((3, 6), (17, 4), radius=0.1)
    same = two_doors.find_path((3, 6), (17, 4), radius=0.1, prefer=0.1)
    assert same.length == plain.length
    assert same.optimal


def test_start_is_goal(two_doors):
    path = two_doors.find_path((3, 6), (3, 6), radius=0.1, prefer=4)
    assert path.found
    assert path.length == 0


@pytest.mark.parametrize("offset", [1e6, -3e7])
def test_far_from_the_origin(offset):
    world = cw.World(bounds=(offset, offset, offset + 20, offset + 10))
    for low, high in ((0, 4.5), (5.5, 10)):
        y0, y1, x0, x1 = low + offset, high + offset, 9 + offset, 11 + offset
        world.add([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    ends = (offset + 2, offset + 2), (offset + 18, offset + 8)
    for prefer in (1.0, math.inf):
        path = world.find_path(*ends, radius=0.1, prefer=prefer)
        assert path.found
        assert path.clearance == pytest.approx(0.5, rel=1e-6)
        assert np.abs(path.at(path.project((9 + offset, 5 + offset)))[1] - offset - 5) < 1e-6
