"""Edits: handles, transactions, obstacles read back."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest

import clearway as cw
from support.shapes import BOX, canonical, polygon, square


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


def test_the_view_of_obstacles_survives_pickling(empty_world):
    empty_world.add(BOX)
    view = pickle.loads(pickle.dumps(empty_world.obstacles))
    assert list(view) == [0]
    assert view[0].points.tolist() == empty_world.obstacles[0].points.tolist()
    one = pickle.loads(pickle.dumps(empty_world.obstacles[0]))
    assert (one.handle, one.kind) == (0, "area")


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
