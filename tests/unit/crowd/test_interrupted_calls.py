"""Calls of a crowd that are interrupted: agents are added with their goals, or not at all."""

from __future__ import annotations

import numpy as np

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
