"""Generated worlds: the same for the same seed, in both forms, as the documents describe."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway._tracing import trace

SMALL = {
    "boxes": {"size": 40},
    "caves": {"size": 48},
    "checker": {"size": 20},
    "city": {"size": 120},
    "coastline": {"size": 80, "segments": 600, "islands": 8},
    "lines": {"size": 100},
    "maze": {"size": 41},
    "maze_cor5": {"size": 61},
    "nonuniform": {"size": 60, "obstacles": 60},
    "rooms": {"size": 50},
    "scaled_maze": {"size": 11, "corridor": 3},
    "scattered": {"size": 60, "segments": 300},
    "star": {"size": 100},
    "uniform": {"size": 20},
}
SEEDED = [kind for kind in SMALL if kind not in ("checker", "uniform")]
HANG_TOGETHER = [
    "caves",
    "lines",
    "maze",
    "maze_cor5",
    "rooms",
    "scaled_maze",
    "uniform",
    "checker",
]


def make(kind, **more):
    return cw.generate.make(kind, **{**SMALL[kind], **more})


def test_every_kind_is_tested():
    assert set(SMALL) == set(cw.generate.KINDS) == set(cw.generate.kinds())
    for kind, summary in cw.generate.kinds().items():
        assert summary.endswith((".", ":", "s")), kind
        assert getattr(cw.generate, kind) is cw.generate.KINDS[kind]


@pytest.mark.parametrize("kind", SMALL)
def test_same_seed_same_world(kind):
    one, two = make(kind), make(kind)
    a, b = one._state(), two._state()
    assert all(np.array_equal(a[k], b[k]) for k in a)
    one.validate()
    assert np.array_equal(make(kind, form="grid").blocked, make(kind, form="grid").blocked)
    other = make(kind, seed=1)._state()
    assert np.array_equal(a["points"], other["points"]) == (kind not in SEEDED)


@pytest.mark.parametrize("kind", SMALL)
def test_both_forms_are_the_same_place(kind):
    world, grid = make(kind), make(kind, form="grid")
    assert isinstance(world, cw.World)
    assert isinstance(grid, cw.Grid)
    assert world.bounds == pytest.approx(grid.bounds)
    free = ~grid.blocked
    area = free.sum() * grid.cell**2
    if kind in ("boxes", "city", "coastline", "scattered"):  # cells lie within what is free
        assert area <= world.mesh().free_area
        y, x = np.nonzero(free)
        corners = itertools.product((0, 1), repeat=2)
        for dx, dy in corners:
            points = np.column_stack((x + dx, y + dy)) * grid.cell
            assert world.is_free(points).all()
    elif kind in ("star", "lines", "caves"):  # smoothed
        assert make(kind, smooth=None).mesh().free_area == area
        assert world.mesh().free_area == pytest.approx(area, rel=0.1)
    else:
        assert world.mesh().free_area == pytest.approx(area, rel=1e-12)


@pytest.mark.parametrize("kind", HANG_TOGETHER)
def test_free_cells_hang_together(kind):
    for seed in range(3):
        assert len(trace(~make(kind, form="grid", seed=seed).blocked).polygons) == 1


@pytest.mark.parametrize("kind", SMALL)
def test_small_sizes_have_free_space_or_are_refused(kind):
    """Every size from 1 on, in both forms; below 40 no kind but lines needs more than a cell."""
    made = 0
    for size, form in itertools.product((1, 2, 3, 4, 5, 7, 8, 10, 20, 39, 40), ("polygon", "grid")):
        try:
            world = cw.generate.make(kind, size=size, seed=2, form=form)
        except cw.InvalidInput:
            continue
        made += 1
        assert world.stats["free_cells" if form == "grid" else "free_triangles"] > 0
    assert made >= (2 if kind == "lines" else 8)


def test_mazes_have_one_way():
    for seed in range(3):
        blocked = cw.generate.maze(41, seed, form="grid").blocked
        places = blocked[1::2, 1::2]
        assert places.shape == (20, 20)
        assert not places.any()
        # A tree of 400 cells has 399 passages, and its free space is one polygon without holes.
        assert (~blocked).sum() == 400 + 399
        (polygon,) = trace(~blocked).polygons
        assert len(polygon) == 1
        wide = cw.generate.maze_cor5(1 + 6 * 10, seed, form="grid").blocked
        assert not wide[1:6, 1:6].any()
        (polygon,) = trace(~wide).polygons
        assert len(polygon) == 1
        assert (~wide).sum() == 100 * 25 + 99 * 5


def test_scaled_mazes_are_one_world():
    worlds = [cw.generate.scaled_maze(21, 4, corridor=c) for c in (1, 2, 7)]
    grids = [cw.generate.scaled_maze(21, 4, form="grid", corridor=c) for c in (1, 2, 7)]
    assert [g.blocked.shape[0] for g in grids] == [21, 42, 147]
    plain = cw.generate.maze(21, 4)
    for world, grid in zip(worlds, grids, strict=True):
        assert np.array_equal(world._state()["points"], plain._state()["points"])
        assert grid.to_world().mesh().free_area == pytest.approx(plain.mesh().free_area)


def test_stars_are_crops():
    large = cw.generate.star(200, 3, form="grid").blocked
    small = cw.generate.star(120, 3, form="grid").blocked
    differ = np.argwhere(large[:119, :119] != small[:119, :119])
    assert len(differ) < 120
    for y, x in differ.tolist():  # the middles and corners, which are kept free
        assert any(
            abs(y - a) <= 3 and abs(x - b) <= 3
            for a in (0, 60, 100, 119)
            for b in (0, 60, 100, 119)
        )
    for grid in (large, small):
        n = len(grid) - 1
        assert not grid[[0, 0, n, n, (n + 1) // 2], [0, n, 0, n, (n + 1) // 2]].any()


def test_lines_make_a_z():
    for seed in range(3):
        world = cw.generate.lines(120, seed)
        path = world.find_path((1, 1), (119, 119))
        assert path.found
        assert path.length > 1.8 * np.hypot(118, 118)


def test_checker_has_the_corners_of_the_document():
    blocked = cw.generate.checker(20, form="grid").blocked
    assert not blocked[0].any()
    assert not blocked[-1].any()
    assert blocked.sum() == len(cw.generate.checker(20)) == 81
    assert cw.generate.uniform(10, form="grid").blocked.sum() == 25


def test_scattered_obstacles_count_and_do_not_touch():
    for name, wanted in (("obst1k", 1207), ("obst5k", 5550)):
        world = cw.generate.scattered(segments=name)
        rings = [o.points for o in world.obstacles.values()]
        assert sum(map(len, rings)) == wanted
        shapes = np.array([shapely.Polygon(r) for r in rings])
        assert shapely.is_valid(shapes).all()
        pairs = shapely.STRtree(shapes).query(shapes, predicate="intersects")
        assert (pairs[0] == pairs[1]).all()
    assert len(cw.generate.scattered(segments=3)) == 1


def test_coasts_count_and_do_not_touch():
    world = cw.generate.coastline(segments=6000, islands=24)
    rings = [o.points for o in world.obstacles.values()]
    assert sum(map(len, rings)) == 6000
    shapes = np.array([shapely.Polygon(r) for r in rings])
    assert shapely.is_valid(shapes).all()
    pairs = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    assert (pairs[0] == pairs[1]).all()


def test_houses_do_not_touch():
    world = cw.generate.city(200, 5)
    shapes = np.array([shapely.Polygon(o.points) for o in world.obstacles.values()])
    assert len(shapes) > 30
    assert shapely.is_valid(shapes).all()
    pairs = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    assert (pairs[0] == pairs[1]).all()


@pytest.mark.parametrize(
    ("kind", "arguments", "says"),
    [
        ("star", {"size": 3}, "size is 3"),
        ("star", {"size": 10.5}, "size is 10.5"),
        ("maze", {"size": True}, "size is True"),
        ("maze", {"seed": -1}, "seed is -1"),
        ("maze", {"seed": "x"}, "seed is 'x'"),
        ("rooms", {"doors": 2}, "doors is 2"),
        ("boxes", {"form": "cube"}, "form is 'cube'"),
        ("caves", {"rock": float("nan")}, "rock is nan"),
        (
            "scattered",
            {"segments": "obst9k"},
            "segments is 'obst9k': a whole number or one of obst1k",
        ),
        ("coastline", {"segments": 10}, "segments is 10"),
        ("scaled_maze", {"size": 8000, "corridor": 100}, "corridor is 800000"),
        ("city", {"street": 999}, "street is 999"),
        ("boxes", {"cell": 0}, "cell is 0"),
        ("boxes", {"cell": float("nan"), "form": "grid"}, "cell is nan"),
        ("uniform", {"seed": -1}, "seed is -1"),
        ("scattered", {"size": 8, "form": "grid"}, "no cell of side 1 is free on 8 x 8"),
        ("nonuniform", {"size": 4, "obstacles": 999}, "nothing is free"),
        ("maze", {"colour": 1}, "kind 'maze' has no 'colour'"),
        ("volcano", {}, "no kind 'volcano'"),
    ],
)
def test_bad_arguments(kind, arguments, says):
    with pytest.raises(cw.InvalidInput, match=says):
        cw.generate.make(kind, **arguments)
