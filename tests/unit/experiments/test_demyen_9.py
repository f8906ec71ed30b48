"""Tiny instances of the experiment `demyen-9`."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import clearway as cw
from clearway import experiments
from clearway.experiments.demyen_9.anytime import BOUND
from clearway.experiments.demyen_9.layers import layers_of
from clearway.experiments.demyen_9.maps import measure_map
from clearway.experiments.demyen_9.queries import FACTORS, measure_queries
from clearway.experiments.worlds import by_bucket, random_pairs

pytest.importorskip("matplotlib")
PLACE = "caves:size=60:seed=1"


@pytest.fixture(scope="module")
def queries():
    return experiments.Table.of_rows(measure_queries("caves", PLACE, each=2, repeats=1))


def test_lengths_agree_with_the_theory(queries):
    """More time never makes a path longer; grid paths are longer, within bounds."""
    ratio = queries["optimal_length"] / queries["a_length"]
    assert (ratio > (1 + np.pi / 4) / 2 - 1e-9).all()  # arcs for steps around corners
    assert pytest.approx(0.9239, abs=1e-4) == BOUND
    assert (ratio < 1 + 1e-9).all()
    for name in ("ta", "tra"):
        for less, more in pairwise(FACTORS):
            assert (queries[f"{name}_{more}"] <= queries[f"{name}_{less}"] + 1e-9).all()
        assert (queries[f"{name}_10"] >= queries["optimal_length"] * (1 - 1e-9)).all()
    np.testing.assert_array_equal(queries["heap_length"], queries["a_length"])
    assert (queries["pra_length"] >= queries["a_length"] - 1e-9).all()
    assert (queries["bucket"] == queries["grid_length"] // 4).all()
    assert max(np.unique(queries["bucket"], return_counts=True)[1]) == 2


def test_a_map(queries):
    [row] = measure_map("caves", PLACE, 1)
    grid = cw.generate.caves(60, seed=1, form="grid")
    assert row["cells"] == 3600
    assert row["free"] == int((~grid.blocked).sum())
    assert row["triangles"] == grid.to_world().stats["free_triangles"]
    assert row["triangulation_ms"] > 0
    assert row["sectors_ms"] > 0
    assert row["reduction_ms"] > 0


def test_every_figure_is_there(queries):
    one = experiments.load("demyen-9")
    maps = experiments.Table.of_rows(measure_map("caves", PLACE, 1))
    results = experiments.Results({"maps": maps, "queries": queries}, experiments.Settings(True))
    sections = list(one.sections(results))
    numbers = [section.title.split(":")[0] for section in sections]
    assert numbers == [f"Figure 9.{i}" for i in range(1, 14)]
    assert all(section.rows and section.draw and section.claims for section in sections)


def test_buckets():
    grid = cw.Grid(np.zeros((30, 30), bool))
    starts, goals = random_pairs(grid, 500)
    starts, goals, length = by_bucket(grid, starts, goals, 4.0, 5, 3)
    assert (np.bincount((length // 4).astype(int)) == 3).all()
    np.testing.assert_array_equal(grid.find_paths(starts, goals).length, length)


def test_terrain_kinds(tmp_path):
    """Water and trees are searched too, each by itself; ground and swamp are one kind."""
    rows = ["..WW", "GSWW", "TTWW", "TT@@"]
    text = "type octile\nheight 4\nwidth 4\nmap\n" + "\n".join(rows) + "\n"
    (tmp_path / "a.map").write_text(text)
    ends = [(0, 0, 1, 1), (2, 0, 3, 2), (0, 2, 1, 3), (0, 0, 3, 0)]
    lines = [f"0 a.map 4 4 {a} {b} {c} {d} 1.0" for a, b, c, d in ends]
    (tmp_path / "a.map.scen").write_text("\n".join(["version 1", *lines]) + "\n")
    place = str(tmp_path / "a.map")
    assert layers_of("wc3", place) == [".GS", "W", "T"]
    assert layers_of("bg512", place) == [".GS"]
    found = experiments.Table.of_rows(measure_queries("wc3", place, 10, 1))
    assert found["terrain"].tolist() == [".GS", "W", "T"]
    assert np.isfinite(found["a_length"]).all()
