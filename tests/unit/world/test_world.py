"""World: making, changing, reading, asking."""

from __future__ import annotations

import copy
import pickle
import threading
import time

import numpy as np
import pytest

import clearway as cw

BOX = [(4, 2), (6, 2), (6, 8), (4, 8)]


def square(x, y, size=1.0):
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


def polygon(*rings):
    return {"type": "Polygon", "coordinates": [list(r) for r in rings]}


def canonical(world):
    """The mesh as a set of triangles of coordinates with their state."""
    mesh = world.mesh()
    corners = mesh.vertices[mesh.triangles].tolist()
    return {(*sorted(map(tuple, t)), bool(b)) for t, b in zip(corners, mesh.blocked, strict=True)}


# --- making -------------------------------------------------------------------


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


# --- changing -----------------------------------------------------------------


def test_add_move_remove_gives_the_empty_world_back(empty_world):
    empty = canonical(empty_world)
    h = empty_world.add(BOX)
    wall = empty_world.add_wall([(1, 1), (2, 5), (1, 9)])
    post = empty_world.add_post((8, 5))
    assert (h, wall, post) == (0, 1, 2)
    empty_world.validate()
    empty_world.move(h, square(7, 7))
    empty_world.move(wall, [(0, 0), (3, 3)])
    empty_world.move(post, (9, 1))
    empty_world.validate()
    assert empty_world.obstacles[wall].kind == "wall"
    assert empty_world.obstacles[post].points.tolist() == [[9, 1]]
    empty_world.remove([wall, post])
    empty_world.remove(h)
    assert canonical(empty_world) == empty
    assert empty_world.add_post((1, 1)) == 3


def test_add_posts(empty_world):
    handles = empty_world.add_posts([(1, 1), (2, 2), (3, 3)])
    assert handles.tolist() == [0, 1, 2]
    assert len(empty_world.add_posts([])) == 0
    assert empty_world.version == cw.World((0, 0, 1, 1)).version + 1
    assert (~empty_world.mesh().refined).sum() == 7


def test_removing_one_of_two_overlapping_leaves_the_other(empty_world):
    a, b = empty_world.add(square(2, 2, 4)), empty_world.add(square(4, 4, 4))
    assert empty_world.mesh().free_area == 100 - 28
    empty_world.remove(a)
    assert empty_world.mesh().free_area == 84
    assert b in empty_world
    assert a not in empty_world
    empty_world.validate()


@pytest.mark.parametrize("handle", [7, -1, 2**70, np.int64(7)])
def test_unknown_handles(empty_world, handle):
    empty_world.add(BOX)
    assert handle not in empty_world
    for act in (
        lambda: empty_world.remove(handle),
        lambda: empty_world.move(handle, BOX),
        lambda: empty_world.obstacles[handle],
    ):
        with pytest.raises(cw.InvalidInput) as error:
            act()
        assert error.value.value == handle


@pytest.mark.parametrize("handle", [True, 1.0, "0", None])
def test_handles_are_integers(empty_world, handle):
    empty_world.add(BOX)
    with pytest.raises(cw.InvalidInput):
        empty_world.remove(handle)
    with pytest.raises(cw.InvalidInput):
        empty_world.remove([0, 0])
    assert len(empty_world) == 1


def test_a_refused_move_changes_nothing(empty_world):
    h = empty_world.add(BOX)
    before = canonical(empty_world)
    with pytest.raises(cw.InvalidInput):
        empty_world.move(h, [(0, 0), (1, float("nan")), (1, 1)])
    assert canonical(empty_world) == before


def test_editing_is_one_edit(empty_world):
    version = empty_world.version
    with empty_world.editing():
        a = empty_world.add(square(1, 1))
        b = empty_world.add(square(3, 3))
        empty_world.move(a, square(5, 5))
        empty_world.remove(b)
        c = empty_world.add_wall([(0, 0), (1, 1)])
        posts = empty_world.add_posts([(8, 8), (9, 9)])
        assert len(empty_world) == 0
        assert empty_world.is_free((5.5, 5.5))
    assert empty_world.version == version + 1
    assert list(empty_world.obstacles) == [a, c, *posts.tolist()]
    assert not empty_world.is_free((5.5, 5.5))
    empty_world.validate()
    with empty_world.editing():
        empty_world.remove(a)
        with pytest.raises(cw.InvalidInput):
            empty_world.remove(a)
        with pytest.raises(cw.InvalidInput):
            empty_world.move(a, BOX)
        empty_world.move(c, [(2, 2), (3, 3)])
        empty_world.move(c, [(2, 2), (4, 4)])
    assert empty_world.obstacles[c].points.tolist() == [[2, 2], [4, 4]]
    with empty_world.editing():
        pass
    assert empty_world.version == version + 2


