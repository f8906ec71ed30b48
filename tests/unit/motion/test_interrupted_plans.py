"""Reservations after an interrupt, a lack of memory or a fork: a path is reserved or it is not."""

from __future__ import annotations

import os
import threading

import pytest

import clearway as cw
from clearway._motion import many, reservations
from support.interrupted_lines import interrupt_each_line

MODULES = (many, reservations)


def corridor():
    world = cw.World(bounds=(0, 0, 12, 6))
    world.add([(4, 0), (8, 0), (8, 2), (4, 2)])
    world.add([(4, 4), (8, 4), (8, 6), (4, 6)])
    plan = cw.Reservations(world, spacing=2.0)
    plan.find_path((1, 3), (11, 1), radius=0.8)
    return plan


def check(plan):
    """Those in the plan are what others meet, and nobody else; each can be cancelled."""
    world = plan.world
    post = world.add_post((6, 3))
    assert set(plan.disturbed()) == set(plan)
    world.remove(post)
    assert sorted(plan.at(1e9)) == sorted(plan)
    for number in list(plan):
        plan.cancel(number)
    assert len(plan) == 0
    assert plan.find_path((1, 3), (11, 3), radius=0.8).arrival == 10.0  # nobody is in the way
    assert len(plan) == 1


def test_find_path():
    def find(plan):
        assert plan.find_path((11, 3), (1, 1), radius=0.8).found

    assert interrupt_each_line(MODULES, corridor, find, check) > 40


def test_find_paths():
    def find(plan):
        paths = plan.find_paths([(11, 3), (11, 5)], [(1, 1), (1, 5)], radius=0.8)
        assert all(path.found for path in paths)

    def check_all_or_none(plan):
        assert len(plan) in (1, 3)
        check(plan)

    assert interrupt_each_line(MODULES, corridor, find, check_all_or_none) > 100


def test_cancel():
    assert interrupt_each_line(MODULES, corridor, lambda plan: plan.cancel(0), check) > 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_forked_while_another_thread_plans():
    plan = corridor()
    held, done = threading.Event(), threading.Event()

    def hold():
        with plan._lock:  # as during a search
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if child == 0:
        found = threading.Thread(
            target=lambda: plan.find_path((11, 3), (1, 1), radius=0.8), daemon=True
        )
        found.start()
        found.join(20)
        os._exit(1 if found.is_alive() else len(plan))
    try:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    finally:
        done.set()
        thread.join()
