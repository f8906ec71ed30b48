"""Agents alone: each arrives in the time of its shortest path, along walls and in tight gaps."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support import lone_walks


@pytest.mark.parametrize("seed", [31, 47, 126, 206, 369, 494, 524, 545])
def test_an_agent_alone_is_not_late(seed):
    assert [why for why in map(lone_walks.late, lone_walks.walks(seed)) if why] == []


def test_a_point_walks_along_an_oblique_wall():
    """Its steps end on the wall only by rounding, half of them behind it."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        a, b, c = rng.uniform(2, 18, (3, 2))
        world = cw.World(bounds=(0, 0, 20, 20))
        world.add([a, b, c])
        crowd = cw.Crowd(world)
        crowd.add(a, radius=0.0, speed=1.0, goals=tuple(b), leave=True)
        crowd.run(1.05 * float(np.hypot(*(b - a))) + 1, dt=0.05)
        assert crowd.arrived.all()
