"""`explored_corners`: the corners that searches over corners expand, in order, as a search tree."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw

PLANNERS = (cw.VG, cw.VGO, cw.BSPStar)


@pytest.fixture(scope="module")
def boxes():
    return cw.generate.boxes(size=60, seed=4, obstacles=40)


def queries(world, count):
    ends = world.random_points(2 * count, 0.0, rng=8).tolist()
    return zip(map(tuple, ends[:count]), map(tuple, ends[count:]), strict=True)


@pytest.mark.parametrize("planner", PLANNERS)
def test_a_tree_in_the_order_of_a_star(boxes, planner):
    """Predecessors come first and see the corner; cost plus distance to the goal never falls."""
    known, corners, tried = planner(boxes), set(map(tuple, cw.VG(boxes).graph()[0].tolist())), 0
    for a, b in queries(boxes, 12):
        path, lines = known.find_path(a, b), known.explored_corners(a, b)
        assert lines.shape == (path.stats["expanded"], 2, 2)
        assert known.explored_corners(a, b).tolist() == lines.tolist()
        costs, last = {a: 0.0}, 0.0
        for before, corner in lines.tolist():
            p, q = tuple(before), tuple(corner)
            assert q in corners
            assert boxes.visible(p, q)
            costs[q] = costs[p] + math.dist(p, q)
            assert costs[q] + math.dist(q, b) >= last * (1 - 1e-12)
            last = costs[q] + math.dist(q, b)
            tried += 1
        assert {tuple(p) for p in path.points[1:-1].tolist()} <= set(costs)
    assert tried > 30


def test_pruning_expands_no_more(boxes):
    a, b = next(iter(queries(boxes, 1)))
    count = len(cw.VGO(boxes, prune_successors=False).explored_corners(a, b))
    assert count == cw.VGO(boxes, prune_successors=False).find_path(a, b).stats["expanded"]
    assert len(cw.VGO(boxes).explored_corners(a, b, prune_successors=False)) == count
    assert len(cw.VGO(boxes).explored_corners(a, b)) <= count


@pytest.mark.parametrize("planner", PLANNERS)
def test_nothing_to_expand(planner):
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    assert planner(world).explored_corners((1, 1), (9, 1)).shape == (0, 2, 2)  # straight
    assert planner(world).explored_corners((5, 5), (1, 1)).shape == (0, 2, 2)  # blocked
    world.add_wall([(8, 0), (8, 10)])
    lines = planner(world).explored_corners((1, 5), (9, 5))  # no path: all that can be reached
    assert not planner(world).find_path((1, 5), (9, 5)).found
    assert {tuple(p) for p in lines[:, 1].tolist()} <= {(4, 4), (6, 4), (6, 6), (4, 6)}


def test_bad_input(boxes):
    known = cw.VG(boxes)
    with pytest.raises(cw.InvalidInput, match="no option 'limit'"):
        known.explored_corners((1, 1), (2, 2), limit=5)
    with pytest.raises(cw.InvalidInput, match="start"):
        known.explored_corners((1, np.nan), (2, 2))
    with pytest.raises(cw.InvalidInput, match="goal"):
        known.explored_corners((1, 1), [(2, 2), (3, 3)])
    linked = cw.World((0, 0, 10, 10))
    linked.add_link((1, 1), (9, 9))
    with pytest.raises(cw.InvalidInput, match="links"):
        cw.VG(linked).explored_corners((1, 1), (2, 2))
