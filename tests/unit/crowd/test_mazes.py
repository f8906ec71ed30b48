"""Mazes with corridors for one: locks are resolved one after the other, and nobody waits silently."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from oracle import crowd_law
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
    breaches, _ = crowd_scenes.walk(made, 300)
    assert breaches == []
    late = np.nonzero(~made.crowd.arrived)[0].tolist()
    assert late  # otherwise this tests nothing
    locks = [r for r in made.crowd.reports() if r.event.name in ("LOCK", "UNRESOLVED")]
    assert set(late) <= {r.agent for r in locks} | {r.other for r in locks}


@pytest.mark.parametrize("seed", [2, 11])
def test_all_get_to_their_goals_and_stay_there(seed):
    """Whoever has arrived is at its goal: also after it has made room for others."""
    made = crowd_scenes.one_lane_maze(10, 0.45, seed, leave=False)
    crowd, before, breaches = made.crowd, made.crowd.positions, []
    for _ in range(8000):
        crowd.step(0.05)
        now = crowd.positions
        breaches += list(crowd_law.too_near_to_walls(made.solid, before, now, crowd.radii))
        breaches += list(crowd_law.overlapping_pairs(before, now, crowd.radii))
        before = now
        assert away_from_goals(made)[crowd.arrived].max(initial=0.0) <= 2.001 * 0.45
        if crowd.arrived.all():
            break
    assert breaches == []
    assert away_from_goals(made).max() <= 2.001 * 0.45


def corridor_with_niche():
    world = cw.World((0, 0, 12, 2))
    world.add([(0, 1), (7.5, 1), (7.5, 2), (0, 2)])
    world.add([(8.5, 1), (12, 1), (12, 2), (8.5, 2)])
    return world


def test_who_has_made_room_has_arrived_when_it_is_back():
    """A corridor for one with a niche: who stands before it lets another pass, and walks back."""
    world = corridor_with_niche()
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


def test_who_is_removed_while_it_makes_room_has_not_arrived():
    world = corridor_with_niche()
    crowd = cw.Crowd(world)
    crowd.add([(6, 0.5), (1, 0.5)], radius=0.45, goals=[(6, 0.5), (11, 0.5)])
    for _ in range(1200):
        crowd.step(0.05)
        if np.hypot(*(crowd.positions[0] - (6, 0.5))) > 1:
            break
    assert not crowd.arrived[0]
    crowd.remove(0)
    assert crowd.left[0]
    assert not crowd.arrived[0]


def test_two_pass_each_other_before_a_dead_end():
    """The one at the end of a dead end must get out before the other can get in, and it is its goal
    that lies nearer to the mouth: neither can make room alone."""
    world = cw.World((0, 0, 12, 3))
    world.add([(0, 1), (3, 1), (3, 3), (0, 3)])  # a corridor for one, and a niche at x = 3 to 4
    world.add([(4, 1), (12, 1), (12, 3), (4, 3)])
    goals = np.array([(9.0, 0.5), (11.0, 0.5)])
    crowd = cw.Crowd(world)
    crowd.add([(9, 0.5), (1, 0.5)], radius=0.45, goals=goals)
    for _ in range(2400):
        crowd.step(0.05)
    assert crowd.arrived.all()
    assert np.hypot(*(crowd.positions - goals).T).max() < 0.25 * 0.45
    assert "LOCK" in {report.event.name for report in crowd.reports()}


def away_from_goals(made):
    return np.hypot(*(made.crowd.positions - made.goals).T)
