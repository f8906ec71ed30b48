"""What prunes the disc search: the same answers with it and without it, at less work.

With `dominance_from` 0 both the dominance rule and the bound by what remains for a point are used
from the first expansion on; with 1, in the beginning, the rule alone; with infinity neither.
"""

import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import build

SAME = 1e-12  # relative: lengths


def both(world, a, b, radius, first=0):
    """Answers of the core with pruning and without it."""
    a, b = tuple(map(float, a)), tuple(map(float, b))
    return [
        world._core.find_path("optimal", a, b, float(radius), {"dominance_from": expansions})
        for expansions in (first, math.inf)
    ]


def compare(world, queries, first=0):
    """Expansions with pruning and without it, after the answers have been compared."""
    work, found = np.zeros(2, int), 0
    for a, b, r in queries:
        ours, owed = both(world, a, b, r, first)
        assert ours.status[0] == owed.status[0], (a, b, r)
        assert ours.optimal[0] == owed.optimal[0], (a, b, r)
        length, least = float(ours.length[0]), float(owed.length[0])
        assert length == least or abs(length - least) <= SAME * least, (a, b, r, length, least)
        work += int(ours.expanded[0]), int(owed.expanded[0])
        found += math.isfinite(least)
    return work, found


def lattice(side, rng):
    """One rotated box to a cell of a lattice of that many cells a side, cells of size 1."""
    rings = []
    for i in range(side):
        for k in range(side):
            half = rng.uniform(0.15, 0.45)
            x, y = np.array([i, k]) + half + rng.uniform(0.01, 0.99, 2) * (1 - 2 * half)
            turn = rng.uniform(0, math.pi / 2) + np.arange(4) * math.pi / 2
            rings.append(np.c_[x + half * np.cos(turn), y + half * np.sin(turn)])
    return cw.World.from_obstacles(rings, bounds=(0, 0, side, side))


def posts_by_walls(rng):
    """Posts a little more or less than a disc's width from long walls and from each other."""
    world = cw.World(bounds=(0, 0, 20, 20))
    for _ in range(6):
        a = rng.uniform(1, 19, 2)
        t = rng.uniform(0, 2 * math.pi)
        along, across = np.array([math.cos(t), math.sin(t)]), np.array([-math.sin(t), math.cos(t)])
        b = np.clip(a + rng.uniform(3, 12) * along, 0.5, 19.5)
        world.add_wall([tuple(a), tuple(b)])
        for _ in range(4):
            p = a + rng.uniform(0, 8) * along + rng.choice([-1, 1]) * rng.uniform(0.1, 1.5) * across
            if (abs(p - 10) < 9.5).all():
                world.add_post(tuple(p))
    return world


def pairs(rng, side, count, radii):
    places = rng.uniform(0, side, (count, 4))
    return [(p[:2], p[2:], rng.choice(radii)) for p in places]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_answers_are_those_without_the_rule(kind):
    for seed in range(3):
        scene, queries = make(kind, seed, 20)
        compare(build(cw, scene), queries)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_answers_are_those_without_the_rule_long(kind):
    for seed in range(1000, 1100):
        scene, queries = make(kind, seed, 40)
        compare(build(cw, scene), queries)


@pytest.mark.parametrize("radius", [1e-4, 0.02, 0.08])
def test_the_rule_saves_work_among_boxes(radius):
    rng = np.random.default_rng(3)
    world = lattice(30, rng)
    (ours, owed), found = compare(world, pairs(rng, 30, 60, [radius]), first=1)
    assert found > 10
    assert ours < 0.9 * owed


def test_what_remains_for_a_point_saves_work_among_boxes():
    rng = np.random.default_rng(3)
    world = lattice(30, rng)
    queries = pairs(rng, 30, 60, [1e-4])
    (ours, _), _ = compare(world, queries)
    (by_rule, _), found = compare(world, queries, first=1)
    assert found > 10
    assert ours < 0.9 * by_rule


@pytest.mark.parametrize("seed", range(8))
def test_posts_beside_walls(seed):
    rng = np.random.default_rng(seed)
    _, found = compare(posts_by_walls(rng), pairs(rng, 20, 60, [0.05, 0.2, 0.4, 0.7]))
    assert found > 10


@pytest.mark.long
def test_posts_beside_walls_long():
    for seed in range(100, 500):
        rng = np.random.default_rng(seed)
        compare(posts_by_walls(rng), pairs(rng, 20, 60, [0.05, 0.1, 0.2, 0.3, 0.4, 0.7]))


def test_one_search_to_many_goals():
    rng = np.random.default_rng(5)
    world = lattice(12, rng)
    free = [p for p in rng.uniform(0, 12, (80, 2)) if world.is_free(p, radius=0.03)]
    start, goals = free[0], np.array(free[1:])
    measured = world.distances(start, goals, radius=0.03)
    owed = [float(both(world, start, g, 0.03)[1].length[0]) for g in goals]
    assert np.allclose(measured, owed, rtol=1e-11, atol=0)
