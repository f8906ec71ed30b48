"""Mazes with corridors for one: locks are resolved one after the other, and nobody waits silently."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
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


def test_who_has_made_room_has_arrived_when_it_is_back():
    """A corridor for one with a niche: who stands in it lets another pass, and walks back."""
    world = cw.World((0, 0, 12, 2))
    world.add([(0, 1), (7.5, 1), (7.5, 2), (0, 2)])
    world.add([(8.5, 1), (12, 1), (12, 2), (8.5, 2)])
    goals = np.array([(6.0, 0.5), (11.0, 0.5)])
    crowd = cw.Crowd(world)
    crowd.add([(6, 0.5), (1, 0.5)], radius=0.45, goals=goals)
    farthest = 0.0
    for _ in range(1200):
        crowd.step(0.05)
        away = np.hypot(*(crowd.positions - goals).T)
        assert not crowd.arrived[away > 2.01 * 0.45].any()
        farthest = max(farthest, float(away[0]))
    assert farthest > 1.5
    assert crowd.arrived.all()
    assert away.max() < 0.25 * 0.45


@pytest.mark.parametrize("seed", range(1, 4))
def test_who_has_arrived_in_a_maze_is_there(seed):
    """Also after others have passed: who is away from its goal walks back, or is reported."""
    made = crowd_scenes.one_lane_maze(10, 0.45, seed, leave=False)
    crowd = made.crowd
    breaches, _ = crowd_scenes.walk(made, 200)
    assert breaches == []
    away = np.hypot(*(crowd.positions - made.goals).T)
    assert away[crowd.arrived].max(initial=0.0) < 2.01 * 0.45
    reports = [r for r in crowd.reports() if r.event.name in ("LOCK", "UNRESOLVED")]
    assert set(np.nonzero(~crowd.arrived)[0].tolist()) <= {r.agent for r in reports}
