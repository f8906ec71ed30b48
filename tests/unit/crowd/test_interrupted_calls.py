"""Calls of a crowd that are interrupted: agents are added with their goals, or not at all."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway._crowd import arguments, crowd, group_routes
from support.interrupted_lines import interrupt_each_line

MODULES = (arguments, crowd, group_routes)


def make():
    world = cw.World(bounds=(0, 0, 12, 6))
    world.add([(4, 0), (8, 0), (8, 2), (4, 2)])
    people = cw.Crowd(world)
    people.add([(1, 1), (1, 3)], goals=(11, 5))
    return people


def arrive(people):
    """Everybody with a goal arrives; nobody else has moved."""
    people.run(60.0, dt=0.1)
    assert people.arrived[:2].all()


def test_add_with_a_goal_for_each():
    def add(people):
        people.add([(1, 5), (2, 5)], goals=[(11, 1), [(11, 2), (11, 3)]])

    def check(people):
        assert len(people) in (2, 4)
        assert np.isfinite(people.remaining[2:]).all() or not people.time  # before the first step
        arrive(people)
        assert people.arrived.all()
        assert people.left[3:].all()

    assert interrupt_each_line(MODULES, make, add, check) > 10


def test_send_a_group():
    def send(people):
        people.send([0, 1], (10, 1), together=True)

    def check(people):
        goals = people._core.changes
        assert goals in (1, 2, 3, 4)
        assert len(people._routes._trips) in ((0,) if goals == 1 else (0, 1, 2))
        arrive(people)
        near = [np.hypot(*(people.positions - end).T).max() for end in ((11, 5), (10, 1))]
        assert min(near) < 2.0

    assert interrupt_each_line(MODULES, make, send, check) > 20


def test_send_alone_ends_the_route_or_changes_nothing():
    """A failure too: that an agent cannot follow itself is found last."""

    def grouped():
        people = make()
        people.send([0, 1], (10, 1), together=True)
        before.update(changes=people._core.changes, trips=len(people._routes._trips))
        return people

    def send(people):
        people.send(0, (11, 3))

    def check(people):
        is_sent = people._core.changes > before["changes"]
        assert len(people._routes._trips) == before["trips"] - is_sent
        arrive(people)

    before = {}
    assert interrupt_each_line(MODULES, grouped, send, check) > 10
    people = grouped()
    with pytest.raises(cw.InvalidInput, match="itself"):
        people.send(0, 0)
    check(people)
    assert np.hypot(*(people.positions - (10, 1)).T).max() < 2.0


def test_steps_to_slots():
    """Nobody stays where the group shares its goal: all leave at their slots."""

    def near():
        people = make()
        people.send([0, 1], (1, 2), leave=True, together=True)
        return people

    def step(people):
        people.step(0.1)

    def check(people):
        people.run(20.0, dt=0.1)
        assert people.left.all()
        assert not people._routes._trips

    assert interrupt_each_line(MODULES, near, step, check) > 20


def test_steps_beyond_gates():
    """No gate is passed over: an agent is sent on before its gate is crossed off."""

    def group():
        world = cw.World(bounds=(0, 0, 40, 20))
        for low, high in ((0, 5), (6.5, 13), (14.5, 20)):
            world.add([(19, low), (21, low), (21, high), (19, high)])
        people = cw.Crowd(world)
        ids = people.add([(8, y) for y in np.linspace(2, 9, 8)], radius=0.5, speed=1.0)
        people.send(ids, (35, 10), together=True)
        trips = people._routes._trips
        member = next((agent for agent, trip in trips.items() if trip.gates), None)
        assert member is not None
        before.update(changes=people._core.changes, gates=len(trips[member].gates), member=member)
        return people

    def advance(people):
        people._routes._advance(before["member"])

    def check(people):
        is_sent = people._core.changes > before["changes"]
        assert before["gates"] - len(people._routes._trips[before["member"]].gates) <= is_sent
        sent.append(is_sent)

    before, sent = {}, []
    assert interrupt_each_line(MODULES, group, advance, check) > 5
    assert not all(sent)


def test_reports():
    def overlapping():
        people = make()
        people.add((1, 1))
        return people

    def check(people):
        lost.append(not people.reports())

    lost = []
    assert interrupt_each_line(MODULES, overlapping, cw.Crowd.reports, check) > 2
    assert not any(lost[:-1])  # the last interrupt comes as the call returns


def test_a_goal_that_does_not_exist_adds_nobody():
    people = make()
    for goals in ([(3, 3), 7], 2):
        try:
            people.add([(2, 5), (3, 5)], goals=goals)
        except cw.InvalidInput:
            pass
        else:
            raise AssertionError("accepted")
        assert len(people) == 2
