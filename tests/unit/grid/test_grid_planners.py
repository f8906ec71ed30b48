"""Planners on grids against a Dijkstra by hand: random grids, changes, laws, published lengths."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

import clearway as cw
from oracle.grids import ROOT2, check_walk, random_grid, steps_from

EXACT = ("dijkstra", "a*", "jps")
NEAR = ("hpa*", "pra*")


def free_cells(blocked):
    return np.argwhere(~blocked)[:, ::-1]


def check_answer(grid, blocked, path, start, goal, reach, exact):
    """One answer against the counts of steps from the start to all it reaches."""
    owed = reach.get(tuple(goal))
    if owed is None:
        assert path.status is cw.Status.NO_PATH, (path, start, goal)
        assert path.length == math.inf
        return
    assert path.found, (path, path.planner, start, goal)
    straight, diagonal = check_walk(blocked, path.cells, start, goal, grid.corner_cutting)
    best = owed[0] + owed[1] * ROOT2
    assert path.length == grid.cell * (straight + diagonal * ROOT2)
    if exact:
        assert (straight, diagonal) == owed
        assert path.optimal
        assert path.lower_bound == path.length
    else:
        assert path.length >= grid.cell * best
        assert path.lower_bound <= grid.cell * best
        assert not path.optimal or (straight, diagonal) == owed


def compare(rng, planners, ends=6, edits=0, corner_cutting=False):
    blocked = random_grid(rng)
    grid = cw.Grid(blocked, corner_cutting=corner_cutting)
    for _ in range(edits + 1):
        free = free_cells(blocked)
        if len(free) == 0:
            return
        start = tuple(rng.choice(free).tolist())
        reach = steps_from(blocked.tolist(), start, corner_cutting)
        goals = rng.choice(free, min(ends, len(free)))
        for planner in planners:
            paths = grid.find_paths(start, goals, planner=planner, threads=1)
            for goal, path in zip(goals.tolist(), paths, strict=True):
                check_answer(grid, blocked, path, start, goal, reach, planner in EXACT)
        x, y = int(rng.integers(grid.width)), int(rng.integers(grid.height))
        w, h = (int(n) for n in rng.integers(1, 9, 2))
        value = bool(rng.random() < 0.5)
        blocked[y : y + h, x : x + w] = value
        grid[x : x + w, y : y + h] = value
        if rng.random() < 0.3:
            x, y = int(rng.integers(grid.width)), int(rng.integers(grid.height))
            blocked[y, x] ^= True
            grid[x, y] = bool(blocked[y, x])


@pytest.mark.parametrize("seed", range(120))
def test_exact_planners_agree_with_the_oracle(seed):
    compare(np.random.default_rng(seed), EXACT)


@pytest.mark.parametrize("seed", range(30))
def test_exact_planners_after_changes(seed):
    compare(np.random.default_rng([1, seed]), EXACT, ends=3, edits=4)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_exact_planners_campaign(block):
    for seed in range(100):
        compare(np.random.default_rng([2, block, seed]), EXACT, edits=2)


@pytest.mark.parametrize("seed", range(80))
def test_corner_cutting_agrees_with_the_oracle(seed):
    compare(np.random.default_rng([6, seed]), (*EXACT, *NEAR), corner_cutting=True)


@pytest.mark.parametrize("seed", range(30))
def test_corner_cutting_after_changes(seed):
    rng = np.random.default_rng([7, seed])
    compare(rng, (*EXACT, *NEAR), ends=3, edits=4, corner_cutting=True)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_corner_cutting_campaign(block):
    for seed in range(100):
        rng = np.random.default_rng([8, block, seed])
        compare(rng, (*EXACT, *NEAR), edits=2, corner_cutting=True)


@pytest.mark.parametrize("corner_cutting", [False, True])
@pytest.mark.parametrize("seed", range(15))
def test_heuristics(seed, corner_cutting):
    rng = np.random.default_rng([9, seed])
    blocked = random_grid(rng)
    free = free_cells(blocked)
    if not len(free):
        return
    grid = cw.Grid(blocked, corner_cutting=corner_cutting)
    a, b = rng.choice(free, 10), rng.choice(free, 10)
    best = grid.find_paths(a, b, planner="dijkstra")
    for name in ("octile", "euclidean", "manhattan"):
        paths = grid.find_paths(a, b, planner="a*", heuristic=name)
        assert (paths.found == best.found).all()
        if name == "manhattan":
            assert (paths.length >= best.length).all()
            assert (paths.length[paths.optimal] == best.length[paths.optimal]).all()
            assert (paths.lower_bound <= best.length).all()
        else:
            np.testing.assert_array_equal(paths.length, best.length)
            assert paths.optimal[paths.found].all()
    for bad in ("straight", 1, None):
        with pytest.raises(cw.InvalidInput, match="octile"):
            grid.find_path(a[0], b[0], planner="a*", heuristic=bad)


def test_manhattan_may_be_longer():
    """And says so."""
    paths = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        grid = cw.Grid(rng.random((40, 40)) < 0.3)
        free = free_cells(grid.blocked)
        a, b = rng.choice(free, 20), rng.choice(free, 20)
        rough = grid.find_paths(a, b, planner="a*", heuristic="manhattan")
        paths += [(r, e) for r, e in zip(rough, grid.find_paths(a, b), strict=True) if r]
    longer = [r for r, e in paths if r.length > e.length]
    assert longer
    assert not any(path.optimal for path in longer)


@pytest.mark.parametrize("corner_cutting", [False, True])
@pytest.mark.parametrize("seed", range(15))
def test_distances_and_fields(seed, corner_cutting):
    rng = np.random.default_rng([10, seed])
    blocked = random_grid(rng)
    free = free_cells(blocked)
    if not len(free):
        return
    grid = cw.Grid(blocked, cell=0.5, corner_cutting=corner_cutting)
    start = tuple(rng.choice(free).tolist())
    reach = steps_from(blocked.tolist(), start, corner_cutting)
    owed = np.full(blocked.shape, np.inf)
    for (x, y), (straight, diagonal) in reach.items():
        owed[y, x] = 0.5 * (straight + diagonal * ROOT2)
    np.testing.assert_array_equal(grid.distances(start), owed)
    some = rng.choice(free, 5)
    np.testing.assert_array_equal(grid.distances(start, some), owed[some[:, 1], some[:, 0]])
    field = grid.field([start, *map(tuple, some.tolist()), (0, 0)])
    goals = [start, *map(tuple, some.tolist()), *([(0, 0)] if not blocked[0, 0] else [])]
    least = np.min([grid.distances(goal) for goal in goals], axis=0)
    np.testing.assert_array_equal(field.distances, least)
    for cell in rng.choice(free, 5).tolist():
        path = field.path(cell)
        if not np.isfinite(field.distance(cell)):
            assert not path.found
            continue
        assert path.length == pytest.approx(field.distance(cell), rel=1e-12)
        cells = np.floor(path.points / 0.5).astype(int)
        check_walk(blocked, cells, cell, cells[-1], corner_cutting)
        assert tuple(cells[-1].tolist()) in goals


def test_distances_of_blocked_cells():
    grid = cw.Grid([[0, 1, 0]])
    assert np.isinf(grid.distances((1, 0))).all()
    assert np.isinf(grid.field((1, 0)).distances).all()
    assert grid.field((1, 0)).next_cell((0, 0)).tolist() == [0, 0]
    with pytest.raises(cw.InvalidInput):
        grid.distances((5, 0))


def test_the_rule_is_kept():
    import pickle

    grid = cw.Grid([[0, 0], [1, 0]], corner_cutting=True)
    assert grid.find_path((0, 0), (1, 1)).length == ROOT2
    for other in (grid.copy(), pickle.loads(pickle.dumps(grid))):
        assert other.corner_cutting
        assert other == grid
    assert cw.Grid([[0, 0], [1, 0]]) != grid
    assert cw.Grid([[0, 0], [1, 0]]).find_path((0, 0), (1, 1)).length == 2


@pytest.mark.parametrize("seed", range(60))
def test_near_planners_find_what_there_is(seed):
    compare(np.random.default_rng([3, seed]), NEAR)


@pytest.mark.parametrize("seed", range(60))
def test_near_planners_after_changes(seed):
    compare(np.random.default_rng([4, seed]), NEAR, ends=4, edits=6)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_near_planners_campaign(block):
    for seed in range(100):
        compare(np.random.default_rng([5, block, seed]), NEAR, edits=8)


@pytest.mark.parametrize("planner", NEAR)
@pytest.mark.parametrize("cluster", [2, 3, 7, 10, 64, 255])
def test_any_cluster_size_answers(planner, cluster):
    rng = np.random.default_rng(cluster)
    for _ in range(8):
        blocked = random_grid(rng)
        free = free_cells(blocked)
        if not len(free):
            continue
        grid = cw.Grid(blocked)
        made = cw.HPAStar(grid, cluster) if planner == "hpa*" else cw.PRAStar(grid, cluster % 9)
        a, b = rng.choice(free, 15), rng.choice(free, 15)
        best = grid.find_paths(a, b).length
        rough = made.find_paths(a, b, smooth=False)
        fine = made.find_paths(a, b)
        assert (np.isfinite(rough.length) == np.isfinite(best)).all()
        assert (rough.length >= best).all()
        assert (fine.length <= rough.length).all()
        for p in [*rough, *fine]:
            if p:
                check_walk(blocked, p.cells, p.cells[0], p.cells[-1])


@pytest.mark.parametrize("planner", NEAR)
def test_repair_answers_as_a_fresh_grid_would(planner):
    """After changes hpa* is what a new grid gives; pra* finds all that a new one finds."""
    rng = np.random.default_rng(11)
    blocked = rng.random((90, 110)) < 0.3
    grid = cw.Grid(blocked)
    for _ in range(40):
        w, h = (int(n) for n in rng.integers(1, 14, 2))
        x, y = int(rng.integers(110 - w)), int(rng.integers(90 - h))
        patch = rng.random((w, h)) < rng.choice([0.0, 0.3, 1.0])
        grid[x : x + w, y : y + h] = patch
        blocked[y : y + h, x : x + w] = patch.T
        free = free_cells(blocked)
        a, b = rng.choice(free, 30), rng.choice(free, 30)
        kept = grid.find_paths(a, b, planner=planner)
        fresh = cw.Grid(blocked).find_paths(a, b, planner=planner)
        if planner == "hpa*":
            assert (kept.length == fresh.length).all()
        else:
            assert (np.isfinite(kept.length) == np.isfinite(fresh.length)).all()


def test_repair_costs_what_the_change_costs():
    """One cell in a large grid: far less than the preparation."""
    rng = np.random.default_rng(12)
    grid = cw.Grid(rng.random((400, 400)) < 0.2)
    grid[200:203, 200:203] = False
    for made in (cw.HPAStar(grid), cw.PRAStar(grid)):
        began = time.process_time()
        made.prepare()
        whole = time.process_time() - began
        began = time.process_time()
        for k in range(10):
            grid[201, 201] = k % 2 == 0
            made.prepare()
        assert (time.process_time() - began) / 10 < whole / 20


@pytest.mark.parametrize("planner", EXACT)
def test_every_grid_of_three_by_three(planner):
    """All 512 of them, from every free cell to every other."""
    for bits in range(512):
        blocked = np.array([bits >> k & 1 for k in range(9)], dtype=bool).reshape(3, 3)
        free = free_cells(blocked)
        if not len(free):
            continue
        grid = cw.Grid(blocked)
        starts, goals = np.repeat(free, len(free), axis=0), np.tile(free, (len(free), 1))
        lengths = grid.find_paths(starts, goals, planner=planner, threads=1).length
        for start, goal, length in zip(starts.tolist(), goals.tolist(), lengths, strict=True):
            s, d = steps_from(blocked.tolist(), tuple(start)).get(tuple(goal), (math.inf, 0))
            assert length == s + d * ROOT2, (bits, start, goal)


def test_lengths_obey_symmetry_and_the_triangle_inequality():
    """The same in both directions, under reflection and rotation; longer with more blocked."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        blocked = random_grid(rng)
        free = free_cells(blocked)
        if not len(free):
            continue
        a, b = rng.choice(free, 20), rng.choice(free, 20)
        for planner in EXACT:
            length = cw.Grid(blocked).find_paths(a, b, planner=planner).length
            assert (cw.Grid(blocked).find_paths(b, a, planner=planner).length == length).all()
            turned = cw.Grid(blocked.T).find_paths(a[:, ::-1], b[:, ::-1], planner=planner)
            assert (turned.length == length).all()
            flip = [blocked.shape[1] - 1, 0]
            mirrored = cw.Grid(blocked[:, ::-1]).find_paths(
                np.abs(flip - a), np.abs(flip - b), planner=planner
            )
            assert (mirrored.length == length).all()
            more = blocked | (rng.random(blocked.shape) < 0.1)
            assert (cw.Grid(more).find_paths(a, b, planner=planner).length >= length).all()


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 300), (300, 1), (63, 64), (64, 63), (65, 128), (200, 200)]
)
@pytest.mark.parametrize("planner", EXACT)
def test_empty_grids(size, planner):
    """Widths around the words of bits; the answer is the octile distance."""
    width, height = size
    grid = cw.Grid(np.zeros((height, width), dtype=bool))
    ends = [
        (0, 0),
        (width - 1, height - 1),
        (width - 1, 0),
        (0, height - 1),
        (width // 2, height // 2),
    ]
    for a in ends:
        for b in ends:
            dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
            path = grid.find_path(a, b, planner=planner)
            assert path.length == max(dx, dy) - min(dx, dy) + min(dx, dy) * ROOT2
            assert tuple(path.cells[-1]) == b


def test_long_lengths_have_no_rounding():
    """The length of thousands of diagonal steps comes from a count, not from a sum."""
    n = 4000
    grid = cw.Grid(np.zeros((n, n), dtype=bool))
    for planner in ("a*", "jps"):
        assert grid.find_path((0, 0), (n - 1, n - 1), planner=planner).length == (n - 1) * ROOT2
