"""Cells to polygons and back: exact areas, valid polygons, the topology kept by smoothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway._raster import world_to_grid
from clearway._tracing import grid_to_world, trace


def masks(count, seed=0, largest=14):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        shape = rng.integers(1, largest, 2)
        yield rng.random(shape) < rng.choice([0.15, 0.35, 0.5, 0.65, 0.85])


def blobs(count, seed, side=40):
    """Random regions with jagged walls at all angles."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:side, 0:side] + 0.5
    for _ in range(count):
        mask = np.zeros((side, side), bool)
        for _ in range(rng.integers(1, 8)):
            if rng.random() < 0.5:
                cx, cy, r = rng.uniform(0, side, 3) * (1, 1, 0.3)
                mask ^= (x - cx) ** 2 + (y - cy) ** 2 < r * r
            else:
                angle, offset = rng.uniform(0, 2 * math.pi), rng.uniform(0, side)
                d = abs(x * math.cos(angle) + y * math.sin(angle) - offset)
                mask ^= d < rng.uniform(0.5, 4)
        yield mask


def polygons(outlines):
    return [shapely.Polygon(p[0], p[1:]) for p in outlines.polygons]


def union_of_cells(mask):
    return shapely.union_all([shapely.box(x, y, x + 1, y + 1) for y, x in np.argwhere(mask)])


def regions_of(mask):
    """Flood fill over sides of cells: labels, and how many."""
    label = np.full(mask.shape, -1)
    count = 0
    for start in map(tuple, np.argwhere(mask)):
        if label[start] >= 0:
            continue
        stack = [start]
        while stack:
            y, x = stack.pop()
            if not (0 <= y < mask.shape[0] and 0 <= x < mask.shape[1]):
                continue
            if not mask[y, x] or label[y, x] >= 0:
                continue
            label[y, x] = count
            stack += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        count += 1
    return label, count


def test_outlines_are_the_union_of_cells():
    for mask in masks(200):
        outlines = trace(mask)
        traced = polygons(outlines)
        assert len(traced) == regions_of(mask)[1]
        assert all(p.is_valid for p in traced)
        assert sum(p.area for p in traced) == mask.sum()
        assert all(p.exterior.is_ccw and not any(h.is_ccw for h in p.interiors) for p in traced)
        assert shapely.union_all(traced).symmetric_difference(union_of_cells(mask)).area == 0
        for polygon in outlines.polygons:
            for ring in polygon:
                ahead = np.roll(ring, -1, axis=0) - ring
                back = np.roll(ahead, 1, axis=0)
                assert (ahead[:, 0] * back[:, 1] != ahead[:, 1] * back[:, 0]).all()
                assert len(np.unique(ring, axis=0)) == len(ring)


def test_worlds_of_grids():
    for mask in masks(150, seed=1):
        world = grid_to_world(mask)
        world.validate()
        height, width = mask.shape
        assert world.bounds == (0, 0, width, height)
        assert world.mesh().free_area == (~mask).sum()
        y, x = np.mgrid[0:height, 0:width] + 0.5
        centres = np.column_stack((x.ravel(), y.ravel()))
        assert np.array_equal(world.is_free(centres), ~mask.ravel())
        label, _ = regions_of(~mask)
        free = np.flatnonzero(~mask.ravel())
        rng = np.random.default_rng(len(free))
        if len(free):
            a, b = rng.choice(free, (2, 40))
            same = label.ravel()[a] == label.ravel()[b]
            assert np.array_equal(world.find_paths(centres[a], centres[b]).found, same)
        again, origin = world_to_grid(world, 1.0)
        assert origin == (0, 0)
        assert np.array_equal(again, mask)


def test_contact_at_a_corner_is_closed():
    for mask in ([[1, 0], [0, 1]], [[0, 1], [1, 0]]):
        world = grid_to_world(np.array(mask, bool))
        free = [(x + 0.5, y + 0.5) for y in (0, 1) for x in (0, 1) if not mask[y][x]]
        assert world.find_path(*free).status == cw.Status.NO_PATH
        assert len(trace(np.array(mask) == 0).polygons) == 2


