"""Partitioners of planner "thpa*": METIS, the built-in one, those of users."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway._partition import grow
from support import children


def grid_graph(width, height):
    """Vertices of a lattice, four neighbours each."""
    number = np.arange(width * height).reshape(height, width)
    pairs = np.concatenate(
        [
            np.column_stack((number[:, :-1].ravel(), number[:, 1:].ravel())),
            np.column_stack((number[:-1].ravel(), number[1:].ravel())),
        ]
    )
    return graph_of(width * height, np.concatenate((pairs, pairs[:, ::-1])))


def graph_of(count, pairs):
    pairs = pairs[np.lexsort(pairs.T[::-1])]
    starts = np.searchsorted(pairs[:, 0], np.arange(count + 1))
    return starts, pairs[:, 1]


def is_connected(starts, neighbours, vertices):
    inside, seen = set(vertices), {vertices[0]}
    todo = [vertices[0]]
    while todo:
        v = todo.pop()
        for w in neighbours[starts[v] : starts[v + 1]].tolist():
            if w in inside and w not in seen:
                seen.add(w)
                todo.append(w)
    return len(seen) == len(inside)


@pytest.mark.parametrize("parts", [1, 2, 5, 16, 60])
def test_parts_are_connected_and_of_similar_size(parts):
    starts, neighbours = grid_graph(30, 20)
    labels = grow(starts, neighbours, parts)
    sizes = np.bincount(labels)
    assert abs(len(sizes) - parts) <= max(1, parts // 3)
    assert sizes.min() > 0
    assert sizes.max() <= 2.2 * 600 / parts
    for part in range(len(sizes)):
        assert is_connected(starts, neighbours, np.flatnonzero(labels == part).tolist())


def test_small_components_share_parts():
    labels = grow(np.zeros(101, int), np.empty(0, int), 5)  # a hundred single vertices
    assert len(np.unique(labels)) == 5
    assert grow(np.zeros(1, int), np.empty(0, int), 3).tolist() == []


def halves(starts, neighbours, parts):
    return np.arange(len(starts) - 1) * parts // (len(starts) - 1)


@pytest.mark.parametrize("partition", ["grow", halves])
def test_answers_do_not_depend_on_the_partitioner(partition):
    world = cw.generate.boxes(size=60, obstacles=80, seed=2)
    planner = cw.THPAStar(world, partition=partition)
    a, b = world.random_points(60, rng=1), world.random_points(60, rng=2)
    best, found = world.find_paths(a, b), planner.find_paths(a, b)
    np.testing.assert_array_equal(found.status, best.status)
    ratio = found.length[best.found] / best.length[best.found]
    assert (ratio > 1 - 1e-9).all()
    assert ratio.mean() < 1.05
    for handle in list(world.obstacles)[:20]:
        world.remove(handle)
    again = planner.find_paths(a, b)
    np.testing.assert_array_equal(again.status, world.find_paths(a, b).status)


def test_the_built_in_one_needs_no_package():
    code = (
        "import sys; sys.modules['pymetis'] = None\n"
        "import clearway as cw\n"
        "world = cw.generate.boxes(size=40, obstacles=30, seed=1)\n"
        "print(cw.THPAStar(world, partition='grow').find_path((1, 1), (39, 39)).found)\n"
        "try: cw.THPAStar(world)\n"
        "except cw.MissingExtra: print('missing')"
    )
    assert children.python("-c", code) == "True\nmissing\n"


@pytest.mark.parametrize(
    "bad", ["nonsense", 3, None, lambda starts, neighbours, parts: [0], lambda *given: "x"]
)
def test_bad_partitioners(bad):
    world = cw.generate.boxes(size=40, obstacles=30, seed=1)
    with pytest.raises(cw.InvalidInput, match="partition"):
        cw.THPAStar(world, partition=bad)
