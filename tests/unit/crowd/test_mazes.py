"""Mazes with corridors for one: locks are resolved one after the other, and nobody waits silently."""

from __future__ import annotations

import numpy as np
import pytest

from support import crowd_scenes

# Seed, radius and agents; two discs fit beside each other in none of the corridors of width 1.
MAZES = [(2, 0.45, 20), (4, 0.45, 10), (1, 0.3, 20), (4, 0.3, 10)]


@pytest.mark.parametrize(("seed", "radius", "count"), MAZES)
def test_all_arrive_in_a_maze_of_one_lane(seed, radius, count):
    """Each has a goal of its own and leaves there: many must back out for others."""
    made = crowd_scenes.one_lane_maze(count, radius, seed)
    breaches, _ = crowd_scenes.walk(made, 300)
    assert breaches == []
    assert made.crowd.arrived.all()


def test_who_does_not_arrive_is_reported():
    """Those that stay at their goals get into the way of others: whoever is late is reported."""
    made = crowd_scenes.one_lane_maze(10, 0.45, 1, leave=False)
    breaches, _ = crowd_scenes.walk(made, 150)
    assert breaches == []
    late = np.nonzero(~made.crowd.arrived)[0].tolist()
    reported = {r.agent for r in made.crowd.reports() if r.event.name in ("LOCK", "UNRESOLVED")}
    assert set(late) <= reported
