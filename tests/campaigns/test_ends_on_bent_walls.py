"""Ends on walls, and within rounding of walls, that crossings and refinement have bent: the walls
as given decide. Statuses by exact cells, legality by exact crossings with the input: the verifier
would let rounding pass."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement, has_crossings
from oracle.canonical import same_mesh
from oracle.disc_worlds import KINDS, make
from oracle.scene import POST, WALL, build
from support.edit_campaign import Pair, displacement
from support.end_checks import check_ends


def near_a_wall(rng, segments):
    a, b = map(np.array, segments[rng.integers(len(segments))])
    p = a + rng.uniform() * (b - a)
    how = rng.integers(3)
    if how == 0:
        p = np.array([np.nextafter(x, x + rng.integers(-1, 2)) for x in p])
    elif how == 1:
        p = p + rng.normal(size=2) * 10.0 ** rng.uniform(-22, -14)
    return tuple(0.0 if abs(x) < 2.0**-100 else float(x) for x in p)


def check_world(kind, seed, queries):
    scene, _ = make(kind, seed, 1)
    segments = [(tuple(map(float, a)), tuple(map(float, b))) for a, b in scene.segments()]
    if not has_crossings(segments) or len(segments) > 60:
        return
    cells, world = Arrangement(scene), build(cw, scene)
    rng = np.random.default_rng(seed)
    for _ in range(queries):
        a, b = near_a_wall(rng, segments), near_a_wall(rng, segments)
        if cells.is_sure(a) and cells.is_sure(b):
            check_ends(world, cells, scene, a, b)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_ends_within_rounding_of_walls(kind):
    for seed in range(4):
        check_world(kind, seed, 6)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_ends_within_rounding_of_walls_long(kind):
    for seed in range(100, 160):
        check_world(kind, seed, 20)


def within_rounding(rng, p):
    how = rng.integers(4)
    if how == 0:
        return p
    if how == 1:
        return np.nextafter(p, p + rng.integers(-1, 2, 2))
    return p + rng.integers(-4, 5, 2) * np.spacing(np.abs(p).max())


def near_coincident(rng):
    """Walls along parts of one line, up to rounding; walls that leave it there; posts beside it."""
    a, b = rng.uniform(0.3, 3.7, (2, 2))
    if rng.random() < 0.2:
        a, b = a.round(1), b.round(1) + 0.05
    walls = [(a, b)]
    for _ in range(int(rng.integers(1, 4))):
        parts, how = np.sort(rng.uniform(-0.1, 1.1, 2)), rng.integers(3)
        c, d = (within_rounding(rng, a + t * (b - a)) for t in parts)
        walls.append((a if how == 0 else c, b if how == 1 else d))
    for p in itertools.chain(*walls.copy()):
        if rng.random() < 0.3:
            walls.append((p, rng.uniform(0, 4, 2)))
    across = np.array([a[1] - b[1], b[0] - a[0]]) / np.hypot(*(b - a))
    posts = []
    for _ in range(int(rng.integers(6, 18))):
        off = rng.uniform(0.02, 0.1) if rng.random() < 0.5 else rng.uniform(0.1, 0.8)
        p = a + rng.uniform() * (b - a) + rng.choice([-1, 1]) * off * across
        posts.append((POST, [tuple(map(float, np.clip(p, 0.01, 3.99)))]))
    return [(WALL, [tuple(map(float, p)) for p in wall]) for wall in walls], posts


def check_busy_walls(seed):
    rng = np.random.default_rng(seed)
    pair = Pair((0, 0, 4, 4))
    walls, posts = near_coincident(rng)
    pair.edit([], walls + posts)

    def validate():
        try:
            pair.world.validate()
        except cw.ClearwayError as e:
            raise AssertionError(pair.report(str(e))) from e

    validate()
    wrong = displacement(pair.world, pair.scene)
    assert not wrong, pair.report(wrong)
    for _ in range(6):
        if rng.random() < 0.5:
            pair.remove(int(rng.choice(list(pair.handles))))
        elif rng.random() < 0.7:
            pair.add(*near_coincident(rng)[1][0])
        else:
            pair.add(*walls[rng.integers(len(walls))])
        validate()
    for key in rng.permutation(list(pair.handles)):
        pair.remove(int(key))
        validate()
    new = cw.World(bounds=pair.scene.bounds)
    assert same_mesh(pair.world.mesh(), new.mesh()), pair.report("emptied is not new")


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_busy_walls_within_rounding_of_one_another(start):
    for seed in range(start, start + 100):
        check_busy_walls(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 6000, 500))
def test_busy_walls_within_rounding_of_one_another_long(start):
    for seed in range(start, start + 500):
        check_busy_walls(seed)


@pytest.mark.parametrize("turn", range(5))
def test_walls_across_bundles_within_rounding(turn):
    """Walls from one point, or along one line, up to rounding, and walls that cross them all."""
    for seed in range(60):
        rng = np.random.default_rng((turn, seed))
        pair = Pair((0, 0, 4, 4))
        walls = near_coincident(rng)[0]
        a, b = map(np.array, walls[0][1])
        for _ in range(3):
            middle, along = a + rng.uniform() * (b - a), rng.normal(size=2)
            ends = [tuple(map(float, np.clip(middle + t * along, 0, 4))) for t in (-0.5, 0.7)]
            walls.append((WALL, ends))
        rng.shuffle(walls)
        for kind, points in walls:
            pair.add(kind, [tuple(map(float, p)) for p in points])
        pair.check()
        pair.check_empty(rng)
