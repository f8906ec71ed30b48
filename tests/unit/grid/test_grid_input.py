"""What grids refuse, and how they say so."""

from __future__ import annotations

import math

import numpy as np
import PIL.Image
import pytest

import clearway as cw

GRID_PLANNERS = ("a*", "dijkstra", "hpa*", "jps", "pra*")


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ((7, 0), True, "x is 7: outside the grid, 0 to 6"),
        ((0, -1), True, "y is -1: outside"),
        ((0.5, 0), True, "x is 0.5: a whole number or a slice"),
        (3, True, "cells are"),
        ((slice(0, 4, 2), 0), True, "no step"),
        ((slice(0, 2), slice(0, 2)), [True, False], "shape (2,), the cells (2, 2)"),
        ((0, 0), "yes", "booleans or numbers"),
        ((0, 0), math.nan, "is nan"),
    ],
)
def test_refused_changes(grid, key, value, says):
    before = grid.blocked
    with pytest.raises(cw.InvalidInput) as caught:
        grid[key] = value
    assert says in str(caught.value)
    assert (grid.blocked == before).all()


@pytest.mark.parametrize(
    ("blocked", "options", "says"),
    [
        ([], {}, "rows of cells"),
        ([True, False], {}, "rows of cells"),
        (np.zeros((0, 4)), {}, "rows of cells"),
        (np.zeros((2, 2, 2)), {}, "rows of cells"),
        ([[0, 1], [0]], {}, "rows of different lengths"),
        ([["a"]], {}, "booleans or numbers"),
        ([[0.0, math.nan]], {}, "blocked[0, 1] is nan"),
        ([[0.0], [-math.inf]], {}, "blocked[1, 0] is -inf"),
        ([[0]], {"cell": 0}, "cell is 0: it must be positive"),
        ([[0]], {"cell": -1}, "cell is -1"),
        ([[0]], {"cell": math.inf}, "cell is inf"),
        ([[0]], {"origin": (0, math.nan)}, "origin is"),
        ([[0]], {"cell": 2.0**100, "origin": (2.0**100, 0)}, "far corner"),
        (np.broadcast_to(False, (1, 2**20 + 1)), {}, "sides at most 2**20"),
    ],
)
def test_refused_grids(blocked, options, says):
    with pytest.raises(cw.InvalidInput) as caught:
        cw.Grid(blocked, **options)
    assert says in str(caught.value)


def test_one_limit_of_cells(tmp_path, monkeypatch):
    """Grids, files, generators and to_grid refuse at the same size, before they ask for memory."""
    monkeypatch.setattr("clearway._cells.MAX_CELLS", 2**12)
    says = r"65 x 64 cells: at most 2\*\*12"
    (tmp_path / "a.map").write_text("type octile\nheight 64\nwidth 65\nmap\n")
    (tmp_path / "a.pgm").write_text("P5 65 64 255\n")
    (tmp_path / "a.tmx").write_text(
        '<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" '
        'nextlayerid="1" nextobjectid="1" width="65" height="64" tilewidth="1" '
        'tileheight="1" infinite="0"></map>'
    )
    PIL.Image.new("L", (65, 64)).save(tmp_path / "a.png")
    for suffix in ("map", "pgm", "png", "tmx"):
        with pytest.raises(cw.InvalidInput, match=rf"a\.{suffix}: .*{says}"):
            cw.load(tmp_path / f"a.{suffix}")
    with pytest.raises(cw.InvalidInput, match=says):
        cw.Grid(np.zeros((64, 65), dtype=bool))
    with pytest.raises(cw.InvalidInput, match=f"cell 0.5 makes a grid of {says}"):
        cw.World((0, 0, 32.5, 32)).to_grid(0.5)
    assert cw.Grid(np.zeros((64, 64), dtype=bool)).stats["cells"] == 2**12


@pytest.mark.parametrize(
    ("start", "goal", "says", "index"),
    [
        ((7, 0), (0, 0), "start is (7, 0): outside the grid of 7 x 5", None),
        ((0, 0), (-1, 2), "goal is (-1, 2): outside", None),
        ((0.5, 0), (1, 1), "start is (0.5, 0): cells are whole numbers", None),
        ((math.nan, 0), (1, 1), "start is (nan, 0): outside", None),
        ((0, 0), (2.0**70, 0), "outside", None),
        ((0, 0, 0), (1, 1), "shape (3,)", None),
        ("ab", (1, 1), "must be numbers", None),
        ([(0, 0), (1, 1)], (1, 1), "one cell", None),
    ],
)
@pytest.mark.parametrize("planner", ["a*", "jps"])
def test_refused_ends(grid, planner, start, goal, says, index):
    with pytest.raises(cw.InvalidInput) as caught:
        grid.find_path(start, goal, planner=planner)
    assert says in str(caught.value)
    assert caught.value.index == index


def test_refused_batches(grid):
    with pytest.raises(cw.InvalidInput, match=r"goals\[1\] is \(0, 5\)") as caught:
        grid.find_paths([(0, 0), (1, 1)], [(0, 0), (0, 5)])
    assert caught.value.index == 1
    with pytest.raises(cw.InvalidInput, match="2 starts but 3 goals"):
        grid.find_paths([(0, 0)] * 2, [(0, 0)] * 3)
    with pytest.raises(cw.InvalidInput, match="radius 0 only"):
        grid.find_path((0, 0), (1, 1), radius=0.5)
    with pytest.raises(cw.InvalidInput, match="no option 'limit'"):
        grid.find_path((0, 0), (1, 1), limit=4)
    assert len(grid.find_paths([], [])) == 0


def test_planners_know_their_place(grid):
    world = cw.World((0, 0, 1, 1))
    names = set(cw.planners())
    assert names >= {"optimal", *GRID_PLANNERS}
    with pytest.raises(cw.InvalidInput, match="planner 'optimal' is not for a Grid; there are: a"):
        grid.find_path((0, 0), (1, 1), planner="optimal")
    with pytest.raises(
        cw.InvalidInput, match=r"planner 'jps' is not for a World; there are: .*optimal"
    ):
        world.find_path((0, 0), (1, 1), planner="jps")
    with pytest.raises(cw.InvalidInput, match="not for a World"):
        world.find_path((0, 0), (1, 1), planner=cw.AStar)
    with pytest.raises(cw.InvalidInput, match="no planner 'x'; there are: a"):
        grid.find_path((0, 0), (1, 1), planner="x")
    with pytest.raises(cw.InvalidInput, match="planner 'a\\*' searches a Grid"):
        cw.AStar(world)
    with pytest.raises(cw.InvalidInput, match="planner 'optimal' searches a World"):
        cw.Optimal(grid)
    assert cw.JPS(grid).find_path((0, 0), (6, 0)).length == grid.find_path((0, 0), (6, 0)).length
    assert grid.find_path((0, 0), (6, 0), planner=cw.AStar).planner == "a*"


def test_parameters_are_checked(grid):
    for cluster in (1, 256, 2.5, True, "ten"):
        with pytest.raises(cw.InvalidInput, match=r"cluster is .* a whole number from 2 to 255"):
            cw.HPAStar(grid, cluster=cluster)
    with pytest.raises(cw.InvalidInput, match="level is -1"):
        cw.PRAStar(grid, level=-1)
    with pytest.raises(cw.InvalidInput, match="smooth is 3"):
        grid.find_path((0, 0), (1, 1), planner="hpa*", smooth=3)
    with pytest.raises(cw.InvalidInput, match="has no option 'smooth'"):
        grid.find_path((0, 0), (1, 1), planner="jps", smooth=True)
    assert cw.JPS(grid).prepare() == 0
    assert cw.HPAStar(grid).prepare() > 0
