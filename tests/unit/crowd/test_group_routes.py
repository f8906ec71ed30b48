"""Crowds sent as groups: split over gates, each member to its slot, sooner than all by one gate."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import clearway as cw
from oracle import crowd_law

BOUNDS = (0, 0, 40, 20)
GATES = ((0, 5), (6.5, 13), (14.5, 20))
RINGS = [[(19, low), (21, low), (21, high), (19, high)] for low, high in GATES]
GOAL = (35.0, 10.0)


def hall():
    world = cw.World(bounds=BOUNDS)
    for ring in RINGS:
        world.add(ring)
    return world


def group(world, count=24, radius=0.5):
    crowd = cw.Crowd(world)
    starts = [(x, y) for x in (2, 4, 6, 8) for y in np.linspace(2, 9, count // 4)]
    return crowd, crowd.add(starts, radius=radius, speed=1.0)


def last_arrival(crowd, seconds=240.0, solid=None):
    radii, solid = crowd.radii, solid or crowd_law.blocked(RINGS, bounds=BOUNDS)
    for _ in range(int(seconds / 0.1)):
        before = crowd.positions
        crowd.step(0.1)
        assert not len(crowd_law.too_near_to_walls(solid, before, crowd.positions, radii))
        assert not len(crowd_law.overlapping_pairs(before, crowd.positions, radii))
        if crowd.arrived.all():
            return crowd.time
    raise AssertionError(f"{(~crowd.arrived).sum()} have not arrived")


def all_near(crowd, reach, seconds=240.0):
    """When everybody is so near to the goal."""
    for _ in range(int(seconds / 0.1)):
        crowd.step(0.1)
        if (np.hypot(*(crowd.positions - GOAL).T) <= reach).all():
            return crowd.time
    raise AssertionError("somebody is not near")


def test_a_group_is_split_and_arrives_sooner():
    crowd, ids = group(hall())
    plan = crowd.send(ids, GOAL, together=True)
    assert plan.is_split
    reach = np.hypot(*(plan.slots - GOAL).T).max() + 1.0
    split = all_near(crowd, reach)
    unsplit, ids = group(hall())
    unsplit.send(ids, GOAL)  # all of them by the gate that is nearer
    assert split < 0.9 * all_near(unsplit, reach)
    # Members that came before may stand in the way of a slot: they make room, and return.
    last_arrival(crowd)
    assert np.hypot(*(crowd.positions - plan.slots).T).max() <= 2 * 0.5


def test_members_take_the_gates_of_their_routes():
    crowd, ids = group(hall())
    plan = crowd.send(ids, GOAL, together=True)
    crossed = np.full(len(ids), np.nan)
    for _ in range(2400):
        before = crowd.positions
        crowd.step(0.1)
        now = (before[:, 0] < 20) & (crowd.positions[:, 0] >= 20)
        crossed[now] = crowd.positions[now, 1]
        if crowd.arrived.all():
            break
    for row, route in enumerate(plan.route):
        ends = np.array(plan.routes[route].gates[0])[:, 1]
        assert ends.min() <= crossed[row] <= ends.max()


def test_after_an_edit_they_walk_straight_to_the_goal():
    world = hall()
    crowd, ids = group(world, 8)
    plan = crowd.send(ids, GOAL, together=True)
    for _ in range(20):
        crowd.step(0.1)
    world.add([(19, 5), (21, 5), (21, 6.5), (19, 6.5)])  # one gate is closed
    solid = crowd_law.blocked([*RINGS, [(19, 5), (21, 5), (21, 6.5), (19, 6.5)]], bounds=BOUNDS)
    last_arrival(crowd, solid=solid)
    assert np.hypot(*(crowd.positions - plan.slots).T).mean() < 1.0


def test_another_order_replaces_the_route():
    crowd, ids = group(hall(), 4)
    crowd.send(ids, GOAL, together=True)
    crowd.send(ids, None)
    before = crowd.positions
    for _ in range(5):
        crowd.step(0.1)
    assert np.array_equal(crowd.positions, before)


def test_who_has_left_is_not_sent():
    crowd, ids = group(hall(), 4)
    crowd.remove(ids[:2])
    assert crowd.send(ids, GOAL, together=True).slots.shape == (2, 2)
    crowd.remove(ids)
    assert crowd.send(ids, GOAL, together=True) is None


def test_members_that_overlap_are_sent_and_those_that_cannot_walk_are_refused():
    crowd = cw.Crowd(hall())
    ids = crowd.add([(5, 5), (5.2, 5), (5, 5.3)], radius=0.5, speed=1.0)
    assert len(crowd.send(ids, GOAL, together=True)) == 3
    crowd.set_speed(ids[1], 0.0)
    with pytest.raises(cw.InvalidInput, match="agent 1 has the speed 0"):
        crowd.send(ids, (2, 2), together=True)


@pytest.mark.parametrize("goal", [None, 0, [(1, 1), (2, 2)], (np.nan, 1)])
def test_a_group_needs_a_point(goal):
    crowd, ids = group(hall(), 4)
    crowd.send(ids, GOAL)
    with pytest.raises(cw.InvalidInput):
        crowd.send(ids, goal, together=True)
    crowd.step(0.1)
    assert (crowd.velocities != 0).any()


def test_members_removed_by_an_interrupted_call():
    """An interrupt between the core's removal and the end of the route: the others walk on."""
    world = cw.World((0, 0, 40, 20))
    for low, high in ((0, 5), (6.5, 13), (14.5, 20)):
        world.add([(19, low), (21, low), (21, high), (19, high)])
    crowd = cw.Crowd(world)
    starts = [(x, y) for x in (4, 6, 8, 10, 12) for y in range(3, 12, 2)]
    ids = crowd.add(starts, radius=0.5, speed=1.4)
    crowd.send(ids, (35, 10), together=True)
    member = next(agent for agent, trip in crowd._routes._trips.items() if trip.gates)
    crowd._core.remove(np.array([member]))
    crowd.run(1.0, dt=0.1)
    assert crowd.time == pytest.approx(1.0)
    assert member not in crowd._routes._trips


