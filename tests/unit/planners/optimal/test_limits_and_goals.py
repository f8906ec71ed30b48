"""Planner "optimal" beyond one proved path: limits, one start to many goals, against the
oracles."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import build, script
from support.end_checks import is_tie

NEAR = 1e-9


class Planner:
    """Answers as the oracle does, from the planner itself, proved in test_discs.py."""

    def __init__(self, world):
        self.world = world

    def status(self, a, b, r):
        return self.world.find_path(a, b, radius=r).status.name

    def shortest(self, a, b, r):
        return (self.world.find_path(a, b, radius=r).length,)


def questions(kind, seed, count, by_oracle):
    """A world, who knows, and queries, every third with radius 0."""
    scene, asked = make(kind, seed, count)
    asked = [(a, b, 0.0 if i % 3 == 2 else r) for i, (a, b, r) in enumerate(asked)]
    world = build(cw, scene)
    truth = Discs(scene.bounds, scene.obstacles) if by_oracle else Planner(world)
    return scene, world, truth, asked


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_limited_searches(kind):
    for seed in range(4):
        check_limits(*questions(kind, seed, 40, False))


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_limited_searches_long(kind):
    for seed in range(100, 110):
        check_limits(*questions(kind, seed, 40, True))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_distances_and_nearest(kind):
    for seed in range(4):
        check_distances(*questions(kind, seed, 24, False))


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_distances_and_nearest_long(kind):
    for seed in range(100, 110):
        check_distances(*questions(kind, seed, 24, True))


def check_limits(scene, world, truth, asked):
    """The bound holds, and where there is a path one comes back: legal, no shorter than the
    optimum."""
    for a, b, r in asked:
        if is_tie(world, truth, a, b, r):
            continue
        owed, shortest = truth.status(a, b, r), truth.shortest(a, b, r)[0]
        before = 0.0
        for limit in (1, 4, 16, 64, 10**6):
            p = world.find_path(a, b, radius=r, limit=limit)
            note = f"{script(scene)}\n{a} {b} {r} limit {limit}: {p!r}, owed {owed} {shortest!r}"
            assert p.status.name == owed, note
            assert p.lower_bound <= shortest * (1 + NEAR), note
            assert p.lower_bound >= before * (1 - NEAR) or p.status.name == "NO_PATH", note
            before = p.lower_bound
            if p.found:
                assert p.lower_bound <= p.length, note
                assert p.length >= shortest * (1 - NEAR), note
                assert p.clearance >= r * (1 - NEAR), note
                assert not p.verify()["crosses"], note
                assert not p.optimal or p.length <= shortest * (1 + NEAR), note
        assert p.optimal == (owed == "FOUND"), note


def check_distances(scene, world, truth, asked):
    ends = np.array([b for _, b, _ in asked])
    for a, _, r in asked[:6]:
        goals = np.array([g for g in ends if not is_tie(world, truth, a, tuple(g), r)])
        owed = np.array([truth.shortest(a, tuple(g), r)[0] for g in goals])
        owed[[truth.status(a, tuple(g), r) != "FOUND" for g in goals]] = math.inf
        found = world.distances(a, goals, radius=r)
        note = f"{script(scene)}\ndistances({a}, {goals.tolist()}, {r}): {found} owed {owed}"
        assert np.array_equal(np.isinf(found), np.isinf(owed)), note
        some = np.isfinite(owed)
        assert np.allclose(found[some], owed[some], rtol=NEAR, atol=0), note
        index, path = world.find_nearest(a, goals, radius=r)
        if not some.any():
            assert index is None
            assert path.status in (cw.Status.NO_PATH, cw.Status.START_BLOCKED)
            continue
        assert path.found, note
        assert path.optimal, note
        assert math.isclose(path.length, owed.min(), rel_tol=NEAR), note
        assert math.isclose(path.length, owed[index], rel_tol=NEAR), note
        assert tuple(path.goal) == tuple(goals[index])
        assert path.clearance >= r * (1 - NEAR), note


def crowded():
    rng = np.random.default_rng(5)
    world = cw.World(bounds=(0, 0, 100, 100))
    with world.editing():
        for x, y in rng.uniform(2, 98, (800, 2)):
            world.add([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    return world


def test_effort_is_kept():
    """First paths cost less than the proof, and some are longer than the shortest."""
    world, rng, cost, longer = crowded(), np.random.default_rng(1), np.zeros(3), 0
    for a, b in rng.uniform(0, 1, (40, 2, 2)).tolist():
        for r in (0.0, 0.2):
            ends = a, [99 - b[0], 99 - b[1]]
            whole = world.find_path(*ends, radius=r)
            first, more = (world.find_path(*ends, radius=r, effort=f) for f in (1, 2))
            assert first.status == more.status == whole.status
            if whole.found:
                assert first.lower_bound <= more.lower_bound <= whole.length * (1 + NEAR)
                assert whole.length * (1 - NEAR) <= more.length <= first.length
                assert more.stats["expanded"] <= 2 * first.stats["expanded"] + 64
                cost += [p.stats["expanded"] for p in (first, more, whole)]
                longer += first.length > whole.length * (1 + NEAR)
    assert cost[0] < cost[1] < cost[2]
    assert longer


def test_limit_is_kept():
    """A search that is cut short does not do the work of the whole."""
    world = crowded()
    for r in (0.0, 0.2):
        whole = world.find_path((1, 1), (99, 99), radius=r)
        part = world.find_path((1, 1), (99, 99), radius=r, limit=20)
        assert whole.optimal
        assert part.found
        assert not part.optimal
        assert part.lower_bound <= whole.length <= part.length
        assert part.stats["expanded"] < whole.stats["expanded"] / 2


@pytest.mark.parametrize("kind", ["convex", "gaps", "posts", "walls"])
def test_effort_bounds_the_search(kind):
    """The first path comes with any effort up to 1; more of it, no worse a path and bound."""
    unproved = 0
    for seed in range(3):
        scene, world, truth, asked = questions(kind, seed, 30, False)
        for a, b, r in asked:
            owed, shortest = truth.status(a, b, r), truth.shortest(a, b, r)[0]
            length, bound = math.inf, 0.0
            for effort in (0.1, 1, 1.2, 2, 1e9):
                p = world.find_path(a, b, radius=r, effort=effort)
                note = (
                    f"{script(scene)}\n{a} {b} {r} effort {effort}: {p!r}, owed {owed} {shortest!r}"
                )
                assert p.status.name == owed, note
                if not p.found:
                    continue
                assert p.lower_bound <= shortest * (1 + NEAR), note
                assert bound * (1 - NEAR) <= p.lower_bound <= p.length, note
                assert shortest * (1 - NEAR) <= p.length <= length * (1 + NEAR), note
                assert p.clearance >= r * (1 - NEAR), note
                assert not p.optimal or p.lower_bound == p.length, note
                unproved += not p.optimal
                length, bound = p.length, p.lower_bound
            assert p.optimal == (owed == "FOUND"), note
            assert owed != "FOUND" or math.isclose(p.length, shortest, rel_tol=NEAR), note
    assert unproved


@pytest.mark.parametrize("effort", [0, -1, math.nan, "2", True, None])
def test_bad_efforts(effort):
    with pytest.raises(cw.InvalidInput):
        cw.World(bounds=(0, 0, 1, 1)).find_path((0, 0), (1, 1), effort=effort)


@pytest.mark.parametrize("limit", [0, -1, math.nan, "10", True, None])
def test_bad_limits(limit):
    with pytest.raises(cw.InvalidInput):
        cw.World(bounds=(0, 0, 1, 1)).find_path((0, 0), (1, 1), limit=limit)


def test_distances_of_many_starts_and_of_nothing():
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    starts, goals = [(1, 1), (5, 5), (9, 9)], [(1, 1), (9, 1), (5, 5), (20, 20)]
    d = w.distances(starts, goals, radius=0.5)
    assert d.shape == (3, 4)
    assert np.array_equal(d[0], w.distances((1, 1), goals, radius=0.5))
    assert d[0, 0] == 0.0
    assert d[0, 1] == 8.0
    assert np.isinf(d[1]).all()
    assert np.isinf(d[:, 2:]).all()
    assert w.distances((1, 1), np.empty((0, 2))).shape == (0,)
    assert w.find_nearest((1, 1), np.empty((0, 2)))[0] is None
    assert w.find_nearest((5, 5), goals)[1].status == cw.Status.START_BLOCKED
    assert w.find_nearest((1, 1), [(5, 5)])[1].status == cw.Status.NO_PATH
    with pytest.raises(cw.InvalidInput):
        w.distances((1, 1), [(1, math.nan)])


@pytest.mark.parametrize("bound", [{"limit": 26}, {"limit": 60}, {"effort": 1.5}])
@pytest.mark.parametrize("radius", [0.0, 0.25])
def test_bounded_answers_do_not_depend_on_searches_before(bound, radius):
    rng = np.random.default_rng(5)
    for max_radius in (None, 0.0):
        world = cw.World((0, 0, 20, 20), max_radius=max_radius)
        for x, y in rng.uniform(0, 20, (60, 2)):
            world.add([(x, y), (x + 1.5, y + 0.3), (x + 0.4, y + 1.2)])
        starts, goals = (world.random_points(60, radius, seed) for seed in (1, 2))
        alone = [world.find_path(a, b, radius, **bound) for a, b in zip(starts, goals, strict=True)]
        again = world.find_paths(starts[::-1], goals[::-1], radius, threads=1, **bound)
        twice = np.repeat(starts, 3, axis=0), np.repeat(goals, 3, axis=0)
        paths = world.find_paths(*twice, radius, threads=2, **bound)
        lengths = [p.length for p in alone]
        assert again.length[::-1].tolist() == lengths
        assert paths.length.reshape(-1, 3).T.tolist() == [lengths] * 3
        assert [p.stats["expanded"] for p in again][::-1] == [p.stats["expanded"] for p in alone]


def test_radii_in_turns_in_a_world_that_changes():
    """What is kept for one radius is neither used for another nor after an edit."""
    rng = np.random.default_rng(5)
    radii = [*np.linspace(0.1, 1.0, 10), 0.0]
    bounds = (0, 0, 50, 50)

    def square():
        x, y, s = rng.uniform((1, 1, 1), (45, 45, 4))
        return [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]

    world = cw.World(bounds=bounds)
    there = {world.add(ring): ring for ring in (square() for _ in range(40))}
    found = 0
    for _ in range(6):
        for k in rng.integers(len(radii), size=60):  # some come again soon, some late
            a, b = rng.uniform(0, 50, (2, 2))
            path = world.find_path(a, b, radius=radii[k])
            fresh = cw.World(bounds=bounds)
            with fresh.editing():
                for ring in there.values():
                    fresh.add(ring)
            again = fresh.find_path(a, b, radius=radii[k])
            assert path.status == again.status
            assert path.length == pytest.approx(again.length, rel=1e-12)
            if path.status == cw.Status.FOUND:
                assert world.distances(a, [b], radius=radii[k])[0] == pytest.approx(path.length)
                found += 1
        oldest = next(iter(there))
        world.remove(oldest)
        del there[oldest]
        ring = square()
        there[world.add(ring)] = ring
    assert found > 100
