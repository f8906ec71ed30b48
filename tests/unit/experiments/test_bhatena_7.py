"""Tiny instances of the experiment `bhatena-7`."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
import pytest

import clearway as cw
from clearway import experiments
from clearway.experiments.bhatena_7 import four_neighbours
from clearway.experiments.bhatena_7.large import lattice, measure_large
from clearway.experiments.bhatena_7.measure import document_edges, measure

pytest.importorskip("pymetis")
pytest.importorskip("matplotlib")


def steps_between(blocked, start, goal):
    """Breadth first, four neighbours."""
    found, queue = {start: 0}, deque([start])
    while queue:
        x, y = queue.popleft()
        for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= i < blocked.shape[1] and 0 <= j < blocked.shape[0]
            if inside and not blocked[j, i] and (i, j) not in found:
                found[i, j] = found[x, y] + 1
                queue.append((i, j))
    return found.get(goal, math.inf)


def test_four_neighbours_against_breadth_first():
    rng = np.random.default_rng(2)
    blocked = rng.random((40, 50)) < 0.2
    free = np.argwhere(~blocked)[:, ::-1]
    ends = free[rng.integers(len(free), size=(30, 2))]
    side = 7
    graph = four_neighbours.abstract_graph(blocked, side)
    for start, goal in ends:
        a, b = tuple(start.tolist()), tuple(goal.tolist())
        exact = four_neighbours.shortest(a, b, lambda c: four_neighbours._steps(blocked, c))
        assert exact == steps_between(blocked, a, b)
        rough = four_neighbours._by_clusters(blocked, side, graph, a, b)
        assert rough >= exact
        assert math.isfinite(rough) == math.isfinite(exact)
    both, middle = (
        four_neighbours.longer(blocked, ends[:, 0], ends[:, 1], wide) for wide in (3, math.inf)
    )
    assert 1 <= both < middle < 1.5


def test_edges_of_the_document():
    """Two clusters of an empty square: one cut, one node on each side."""
    world = cw.World((0, 0, 1, 1))
    assert document_edges(world, [0, 1]) == {
        "inter_edges": 1,
        "intra_edges": 0,
        "document_nodes": 2,
    }


def test_worlds_and_report():
    rows = []
    for kind, option, values in (
        ("uniform", "size", (8, 12)),
        ("nonuniform", "obstacles", (30, 60)),
    ):
        for value in values:
            rows += measure(kind, option, value, 6, 1)
    table = experiments.Table.of_rows(rows)
    assert (table["thpa_over"] > 1 - 1e-9).all()
    assert (table["rough_over_a"] > 1 - 1e-9).all()
    assert (table["hpa4_over"] > 1 - 1e-9).all()
    assert (table["plan_us"] > 0).all()
    assert (table["inter_edges"] == table["cut"]).all()
    large = experiments.Table.of_rows(measure_large(100, 0.02, 6, 1))
    assert 0 < large["leg_share"][0] <= 1 + 1e-9
    one = experiments.load("bhatena-7")
    results = experiments.Results({"worlds": table, "large": large}, experiments.Settings(True))
    titles = [section.title for section in one.sections(results)]
    for i in range(1, 11):
        assert sum(title.startswith(f"Figure 7.{i}:") for title in titles) == 1
    assert titles[-1].startswith("Where THPA* pays")


def test_boxes_do_not_touch():
    world = cw.World.from_obstacles(lattice(50), bounds=(0, 0, 1, 1))
    assert world.stats["crossings"] == 0
    assert world.stats["obstacles"] == 50