def test_all_free_all_blocked_and_scaled():
    world = grid_to_world(np.zeros((3, 5), bool), 0.1, (-7.3, 2.2))
    assert len(world) == 0
    assert world.bounds == (-7.3, 2.2, -7.3 + 0.1 * 5, 2.2 + 0.1 * 3)
    world = grid_to_world(np.ones((3, 5), bool))
    assert world.mesh().free_area == 0
    rng = np.random.default_rng(5)
    for cell in (0.05, 0.1, 1 / 3, 7.0, 1e-6, 1e9):
        mask = rng.random((37, 23)) < 0.4
        origin = tuple(rng.uniform(-20, 20, 2) * cell)
        world = grid_to_world(mask, cell, origin)
        again, found = world_to_grid(world, cell)
        assert np.array_equal(again, mask)
        assert found == origin


@pytest.mark.parametrize("bad", [np.zeros(3, bool), np.zeros((0, 3), bool), "x", [[0.5, np.nan]]])
def test_what_is_no_mask(bad):
    with pytest.raises(cw.InvalidInput, match="mask"):
        trace(bad)
    with pytest.raises(cw.InvalidInput):
        grid_to_world(bad)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"cell": 0}, "cell is 0"),
        ({"cell": -1}, "cell is -1"),
        ({"cell": float("nan")}, "cell is nan"),
        ({"origin": (1, 2, 3)}, "origin must be a pair"),
        ({"origin": (1e20, 0)}, "too small at the origin"),
        ({"cell": 2.0**100}, "at most"),
        ({"smooth": -1}, "smooth is -1"),
    ],
)
def test_bad_arguments(arguments, says):
    with pytest.raises(cw.InvalidInput, match=says):
        grid_to_world(np.zeros((3, 3), bool), **arguments)


def test_cells_too_many():
    world = cw.World((0, 0, 1, 1))
    with pytest.raises(cw.InvalidInput, match="cells"):
        world_to_grid(world, 1e-5)
    with pytest.raises(cw.InvalidInput, match="cells"):
        world_to_grid(world, 1e-30)


# --- smoothing ---------------------------------------------------------------------------------


def check_smooth(mask, tolerance):
    """Every promise of `smooth`, by shapely."""
    sharp, soft = polygons(trace(mask)), polygons(trace(mask, tolerance))
    assert len(sharp) == len(soft)
    for a, b in zip(sharp, soft, strict=True):
        assert b.is_valid
        assert len(a.interiors) == len(b.interiors)
        for r, s in zip((a.exterior, *a.interiors), (b.exterior, *b.interiors), strict=True):
            assert set(s.coords) <= set(r.coords)
            assert r.is_ccw == s.is_ccw
            assert max(away(r, s), away(s, r)) <= tolerance * (1 + 1e-12)
    shapes = np.array(soft, dtype=object)
    touching = shapely.STRtree(shapes).query(shapes, predicate="intersects").T if soft else []
    for i, j in touching:
        if i < j:
            common = soft[i].intersection(soft[j])
            assert shapely.get_dimensions(common) == 0
            assert common.equals(sharp[i].intersection(sharp[j]))
    # The free space has the same pieces, and each holds what it held, but for the tolerance.
    height, width = mask.shape
    room = shapely.box(0, 0, width, height)
    before = parts(room.difference(shapely.union_all(sharp)))
    after = parts(room.difference(shapely.union_all(soft)))
    assert sorted(len(p.interiors) for p in before) == sorted(len(p.interiors) for p in after)
    return sum(len(p.exterior.coords) for p in sharp), sum(len(p.exterior.coords) for p in soft)


def away(ring, other):
    """Largest distance from a ring to another, sampled finely."""
    return float(
        shapely.distance(shapely.points(shapely.segmentize(ring, 0.25).coords), other).max()
    )


def parts(geometry):
    return [g for g in getattr(geometry, "geoms", [geometry]) if g.geom_type == "Polygon"]


@pytest.mark.parametrize("tolerance", [0.3, math.sqrt(0.5), 1.0, 2.5])
def test_smoothing_keeps_the_topology(tolerance):
    for mask in masks(60, seed=2):
        check_smooth(mask, tolerance)
    for mask in blobs(10, seed=3):
        check_smooth(mask, tolerance)


@pytest.mark.long
def test_smoothing_keeps_the_topology_at_length():
    for tolerance in (0.5, 1.0, 1.5, 4.0):
        for mask in masks(1500, seed=4, largest=24):
            check_smooth(mask, tolerance)
        for mask in blobs(300, seed=5):
            check_smooth(mask, tolerance)


