"""Agents: adding, sending, following, stopping, removing; goals of every kind; priorities."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import clearway as cw


def room(*boxes, bounds=(0, 0, 20, 10)):
    return cw.World.from_obstacles(list(boxes), bounds=bounds)


def walk(crowd, seconds, dt=0.05):
    for _ in range(round(seconds / dt)):
        crowd.step(dt)


def test_agents_at_a_point_stay_and_those_at_a_line_or_an_area_leave():
    crowd = cw.Crowd(room())
    line, area = [(18, 3), (18, 4)], [(17, 7), (19, 7), (19, 9), (17, 9), (17, 7)]
    crowd.add([(1, 1), (1, 3.5), (1, 8)], goals=[(18, 1), line, area])
    walk(crowd, 16)
    assert crowd.arrived.tolist() == [True] * 3
    assert crowd.left.tolist() == [False, True, True]
    assert np.isnan(crowd.positions[1:]).all()
    assert np.allclose(crowd.positions[0], (18, 1), atol=0.3 / 8)


def test_leave_decides_otherwise():
    crowd = cw.Crowd(room())
    crowd.add((1, 1), goals=(5, 1), leave=True)
    crowd.add((1, 5), goals=[(5, 4), (5, 6)], leave=False)
    walk(crowd, 8)
    assert crowd.arrived.all()
    assert crowd.left.tolist() == [True, False]


def test_the_nearest_of_several_goals_is_taken():
    crowd = cw.Crowd(room())
    crowd.add([(4, 5), (16, 5), (9, 5)], goals=[[(1, 4), (1, 6)], [(19, 4), (19, 6)]])
    walk(crowd, 1)
    assert np.sign(crowd.velocities[:, 0]).tolist() == [-1, 1, -1]


def test_many_sent_to_one_point_stand_around_it():
    crowd = cw.Crowd(room())
    points = [(x, y) for x in (1, 2, 3, 4) for y in (2, 3, 4, 5, 6)]
    crowd.add(points, radius=[0.2, 0.3, 0.4, 0.25] * 5, goals=(15, 5))
    walk(crowd, 25)
    assert crowd.arrived.all()
    away = np.hypot(*(crowd.positions - (15, 5)).T)
    assert away.max() < 2 * np.sqrt((crowd.radii**2).sum() / 0.5)


def test_an_agent_follows_another():
    crowd = cw.Crowd(room([(9, 0), (11, 0), (11, 8), (9, 8)]))
    leader = crowd.add((4, 2), speed=1.0, goals=(18, 2))
    dog = crowd.add((1, 2), speed=1.6, goals=leader)
    walk(crowd, 40)
    gap = np.hypot(*(crowd.positions[leader] - crowd.positions[dog]))
    assert crowd.arrived[leader]
    assert 0.6 - 1e-9 <= gap <= 1.0
    crowd.remove(leader)
    walk(crowd, 1)
    assert not np.isnan(crowd.positions[dog]).any()


@pytest.mark.parametrize("seed", range(8))
def test_a_follower_arrives_beside_a_leader_that_stands(seed):
    """Its last step ends beside the leader but for rounding."""
    rng = np.random.default_rng(seed)
    crowd = cw.Crowd(cw.World((0, 0, 20, 20)))
    leader = crowd.add(rng.uniform(3, 17, 2), radius=0.3)
    follower = crowd.add(rng.uniform(3, 17, 2), radius=float(rng.uniform(0.2, 0.5)), goals=leader)
    walk(crowd, 20)
    assert crowd.arrived[follower]
    assert not crowd.waiting[follower]
    assert crowd.reports() == []


def test_a_stopped_follower_has_not_arrived_when_its_leader_walks_on():
    crowd = cw.Crowd(room())
    leader, dog = crowd.add([(5, 5), (3, 5)])
    crowd.send(dog, int(leader))
    walk(crowd, 3)
    assert crowd.arrived[dog]
    crowd.stop(dog)
    walk(crowd, 1)
    assert crowd.arrived[dog]
    crowd.send(leader, (18, 5))
    walk(crowd, 2)
    assert not crowd.arrived[dog]
    crowd.resume(dog)
    walk(crowd, 14)
    assert crowd.arrived.all()


def test_a_follower_that_gets_nowhere_is_reported():
    """It is pushed to the end of a corridor for one, where it shakes, but comes no nearer."""
    crowd = cw.Crowd(cw.World(bounds=(0, 0, 12, 1)))
    leader, dog, other = crowd.add(
        [(11.4, 0.5), (5, 0.5), (10, 0.5)], radius=0.45, priority=[0, 0, 1]
    )
    crowd.send(dog, int(leader))
    crowd.send(other, (1, 0.5))
    walk(crowd, 90, dt=0.1)
    assert not crowd.arrived[dog]
    assert int(dog) in {agent for r in crowd.reports() for agent in (r.agent, r.other)}


def test_one_that_has_arrived_is_reported_again_when_it_has_no_way():
    """A wall parts it from its leader and goes, and then the leader leaves."""
    world = cw.World((0, 0, 10, 10))
    crowd = cw.Crowd(world)
    leader = crowd.add((5, 5), radius=0.3)
    follower = crowd.add((5.7, 5), radius=0.3, goals=leader)

    def events():
        walk(crowd, 3)
        return [(r.event, r.agent) for r in crowd.reports()]

    assert (events(), crowd.arrived[follower]) == ([], True)
    wall = world.add_wall([(5.35, 0), (5.35, 10)])
    assert events() == [(cw.CrowdEvent.NO_WAY, follower)]
    world.remove(wall)
    assert (events(), crowd.arrived[follower]) == ([], True)
    crowd.remove(leader)
    assert events() == [(cw.CrowdEvent.NO_WAY, follower)]


def test_one_that_follows_for_long_is_not_reported():
    crowd = cw.Crowd(room(bounds=(0, 0, 200, 10)))
    leader, dog = crowd.add([(5, 5), (1, 5)], speed=[1.4, 1.4])
    crowd.send(dog, int(leader))
    crowd.send(leader, (190, 5))
    walk(crowd, 120, dt=0.1)
    assert crowd.reports() == []
    assert crowd.positions[dog][0] > 160


def test_stopped_agents_do_not_move_and_others_walk_around_them():
    crowd = cw.Crowd(room())
    walker, post = crowd.add([(1, 5), (8, 5)], goals=[(18, 5), (1, 5)])
    crowd.stop(post)
    walk(crowd, 14)
    assert crowd.positions[post].tolist() == [8, 5]
    assert crowd.arrived[walker]
    crowd.resume(post)
    walk(crowd, 7)
    assert crowd.arrived[post]


def test_agents_are_removed_and_sent_elsewhere():
    crowd = cw.Crowd(room())
    first, second = crowd.add([(1, 2), (1, 8)], goals=(18, 5))
    crowd.remove(first)
    crowd.send(second, (1, 1))
    crowd.send(first, (1, 1))  # has left: ignored
    walk(crowd, 8)
    assert np.isnan(crowd.positions[first]).all()
    assert np.allclose(crowd.positions[second], (1, 1), atol=0.04)
    crowd.send(second, None)
    walk(crowd, 1)
    assert np.isnan(crowd.remaining[second])


def test_one_that_does_not_avoid_keeps_to_its_line():
    crowd = cw.Crowd(room())
    tram = crowd.add((1, 5), radius=0.8, speed=2.0, goals=(19, 5), avoid=False)
    crowd.add([(10, 5), (12, 5.1), (14, 4.9)], goals=[(3, 5), (4, 5), (5, 5)])
    rows = []
    for _ in range(200):
        crowd.step(0.05)
        rows.append(crowd.positions[tram])
    assert np.abs(np.array(rows)[:, 1] - 5).max() < 1e-9
    assert crowd.arrived[tram]


def test_the_lower_priority_gives_way():
    for high in (0, 1):
        crowd = cw.Crowd(room(bounds=(0, 0, 20, 6)))
        crowd.add([(2, 3), (18, 3)], goals=[(18, 3), (2, 3)], priority=[1 - high, high])
        off = np.zeros(2)
        for _ in range(300):
            crowd.step(0.05)
            off = np.maximum(off, np.abs(crowd.positions[:, 1] - 3))
        assert crowd.arrived.all()
        assert off[1 - high] > 1.5 * off[high]


def test_an_agent_without_a_way_is_reported_and_waits_until_one_opens():
    world = room()
    wall = world.add([(9, 0), (11, 0), (11, 10), (9, 10)])
    crowd = cw.Crowd(world)
    agent = crowd.add((1, 5), goals=(18, 5))
    walk(crowd, 3)
    assert [(r.event, r.agent) for r in crowd.reports()] == [(cw.CrowdEvent.NO_WAY, agent)]
    assert crowd.remaining[agent] == np.inf
    assert crowd.positions[agent].tolist() == [1, 5]
    world.remove(wall)
    walk(crowd, 14)
    assert crowd.arrived[agent]
    assert crowd.reports() == []


def test_agents_of_many_share_a_field_and_few_have_paths():
    crowd = cw.Crowd(room())
    crowd.add([(1, 1 + 0.7 * i) for i in range(10)], goals=[(18, 2), (18, 8)])
    crowd.add([(3, 1), (3, 3)], radius=0.2, goals=(18, 5))
    crowd.step(0.05)
    assert crowd.stats["fields"] == 1
    assert crowd.stats["paths"] == 2


def test_points_walk_too_and_do_not_cross_walls():
    world = room([(9, 2), (11, 2), (11, 10), (9, 10)])
    world.add_wall([(5, 0), (5, 5)])
    crowd = cw.Crowd(world)
    agent = crowd.add((1, 1), radius=0.0, goals=(18, 8))
    trace = [crowd.positions[0]]
    for _ in range(700):
        crowd.step(0.05)
        trace.append(crowd.positions[0])
    assert crowd.arrived[agent]
    assert all(world.raycast(a, b) is None for a, b in pairwise(trace))


@pytest.mark.parametrize("radius", [0.5, 0.25])
def test_a_disc_passes_a_gap_that_is_exactly_as_wide(radius):
    low, high = 5 - radius, 5 + radius
    crowd = cw.Crowd(
        room([(9, 0), (11, 0), (11, low), (9, low)], [(9, high), (11, high), (11, 10), (9, 10)])
    )
    agent = crowd.add((1, 3), radius=radius, goals=(18, 3))
    walk(crowd, 20)
    assert crowd.arrived[agent]
    # The same with a field, which others share.
    ids = crowd.add([(1, 1 + i) for i in range(8)], radius=radius, goals=[(18, 2), (18, 8)])
    crowd.stop(ids[1:])
    walk(crowd, 20)
    assert crowd.arrived[ids[0]]
    assert crowd.stats["field_builds"] > 0


def test_an_empty_crowd_steps():
    crowd = cw.Crowd(room())
    assert crowd.add(np.empty((0, 2))).tolist() == []
    crowd.step(0.1)
    assert crowd.positions.shape == (0, 2)
    assert len(crowd) == 0
    assert crowd.time == 0.1
