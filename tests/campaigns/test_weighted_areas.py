"""Many random worlds with weighted areas: bounds against the costs of other paths, and a graph."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import clearway as cw
from oracle.scene import box
from oracle.weighted import WeightedPlane
from support.feature_worlds import SIZE, make, point
from support.weighted_worlds import SIZE as LATTICE
from support.weighted_worlds import lattice_case, oracle_plane

FACTORS = (0.05, 0.3, 0.7, 1.1, 1.5, 3.0, 10.0, 1000.0)


def check(seed):
    """One query from both ends, to three tolerances; returns whether there is a path."""
    rng = np.random.default_rng(seed)
    case = make(rng, areas=int(rng.integers(1, 7)), doors=int(rng.integers(3)))
    names = {name for name, _ in case.areas.values()}
    costs = {name: float(rng.choice(FACTORS)) for name in names}
    a, b = point(rng), point(rng)
    radius = float(rng.choice([0.0, 0.0, 0.3]))
    shortest = case.world.find_path(a, b, radius)
    found = []
    for start, goal, tolerance in ((a, b, 0.01), (b, a, 0.01), (a, b, 0.1), (b, a, 1e-3)):
        if radius and tolerance < 0.01:
            continue
        path = case.world.find_path(start, goal, radius, costs=costs, tolerance=tolerance)
        assert path.found == shortest.found, seed
        if not path:
            return False
        verdict = path.verify()
        assert verdict["free"], seed
        assert not verdict["crosses"], seed
        assert verdict["clearance"] >= radius * (1 - 1e-9), seed
        within = tolerance if radius == 0.0 else 0.1 + tolerance
        assert path.cost <= (1 + within) * path.lower_bound + 1e-12, seed
        found.append(path)
    for name in names:
        around = case.world.find_path(a, b, radius, costs={**costs, name: cw.AVOID})
        if around:
            around._factors = costs
            found.append(around)
    least = min(path.cost for path in found)
    for path in found[:3]:
        assert path.lower_bound <= least * (1 + 1e-9), seed
    return True


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 2000, 50))
def test_bounds_hold_for_all_paths(first):
    assert sum(check(10_000 + seed) for seed in range(first, first + 50)) > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_random_worlds_against_a_dense_graph(seed):
    rng = np.random.default_rng(30_000 + seed)
    case = make(rng, areas=2, doors=0)
    costs = {name: float(rng.choice(FACTORS)) for name in ("mud", "enemy")}
    a, b = point(rng), point(rng)
    path = case.world.find_path(a, b, costs=costs, tolerance=1e-3)
    if not path:
        return
    areas = [(ring, costs[name]) for name, ring in case.areas.values()]
    plane = WeightedPlane(box(0, 0, SIZE, SIZE), [ring for _, ring in case.obstacles], areas)
    dense, _ = plane.cost(a, b, SIZE / 24)
    assert path.cost == pytest.approx(plane.measured(path.points), rel=1e-7)
    assert path.lower_bound <= dense * (1 + 1e-9)
    assert path.cost <= 1.001 * dense


def check_lattice(seed, dense=False, is_rotated=False, on_boundaries=False):
    """Boundaries along obstacles and each other, ends on them; returns whether there is a path."""
    case = lattice_case(np.random.default_rng(seed), is_rotated, on_boundaries)
    a, b = case.ends
    shortest = case.world.find_path(a, b)
    found = []
    for start, goal, tolerance in ((a, b, 0.01), (b, a, 0.01), (a, b, 1e-3), (b, a, 1e-3)):
        # Where rounding has made triangles thin, the tolerance may take long, or not be reached.
        limits = {"seconds": 0.3} if is_rotated else {}
        path = case.world.find_path(start, goal, costs=case.costs, tolerance=tolerance, **limits)
        if is_rotated and not path:
            return False
        assert path.found == shortest.found, seed
        if not path:
            return False
        if not is_rotated:
            assert path.cost <= (1 + tolerance) * path.lower_bound + 1e-12, seed
        assert not path.verify()["crosses"], seed
        found.append(path)
    least = min(path.cost for path in found)
    plane, error = (dense and oracle_plane(case)) or (None, 0.0)
    if plane:
        other, _ = plane.cost(a, b, LATTICE / 24, passes=4)
        assert least <= 1.001 * other * (1 + 1e-9), seed
        least = min(least, other + error)
        for path in found if error == 0.0 else ():
            assert path.cost == pytest.approx(plane.measured(path.points), rel=1e-6), seed
    for path in found:
        assert path.lower_bound <= least * (1 + 1e-9) + 1e-12, seed
    return True


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 10_000, 250))
@pytest.mark.parametrize("is_rotated", [False, True])
def test_bounds_from_both_ends_on_a_lattice(first, is_rotated):
    seeds = range(50_000 + first, 50_000 + first + 250)
    assert sum(check_lattice(seed, is_rotated=is_rotated) for seed in seeds) > 100


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 2000, 50))
def test_bounds_on_a_lattice_against_a_dense_graph(first):
    assert sum(check_lattice(70_000 + seed, dense=True) for seed in range(first, first + 50)) > 15


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_bounds_on_a_rotated_lattice_with_ends_on_boundaries(first):
    """Rounding decides on which side of a wall an end is: the two directions may differ there."""
    seeds = range(90_000 + first, 90_000 + first + 250)
    assert sum(check_lattice(s, is_rotated=True, on_boundaries=True) for s in seeds) > 50


def check_places(seed):
    """A goal with corners on the lattice, along boundaries and obstacles, against its points."""
    rng = np.random.default_rng(seed)
    case = lattice_case(rng)
    corners = rng.integers(0, LATTICE + 1, (int(rng.integers(2, 5)), 2)).astype(float)
    if len(np.unique(corners, axis=0)) < len(corners):
        return False
    start, goal = case.ends[0], [tuple(p) for p in corners.tolist()]
    path = case.world.find_path(start, goal, costs=case.costs)
    assert path.found == case.world.find_path(start, goal).found, seed
    if not path:
        return False
    assert path.cost <= 1.01 * path.lower_bound + 1e-12, seed
    steps = np.linspace(0, 1, 9)
    ends = np.concatenate([a + np.outer(steps, b - a) for a, b in itertools.pairwise(corners)])
    ends = np.concatenate((ends, [path.goal]))
    others = case.world.find_paths(start, ends, costs=case.costs)
    least = min(other.cost for other in others if other)
    assert path.lower_bound <= least * (1 + 1e-9) + 1e-12, seed
    assert path.cost <= 1.01 * least * (1 + 1e-9) + 1e-12, seed
    return True


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 4000, 200))
def test_goals_that_are_lines_on_a_lattice(first):
    assert sum(check_places(130_000 + seed) for seed in range(first, first + 200)) > 80
