"""Deadlines: the core stops a call of the thread that has one, and leaves everything as it was."""

from __future__ import annotations

import math
import threading
import time

import numpy as np
import pytest

import clearway as cw
from clearway import _core
from clearway.lab.bsp import clipped_cuts
from clearway.lab.deadlines import deadline
from clearway.lab.errors import DeadlineExceeded


@pytest.fixture(scope="module")
def rings():
    rng = np.random.default_rng(0)
    corners = np.array([(0, 0), (0.4, 0), (0.4, 0.4), (0, 0.4)])
    return list(rng.random((20_000, 1, 2)) * 300 + corners)


@pytest.fixture(scope="module")
def town(rings):
    return cw.World.from_obstacles(rings, (0, 0, 301, 301))


def test_set_deadline_returns_what_was_left():
    assert _core.set_deadline(1e6) == math.inf
    assert 9e5 < _core.set_deadline(math.inf) <= 1e6
    assert _core.set_deadline(-1.0) == math.inf
    assert _core.set_deadline(1e9) <= 0.0
    assert _core.set_deadline(math.inf) == math.inf


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_preparation_ends(town, threads):
    begun = time.process_time()  # of the process: others do not disturb it
    with pytest.raises(DeadlineExceeded, match=r"longer than 0\.1 s"), deadline(0.1):
        cw.VG(town).prepare(threads)
    assert time.process_time() - begun < 5.0
    assert town.find_path((0.2, 0.2), (300, 300), planner="channel").found  # it still answers


def test_an_edit_that_is_stopped_changes_nothing(rings):
    world = cw.World((0, 0, 301, 301))
    world.add_post((7, 7))
    version = world.version
    with pytest.raises(DeadlineExceeded), deadline(0.02), world.editing():
        for ring in rings:
            world.add(ring)
    assert (world.version, len(world)) == (version, 1)
    world.validate()


def test_the_earlier_deadline_counts():
    with deadline(1e4):
        with deadline(1e6):
            assert _core.set_deadline(math.inf) <= 1e4
            _core.set_deadline(1e4)
        left = _core.set_deadline(math.inf)
        assert 0.0 < left <= 1e4
        _core.set_deadline(left)
    assert _core.set_deadline(math.inf) == math.inf


def test_loops_in_python_end_too():
    chain = np.array([[i + 1, -1] for i in range(3000)], dtype=np.int32)
    chain[-1] = -1
    lines = np.array([[x, 0.0, x, 1.0] for x in np.linspace(9, 1, 3000)])
    assert len(clipped_cuts(lines, chain, (0.0, 0.0, 10.0, 10.0))[0]) == 3000
    with pytest.raises(DeadlineExceeded), deadline(1e-9):
        clipped_cuts(lines, chain, (0.0, 0.0, 10.0, 10.0))


def test_other_threads_have_none(town):
    seen = []
    with deadline(0.0):
        thread = threading.Thread(
            target=lambda: seen.append(cw.VGO(cw.generate.boxes()).edge_count)
        )
        thread.start()
        thread.join()
    assert seen[0] > 0
    assert _core.set_deadline(math.inf) == math.inf
