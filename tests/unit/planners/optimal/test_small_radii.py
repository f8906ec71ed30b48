"""Planner "optimal" for discs that are small against the coordinates, and searches that end.

See docs/explanation/optimal.md, "Small discs in large worlds".
"""

import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, SIZE, make
from oracle.scene import build, insert
from support.alarm import interrupted

BLOCK = [(8, 8), (12, 8), (12, 12), (8, 12)]


def check_legal(path, radius, scale):
    verdict = path.verify()
    assert not verdict["crosses"]
    assert verdict["clearance"] >= radius - 1e-11 * scale


@pytest.mark.parametrize("half", [1e3, 1e9, 1e12, 1e13, 1e14])
@pytest.mark.parametrize("radius", [0.5, 1e-3, 1e-6])
def test_wide_bounds_change_nothing(half, radius):
    ends = (6, 9), (14, 10.5)
    near, far = cw.World((-20, -20, 40, 40)), cw.World((-half, -half, half, half))
    for w in (near, far):
        w.add(BLOCK)
    p, q = near.find_path(*ends, radius=radius), far.find_path(*ends, radius=radius)
    assert q.found
    assert q.optimal
    assert q.length == pytest.approx(p.length, rel=1e-12)
    assert q.clearance == pytest.approx(radius, rel=1e-6)
    check_legal(q, radius, 20)
    assert far.distances(ends[0], [ends[1]], radius)[0] == pytest.approx(p.length, rel=1e-12)
    assert far.find_nearest(ends[0], [ends[1]], radius)[1].length == pytest.approx(p.length)


@pytest.mark.parametrize("radius", [1e-10, 1e-12, 1e-13, 4e-14, 2e-15, 1e-16, 1e-20, 1e-300])
def test_a_disc_that_is_nearly_a_point(radius):
    w = cw.World((0, 0, 20, 20))
    w.add(BLOCK)
    p, point = (w.find_path((7, 9), (13, 10.5), radius=r) for r in (radius, 0))
    assert p.found
    assert p.optimal
    assert p.length == pytest.approx(point.length, rel=1e-9)
    check_legal(p, radius, 20)
    assert w.distances((7, 9), [(13, 10.5)], radius)[0] == pytest.approx(p.length, rel=1e-9)


@pytest.mark.parametrize("radius", [1.55e-15, 1e-12, 1e-9])
def test_a_small_disc_beside_a_post_ends(radius):
    w = cw.World((0, 0, 20, 20))
    w.add_post((3.0388538979013413, 10.953809311186184))
    w.add_wall([(1.1487812047339423, 10.539122701287964), (2.630541982471333, 9.842301786965475), (3.28522259530603, 10.73032989138012), (2.3939827250553827, 12.581624750713917)])  # fmt: skip
    ends = (2.0163159770451173, 11.76668519127654), (8.36822713851041, 10.318989229232795)
    p = w.find_path(*ends, radius=radius, limit=100)
    assert p.found
    assert p.stats["expanded"] < 1000
    assert p.length == pytest.approx(w.find_path(*ends).length, rel=1e-6)
    check_legal(p, radius, 20)


def gap_world(width):
    """Two walls across the world with a gap between their tips."""
    w = cw.World((0, 0, 20, 20))
    w.add_wall([(10, 0), (10, 10)])
    w.add_wall([(10, 10 + width), (11, 20)])
    return w


@pytest.mark.parametrize("ulps", [1, 2, 5, 40, 1000])
def test_gaps_of_a_few_units_in_the_last_place(ulps):
    width = ulps * math.ulp(10.0)
    w, a, b = gap_world(width), (3, 4), (17, 15)
    for radius, fits in ((width / 2, True), (math.nextafter(width / 2, 1), False), (0, True)):
        for ends in ((a, b), (b, a)):
            assert w.reachable(*ends, radius) == fits
            p = w.find_path(*ends, radius=radius)
            assert p.found == fits
            assert math.isfinite(w.distances(ends[0], [ends[1]], radius)[0]) == fits
            if fits:
                check_legal(p, radius, 20)
                assert p.length == pytest.approx(w.find_path(*ends).length, rel=1e-9)


