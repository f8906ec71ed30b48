"""Edits while a crowd walks; agents put into obstacles or into each other; locks."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from oracle import crowd_law

BOX = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def test_agents_follow_edits_and_the_law_holds():
    """Boxes come and go where agents are; who is inside is reported and let out."""
    world = cw.World(bounds=(0, 0, 30, 20))
    crowd = cw.Crowd(world)
    rng = np.random.default_rng(5)
    points = np.array([(x, y) for x in np.arange(1, 8) for y in np.arange(1, 19)], dtype=float)
    crowd.add(points, radius=rng.choice([0.2, 0.3, 0.4], len(points)), goals=[(29, 5), (29, 15)])
    radii, boxes, was_inside = crowd.radii, {}, set()
    before = crowd.positions
    breaches, reported = [], set()
    for step in range(1200):
        if step % 40 == 0:
            if len(boxes) > 6:
                gone = next(iter(boxes))
                world.remove(gone)
                del boxes[gone]
            ring = rng.uniform((8, 3), (27, 17)) + rng.uniform(0.5, 1.2) * BOX
            boxes[world.add(ring)] = ring
        crowd.step(0.05)
        after, inside = crowd.positions, set(np.nonzero(crowd.inside)[0].tolist())
        now = {r.agent for r in crowd.reports() if r.event is cw.CrowdEvent.INSIDE}
        reported |= now
        assert inside <= reported
        solid = crowd_law.blocked(boxes.values(), bounds=world.bounds)
        exempt = sorted(inside | was_inside | now)
        breaches += crowd_law.too_near_to_walls(solid, before, after, radii, exempt).tolist()
        breaches += sorted(crowd_law.overlapping_pairs(before, after, radii))
        before, was_inside = after, inside
        if crowd.arrived.all():
            break
    assert breaches == []
    assert reported
    assert crowd.arrived.all()


def test_an_agent_in_a_new_obstacle_leaves_by_the_nearest_way():
    world = cw.World(bounds=(0, 0, 20, 10))
    crowd = cw.Crowd(world)
    agent = crowd.add((10, 5.5), radius=0.3, speed=1.0, goals=(18, 5))
    world.add([(8, 2), (12, 2), (12, 7), (8, 7)])
    crowd.step(0.1)
    assert crowd.inside[agent]
    assert crowd.positions[agent].tolist() == [10.0, 5.6]
    while crowd.inside[agent]:
        crowd.step(0.1)
    assert np.allclose(crowd.positions[agent], (10, 7.3))
    assert [r.event.name for r in crowd.reports()] == ["INSIDE", "LET_OUT"]


@pytest.mark.parametrize("goal", [None, (18, 5)])
@pytest.mark.parametrize("blocker", ["stopped", "idle", "arrived"])
def test_an_agent_whose_nearest_way_out_is_blocked_takes_another(goal, blocker):
    world = cw.World(bounds=(0, 0, 20, 10))
    crowd = cw.Crowd(world)
    agent = crowd.add((10, 5.5), radius=0.3, speed=1.0, goals=goal)
    other = crowd.add((10, 7.3), radius=0.3, goals=(10, 7.3) if blocker == "arrived" else None)
    if blocker == "stopped":
        crowd.stop(other)
    world.add([(8, 2), (12, 2), (12, 7), (8, 7)])
    for _ in range(200):
        before = crowd.positions
        crowd.step(0.05)
        assert not crowd_law.overlapping_pairs(before, crowd.positions, crowd.radii)
    assert not crowd.inside[agent]
    assert cw.CrowdEvent.LET_OUT in {r.event for r in crowd.reports()}


def test_an_agent_that_cannot_get_out_because_of_another_is_reported():
    """There is one place that is free of obstacles, and somebody stands there."""
    world = cw.World(bounds=(0, 0, 20, 2))
    crowd = cw.Crowd(world)
    crowd.add([(10, 1), (18, 1)], radius=0.9)
    crowd.stop(1)
    world.add([(0, 0), (16.5, 0), (16.5, 2), (0, 2)])
    for _ in range(400):
        crowd.step(0.05)
    reports = [(r.event.name, r.agent, r.other) for r in crowd.reports()]
    assert reports == [("INSIDE", 0, None), ("UNRESOLVED", 0, 1)]
    assert crowd.waiting.tolist() == [True, False]


def test_a_stopped_agent_that_is_let_out_is_seen_by_slower_ones():
    """It is faster than all who walk, and moves first: it lands beside one that comes along."""
    world = cw.World(bounds=(0, 0, 20, 10))
    crowd = cw.Crowd(world)
    crowd.add((10, 5.5), radius=0.3, speed=50.0, priority=1)
    crowd.stop(0)
    crowd.add((9.35, 7.4), radius=0.3, speed=1.0, goals=(18, 7.4))
    world.add([(8, 2), (12, 2), (12, 7), (8, 7)])
    for _ in range(20):
        before = crowd.positions
        crowd.step(0.1)
        assert not crowd_law.overlapping_pairs(before, crowd.positions, crowd.radii)
    assert np.allclose(crowd.positions[0], (10, 7.3))


def test_agents_put_into_an_obstacle_are_told_and_let_out():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(8, 2), (12, 2), (12, 7), (8, 7)])
    crowd = cw.Crowd(world)
    agent = crowd.add((10, 6.9), goals=(1, 1))
    assert [(r.event, r.agent) for r in crowd.reports()] == [(cw.CrowdEvent.INSIDE, agent)]
    for _ in range(400):
        crowd.step(0.05)
    assert crowd.arrived[agent]


def test_agents_put_into_each_other_are_told_and_part():
    crowd = cw.Crowd(cw.World(bounds=(0, 0, 20, 10)))
    crowd.add([(5, 5)] * 4 + [(5.1, 5.2)], radius=0.4)
    reports = crowd.reports()
    assert {r.event for r in reports} == {cw.CrowdEvent.OVERLAP}
    assert len(reports) == 10
    for _ in range(200):
        crowd.step(0.05)
    still = crowd.positions
    assert not crowd_law.overlapping_pairs(still, still, crowd.radii)


def test_a_disc_that_no_longer_fits_anywhere_is_reported():
    world = cw.World(bounds=(0, 0, 4, 4))
    crowd = cw.Crowd(world)
    agent = crowd.add((2, 2), radius=1.5)
    world.add([(1.5, 1.5), (2.5, 1.5), (2.5, 2.5), (1.5, 2.5)])
    crowd.step(0.1)
    assert [(r.event, r.agent) for r in crowd.reports()] == [(cw.CrowdEvent.SHUT_IN, agent)]


def corridor(width=0.8, length=12.0):
    """Two rooms, and a corridor between them for one at a time."""
    low, high = 5 - width / 2, 5 + width / 2
    right = 4 + length
    return cw.World.from_obstacles(
        [
            [(4, 0), (right, 0), (right, low), (4, low)],
            [(4, high), (right, high), (right, 10), (4, 10)],
        ],
        bounds=(0, 0, right + 4, 10),
    )


def test_two_that_meet_in_a_corridor_for_one_pass_by_rule():
    """The lower priority backs out: it is the last to leave."""
    for high in (0, 1):
        world = corridor()
        crowd = cw.Crowd(world)
        crowd.add([(2, 5), (18, 5)], goals=[(18, 5), (2, 5)], priority=[1 - high, high])
        order = []
        for _ in range(2400):
            crowd.step(0.05)
            order += [i for i in np.nonzero(crowd.arrived)[0].tolist() if i not in order]
        assert order == [high, 1 - high]


def test_locks_that_nothing_resolves_are_reported():
    """Two that want to change places where there is no room at all."""
    crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 0.8)))
    crowd.add([(1, 0.4), (9, 0.4)], radius=0.3, goals=[(9.6, 0.4), (0.4, 0.4)])
    for _ in range(800):
        crowd.step(0.05)
    assert cw.CrowdEvent.UNRESOLVED in {r.event for r in crowd.reports()}
    assert not crowd.arrived.any()


def test_one_that_stands_in_the_only_way_is_reported():
    crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 0.8)))
    crowd.add([(1, 0.4), (5, 0.4)], radius=0.3, goals=[(9, 0.4), None])
    crowd.stop(1)
    for _ in range(400):
        crowd.step(0.05)
    [report] = crowd.reports()
    assert report.event is cw.CrowdEvent.UNRESOLVED
    assert {report.agent, report.other} == {0, 1}
    assert crowd.waiting.tolist() == [True, False]


@pytest.mark.parametrize("has_niche", [True, False])
def test_locks_are_found_though_the_world_is_edited_all_the_time(has_niche):
    """Edits elsewhere do not let those begin again that have come no nearer to their goals."""
    world = cw.World((0, 0, 12, 2))
    world.add([(0, 1), (7.5, 1), (7.5, 2), (0, 2)])
    right = 8.5 if has_niche else 7.5
    world.add([(right, 1), (12, 1), (12, 2), (right, 2)])
    crowd = cw.Crowd(world)
    crowd.add([(5, 0.5), (10, 0.5)], radius=0.45, goals=[(10, 0.5), (1, 0.5)], priority=[0, 1])
    post = None
    for step in range(1200):
        if step % 50 == 0:
            if post is None:
                post = world.add_post((11.95, 0.95))
            else:
                world.remove(post)
                post = None
        crowd.step(0.1)
    reports = crowd.reports()
    assert {r.agent for r in reports} | {r.other for r in reports} >= {0, 1}
    assert crowd.arrived.all() == has_niche


@pytest.mark.parametrize("edited", [False, True])
def test_one_that_backs_out_again_and_again_is_reported(edited):
    """Edits while it is at its refuge do not let it begin again, nor does the way back from there."""
    world = cw.World((0, 0, 12, 2))
    world.add([(0, 1), (7.5, 1), (7.5, 2), (0, 2)])
    world.add([(8.5, 1), (12, 1), (12, 2), (8.5, 2)])
    crowd = cw.Crowd(world)
    goals = [(1, 0.5), (10, 0.5)]
    crowd.add([(10, 0.5), (5, 0.5)], 0.45, speed=[1.4, 1e-3], goals=goals, priority=[0, 1])
    posts, reports = [], []
    for step in range(750):
        if edited and step % 20 == 0:
            if posts:
                world.remove(posts.pop())
            else:
                posts.append(world.add_post((11.95, 0.95)))
        if step % 120 == 0:  # the first thinks that the second has given up, and comes back
            crowd.stop(1)
        elif step % 120 == 10:
            crowd.resume(1)
        crowd.step(0.1)
        reports += [(r.event.name, r.agent) for r in crowd.reports()]
    assert reports.count(("LOCK", 0)) > 3
    assert ("UNRESOLVED", 0) in reports


def test_one_whose_refuge_is_cut_off_walks_on():
    """Its goal can be reached all the time."""
    world = cw.World((0, 0, 12, 2))
    world.add([(0, 1), (7.5, 1), (7.5, 2), (0, 2)])
    world.add([(8.5, 1), (12, 1), (12, 2), (8.5, 2)])
    crowd = cw.Crowd(world)
    crowd.add([(5, 0.5), (10, 0.5)], 0.45, goals=[(10, 0.5), (1, 0.5)], priority=[0, 1])
    while not (reports := crowd.reports()):
        crowd.step(0.1)
    assert [(r.event.name, r.agent) for r in reports] == [("LOCK", 0)]
    world.add([(7.5, 1.3), (8.5, 1.3), (8.5, 2), (7.5, 2)])  # the refuge is the niche
    crowd.remove(1)
    for _ in range(100):
        crowd.step(0.1)
        assert np.isfinite(crowd.remaining[0])
    assert "NO_WAY" not in {r.event.name for r in crowd.reports()}
    assert crowd.arrived[0]