def test_smoothing_removes_staircases():
    y, x = np.mgrid[0:60, 0:60]
    for slope in (1.0, 0.5, 1 / 3, 2.2):
        mask = y > 5 + slope * x
        before, after = check_smooth(mask, 1.0)
        assert before > 30
        assert after <= 10
    squares = np.zeros((9, 9), bool)
    squares[2:4, 2:4] = squares[6, 6] = True
    assert np.array_equal(trace(squares, 1.0).points, trace(squares).points)


def test_smoothing_keeps_worlds_connected_as_they_were():
    for mask in blobs(12, seed=6, side=30):
        sharp, soft = grid_to_world(mask, 0.5), grid_to_world(mask, 0.5, smooth=1.2)
        soft.validate()
        assert len(sharp) == len(soft)
        centres = (np.argwhere(~mask)[:, ::-1] + 0.5) * 0.5
        centres = centres[soft.is_free(centres)]
        if len(centres) < 2:
            continue
        rng = np.random.default_rng(1)
        a, b = rng.choice(len(centres), (2, 60))
        one = sharp.find_paths(centres[a], centres[b]).found
        assert np.array_equal(one, soft.find_paths(centres[a], centres[b]).found)


# --- rasterising -------------------------------------------------------------------------------


def cell_boxes(cell, shape, origin):
    j, i = np.mgrid[0 : shape[0], 0 : shape[1]]
    x, y = origin[0] + cell * i, origin[1] + cell * j
    return shapely.box(x, y, origin[0] + cell * (i + 1), origin[1] + cell * (j + 1))


def test_rasters_are_conservative_and_tight():
    rng = np.random.default_rng(7)
    for _ in range(40):
        rings = [rng.uniform(0, 12, (3, 2)) for _ in range(4)]
        world = cw.World.from_obstacles(rings, bounds=(0, 0, 12, 12))
        solid = shapely.union_all([shapely.Polygon(r) for r in rings])
        cell = float(rng.uniform(0.4, 1.5))
        blocked, origin = world_to_grid(world, cell)
        boxes = cell_boxes(cell, blocked.shape, origin)
        inside = shapely.covers(shapely.box(0, 0, 12, 12), boxes)
        # Crossings of obstacles are rounded: very close to a cell either answer is right.
        assert blocked[~inside | (shapely.area(shapely.intersection(boxes, solid)) > 1e-9)].all()
        assert not blocked[inside & ~shapely.dwithin(boxes, solid, 1e-9)].any()


def test_contact_does_not_block():
    rng = np.random.default_rng(9)
    for _ in range(60):
        ring = rng.integers(0, 13, (3, 2)).astype(float)
        solid = shapely.Polygon(ring)
        if solid.area == 0:
            continue
        world = cw.World((0, 0, 12, 12), max_radius=0)  # no rounded points on the sides
        world.add(ring)
        blocked, origin = world_to_grid(world, 1.0)
        boxes = cell_boxes(1.0, blocked.shape, origin)
        wanted = shapely.relate_pattern(boxes, solid, "T********")  # the insides meet
        assert np.array_equal(blocked, wanted)


def test_walls_and_posts_block_what_they_touch():
    world = cw.World((0, 0, 6, 6))
    world.add_wall([(0, 3), (6, 3)])
    world.add_post((1.5, 1.5))
    world.add_post((4, 1))
    blocked, _ = world_to_grid(world, 1.0)
    wanted = np.zeros((6, 6), bool)
    wanted[2:4] = True
    wanted[1, 1] = True
    wanted[0:2, 3:5] = True
    assert np.array_equal(blocked, wanted)


def test_a_thousand_by_a_thousand_is_quick():
    """Beside a pass of numpy over as many cells, so that the machine's load cancels out."""
    import time

    rng = np.random.default_rng(8)
    rough = rng.random((128, 128)) < 0.35
    mask = np.kron(rough, np.ones((8, 8), bool)).astype(bool)
    values = rng.random(mask.size)
    start = time.process_time()
    np.sort(values)
    unit = time.process_time() - start
    start = time.process_time()
    world = grid_to_world(mask)
    assert time.process_time() - start < 15 * unit
    assert world.mesh().free_area == (~mask).sum()