def test_editing_that_fails_does_nothing(empty_world):
    h = empty_world.add(BOX)
    before, version = canonical(empty_world), empty_world.version
    with pytest.raises(RuntimeError, match="stop"), empty_world.editing():
        empty_world.add(square(1, 1))
        empty_world.remove(h)
        raise RuntimeError("stop")
    assert (canonical(empty_world), empty_world.version) == (before, version)
    with pytest.raises(cw.InvalidInput), empty_world.editing():
        empty_world.remove(h)
        empty_world.add([(0, 0), (1, 1), (float("inf"), 0)])
    assert canonical(empty_world) == before
    empty_world.add(square(8, 8))
    empty_world.validate()


def test_nested_editing_joins_and_can_fail_alone(empty_world):
    with empty_world.editing():
        a = empty_world.add(square(1, 1))
        with empty_world.editing():
            b = empty_world.add(square(3, 3))
        with pytest.raises(RuntimeError), empty_world.editing():
            empty_world.remove(a)
            empty_world.add(square(5, 5))
            raise RuntimeError
        assert len(empty_world) == 0
    assert list(empty_world.obstacles) == [a, b]


# --- reading ------------------------------------------------------------------


def test_obstacles_are_a_mapping(empty_world):
    h = empty_world.add(polygon(square(1, 1, 6), square(2, 2, 2)))
    wall = empty_world.add_wall(
        {"type": "MultiLineString", "coordinates": [[(0, 0), (1, 0)], [(0, 9), (1, 9)]]}
    )
    assert dict(empty_world.obstacles).keys() == {h, wall}
    area = empty_world.obstacles[h]
    assert area.kind == "area"
    assert [len(c) for c in area.chains] == [4, 4]
    assert np.asarray(area).shape == (8, 2)
    assert area.__geo_interface__["type"] == "Polygon"
    assert empty_world.obstacles[wall].__geo_interface__["type"] == "MultiLineString"
    assert repr(area) == "<Obstacle 0: area, 8 points>"
    twin = cw.World((0, 0, 10, 10))
    twin.add(area)
    twin.add_wall(empty_world.obstacles[wall])
    assert canonical(twin) == canonical(empty_world)


def test_mesh_arrays(empty_world):
    empty_world.add(BOX)
    empty_world.add_post((1, 1))
    mesh = empty_world.mesh()
    assert mesh.vertices.shape == (9 + mesh.refined.sum(), 2)
    n = len(mesh)
    assert mesh.triangles.shape == mesh.neighbours.shape == mesh.constrained.shape == (n, 3)
    assert mesh.triangles.dtype == np.int32
    assert mesh.constrained.dtype == np.bool_
    assert (mesh.areas > 0).all()
    assert mesh.areas.sum() == 100
    for t in range(n):
        for i in range(3):
            other = mesh.neighbours[t, i]
            if other < 0:
                assert mesh.constrained[t, i]
                continue
            j = mesh.neighbours[other].tolist().index(t)
            side = {mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]}
            assert side == {mesh.triangles[other, j], mesh.triangles[other, (j + 1) % 3]}
            assert mesh.constrained[t, i] == mesh.constrained[other, j]
    for array in (mesh.vertices, mesh.triangles, mesh.blocked):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert len(mesh.constrained_edges) == 8 + mesh.refined.sum()


def test_mesh_outlives_edits_and_the_world(empty_world):
    mesh = empty_world.mesh()
    vertices = mesh.vertices
    assert np.shares_memory(vertices, empty_world.mesh().vertices)
    empty_world.add(BOX)
    assert not np.shares_memory(vertices, empty_world.mesh().vertices)
    del empty_world
    assert vertices.tolist() == [[0, 0], [10, 0], [10, 10], [0, 10]] or len(vertices) == 4
    again = pickle.loads(pickle.dumps(mesh))
    assert np.array_equal(again.triangles, mesh.triangles)


def test_ids_last_and_edits_say_what_changed(empty_world):
    empty_world.add(square(1, 1))
    for step in range(30):
        before = set(empty_world.mesh().ids.tolist())
        if step % 3 == 2:
            empty_world.remove(max(empty_world.obstacles))
        else:
            empty_world.add(square(1 + step % 7, 1 + step % 5, 1.5))
        removed, added = (set(x.tolist()) for x in empty_world.last_edit)
        after = set(empty_world.mesh().ids.tolist())
        assert before - after <= removed
        assert after - before <= added


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


# --- asking -------------------------------------------------------------------


def test_is_free_clearance_snap(empty_world):
    empty_world.add(BOX)
    assert empty_world.is_free((1, 5)) is True
    assert empty_world.is_free((5, 5)) is False
    assert empty_world.is_free((4, 5)) is True
    assert empty_world.is_free((2, 5), radius=2) is True
    assert empty_world.is_free((2, 5), radius=2.0000001) is False
    assert empty_world.is_free([(1, 5), (5, 5), (11, 5)]).tolist() == [True, False, False]
    assert empty_world.clearance((3, 5)) == 1.0
    assert empty_world.clearance(np.array([(3, 5), (5, 5), (20, 20)])).tolist() == [1, 0, 0]
    assert empty_world.snap((1, 5)).tolist() == [1, 5]
    assert empty_world.snap((4.5, 5)).tolist() == [4, 5]
    assert empty_world.snap((2, 5), radius=6) is None
    both = empty_world.snap([(1, 5), (5.75, 5)])
    assert both.tolist() == [[1, 5], [6, 5]]
    assert np.isnan(empty_world.snap([(1, 5)], radius=6)).all()
    assert empty_world.is_free(np.empty((0, 2))).shape == (0,)


