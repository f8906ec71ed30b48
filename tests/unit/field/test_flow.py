"""Following a field: small steps along `direction` arrive, and never leave free space."""

from __future__ import annotations

import numpy as np
import pytest

from support.field_campaign import random_world


@pytest.mark.parametrize("radius", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(10))
def test_following_the_direction_arrives(seed, radius):
    rng = np.random.default_rng([22, seed])
    world = random_world(rng)
    free = [p for p in rng.uniform(0.5, 9.5, (60, 2)) if world.is_free(p, radius)]
    if len(free) < 4:
        pytest.skip("a world without room")
    field = world.field(tuple(free[0]), radius)
    step = 1e-3
    for start in free[1:6]:
        left = field.distance(start)
        if not np.isfinite(left):
            continue
        p = np.array(start)
        for _ in range(int(left / step * 1.2) + 10):
            if np.hypot(*(p - free[0])) <= 2 * step:
                break
            # A step that ends within the rounding of an obstacle is taken to where the disc fits.
            q = p + step * field.direction(p)
            if not world.is_free(q, radius):
                q = world.snap(q, radius)
            assert np.hypot(*(q - p)) <= 1.5 * step
            assert world.is_free(q, radius)
            p = q
        assert np.hypot(*(p - free[0])) <= 2 * step
