"""`snap=` moves ends in the version of the world that the search sees, also beside edits."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import numpy as np
import pytest

import clearway as cw

START, GOAL = (2.0, 5.0), (8.0, 5.0)


@contextmanager
def flickering():
    """A world in which another thread covers the start, left of it or right of it, all the time."""
    world = cw.World((0, 0, 10, 10))
    left, right = [(1, 4), (2.5, 4), (2.5, 6), (1, 6)], [(1.5, 4), (3, 4), (3, 6), (1.5, 6)]
    handle, stop = world.add(left), threading.Event()

    def edit():
        turn = 0
        while not stop.is_set():
            turn += 1
            world.move(handle, right if turn % 2 else left)

    thread = threading.Thread(target=edit)
    thread.start()
    try:
        yield world
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("planner", ["optimal", "channel", "ta*", "vg"])
def test_paths(planner):
    with flickering() as world:
        for _ in range(60):
            path = world.find_path(START, GOAL, planner=planner, snap=2.0)
            assert path.found
            assert path.snapped is not None
            paths = world.find_paths([START, START], GOAL, planner=planner, snap=2.0, threads=1)
            assert paths.found.all()
            assert paths.snapped.tolist() == [[True, False]] * 2
            assert np.array_equal(paths.starts[0], paths.starts[1])


def test_other_queries():
    with flickering() as world:
        for _ in range(60):
            assert np.isfinite(world.distances(START, [GOAL, (9, 9)], snap=2.0)).all()
            row, path = world.find_nearest(START, [GOAL, START], snap=2.0)
            assert row == 1
            assert path.length == 0
            rows, paths = world.find_nearest([START, GOAL], [START], snap=2.0)
            assert rows.tolist() == [0, 0]
            assert paths.snapped[0].tolist() == [True, True]
            assert world.find_path(START, [(9, 0), (9, 10)], snap=2.0).found
