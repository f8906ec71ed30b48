"""Points given as geometries: objects with `__geo_interface__`, GeoJSON, collections."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw


class Spot:
    def __init__(self, *position):
        self.__geo_interface__ = {"type": "Point", "coordinates": position}


SPOTS = [(1.0, 1.0), (9.0, 9.0), (2.0, 8.0)]


POINTS = {
    "objects": [Spot(*p) for p in SPOTS],
    "tuple": tuple(Spot(*p) for p in SPOTS),
    "array": np.array([Spot(*p) for p in SPOTS], dtype=object),
    "dicts": [{"type": "Point", "coordinates": [*p, 7.0]} for p in SPOTS],
    "mixed": [Spot(1, 1), (9, 9), np.array([2.0, 8.0])],
    "mixed, a pair first": [(1, 1), Spot(9, 9), [2, 8]],
}


SEVERAL = {
    "MultiPoint": {"type": "MultiPoint", "coordinates": SPOTS},
    "collection": {"type": "GeometryCollection", "geometries": POINTS["dicts"]},
    "features": {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "geometry": g} for g in POINTS["dicts"]],
    },
}


@pytest.mark.parametrize("points", (POINTS | SEVERAL).values(), ids=POINTS | SEVERAL)
def test_several_points_that_are_geometries(points):
    world = cw.World((0, 0, 10, 10))
    away = [math.dist(p, (5, 5)) for p in SPOTS]
    assert world.find_paths(points, (5, 5)).length == pytest.approx(away)
    assert world.is_free(points, 1.5).tolist() == [False, False, True]
    assert world.find_nearest(points, [(5.0, 5.0)])[1].length == pytest.approx(away)
    assert world.find_path((5, 5), points).goal_index == 2


@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_goals_that_are_geometries(points):
    world = cw.World((0, 0, 10, 10))
    away = [math.dist(p, (5, 5)) for p in SPOTS]
    assert world.distances((5, 5), points) == pytest.approx(away)
    assert world.find_paths((5, 5), points).length == pytest.approx(away)
    assert world.find_nearest((5, 5), points)[0] == 2
    assert world.reachable((5, 5), points, 1.5).tolist() == [False, False, True]
    assert world.max_radius((5, 5), points).tolist() == [1, 1, 2]


@pytest.mark.parametrize(
    ("points", "says", "index"),
    [
        ([Spot(1, 1), Spot(math.nan, 1)], r"points\[1\]", 1),
        ([Spot(1, 1), {"type": "LineString", "coordinates": SPOTS}], "must be a Point", 1),
        ([Spot(1, 1), "x"], r"points\[1\]", 1),
        ([Spot(1, 1), None], r"points\[1\]", 1),
        ([(1, 1), Spot(2, 2), (1, "x")], r"points\[2\]", 2),
        ({"type": "MultiPoint", "coordinates": 5}, "must be a Point", None),
        ({"type": "MultiPoint"}, "must be a Point", None),
        ({"type": "MultiPoint", "coordinates": [(1, 1), (1,)]}, r"points\[1\]", 1),
    ],
)
def test_malformed_geometries_among_points(points, says, index):
    with pytest.raises(cw.InvalidInput, match=says) as error:
        cw.World((0, 0, 10, 10)).is_free(points)
    assert error.value.index == index
