"""Journeys of HPA*: a plan at once, legs on demand; and the graph that it searches."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import clearway as cw
from oracle.grids import ROOT2, check_walk, random_grid, steps_from


def cases(seed, corner_cutting=False):
    rng = np.random.default_rng([37, seed])
    blocked = random_grid(rng)
    free = np.argwhere(~blocked)[:, ::-1]
    grid = cw.Grid(blocked, corner_cutting=corner_cutting)
    planner = cw.HPAStar(grid, cluster=int(rng.integers(2, 12)))
    return rng, blocked, free, planner


@pytest.mark.parametrize("corner_cutting", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_legs_lead_to_the_goal(seed, corner_cutting):
    rng, blocked, free, planner = cases(seed, corner_cutting)
    if not len(free):
        return
    for start, goal in zip(rng.choice(free, 6), rng.choice(free, 6), strict=True):
        owed = steps_from(blocked.tolist(), tuple(start.tolist()), corner_cutting)
        journey = planner.begin(start, goal)
        rough = planner.find_path(start, goal, smooth=False)
        assert journey.status is rough.status
        assert journey.length == pytest.approx(rough.length)
        if not journey:
            assert journey.next() is None
            assert journey.done
            continue
        subgoals = journey.subgoals.tolist()
        legs = list(journey)
        assert journey.done
        assert journey.plans == 1
        at = start
        for leg, subgoal in zip(legs, subgoals, strict=True) if (start != goal).any() else ():
            check_walk(blocked, leg.cells, tuple(at), tuple(subgoal), corner_cutting)
            assert leg.optimal
            assert leg.length > 0
            at = np.array(subgoal)
        assert (journey.position == goal).all()
        straight, diagonal = owed[tuple(goal.tolist())]
        total = sum(leg.length for leg in legs)
        assert straight + diagonal * ROOT2 <= total + 1e-9
        assert total <= journey.length + 1e-9
        # Every subgoal but the last is the first cell of another cluster.
        clusters = [tuple(np.array(c) // planner.cluster) for c in [start.tolist(), *subgoals]]
        assert all(a != b for a, b in pairwise(clusters[:-1]))


def test_a_journey_plans_again_when_cells_change():
    grid = cw.Grid(np.zeros((30, 30)))
    journey = cw.HPAStar(grid, cluster=10).begin((0, 5), (29, 5))
    first = journey.next()
    assert first.found
    grid[15, 0:29] = True  # only the last row is free
    rest = list(journey)
    assert journey.plans == 2
    assert journey.done
    cells = np.concatenate([leg.cells for leg in rest])
    assert (15, 29) in set(map(tuple, cells.tolist()))
    assert not grid.blocked[cells[:, 1], cells[:, 0]].any()


def test_a_journey_that_a_change_ends_and_another_revives():
    grid = cw.Grid(np.zeros((30, 30)))
    journey = cw.HPAStar(grid, cluster=10).begin((0, 5), (29, 5))
    grid[15, 0:30] = True
    assert journey.next() is None
    assert journey.status is cw.Status.NO_PATH
    assert journey.done
    grid[15, 7] = False
    assert [leg.found for leg in journey]
    assert journey.position.tolist() == [29, 5]


def test_ends():
    grid = cw.Grid([[0, 1], [0, 0]])
    planner = cw.HPAStar(grid, cluster=2)
    here = planner.begin((0, 0), (0, 0))
    assert (here.found, here.length, here.done, here.next()) == (True, 0.0, True, None)
    assert planner.begin((1, 0), (0, 0)).status is cw.Status.START_BLOCKED
    assert planner.begin((0, 0), (1, 0)).status is cw.Status.GOAL_BLOCKED
    assert not planner.begin((0, 0), (1, 0))
    with pytest.raises(cw.InvalidInput, match="outside"):
        planner.begin((0, 0), (5, 0))
    assert "0 legs taken" in repr(here)


@pytest.mark.parametrize("seed", range(15))
def test_the_graph(seed):
    """Edges across borders join neighbours in two clusters; others are shortest inside one."""
    _, blocked, _, planner = cases(seed)
    graph, size = planner.graph(), planner.cluster
    cells, clusters = graph.cells, graph.cells // size
    assert len({tuple(c) for c in cells.tolist()}) == len(cells)
    assert not blocked[cells[:, 1], cells[:, 0]].any()
    across, inside = graph.edges[: graph.across], graph.edges[graph.across :]
    gaps = np.abs(cells[across[:, 0]] - cells[across[:, 1]])
    assert (gaps.sum(axis=1) == 1).all()
    assert (clusters[across[:, 0]] != clusters[across[:, 1]]).any(axis=1).all()
    assert (graph.lengths[: graph.across] == 1).all()
    assert (clusters[inside[:, 0]] == clusters[inside[:, 1]]).all()
    for (i, j), length in list(zip(inside.tolist(), graph.lengths[graph.across :], strict=True))[
        :40
    ]:
        x, y = clusters[i] * size
        box = blocked[y : y + size, x : x + size]
        a, b = (tuple((cells[k] - (x, y)).tolist()) for k in (i, j))
        straight, diagonal = steps_from(box.tolist(), a)[b]
        assert length == straight + diagonal * ROOT2