def test_raycast(empty_world):
    h = empty_world.add(BOX)
    hit = empty_world.raycast((1, 5), (9, 5))
    assert hit == cw.Hit((4, 5), 3, h)
    assert (hit.point, hit.distance, hit.obstacle) == ((4, 5), 3, h)
    assert empty_world.raycast((1, 1), (9, 1)) is None
    assert empty_world.raycast((1, 5), (9, 5), radius=0.5).distance == pytest.approx(2.5)
    assert empty_world.raycast((1, 5), (-5, 5)).obstacle == -1
    assert empty_world.raycast((5, 5), (9, 5)).distance == 0
    many = empty_world.raycast([(1, 5), (1, 1)], [(9, 5), (9, 1)])
    assert many == [hit, None]
    with pytest.raises(cw.InvalidInput):
        empty_world.raycast([(1, 5)], [(9, 5), (9, 1)])


def test_random_points(empty_world):
    empty_world.add(BOX)
    points = empty_world.random_points(500, radius=0.5, rng=1)
    assert empty_world.is_free(points, 0.5).all()
    assert np.array_equal(points, empty_world.random_points(500, radius=0.5, rng=1))
    assert empty_world.random_point(rng=np.random.default_rng(3)).shape == (2,)
    assert empty_world.random_point(radius=6) is None
    assert len(empty_world.random_points(3, radius=6)) == 0
    assert abs((points[:, 0] < 5).mean() - 0.5) < 0.1
    with pytest.raises(cw.InvalidInput):
        empty_world.random_points(-1)


def test_locate(empty_world):
    empty_world.add(BOX)
    mesh = empty_world.mesh()
    points = np.random.default_rng(0).uniform(0, 10, (200, 2))
    rows = empty_world.locate(points)
    a, b, c = (mesh.vertices[mesh.triangles[rows, i]] for i in range(3))
    for p, q in ((a, b), (b, c), (c, a)):
        d, e = q - p, points - p
        assert (d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0] >= 0).all()
    assert empty_world.locate((-5, -5)) == -1


def test_many_threads_ask_while_one_edits(empty_world):
    empty_world.add(BOX)
    rng = np.random.default_rng(0)
    points = rng.uniform(0, 10, (500, 2))
    wrong: list[str] = []

    def ask():
        for _ in range(30):
            if not empty_world.find_paths([(1, 1)] * 20, [(9, 1)] * 20, threads=2).found.all():
                wrong.append("no path")
            if empty_world.is_free(points).shape != (500,) or len(empty_world.mesh()) < 2:
                wrong.append("shape")

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for t in threads:
        t.start()
    for _ in range(100):
        empty_world.remove(empty_world.add(square(*rng.uniform(3, 8, 2).tolist(), 0.5)))
    for t in threads:
        t.join()
    assert not wrong
    empty_world.validate()


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


def test_the_view_of_obstacles_survives_pickling(empty_world):
    empty_world.add(BOX)
    view = pickle.loads(pickle.dumps(empty_world.obstacles))
    assert list(view) == [0]
    assert view[0].points.tolist() == empty_world.obstacles[0].points.tolist()
    one = pickle.loads(pickle.dumps(empty_world.obstacles[0]))
    assert (one.handle, one.kind) == (0, "area")


def test_raycast_says_which_end_is_one_point(empty_world):
    with pytest.raises(cw.InvalidInput, match="end is one point but start is N x 2"):
        empty_world.raycast([(1, 1)], (2, 2))
    with pytest.raises(cw.InvalidInput, match="start is one point but end is N x 2"):
        empty_world.raycast((1, 1), [(2, 2)])
    with pytest.raises(cw.InvalidInput, match="1 starts but 2 ends"):
        empty_world.raycast([(1, 1)], [(2, 2), (3, 3)])


def seconds_of(act):
    begin = time.process_time()
    act()
    return time.process_time() - begin


def test_a_removal_does_not_depend_on_the_number_of_obstacles():
    def each(count):
        world = cw.World((0, 0, 1, 1))
        handles = world.add_posts(np.random.default_rng(3).random((count, 2)))
        least = min(
            seconds_of(lambda part=part: [world.remove(h) for h in part])
            for part in np.split(handles[:600], 3)
        )
        rest = handles[600:]
        return least, seconds_of(lambda: world.remove(rest)) / len(rest)

    (single, several), (single_of_many, several_of_many) = each(5000), each(150_000)
    assert single_of_many < 4 * single  # 30 times as many posts
    assert several_of_many < 10 * several
