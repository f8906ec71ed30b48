"""Discs along rows of posts, where one tangent touches many posts at once."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.discs import Discs
from oracle.scene import POST, Scene, box, build
from support.disc_campaign import check
from support.nasty_worlds import build as build_nasty
from support.nasty_worlds import collinear_posts

BOUNDS = box(0.0, 0.0, 20.0, 20.0)


def rows(rng):
    """One to three rows, parallel or not, on round coordinates in every other world; and radii
    about as wide as the gaps."""
    posts, gap = [], 1.0
    for _ in range(rng.integers(1, 4)):
        a, b = rng.uniform(2, 18, (2, 2))
        if rng.random() < 0.5:
            a, b = np.round(a), np.round(b) + 0.5
        count = rng.integers(4, 12)
        gap = math.dist(a, b) / count
        posts += [(POST, [tuple(map(float, a + (b - a) * i / count))]) for i in range(count)]
    return posts, gap * rng.choice([0.1, 0.4, 0.5, 0.6, 1.5], 2)


def query(rng, posts, radius):
    """Some ends touch a post."""
    ends = rng.uniform(0.5, 19.5, (2, 2))
    if rng.random() < 0.4:
        across = rng.choice([(radius, 0.0), (-radius, 0.0), (0.0, radius), (0.0, -radius)])
        ends[1] = np.array(posts[rng.integers(len(posts))][1][0]) + across
    return *(tuple(map(float, p)) for p in ends), float(radius)


def check_rows(seed, queries):
    rng = np.random.default_rng(seed)
    posts, radii = rows(rng)
    scene = Scene(BOUNDS, dict(enumerate(posts)))
    world, discs = build(cw, scene), Discs(scene.bounds, scene.obstacles)
    found = 0
    for _ in range(queries):
        asked = query(rng, posts, rng.choice(radii))
        assert check(world, discs, *asked, "optimal") == ("", ""), (seed, asked)
        found += discs.status(*asked) == "FOUND"
    return found


@pytest.mark.parametrize("seed", range(12))
def test_shortest_along_rows(seed):
    assert check_rows(seed, 12) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_shortest_along_rows_long(seed):
    check_rows(seed, 40)


@pytest.mark.parametrize(("radius", "length"), [(0.01, 67.18943672478817), (3, 63.432353729265586)])
def test_a_long_row_takes_bounded_work(radius, length):
    """Every post can be reached along the row from every other, at costs that differ little."""
    world = build_nasty(cw, collinear_posts(1900))
    path = world.find_path(world.snap((2, 3), radius), (50, 50), radius, partial=True)
    assert path.status == cw.Status.PARTIAL
    assert path.length == pytest.approx(length, rel=1e-12)
    assert path.stats["expanded"] < 4_000_000  # 38 million in the order of buckets alone


def test_clusters_of_a_long_row():
    """Contacts in closed gaps are detected without a walk along the tangent."""
    world = build_nasty(cw, collinear_posts(400))
    hierarchy = cw.THPAStar(world, radii=(0.4,))
    a, b = (10.0, 30.0), (40.0, 12.0)
    shortest = world.find_path(a, b, 0.4)
    path = hierarchy.find_path(a, b, 0.4)
    assert path.found
    verdict = path.verify()
    assert not verdict["crosses"]
    assert verdict["clearance"] >= 0.4 * (1 - 1e-9)
    assert path.length >= shortest.length * (1 - 1e-12)
