"""Fields in thousands of random worlds: the same lengths as single searches."""

from __future__ import annotations

import numpy as np
import pytest

from support.field_campaign import (
    GAPS,
    disagreements,
    lattice_world,
    one_way_differences,
    random_goals,
    random_points,
    random_world,
    tie_world,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(20))
def test_points(seed):
    rng = np.random.default_rng([30, seed])
    for _ in range(100):
        world, goals = random_world(rng), random_goals(rng)
        points = random_points(rng, world, 20)
        assert disagreements(world, world.field(goals), goals, 0.0, points) == []


@pytest.mark.parametrize("seed", range(10))
def test_points_on_lines_through_several_corners(seed):
    rng = np.random.default_rng([33, seed])
    for _ in range(100):
        world, goals = lattice_world(rng)
        points = random_points(rng, world, 25)
        assert disagreements(world, world.field(goals), goals, 0.0, points) == []


@pytest.mark.parametrize("seed", range(20))
def test_discs_of_random_radii(seed):
    rng = np.random.default_rng([31, seed])
    for _ in range(50):
        world, goals, radius = random_world(rng), random_goals(rng), float(rng.uniform(0.02, 0.9))
        points = random_points(rng, world, 20)
        assert disagreements(world, world.field(goals, radius), goals, radius, points) == []


@pytest.mark.parametrize("seed", range(20))
def test_discs_at_ties(seed):
    """Gaps exactly as wide as the disc, or too narrow by rounding: every query agrees."""
    rng = np.random.default_rng([32, seed])
    for _ in range(400):
        world, size = tie_world(rng)
        goals, radius = random_goals(rng, size), float(rng.choice(GAPS))
        points = random_points(rng, world, 12, size)
        assert disagreements(world, world.field(goals, radius), goals, radius, points) == []
        free = points[world.is_free(points, radius)]
        half = len(free) // 2
        assert one_way_differences(world, free[:half], free[half : 2 * half], radius) == []