def test_a_row_of_posts_too_close_for_the_disc():
    """The path leads around the last of them."""
    step = math.ulp(8.0)
    w = cw.World((0, 0, 20, 20))
    w.add_posts([(10, 10 + k * 4 * step) for k in range(30)])
    a, b = (4, 10 + 50 * step), (16, 10 + 50 * step)
    for radius in (step, 2 * step, 3 * step):
        p = w.find_path(a, b, radius=radius)
        assert p.found
        assert p.length == pytest.approx(12, rel=1e-9)
        check_legal(p, radius, 20)
    w.add_wall([(10, 0), (10, 10)])
    w.add_wall([(10, 10 + 29 * 4 * step), (10, 20)])
    assert [w.find_path(a, b, radius=k * step).found for k in (1, 2, 3)] == [True, True, False]
    assert [w.reachable(a, b, k * step) for k in (1, 2, 3)] == [True, True, False]


def small_campaign(seeds, queries):
    """Worlds at several positions; statuses are those of `reachable`, lengths nearly a point's."""
    seen = {"found": 0, "closed": 0}
    for seed in seeds:
        rng = np.random.default_rng(seed)
        at = rng.choice([0.0, 5e3, 5e6, 5e9])
        w = cw.World((at, at, at + 20, at + 20))
        for _ in range(12):
            w.add(at + rng.uniform(0, 20, 2) + rng.uniform(-2, 2, (3, 2)))
        w.add_posts(at + rng.uniform(0, 20, (6, 2)))
        for _ in range(queries):
            radius = (at + 20) * 10.0 ** rng.uniform(-17, -9)
            a, b = w.random_points(2, min(radius, 0.5), rng)
            p, point = w.find_path(a, b, radius=radius), w.find_path(a, b)
            note = (seed, at, radius, a.tolist(), b.tolist())
            if not (w.is_free(a, radius) and w.is_free(b, radius)):
                assert p.status in (cw.Status.START_BLOCKED, cw.Status.GOAL_BLOCKED), note
                continue
            assert p.found == w.reachable(a, b, radius), note
            back = w.find_path(b, a, radius=radius)
            assert back.found == p.found, note
            seen["found" if p.found else "closed"] += 1
            if not p.found:
                continue
            check_legal(p, radius, at + 20)
            assert p.lower_bound <= back.length * (1 + 1e-9), note
            assert p.length >= point.length * (1 - 1e-9), note
            if p.optimal and back.optimal:
                assert abs(p.length - back.length) <= 1e-8 * p.length, note
            else:
                assert radius < 2.0**-40 * (at + 20), note
    return seen


def test_radii_from_the_last_place_upwards():
    assert small_campaign(range(25), 8)["found"] > 100


@pytest.mark.long
def test_radii_from_the_last_place_upwards_long():
    assert small_campaign(range(1000, 1400), 10)["found"] > 2000


def wide_campaign(kind, seeds, queries):
    """The obstacles of a world in bounds so wide that the radius is small against them."""
    walls = [(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE), (0, 0)]
    for seed in seeds:
        scene, asked = make(kind, seed, queries)
        near = build(cw, scene)
        far = cw.World((-1e13, -1e13, 1e13, 1e13))
        far.add_wall(walls)
        for obstacle in scene.obstacles.values():
            insert(far, *obstacle)
        for a, b, radius in asked:
            if not (min(*a, *b) >= 0 and max(*a, *b) <= SIZE):
                continue
            p, q = near.find_path(a, b, radius=radius), far.find_path(a, b, radius=radius)
            note = (kind, seed, a, b, radius)
            assert p.status == q.status, note
            if p.found:
                assert q.optimal, note
                assert q.length == pytest.approx(p.length, rel=1e-9, abs=1e-12), note
                check_legal(q, radius, 20)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_worlds_in_wide_bounds(kind):
    wide_campaign(kind, range(2), 12)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_worlds_in_wide_bounds_long(kind):
    wide_campaign(kind, range(100, 160), 20)


def crowd(count):
    """A search for a disc among 20,000 posts lasts for minutes."""
    w = cw.World((0, 0, 100, 100))
    w.add_wall([(80, 5), (80, 95)])
    w.add_posts(np.random.default_rng(0).uniform(0, 100, (count, 2)))
    return w, w.snap((1, 50), 0.02), w.snap((99, 50), 0.02)


def test_a_long_search_keeps_to_its_limit():
    w, a, b = crowd(3000)
    p = w.find_path(a, b, radius=0.02, limit=2000)
    assert not p.optimal
    assert p.stats["expanded"] < 2 * 2000 + 70 * len(w.mesh().triangles)
    assert p.lower_bound <= p.length


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("what", ["find_path", "distances", "find_nearest"])
def test_a_long_search_can_be_interrupted(what):
    w, a, b = crowd(20_000)
    with interrupted(within=20):
        getattr(w, what)(a, b if what == "find_path" else [b], radius=0.02)
    assert w.find_path(a, a, radius=0.02).found
