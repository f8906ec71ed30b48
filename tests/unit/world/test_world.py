"""Worlds: how they are made, copied and subclassed."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import clearway as cw
from support.shapes import BOX, canonical, polygon, square


def test_empty_world(empty_world):
    assert empty_world.bounds == (0, 0, 10, 10)
    assert len(empty_world) == 0
    assert empty_world
    assert repr(empty_world) == "<World (0, 0, 10, 10): 0 obstacles>"
    assert empty_world.mesh().free_area == 100
    empty_world.validate()


def test_bounds_may_be_a_ring_or_a_polygon_with_holes():
    assert cw.World([(0, 0), (10, 0), (0, 10)]).mesh().free_area == 50
    holed = cw.World(polygon(square(0, 0, 10), square(4, 4, 2)))
    assert holed.mesh().free_area == 96
    assert not holed.is_free((5, 5))


def test_from_obstacles():
    w = cw.World.from_obstacles(
        [BOX, square(8, 8)], walls=[[(0, 0), (1, 1)]], posts=[(2, 2), (3, 3)]
    )
    assert list(w.obstacles) == [0, 1, 2, 3, 4]
    assert [o.kind for o in w.obstacles.values()] == ["area", "area", "wall", "post", "post"]
    assert w.bounds == pytest.approx((-0.45, -0.45, 9.45, 9.45))
    assert w.add(square(7, 1)) == 5
    w.validate()


def test_from_obstacles_without_anything_needs_bounds():
    with pytest.raises(cw.InvalidInput, match="needs bounds"):
        cw.World.from_obstacles([])
    assert len(cw.World.from_obstacles([], bounds=(0, 0, 1, 1))) == 0
    assert cw.World.from_obstacles(posts=[(3, 3)]).is_free((3.5, 3.5))


def test_from_obstacles_takes_collections():
    many = {"type": "MultiPolygon", "coordinates": [[square(0, 0)], [square(3, 3)]]}
    assert len(cw.World.from_obstacles(many)) == 2
    features = {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "geometry": polygon(BOX)}],
    }
    assert len(cw.World.from_obstacles(features)) == 1
    assert len(cw.World.from_obstacles(np.array([square(0, 0), square(3, 3)]))) == 2
    posts = cw.World.from_obstacles({"type": "MultiPoint", "coordinates": [(1, 1), (2, 3)]})
    line = {"type": "LineString", "coordinates": [(0, 0), (1, 1)]}
    mixed = cw.World.from_obstacles([BOX, line, {"type": "Point", "coordinates": (8, 8)}])
    assert [o.kind for o in posts.obstacles.values()] == ["post", "post"]
    assert [o.kind for o in mixed.obstacles.values()] == ["area", "wall", "post"]


def test_from_walkable_with_a_hole():
    w = cw.World.from_walkable(polygon(square(0, 0, 10), square(4, 4, 2)))
    assert w.mesh().free_area == 96
    assert len(w) == 0
    assert not w.is_free((5, 5))
    assert not w.is_free((11, 5))
    w.validate()


@pytest.mark.parametrize(
    ("parts", "area"),
    [
        ([square(0, 0, 4), square(2, 2, 4)], 28),
        ([square(0, 0, 4), square(4, 0, 4)], 32),
        ([square(0, 0, 4), square(4, 4, 4)], 32),
        ([square(0, 0, 2), square(5, 5, 2)], 8),
        ([polygon(square(0, 0, 9), square(3, 3, 3)), square(4, 4, 1)], 73),
        ([polygon(square(0, 0, 9), square(3, 3, 3)), square(2, 2, 5)], 81),
        ([square(0, 0, 4), square(0, 0, 4)], 16),
    ],
)
def test_from_walkable_unites(parts, area):
    w = cw.World.from_walkable(parts)
    assert w.mesh().free_area == pytest.approx(area)
    w.validate()


def test_from_walkable_is_one_room_where_parts_share_a_side():
    w = cw.World.from_walkable([square(0, 0, 4), square(4, 0, 4)])
    assert w.find_path((1, 1), (7, 1)).length == 6
    corner = cw.World.from_walkable([square(0, 0, 4), square(4, 4, 4)])
    assert corner.find_path((1, 1), (7, 7)).status == cw.Status.NO_PATH


def test_from_walkable_refuses_nothing():
    for nothing in (
        [],
        None,
        {"type": "MultiPolygon", "coordinates": []},
        [(0, 0), (1, 1), (2, 2)],
    ):
        with pytest.raises(cw.InvalidInput):
            cw.World.from_walkable(nothing)


def test_pickle_and_copy(empty_world):
    empty_world.add(BOX)
    empty_world.add(polygon(square(0, 0, 3), square(1, 1)))
    gone = empty_world.add_post((9, 9))
    empty_world.add_wall([(7, 7), (8, 8), (8, 9)])
    empty_world.remove(gone)
    for twin in (
        pickle.loads(pickle.dumps(empty_world)),
        copy.copy(empty_world),
        copy.deepcopy(empty_world),
    ):
        assert canonical(twin) == canonical(empty_world)
        assert list(twin.obstacles) == list(empty_world.obstacles)
        assert twin.add_post((5, 9)) == 4
        assert 4 not in empty_world
    with empty_world.editing(), pytest.raises(cw.InvalidInput, match="editing"):
        pickle.dumps(empty_world)


def test_empty_geometries_are_refused_at_the_door(empty_world):
    empties = [
        {"type": "MultiPolygon", "coordinates": []},
        {"type": "GeometryCollection", "geometries": []},
        {"type": "Polygon", "coordinates": []},
    ]
    h = empty_world.add(BOX)
    wall = empty_world.add_wall([(1, 1), (2, 2)])
    post = empty_world.add_post((9, 9))
    before = canonical(empty_world), empty_world.version
    for empty in empties:
        for act in (lambda e=empty: empty_world.add(e), lambda e=empty: empty_world.move(h, e)):
            with pytest.raises(cw.InvalidInput, match=r"empty|without rings"):
                act()
            with (
                pytest.raises(cw.InvalidInput, match=r"empty|without rings"),
                empty_world.editing(),
            ):
                act()
        nested = {"type": "GeometryCollection", "geometries": [polygon(BOX), empty]}
        with pytest.raises(cw.InvalidInput, match=r"ring\[1\]") as error:
            empty_world.add(nested)
        assert error.value.index == 1
        with pytest.raises(cw.InvalidInput, match=r"obstacles\[1\]") as error:
            cw.World.from_obstacles([BOX, empty])
        assert error.value.index == 1
    with pytest.raises(cw.InvalidInput, match="empty"):
        empty_world.move(wall, {"type": "MultiLineString", "coordinates": []})
    with pytest.raises(cw.InvalidInput, match="empty"):
        empty_world.move(post, {"type": "MultiPoint", "coordinates": []})
    assert (canonical(empty_world), empty_world.version) == before


def test_altitudes_of_geometries_are_dropped(empty_world):
    import shapely

    ring = [(1, 1, 5), (2, 1, 5.5), (2, 2, float("nan")), (1, 1, 5)]
    flat = [[1, 1], [2, 1], [2, 2]]
    a = empty_world.add({"type": "Polygon", "coordinates": [ring]})
    b = empty_world.add(shapely.Polygon([(1, 1, 5), (2, 1, 5), (2, 2, 6)]))
    c = empty_world.add({"type": "MultiPolygon", "coordinates": [[[(1, 1), (2, 1, 3), (2, 2)]]]})
    d = empty_world.add(
        {"type": "Polygon", "coordinates": [np.array([(1, 1, 5), (2, 1, 5), (2, 2, 6)])]}
    )
    for h in (a, b, c, d):
        assert empty_world.obstacles[h].points.tolist() == flat
    wall = empty_world.add_wall(shapely.LineString([(4, 4, 1), (5, 5, 2)]))
    assert empty_world.obstacles[wall].points.tolist() == [[4, 4], [5, 5]]
    post = empty_world.add_post(shapely.Point(7, 7, 7))
    assert empty_world.obstacles[post].points.tolist() == [[7, 7]]
    posts = empty_world.add_post({"type": "MultiPoint", "coordinates": [[8, 8, 1], [9, 8]]})
    assert empty_world.obstacles[posts].points.tolist() == [[8, 8], [9, 8]]
    assert empty_world.find_path(
        shapely.Point(3, 9, 1), {"type": "Point", "coordinates": [9, 9, 0]}
    )
    for refused in (np.ones((4, 3)), [(1, 1, 5), (2, 1, 5), (2, 2, 6)]):
        with pytest.raises(cw.InvalidInput):
            empty_world.add(refused)
    with pytest.raises(cw.InvalidInput):
        empty_world.add_post((1, 2, 3))


class Named(cw.World):
    def __init__(self, bounds, name="nobody"):
        super().__init__(bounds)
        self.name = name


class Tagged(cw.World):
    tag = 0


def test_subclasses(empty_world):
    w = Named((0, 0, 10, 10), "home")
    w.add(BOX)
    for twin in (pickle.loads(pickle.dumps(w)), copy.copy(w), copy.deepcopy(w)):
        assert (type(twin), twin.name, len(twin)) == (Named, "home", 1)
        twin.add_post((1, 1))
        assert len(w) == 1
    made = [
        Named.from_obstacles([BOX]),
        Named.from_obstacles([BOX], bounds=(0, 0, 10, 10)),
        Named.from_walkable({"type": "Polygon", "coordinates": [square(0, 0, 9), square(1, 1)]}),
        Named.from_walkable([square(0, 0, 2), square(5, 5, 2)]),
        Tagged.from_obstacles([BOX]),
    ]
    assert [type(m) for m in made] == [Named] * 4 + [Tagged]
    assert [m.name for m in made[:4]] == ["nobody"] * 4
    assert canonical(made[0]) == canonical(cw.World.from_obstacles([BOX]))
    assert made[2].mesh().free_area == 80
    assert made[3].mesh().free_area == 8
