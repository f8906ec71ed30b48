"""Tiny instances of the experiment `vinther-6`."""

from __future__ import annotations

import numpy as np
import pytest

from clearway import experiments
from clearway.experiments.vinther_6.measure import MAPS, made, measure
from clearway.experiments.vinther_6.trees import measure_worst, share_cut, worst_world
from clearway.experiments.vinther_6.variants import (
    measure_clusters,
    measure_heuristics,
    measure_queues,
)

pytest.importorskip("matplotlib")
SIZES = {"star": 60, "lines": 60, "checker": 12, "maze": 15, "scaled_maze": 2, "maze_cor5": 40}


@pytest.fixture(scope="module")
def maps():
    rows = [row for kind, size in SIZES.items() for row in measure(kind, size, 1, 0.0)]
    return experiments.Table.of_rows(rows)


def test_every_kind_and_what_holds_of_it(maps):
    assert set(maps["kind"]) == set(MAPS)
    assert (maps["vgo_edges"] <= maps["vg_edges"]).all()
    assert (maps["fragments"] >= maps["segments"]).all()
    assert (maps["bsp*+tree_us"] > maps["bsp*_us"]).all()
    assert (maps["hpa_over"] > 1 - 1e-9).all()
    assert (maps["dijkstra_expanded"] >= maps["a*_expanded"] / 2).all()


def test_grids_cut_corners_as_in_the_document():
    grid, world, _ = made("checker", 12)
    assert grid.corner_cutting
    assert world.stats["obstacles"] > 4


def test_every_figure(maps):
    heuristics = experiments.Table.of_rows(measure_heuristics("maze", 21, 10))
    assert heuristics["heuristic"].tolist() == ["none", "octile", "euclidean", "manhattan"]
    assert np.abs(heuristics["longer_mean"][:3]).max() < 1e-12
    assert (heuristics["proved"][:3] == 1).all()
    clusters = experiments.Table.of_rows(measure_clusters(2, [5, 10]))
    assert (clusters["longer"] > -1e-9).all()
    assert (clusters["inter_edges"] <= clusters["nodes"]).all()
    queues = experiments.Table.of_rows(measure_queues("maze", 21, 5, 1))
    assert len(queues) == 8
    worst = experiments.Table.of_rows(row for n in (3, 6) for row in measure_worst(n))
    tables = {"maps": maps, "heuristics": heuristics, "clusters": clusters}
    tables |= {"queues": queues, "worst": worst}
    one = experiments.load("vinther-6")
    results = experiments.Results(tables, experiments.Settings(True))
    titles = [section.title for section in one.sections(results)]
    for number in (39, 40, 41, 44, 45, 47, 48, 49, 52, 53, 55, 57, 58):
        assert sum(title.startswith(f"Figure {number}:") for title in titles) == 1, number
    assert titles[0] == "Figures 10 and 11: heuristics of A*"
    assert titles[1] == "Section 4.1: priority queues"
    assert sum(title.startswith(("Figures 20", "Figures 33")) for title in titles) == 2


def test_the_lines_of_the_worst_case_cut_half_of_the_segments():
    """Those of horizontal segments cut all vertical ones, those of vertical ones none."""
    assert share_cut(worst_world(4)) == 4 * 4 / 8**2
    [row] = measure_worst(6)
    assert row["fragments"] >= row["segments"]