def test_a_member_may_leave_while_the_others_are_looked_at():
    """As by a step of another thread, after it has been found there."""
    crowd, ids = group(hall())
    crowd.send(ids, GOAL, together=True)
    core, gone = crowd._core, int(min(a for a, t in crowd._routes._trips.items() if t.gates))

    class Leaving:
        def __getattr__(self, name):
            return getattr(core, name)

        def positions(self):
            core.remove(np.array([gone]))
            return core.positions()

    crowd._core = crowd._routes._core = Leaving()
    crowd._routes._look(ids.tolist())
    assert core.left()[gone]
    assert crowd.send(ids, GOAL, together=True).slots.shape == (len(ids) - 1, 2)


def test_threads_step_and_send_one_crowd():
    """Nobody's route is changed while another thread walks along it."""
    crowd, ids = group(hall())
    failures = []

    def calls(repeat, *actions):
        try:
            for i in range(repeat):
                for action in actions:
                    action(i)
        except Exception as error:
            failures.append(error)

    def send(i):
        crowd.send(ids[i % 2 :: 2], GOAL, together=True)

    def order_back(i):
        crowd.send(ids[i % 5 :: 3], (5.0, 5.0))

    def replace(i):
        crowd.remove(ids[i % len(ids)])
        crowd.send(crowd.add((3.0, 15.0), radius=0.5, speed=1.0), GOAL, together=True)

    threads = [
        threading.Thread(target=calls, args=(60, send)),
        threading.Thread(target=calls, args=(60, order_back)),
        threading.Thread(target=calls, args=(len(ids) // 2, replace)),
        threading.Thread(target=calls, args=(200, lambda i: crowd.step(0.1))),
        threading.Thread(target=calls, args=(200, lambda i: crowd.step(0.1))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
