"""A field after edits: never an answer of another version, and no rebuild without need."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import clearway as cw
from support.field_campaign import disagreements, random_points, random_world
from support.scenes import integer_obstacle


@pytest.fixture
def halves():
    """Two halves with a wall between them."""
    world = cw.World((0, 0, 20, 10))
    world.add_wall([(10, 0), (10, 10)])
    return world


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_an_edit_that_matters(halves, radius):
    field = halves.field((8, 5), radius)
    assert field.distance((2, 5)) == 6.0
    box = halves.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    assert field.is_stale
    assert field.distance((2, 5)) == pytest.approx(halves.find_path((2, 5), (8, 5), radius).length)
    assert not field.is_stale
    halves.remove(box)
    assert field.distance((2, 5)) == 6.0
    assert field.stats["builds"] == 3


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_edits_beyond_a_wall_leave_it_as_it_is(halves, radius):
    field = halves.field((8, 5), radius)
    box = halves.add([(14, 4), (16, 4), (16, 6), (14, 6)])
    halves.move(box, [(13, 4), (16, 4), (16, 6), (13, 6)])
    inside = halves.add([(14, 4.5), (15, 4.5), (15, 5.5), (14, 5.5)])
    halves.remove(inside)
    assert not field.is_stale
    assert field.distance([(2, 5), (12, 5)]).tolist() == [6.0, np.inf]
    assert field.stats["builds"] == 1


def test_a_wall_that_opens():
    world = cw.World((0, 0, 20, 10))
    wall = world.add_wall([(10, 0), (10, 10)])
    field = world.field((8, 5))
    assert field.distance((12, 5)) == np.inf
    world.remove(wall)
    assert field.distance((12, 5)) == 4.0
    world.add_wall([(10, 0), (10, 10)])
    assert field.distance((12, 5)) == np.inf


def test_a_goal_that_an_edit_covers_and_frees(halves):
    field = halves.field((8, 5))
    box = halves.add([(7, 4), (9, 4), (9, 6), (7, 6)])
    assert field.distance((2, 5)) == np.inf
    halves.move(box, [(7, 1), (9, 1), (9, 2), (7, 2)])
    assert field.distance((2, 5)) == 6.0


@pytest.mark.parametrize("seed", range(12))
def test_random_edits(seed):
    rng = np.random.default_rng([21, seed])
    world = random_world(rng)
    goals = [[(1.5, 1.5)], [(8.0, 9.0), (9.5, 9.0)]]
    radius = float(rng.choice([0.0, 0.3]))
    field = world.field(goals, radius)
    for _ in range(8):
        handles = list(world.obstacles)
        if handles and rng.random() < 0.4:
            world.remove(int(rng.choice(handles)))
        else:
            role, points = integer_obstacle(rng, 10)
            if role == "ring":
                world.add(points)
            elif role == "wall":
                world.add_wall(points)
            else:
                world.add_post(points[0])
        assert disagreements(world, field, goals, radius, random_points(rng, world, 12)) == []


def test_queries_beside_edits():
    """Threads that query while another edits see one version in each call."""
    world = cw.World((0, 0, 10, 10))
    field = world.field((9, 5))
    wall = [(5, 0), (5, 9)]
    free, around = 8.0, world.field((9, 5)).distance((1, 5))
    handle = world.add_wall(wall)
    around = world.find_path((1, 5), (9, 5)).length
    wrong, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            found = field.distance([(1, 5)] * 50)
            if len(set(found.tolist())) != 1 or found[0] not in (free, around):
                wrong.append(found)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(40):
        world.remove(handle)
        handle = world.add_wall(wall)
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong
