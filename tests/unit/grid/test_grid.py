"""Grid: input, cells that change, answers in the plane, what is refused."""

from __future__ import annotations

import copy
import math
import pickle
import threading

import numpy as np
import pytest
import shapely

import clearway as cw

GRID_PLANNERS = ("a*", "dijkstra", "hpa*", "jps", "pra*")


def test_cell_is_column_x_of_row_y(grid, blocked):
    assert (grid.width, grid.height, grid.shape) == (7, 5, (5, 7))
    assert (grid.blocked == blocked).all()
    assert grid[3, 0] is True
    assert grid[0, 3] is False
    assert grid.is_free((3, 4)) is True
    assert grid.is_free([(3, 0), (0, 3)]).tolist() == [False, True]
    assert repr(grid) == "<Grid 7 x 5: 88.6 % free>"
    assert grid.stats["free_cells"] == 31


@pytest.mark.parametrize("planner", GRID_PLANNERS)
def test_path_runs_through_centres(grid, planner):
    path = grid.find_path((1, 1), (5, 1), planner=planner)
    assert path.found
    assert path.length == 6 + 2 * math.sqrt(2)
    assert path.points[0].tolist() == [1.5, 1.5]
    assert path.points[-1].tolist() == [5.5, 1.5]
    assert path.start.tolist() == [1.5, 1.5]
    assert path.cells[0].tolist() == [1, 1]
    assert all(isinstance(s, cw.Line) for s in path.segments)
    assert path.optimal == (planner in ("a*", "dijkstra", "jps"))
    assert path.stats["planner"] == planner
    assert path.stats["expanded"] > 0
    assert path.length == pytest.approx(shapely.LineString(path.points).length, rel=1e-12)
    assert len(path.segments) == len(path.points) - 1


def test_segments_are_maximal(grid):
    path = cw.Grid(np.zeros((50, 50), dtype=bool)).find_path((0, 0), (40, 10))
    assert len(path.segments) == 2
    assert len(path.cells) == 41
    assert path.channel.tolist() == (path.cells[:, 1] * 50 + path.cells[:, 0]).tolist()
    here = grid.find_path((2, 2), (2, 2))
    assert (here.status, here.length, here.segments) == (cw.Status.FOUND, 0.0, ())
    assert here.cells.tolist() == [[2, 2]]
    assert here.points.tolist() == [[2.5, 2.5]]


def test_scale_and_place(blocked):
    plain = cw.Grid(blocked).find_path((0, 0), (6, 0))
    grid = cw.Grid(blocked, cell=0.25, origin=(10, -3))
    path = grid.find_path((0, 0), (6, 0))
    assert path.length == 0.25 * plain.length
    assert path.lower_bound == path.length
    assert np.allclose(path.points, 0.25 * plain.points + (10, -3))
    assert (path.cells == plain.cells).all()
    assert grid.bounds == (10, -3, 11.75, -1.75)
    assert grid.centres((2, 4)).tolist() == [10.625, -1.875]
    assert (grid.cell, grid.origin) == (0.25, (10.0, -3.0))


@pytest.mark.parametrize("planner", GRID_PLANNERS)
def test_blocked_ends_and_no_way_are_answers(grid, planner):
    assert grid.find_path((3, 0), (0, 0), planner=planner).status is cw.Status.START_BLOCKED
    assert grid.find_path((0, 0), (3, 0), planner=planner).status is cw.Status.GOAL_BLOCKED
    assert grid.find_path((3, 0), (3, 1), planner=planner).status is cw.Status.START_BLOCKED
    grid[3, 4] = True
    none = grid.find_path((0, 0), (6, 0), planner=planner)
    assert (none.status, none.length, len(none.points), len(none.cells)) == (
        cw.Status.NO_PATH, math.inf, 0, 0,
    )  # fmt: skip
    assert math.isnan(none.clearance)


@pytest.mark.parametrize("planner", GRID_PLANNERS)
def test_no_corner_is_cut(planner):
    assert not cw.Grid([[0, 1], [1, 0]]).find_path((0, 0), (1, 1), planner=planner)
    assert cw.Grid([[0, 1], [0, 0]]).find_path((0, 0), (1, 1), planner=planner).length == 2
    assert cw.Grid([[0, 0], [0, 0]]).find_path((0, 0), (1, 1), planner=planner).length == math.sqrt(
        2
    )


def test_cells_change(grid, blocked):
    version = grid.version
    grid[0, 0] = False
    assert grid.version == version, "nothing changed"
    grid[3, 1] = False
    blocked[1, 3] = False
    assert grid.version == version + 1
    assert grid.find_path((2, 1), (4, 1)).length == 2
    grid[1:3, 2:5] = True
    blocked[2:5, 1:3] = True
    patch = np.array([[True, False, True], [False, True, True]])
    grid[4:6, 0:3] = patch
    blocked[0:3, 4:6] = patch.T
    assert (grid.blocked == blocked).all()
    assert (grid[4:6, 0:3] == patch).all()
    assert (grid[4, :] == blocked[:, 4]).all()
    assert (grid[:, 2] == blocked[2]).all()
    grid[5, :] = [1, 0, 1, 0, 1]
    assert grid[5, :].tolist() == [True, False, True, False, True]
    grid[2:2, :] = True
    grid[:, :] = False
    assert grid.stats["free_cells"] == 35


