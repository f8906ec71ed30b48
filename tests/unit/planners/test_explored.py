"""`Planner.explored`: the triangles that searches of a world expand, in order."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway.render.explored import explored_shapes
from clearway.render.shapes import Lines

PLANNERS = (cw.Optimal, cw.Channel, cw.TAStar, cw.TRAStar)


@pytest.fixture(scope="module")
def boxes():
    return cw.generate.boxes(size=60, seed=4, obstacles=40)


def queries(world, radius, count):
    ends = world.random_points(2 * count, radius, rng=8)
    return zip(ends[:count], ends[count:], strict=True)


@pytest.mark.parametrize("radius", [0.0, 0.6])
@pytest.mark.parametrize("planner", PLANNERS)
def test_rows_of_the_mesh(boxes, planner, radius):
    mesh, known = boxes.mesh(), planner(boxes)
    for a, b in queries(boxes, radius, 12):
        rows = known.explored(a, b, radius)
        assert rows.dtype == np.int32
        assert rows.ndim == 1
        if known.find_path(a, b, radius).found:
            assert len(rows) > 0
        assert ((rows >= 0) & (rows < len(mesh))).all()
        assert not mesh.blocked[rows].any()
        assert known.explored(a, b, radius).tolist() == rows.tolist()


@pytest.mark.parametrize("radius", [0.0, 0.6])
@pytest.mark.parametrize("planner", [cw.Optimal, cw.Channel, cw.TAStar])
def test_a_search_spreads_from_triangle_to_triangle(boxes, planner, radius):
    """In the order of expansion: each triangle is a neighbour of an earlier one, or at the start."""
    mesh, known, tried = boxes.mesh(), planner(boxes), 0
    for a, b in queries(boxes, radius, 12):
        start = int(boxes.locate(a))
        seen = {start, *mesh.neighbours[start].tolist()}
        for row in known.explored(a, b, radius).tolist():
            assert row in seen or seen & set(mesh.neighbours[row].tolist())
            seen.add(row)
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("radius", [0.0, 0.6])
def test_the_path_lies_in_what_was_explored(boxes, radius):
    known = cw.Optimal(boxes)
    for a, b in queries(boxes, radius, 12):
        path = known.find_path(a, b, radius)
        if path.found:
            start = set(path.channel[:1].tolist())
            assert set(path.channel.tolist()) <= set(known.explored(a, b, radius).tolist()) | start


def test_a_straight_path_explores_what_it_crosses():
    world = cw.World((0, 0, 10, 10))
    for planner in PLANNERS:
        path = planner(world).find_path((1, 1), (9, 8))
        assert set(planner(world).explored((1, 1), (9, 8)).tolist()) >= set(path.channel.tolist())


def test_options_and_blocked_ends(boxes):
    known = cw.Optimal(boxes)
    (a, b), *_ = queries(boxes, 0.0, 1)
    assert len(known.explored(a, b, limit=5)) > 0
    with pytest.raises(cw.InvalidInput, match="no option 'limmit'"):
        known.explored(a, b, limmit=5)
    with pytest.raises(cw.InvalidInput, match="radius"):
        known.explored(a, b, -1)
    with pytest.raises(cw.InvalidInput, match="start"):
        known.explored((1, np.nan), b)
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    assert len(cw.Optimal(world).explored((5, 5), (1, 1))) == 0


@pytest.mark.parametrize("planner", [cw.VG, cw.VGO, cw.BSPStar])
def test_planners_that_do_not_search_triangles(planner):
    world = cw.World((0, 0, 10, 10))
    with pytest.raises(cw.InvalidInput, match="does not report what it expands"):
        planner(world).explored((1, 1), (2, 2))


def test_worlds_with_links_are_refused():
    world = cw.World((0, 0, 10, 10))
    world.add_link((1, 1), (9, 9))
    with pytest.raises(cw.InvalidInput, match="links"):
        cw.Optimal(world).explored((1, 1), (2, 2))


def test_pictures(boxes):
    (a, b), *_ = queries(boxes, 0.6, 1)
    path = boxes.find_path(a, b, 0.6)
    plain, shown = cw.render.svg(boxes, path), cw.render.svg(boxes, path, explored=True)
    assert len(shown) > len(plain)
    assert cw.render.svg(boxes, [], explored=True) == cw.render.svg(boxes)


@pytest.mark.parametrize("planner", [cw.VG, cw.VGO, cw.BSPStar])
def test_pictures_of_corners(boxes, planner):
    """Every line of the search tree is drawn, and a dot for every corner."""
    known = planner(boxes)
    a, b = max(queries(boxes, 0.0, 8), key=lambda ends: len(known.explored_corners(*ends)))
    tree = known.explored_corners(a, b)
    assert len(tree) >= 10
    path = boxes.find_path(a, b, planner=planner.name)
    shapes = [s for s in explored_shapes(boxes, boxes.mesh(), [path]) if isinstance(s, Lines)]
    assert np.concatenate([s.lines for s in shapes]).tolist() == tree.tolist()
    assert len({s.stroke for s in shapes}) == 10
    plain, shown = cw.render.svg(boxes, path), cw.render.svg(boxes, path, explored=True)
    assert shown.count("<circle") - plain.count("<circle") == len(tree)
