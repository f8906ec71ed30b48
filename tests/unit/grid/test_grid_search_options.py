"""A* with heuristics that users write, and with every queue, against a Dijkstra by hand."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import clearway as cw
from oracle.grids import ROOT2, check_walk, random_grid, steps_from

QUEUES = ("buckets", "binary", "fibonacci", "list")


def free_cells(blocked):
    return np.argwhere(~blocked)[:, ::-1]


def octile(cells, goal):
    far, near = np.sort(np.abs(cells - goal), axis=1).T[::-1]
    return far + (ROOT2 - 1) * near


def case(seed, corner_cutting=False):
    rng = np.random.default_rng([31, seed])
    blocked = random_grid(rng)
    free = free_cells(blocked)
    cell = float(rng.choice([1.0, 0.25, 3.0]))
    return rng, blocked, free, cw.Grid(blocked, cell, corner_cutting=corner_cutting)


def owed_lengths(blocked, start, goals, corner_cutting):
    reach = steps_from(blocked.tolist(), tuple(start.tolist()), corner_cutting)
    found = [reach.get(tuple(goal)) for goal in goals.tolist()]
    return np.array([np.inf if f is None else f[0] + f[1] * ROOT2 for f in found])


@pytest.mark.parametrize("corner_cutting", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_any_queue_finds_shortest_paths(seed, corner_cutting):
    rng, blocked, free, grid = case(seed, corner_cutting)
    if not len(free):
        return
    start, goals = rng.choice(free), rng.choice(free, 8)
    owed = owed_lengths(blocked, start, goals, corner_cutting)
    for planner in ("a*", "dijkstra"):
        for queue in QUEUES:
            paths = grid.find_paths(start, goals, planner=planner, queue=queue)
            np.testing.assert_array_equal(paths.length, grid.cell * owed)
            assert (paths.optimal == paths.found).all()
            for path, goal in zip(paths, goals, strict=True):
                if path:
                    check_walk(blocked, path.cells, tuple(start), tuple(goal), corner_cutting)
    for queue in QUEUES:
        paths = grid.find_paths(start, goals, planner="a*", queue=queue, heuristic="euclidean")
        np.testing.assert_array_equal(paths.length, grid.cell * owed)


def test_queues_by_other_names():
    grid = cw.Grid(np.zeros((4, 4)))
    for bad in ("heap", 1, None):
        with pytest.raises(cw.InvalidInput, match="'buckets', 'binary', 'fibonacci', 'list'"):
            grid.find_path((0, 0), (3, 3), planner="dijkstra", queue=bad)
    with pytest.raises(cw.InvalidInput, match="no option 'queue'"):
        grid.find_path((0, 0), (3, 3), queue="binary")


@pytest.mark.parametrize("corner_cutting", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_callables_that_never_overestimate(seed, corner_cutting):
    """Inconsistent ones too: any share of the true length, different in every cell."""
    rng, blocked, free, grid = case(seed, corner_cutting)
    if not len(free):
        return
    goal, starts = rng.choice(free), rng.choice(free, 8)
    owed = grid.cell * owed_lengths(blocked, goal, starts, corner_cutting)
    true = grid.distances(goal)
    share = rng.random(grid.shape)
    limited = np.where(np.isfinite(true), true, 0.0)

    def some(cells, _):
        return (share * limited)[cells[:, 1], cells[:, 0]]

    for heuristic in (
        some,
        lambda cells, end: grid.cell * (1 - 1e-12) * octile(cells, end),
        lambda cells, end: 0.0,
        lambda cells, end: np.zeros(len(cells), dtype=np.float32),
    ):
        paths = grid.find_paths(starts, goal, planner="a*", heuristic=heuristic)
        np.testing.assert_array_equal(paths.length, owed)
        # Nothing says that it never overestimates: proved is what no path can undercut.
        straight = grid.cell * np.array([octile(s[None], goal)[0] for s in starts])
        assert (paths.optimal == (paths.found & np.isclose(owed, straight, rtol=1e-12))).all()
        assert (paths.lower_bound <= owed).all()


@pytest.mark.parametrize("seed", range(10))
def test_callables_that_overestimate(seed):
    """The path is legal, and never called shortest when it is not."""
    rng, blocked, free, grid = case(seed)
    if not len(free):
        return
    goals = rng.choice(free, 6)
    start = rng.choice(free)
    owed = grid.cell * owed_lengths(blocked, start, goals, False)
    noise = 20 * grid.cell * rng.random(grid.shape)
    paths = grid.find_paths(
        start, goals, planner="a*", heuristic=lambda c, _: noise[c[:, 1], c[:, 0]], threads=2
    )
    assert (paths.found == np.isfinite(owed)).all()
    assert (paths.length >= owed).all()
    assert (paths.length[paths.optimal] == owed[paths.optimal]).all()
    for path, goal in zip(paths, goals, strict=True):
        if path:
            check_walk(blocked, path.cells, tuple(start), tuple(goal))


def test_a_better_heuristic_expands_less():
    grid = cw.Grid(np.zeros((40, 40)))
    planner = cw.AStar(grid)
    true = grid.distances((39, 20))
    few = planner.explored((0, 20), (39, 20), heuristic=lambda c, _: true[c[:, 1], c[:, 0]])
    many = planner.explored((0, 20), (39, 20), heuristic=lambda c, _: 0)
    assert len(few) < 50 < 500 < len(many)
    assert grid.find_path((0, 0), (3, 0), planner="a*", heuristic=lambda c, _: 0).optimal


def test_it_is_called_once_for_each_goal_with_all_cells():
    grid = cw.Grid([[0, 0, 0], [0, 1, 0]], cell=2.0)
    calls = []

    def heuristic(cells, goal):
        calls.append((cells.tolist(), goal.tolist()))
        return np.zeros(len(cells))

    grid.find_paths([(0, 0), (2, 0), (0, 1)], (2, 1), planner="a*", heuristic=heuristic)
    every = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]]
    assert calls == [(every, [2, 1])]
    goals = [(2, 1), (2, 1), (0, 0)]
    paths = grid.find_paths((0, 1), goals, planner="a*", heuristic=heuristic, progress=None)
    assert [goal for _, goal in calls[1:]] == [[2, 1], [0, 0]]
    np.testing.assert_array_equal(paths.length, grid.find_paths((0, 1), goals).length)
    assert [p.cells[-1].tolist() for p in paths] == [[2, 1], [2, 1], [0, 0]]
    assert len(grid.find_paths(np.empty((0, 2)), (0, 0), planner="a*", heuristic=heuristic)) == 0


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (np.zeros(5), "N estimates"),
        (np.zeros((2, 3)), "N estimates"),
        ("far", "N estimates"),
        (None, "not a finite number"),
        (-1.0, r"cell \(0, 0\) is not a finite number from 0 on"),
        (np.array([0, 0, 0, np.nan, 0, 0]), r"cell \(0, 1\)"),
        (np.array([0, 0, np.inf, 0, 0, 0]), r"cell \(2, 0\)"),
    ],
)
def test_bad_estimates(answer, said):
    grid = cw.Grid(np.zeros((2, 3)))
    for ask in (
        lambda: grid.find_path((0, 0), (2, 1), planner="a*", heuristic=lambda c, g: answer),
        lambda: cw.AStar(grid).explored((0, 0), (2, 1), heuristic=lambda c, g: answer),
    ):
        with pytest.raises(cw.InvalidInput, match=said):
            ask()
    assert grid.find_path((0, 0), (2, 1), planner="a*").optimal  # nothing is left behind


def test_errors_of_a_heuristic_pass():
    def fail(cells, goal):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        cw.Grid(np.zeros((3, 3))).find_path((0, 0), (2, 2), planner="a*", heuristic=fail)


def test_answers_are_of_one_version():
    """A grid that changes while the goals of a batch are searched one after the other."""
    grid = cw.Grid(np.zeros((30, 30)))
    calls = []

    def heuristic(cells, goal):
        calls.append(1)
        if len(calls) == 2:
            worker = threading.Thread(target=lambda: grid.__setitem__((5, slice(0, 29)), True))
            worker.start()
            worker.join()
        return 0.0

    goals = [(20, 0), (21, 0), (22, 0)]
    paths = grid.find_paths((0, 0), goals, planner="a*", heuristic=heuristic)
    assert len(calls) == 6
    np.testing.assert_array_equal(paths.length, grid.find_paths((0, 0), goals).length)
