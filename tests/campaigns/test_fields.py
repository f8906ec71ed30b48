"""Fields in thousands of random worlds: the same lengths as single searches."""

from __future__ import annotations

import numpy as np
import pytest

from support.field_campaign import (
    disagreements,
    random_goals,
    random_points,
    random_world,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(20))
def test_points(seed):
    rng = np.random.default_rng([30, seed])
    for _ in range(100):
        world, goals = random_world(rng), random_goals(rng)
        points = random_points(rng, world, 20)
        assert disagreements(world, world.field(goals), goals, 0.0, points) == []


@pytest.mark.parametrize("seed", range(20))
def test_discs_of_random_radii(seed):
    rng = np.random.default_rng([31, seed])
    for _ in range(50):
        world, goals, radius = random_world(rng), random_goals(rng), float(rng.uniform(0.02, 0.9))
        points = random_points(rng, world, 20)
        assert disagreements(world, world.field(goals, radius), goals, radius, points) == []