@pytest.mark.parametrize("planner", [cw.Dijkstra, cw.AStar, cw.JPS, cw.HPAStar, cw.PRAStar])
def test_explored(grid, planner):
    cells = planner(grid).explored((1, 1), (5, 1))
    path = planner(grid).find_path((1, 1), (5, 1))
    assert len(cells) == path.stats["expanded"]
    assert planner in (cw.HPAStar, cw.PRAStar) or cells[0].tolist() == [1, 1]
    assert grid.is_free(cells).all()
    assert len(planner(grid).explored((3, 0), (1, 1))) == 0


def test_batch_is_the_same_for_any_number_of_threads():
    rng = np.random.default_rng(3)
    blocked = rng.random((120, 150)) < 0.3
    grid = cw.Grid(blocked)
    free = np.argwhere(~blocked)[:, ::-1]
    a, b = rng.choice(free, 200), rng.choice(free, 200)
    for planner in GRID_PLANNERS:
        one = grid.find_paths(a, b, planner=planner, threads=1)
        three = grid.find_paths(a, b, planner=planner, threads=3)
        assert (one.length == three.length).all()
        assert all((p.cells == q.cells).all() for p, q in zip(one, three, strict=True))
        single = grid.find_path(a[0], b[0], planner=planner)
        assert (single.cells == one[0].cells).all()
    assert (
        grid.find_paths(a[0], b).length == grid.find_paths(np.repeat(a[:1], 200, 0), b).length
    ).all()


def test_asking_and_changing_at_once():
    """Answers of one moment: found by a change that comes or goes, never a mixture."""
    blocked = np.zeros((60, 60), dtype=bool)
    blocked[:, 30] = True
    blocked[0, 30] = False
    grid = cw.Grid(blocked)
    closed = blocked.copy()
    closed[0, 30] = True
    lengths = {math.inf, grid.find_path((0, 59), (59, 59)).length}
    stop = threading.Event()

    def change():
        while not stop.is_set():
            grid[30, 0] = True
            grid[30, 0] = False

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for planner in GRID_PLANNERS * 20:
            found = grid.find_paths([(0, 59)] * 4, (59, 59), planner=planner, threads=2)
            assert len(set(found.length.tolist())) == 1
            assert set(found.length.tolist()) <= lengths
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_copies(blocked, again):
    grid = cw.Grid(blocked, cell=2.0, origin=(1, 1))
    other = again(grid)
    assert other == grid
    other[0, 0] = True
    assert other != grid
    assert grid.is_free((0, 0))
    path = again(grid.find_path((0, 0), (6, 0)))
    assert path.length == grid.find_path((0, 0), (6, 0)).length
    assert path.cells.tolist() == grid.find_path((0, 0), (6, 0)).cells.tolist()
    paths = pickle.loads(pickle.dumps(grid.find_paths([(0, 0)], [(6, 0)])))
    assert paths[0].points[0].tolist() == [2.0, 2.0]


def test_a_subclass_keeps_its_attributes(blocked):
    class Named(cw.Grid):
        name = "none"

    grid = Named(blocked)
    grid.name = "hall"
    assert grid.copy().name == "hall"
    assert isinstance(grid.copy(), Named)


def test_path_as_geojson_and_wkt(grid):
    path = grid.find_path((1, 1), (5, 1))
    feature = path.to_geojson()
    assert feature["geometry"]["coordinates"][0] == [1.5, 1.5]
    assert feature["properties"]["planner"] == "jps"
    assert shapely.from_wkt(path.to_wkt()).length == pytest.approx(path.length)


# --- the verifier ---------------------------------------------------------------------


def test_clearance_is_the_distance_to_blocked_cells():
    rng = np.random.default_rng(8)
    for _ in range(60):
        height, width = (int(n) for n in rng.integers(2, 25, 2))
        blocked = rng.random((height, width)) < 0.25
        cell, origin = float(rng.choice([1.0, 0.5, 3.0])), (float(rng.integers(-5, 5)), 2.0)
        grid = cw.Grid(blocked, cell, origin)
        free = np.argwhere(~blocked)[:, ::-1]
        if not len(free):
            continue
        path = grid.find_path(*rng.choice(free, 2))
        if not path:
            continue
        x0, y0, x1, y1 = grid.bounds
        solid = [shapely.box(x0, y0, x1, y1).exterior]
        solid += [
            shapely.box(*(np.array([x, y, x + 1, y + 1]) * cell + (*origin, *origin)))
            for y, x in np.argwhere(blocked).tolist()
        ]
        owed = shapely.distance(
            shapely.LineString(path.__geo_interface__["coordinates"]), solid
        ).min()
        assert path.clearance == pytest.approx(owed, rel=1e-12)
        verdict = path.verify()
        assert not verdict["crosses"]
        assert verdict["free"]
        assert verdict["gap"] == 0.0
        assert verdict["length"] == pytest.approx(path.length)
        assert path.clearance >= 0.5 * cell


def test_verifier_sees_a_cell_that_was_blocked_later(grid):
    path = grid.find_path((0, 0), (2, 0))
    assert not path.verify()["crosses"]
    grid[1, 0] = True
    verdict = path.verify()
    assert verdict["crosses"]
    assert verdict["clearance"] == 0.0
    assert verdict["nearest"] == 1
    grid[0, 0] = True
    assert not path.verify()["free"]


def test_one_value_for_a_row_a_column_or_nothing():
    grid = cw.Grid(np.zeros((4, 6), bool))
    grid[0:3, 1] = True
    grid[5, 0:2] = 1
    grid[3:3, 0] = True
    want = np.zeros((4, 6), bool)
    want[1, 0:3] = want[0:2, 5] = True
    assert (grid.blocked == want).all()
    grid[:, 1] = False
    grid[5, :] = np.array(False)
    assert not grid.blocked.any()
