"""Forks while threads edit and query: the child answers, or says at once why it cannot."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest

import clearway as cw

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here"),
]

SECONDS = 60  # a child that takes longer hangs
STARTS = [(0.5, 0.5), (9.5, 0.5), (0.5, 9.5)]
GOALS = [(9.5, 9.5), (0.5, 9.5), (9.5, 0.5)]


def build():
    rng = np.random.default_rng(4)
    at = rng.uniform(1, 9, (60, 1, 2))
    ring = np.array([(0, 0), (0.3, 0), (0.3, 0.3), (0, 0.3)])
    return cw.World.from_obstacles(at + ring, (0, 0, 10, 10))


def in_child(act):
    """Runs act() in a forked child; its exit status: 0 done, 1 ClearwayError, 2 anything else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forks with threads
        child = os.fork()
    if child == 0:
        status = 2
        try:
            act()
            status = 0
        except cw.ClearwayError as error:
            status = 1 if "forked" in str(error) else 2
        finally:
            os._exit(status)
    limit = time.monotonic() + SECONDS
    while time.monotonic() < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


class Busy:
    """Threads that run jobs over and over, until the end of the block."""

    def __init__(self, *jobs):
        self._ended = threading.Event()
        self.raised = []
        self._threads = [threading.Thread(target=self._run, args=(job,)) for job in jobs]

    def _run(self, job):
        try:
            while not self._ended.is_set():
                job()
        except Exception as error:
            self.raised.append(error)

    def __enter__(self):
        for t in self._threads:
            t.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        for t in self._threads:
            t.join()
        assert not self.raised


def edit(world):
    def job():
        handle = world.add([(4, 4), (5, 4), (5, 5)])
        world.move(handle, [(6, 6), (7, 6), (7, 7)])
        world.remove(handle)

    return job


def use(world):
    """The work of a child: all queries, an edit, all queries again."""
    for _ in range(2):
        world.find_paths(STARTS, GOALS, 0.05, threads=2)
        world.find_path(STARTS[0], GOALS[0], 0.05, planner="tra*")
        world.find_path(STARTS[0], GOALS[0], planner="vg")
        world.max_radius(STARTS[0], GOALS[0])
        world.mesh()
        world.remove(world.add([(2, 2), (3, 2), (3, 3)]))
    world.validate()


def fork_often(times, act):
    """Exit statuses of children forked at different moments, and how many of each."""
    statuses = {}
    for k in range(times):
        time.sleep(0.0005 * (k % 7))
        status = in_child(act)
        statuses[status] = statuses.get(status, 0) + 1
    return statuses


def test_beside_queries_a_child_works():
    world = build()
    field = world.field(GOALS[0], 0.05)

    def act():
        field.distance(STARTS)
        use(world)
        field.distance(STARTS)

    jobs = (
        lambda: field.distance(STARTS, threads=2),
        lambda: world.find_paths(STARTS, GOALS, 0.05, threads=2),
        lambda: world.find_path(STARTS[1], GOALS[1], planner="vgo"),
        lambda: world.abstraction(),
    )
    with Busy(*jobs):
        assert fork_often(40, act) == {0: 40}
    world.validate()


def test_beside_edits_a_child_works_or_says_why():
    world = build()
    with Busy(edit(world), lambda: world.max_radius(STARTS[0], GOALS[0])):
        statuses = fork_often(40, lambda: use(world))
    assert set(statuses) <= {0, 1}, statuses
    assert 0 in statuses
    world.validate()


def test_a_child_of_a_planner_being_prepared():
    world = build()

    def prepare():
        planner = cw.THPAStar(world, radii=(0.05,))
        planner.find_path(STARTS[0], GOALS[0], 0.05)

    def ask():
        world.find_path(STARTS[0], GOALS[0], 0.05, planner="thpa*")
        use(world)

    world.find_path(STARTS[0], GOALS[0], 0.05, planner="thpa*")
    with Busy(prepare, lambda: world.find_path(STARTS[0], GOALS[0], 0.05, planner="thpa*")):
        statuses = fork_often(20, ask)
    assert set(statuses) <= {0, 1}, statuses


def test_grids():
    rng = np.random.default_rng(2)
    grid = cw.Grid(rng.random((60, 60)) < 0.2)
    grid[0, 0] = grid[59, 59] = False

    def query():
        for planner in ("hpa*", "pra*", "jps"):
            grid.find_path((0, 0), (59, 59), planner=planner)

    def change():
        grid[10:12, 10:12] = True
        grid[10:12, 10:12] = False

    def both():
        change()
        query()

    with Busy(query, change):
        statuses = fork_often(40, both)
    assert set(statuses) <= {0, 1}, statuses
    assert 0 in statuses


def _answer(world):
    use(world)
    return world.find_path(STARTS[0], GOALS[0]).length


def test_pools_of_processes():
    world = build()
    expected = world.find_path(STARTS[0], GOALS[0]).length
    with Busy(lambda: world.find_paths(STARTS, GOALS, threads=2)), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            answers = pool.map_async(_answer, [world] * 20).get(SECONDS)
    assert answers == [expected] * 20


def test_a_world_lost_in_a_fork_says_so(tmp_path):
    world = build()
    seen = tmp_path / "message"

    def act():
        try:
            for _ in range(3):
                world.find_path(STARTS[0], GOALS[0])
        except cw.ClearwayError as error:
            with pytest.raises(cw.ClearwayError, match="forked"):
                world.add_post((1, 1))
            seen.write_text(str(error))
            raise

    def long_edit():
        world.remove(world.add_posts(np.random.default_rng(1).uniform(0, 10, (3000, 2))))

    with Busy(long_edit):
        for _ in range(200):
            if in_child(act) == 1:
                break
    assert seen.read_text() == (
        "this world was being edited by another thread when the process was forked: "
        "load or build it again"
    )


@pytest.mark.long
def test_many_forks():
    world = build()
    jobs = (
        edit(world),
        lambda: world.find_paths(STARTS, GOALS, 0.05, threads=2),
        lambda: world.find_path(STARTS[0], GOALS[0], 0.05, planner="thpa*"),
        lambda: world.max_radius(STARTS[0], GOALS[0]),
    )
    with Busy(*jobs):
        statuses = fork_often(600, lambda: use(world))
    print(f"forks: {statuses}")
    assert set(statuses) <= {0, 1}, statuses
    world.validate()
