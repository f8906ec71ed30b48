"""A field as arrays, as regions, as pictures."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

import clearway as cw


@pytest.fixture
def room():
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 0), (6, 0), (6, 8), (4, 8)])
    return world


def test_a_raster_has_the_values_of_the_field(room):
    field = room.field([[(0, 4), (0, 6)], [(10, 4), (10, 6)]], radius=0.25)
    raster = field.raster(0.5)
    assert raster.distance.shape == (20, 20)
    assert raster.direction.shape == (20, 20, 2)
    at = np.array([raster.x[3], raster.y[17]])
    assert raster.distance[17, 3] == field.distance(at)
    assert raster.direction[17, 3].tolist() == field.direction(at).tolist()
    assert raster.goal_index[17, 3] == field.goal_index(at)
    assert np.isinf(raster.distance[0, 9])
    wide = cw.World((0, 0, 10, 1)).field((5, 0.5)).raster(3.0)
    assert wide.x.tolist() == [1.5, 4.5, 7.5, 10.0]
    assert wide.y.tolist() == [1.0]


@pytest.mark.parametrize("error", [0.4, 0.05])
def test_a_region_is_wrong_by_no_more_than_its_error(room, error):
    goals = [[(0, 4), (0, 6)], [(10, 1), (10, 2)], [(1, 9)]]
    field = room.field(goals)
    points = np.random.default_rng(5).uniform(0, 10, (2000, 2))
    points = points[room.is_free(points)]
    lengths = np.array([room.field([g]).distance(points) for g in goals])
    area = 0.0
    for goal in range(3):
        region = shapely.Polygon()
        for ring in field.region(goal, error):
            region = region.symmetric_difference(shapely.Polygon(ring))
        inside = shapely.contains_xy(region, points)
        area += region.area
        others = np.delete(lengths, goal, axis=0).min(axis=0)
        assert (lengths[goal][inside] <= others[inside] + error).all()
        assert (lengths[goal][~inside] >= others[~inside] - error).all()
    assert area == pytest.approx(84.0)


def test_the_region_of_the_only_goal_is_what_reaches_it(room):
    room.add_wall([(0, 5), (4, 5)])
    room.add_wall([(0, 9), (4, 9), (4, 8)])
    rings = room.field((9, 5)).region(0)
    region = shapely.Polygon()
    for ring in rings:
        region = region.symmetric_difference(shapely.Polygon(ring))
    assert region.area == pytest.approx(40 + 10 + 4 - 0, rel=0.2)
    assert not region.contains(shapely.Point(2, 2))
    assert region.contains(shapely.Point(2, 9.5))


def test_regions_of_discs(room):
    field = room.field([[(1, 1)], [(9, 1)]], radius=0.5)
    rings = field.region(1, error=0.25)
    assert rings
    assert min(ring[:, 0].min() for ring in rings) > 4


def test_pictures(room):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    field = room.field([(9, 4), (9, 6)], radius=0.25)
    axes = field.plot(step=0.5)
    assert axes.get_xlim() == (0.0, 10.0)
    assert len(axes.collections) >= 3
    pyplot.close(axes.figure)
    bare = field.plot(step=0.5, contours=0, arrows=0)
    assert len(bare.collections) < len(axes.collections)
    pyplot.close(bare.figure)
    with pytest.raises(cw.InvalidInput, match="arrows"):
        field.plot(arrows=-1)
    assert field._repr_svg_().startswith("<svg")
    nowhere = room.field((5, 5))
    assert nowhere._repr_svg_().startswith("<svg")
    pyplot.close(nowhere.plot(step=1.0).figure)
