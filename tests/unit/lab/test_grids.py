"""Grids in the lab: painting, planners of grids and of worlds, searches to play."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw

GRID_PLANNERS = sorted(n for n, line in cw.planners().items() if line.startswith("Grid"))


@pytest.fixture
def grid(lab):
    lab.post("world", blocked=np.zeros((20, 30), dtype=int).tolist(), cell=2.0, origin=[10, 0])
    return lab


def cells(lab):
    return np.array(lab.get("cells")["cells"], dtype=bool)


def test_painting_and_its_history(grid):
    assert not cells(grid).any()
    first = grid.post("paint", cells=[[3, 4], [29, 19]], blocked=True)
    assert sorted(first["changed"]) == [[3, 4], [29, 19]]
    assert np.argwhere(cells(grid)).tolist() == [[4, 3], [19, 29]]
    line = grid.post("paint", line=[[0, 0], [29, 0]], width=3, blocked=True, gesture="g")
    assert cells(grid)[:2].all()
    assert len(line["changed"]) == 60
    grid.post("paint", line=[[0, 10], [29, 10]], blocked=True, gesture="g")
    grid.post("paint", box=[5, 0, 8, 20], blocked=False, gesture="h")
    assert not cells(grid)[:, 5:8].any()
    after = cells(grid)
    freed = grid.post("undo")
    assert cells(grid)[0, 6]
    assert not freed["replaced"]
    assert {(x, y) for x, y, _ in freed["cells"]} == set(
        map(tuple, np.argwhere((after != cells(grid)).T).tolist())
    )
    grid.post("undo")
    assert np.argwhere(cells(grid)).tolist() == [[4, 3], [19, 29]]
    grid.post("redo")
    grid.post("redo")
    assert (cells(grid) == after).all()
    assert grid.post("paint", cells=[[6, 6]], blocked=False)["changed"] == []


@pytest.mark.parametrize(
    "given",
    [
        {"cells": [[30, 0]], "blocked": True},
        {"cells": [[0.5, 0]], "blocked": True},
        {"box": [0, 0, 31, 2], "blocked": True},
        {"box": [0, 0], "blocked": True},
        {"blocked": True},
        {"cells": [[1, 1]], "line": [[1, 1], [2, 2]], "blocked": True},
        {"cells": [[1, 1]], "blocked": "yes"},
        {"line": [[1, 1]], "blocked": True},
    ],
)
def test_bad_strokes(grid, given):
    status, said = grid.error("paint", **given)
    assert (status, said["error"]) == (400, "InvalidInput")
    assert not cells(grid).any()


@pytest.mark.parametrize("planner", GRID_PLANNERS)
def test_planners_of_grids(grid, planner):
    grid.post("paint", box=[10, 0, 12, 15], blocked=True)
    mine = cw.Grid(cells(grid), 2.0, (10, 0))
    query = {"start": [12, 3], "goal": [60, 3], "planner": planner}
    got = grid.post("path", detail=["channel"], **query)["answers"][0]
    path = mine.find_path((1, 1), (25, 1), planner=planner)
    assert (got["length"], got["points"]) == (path.length, path.points.tolist())
    assert got["channel"] == path.cells.tolist()
    by_cell = grid.post("path", start=[1, 1], goal=[25, 1], planner=planner, cells=True)
    assert by_cell["answers"][0]["length"] == path.length
    played = grid.arrays("search", start=[12, 3], goal=[60, 3], planner=planner)
    assert played["on"] == "cells"
    assert played["count"] == len(played["cells"]) > 0
    assert played["answer"]["length"] == path.length


def test_planners_of_worlds_search_the_traced_polygons(grid):
    grid.post("paint", box=[10, 0, 12, 15], blocked=True)
    query = {"start": [13, 3], "goal": [61, 3]}
    got = grid.post("path", planners=["jps", "optimal"], **query)["answers"]
    traced = cw.Grid(cells(grid), 2.0, (10, 0)).to_world()
    assert got[1]["length"] == traced.find_path((13, 3), (61, 3)).length < got[0]["length"]
    layer = grid.arrays("layer", name="traced")
    ring = layer["points"][layer["ring_starts"][-2] :]
    assert sorted(set(ring[:, 0])) == [30.0, 34.0]
    assert "outside the grid" in grid.error("path", start=[0, 0], goal=[20, 20])[1]["message"]


def test_planners_of_worlds_are_played_on_a_grid(grid):
    """Their triangles are those of `mesh`: the mesh of the traced polygons."""
    grid.post("paint", box=[10, 0, 12, 15], blocked=True)
    query = {"start": [13, 3], "goal": [61, 3]}
    traced = cw.Grid(cells(grid), 2.0, (10, 0)).to_world()
    shortest = traced.find_path((13, 3), (61, 3)).length
    mesh = grid.arrays("mesh")
    assert (mesh["since"], mesh["version"]) == (None, grid.get("world")["version"])
    assert len(mesh["ids"]) == len(traced.mesh())
    played = grid.arrays("search", planner="optimal", **query)
    assert played["on"] == "triangles"
    assert set(played["ids"].tolist()) <= set(mesh["ids"].tolist())
    assert played["answer"]["length"] == shortest
    assert grid.arrays("search", planner="vg", **query)["on"] == "corners"
    better = grid.post("search", planner="ta*", mode="improve", **query)["steps"]
    assert better[-1]["length"] == pytest.approx(shortest)
    assert grid.post("search", planner="thpa*", mode="journey", **query)["legs"]


def test_a_world_is_not_a_grid(lab):
    assert "needs a grid" in lab.error("paint", cells=[[1, 1]], blocked=True)[1]["message"]
    lab.post("world", builtin="empty-grid")
    for action, given in [
        ("edit", {"edits": []}),
        ("objects", {}),
        ("layer", {"name": "levels"}),
    ]:
        assert "needs a world" in lab.error(action, **given)[1]["message"]


def test_compare_on_a_grid(grid):
    grid.post("paint", box=[10, 0, 12, 15], blocked=True)
    rows = grid.post("compare", planners=["a*", "jps", "hpa*", "optimal", "x"], queries=20, seed=3)[
        "rows"
    ]
    a_star, jps, hpa, optimal, unknown = rows
    assert a_star["ratio_mean"] == pytest.approx(1.0)
    assert jps["ratio_worst"] == pytest.approx(1.0)
    assert hpa["ratio_mean"] >= 1.0
    assert optimal["ratio_mean"] <= 1.0
    assert unknown["status"] == "ERROR"
    assert math.isfinite(jps["microseconds_p95"])
