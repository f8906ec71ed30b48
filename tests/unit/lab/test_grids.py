"""Grids in the lab: painting, planners of grids and of worlds, searches to play."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest

import clearway as cw
from clearway.lab.limits import LabLimits
from clearway.lab.registry import Call, perform
from clearway.lab.server import Server
from clearway.lab.session import Shown

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


def one_grid(width, height):
    server = Server(
        lambda: Shown(cw.Grid(np.zeros((height, width), dtype=bool)), 0, "grid"),
        shared=True,
        limits=LabLimits(seconds=600.0),  # a busy machine
    )
    return Call(server, server.sessions.get(None))


def test_strokes_of_every_width_and_direction():
    rng = np.random.default_rng(3)
    for _ in range(200):
        width, height, wide = (int(n) for n in rng.integers(1, (30, 20, 65)))
        a, b = (rng.integers(0, (width, height)) for _ in range(2))
        call = one_grid(width, height)
        given = {"line": [a.tolist(), b.tolist()], "width": wide, "blocked": True}
        perform(call, "paint", given)
        count = int(np.abs(b - a).max()) + 1
        wanted = np.zeros((height, width), dtype=bool)
        for x, y in np.rint(np.linspace(a, b, count)).astype(int):
            x0, y0 = x - (wide - 1) // 2, y - (wide - 1) // 2
            wanted[max(y0, 0) : y0 + wide, max(x0, 0) : x0 + wide] = True
        assert (call.session.thing.blocked == wanted).all(), given


def test_a_wide_stroke_takes_little_memory():
    call = one_grid(20_000, 100)
    tracemalloc.start()
    try:
        perform(call, "paint", {"line": [[0, 50], [19_999, 50]], "width": 64, "blocked": True})
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert call.session.thing.blocked.sum() == 64 * 20_000
    assert peak < 300e6  # a list of the cells with repetitions would take 1.3 GB


def test_a_stroke_that_is_given_up_is_no_step(grid):
    undo = grid.get("world")["undo"]
    grid.post("paint", cells=[[3, 4], [5, 4]], blocked=True, gesture="s")
    grid.post("paint", cells=[[4, 4]], blocked=True, gesture="s")
    assert grid.get("world")["undo"] == undo + 1
    last = grid.post("paint", cells=[[3, 4], [4, 4], [5, 4]], blocked=False, gesture="s")
    assert last["undo"] == undo
    assert not cells(grid).any()


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
