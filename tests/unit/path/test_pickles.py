"""Pickled paths: small, without their world, which can be given again."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import clearway as cw

BOX = [(4, 2), (6, 2), (6, 8), (4, 8)]


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_a_pickle_holds_the_path_and_not_its_world():
    rng = np.random.default_rng(1)
    corners = rng.uniform(0, 1000, (10_000, 1, 2))
    boxes = corners + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    world = cw.World.from_obstacles(list(boxes))
    path = world.find_path(world.snap((1, 1)), world.snap((999, 999)))
    assert path.found
    assert len(pickle.dumps(path)) < 60_000
    ends = world.random_points(400, rng=2)
    paths = world.find_paths(ends[:200], ends[200:])
    assert len(pickle.dumps(paths[7])) < len(pickle.dumps(paths)) / 20
    assert len(pickle.dumps(paths[3:5])) < len(pickle.dumps(paths)) / 20


def test_what_a_pickle_keeps(room):
    p = room.find_path((1, 5), (9, 5), radius=0.5)
    q = again(p)
    assert type(q) is cw.Path
    for name in ("status", "length", "optimal", "lower_bound", "radius", "planner", "stats"):
        assert getattr(q, name) == getattr(p, name)
    assert q.segments == p.segments
    assert np.array_equal(q.points, p.points)
    assert np.array_equal(q.channel, p.channel)
    assert q.to_geojson() == p.to_geojson()
    assert repr(q) == repr(p)
    assert again(q).segments == p.segments


def test_a_question_about_the_world_asks_for_it(room):
    q = again(room.find_path((1, 5), (9, 5), radius=0.5))
    for ask in (q.verify, lambda: q.clearance, lambda: q.narrowest, lambda: q.avoid((5, 1, 0.1))):
        with pytest.raises(cw.InvalidInput, match=r"pickled without its world.*in_world\(world\)"):
            ask()
    assert q.verify(room)["clearance"] == q.verify(world=room)["clearance"] == 0.5
    assert q.in_world(room).clearance == 0.5
    assert q.in_world(room).max_radius >= 0.5
    assert q.in_world(room).optimal


def test_a_clearance_that_was_measured_is_kept(room):
    p = room.find_path((1, 5), (9, 5), radius=0.5)
    assert p.clearance == again(p).clearance == 0.5


def test_a_point_s_route_is_unknown_in_another_mesh(room):
    q = again(room.find_path((1, 5), (9, 5))).in_world(again(room))
    assert len(q.channel) == 0
    with pytest.raises(cw.InvalidInput, match="only until the next edit"):
        q.narrowest  # noqa: B018


@pytest.mark.parametrize("bad", [None, 3, "world", cw.Grid(np.zeros((3, 3)))])
def test_only_the_right_kind_of_world_is_taken(room, bad):
    q = again(room.find_path((1, 5), (9, 5)))
    with pytest.raises(cw.InvalidInput, match="the World of the path"):
        q.in_world(bad)
    if bad is not None:
        with pytest.raises(cw.InvalidInput, match="the World of the path"):
            q.verify(bad)


def test_copies_keep_the_world(room):
    p = room.find_path((1, 5), (9, 5))
    ps = room.find_paths([(1, 5), (1, 6)], (9, 5))
    for q in (copy.copy(p), copy.copy(ps)[0], copy.copy(ps[:1])[0]):
        assert q.verify() == p.verify()
        assert q._world is room
    for q in (copy.deepcopy(p), copy.deepcopy(ps)[0]):
        assert q.verify() == p.verify()
        assert q._world is not room
    assert copy.copy(again(p)).length == copy.deepcopy(again(p)).length == p.length


def test_batches(room):
    ps = room.find_paths([(1, 5), (1, 6), (5, 5)], (9, 5), radius=0.25)
    qs = again(ps[1:])
    assert len(qs) == 2
    assert qs.length.tolist() == ps.length[1:].tolist()
    assert [q.start.tolist() for q in qs] == [[1, 6], [5, 5]]
    with pytest.raises(cw.InvalidInput, match="pickled without its world"):
        qs[0].verify()
    back = qs.in_world(room)
    assert [p.status.name for p in back] == ["FOUND", "START_BLOCKED"]
    assert back[0].clearance == ps[1].clearance


def test_grid_paths():
    blocked = np.zeros((5, 7))
    blocked[:4, 3] = 1
    grid = cw.Grid(blocked, cell=2.0)
    p = grid.find_path((0, 0), (6, 0))
    q = again(p)
    assert np.array_equal(q.cells, p.cells)
    assert np.array_equal(q.channel, p.channel)
    with pytest.raises(cw.InvalidInput, match=r"pickled without its grid"):
        q.verify()
    assert q.verify(grid) == p.verify()
    with pytest.raises(cw.InvalidInput, match="the Grid of the path"):
        q.in_world(grid.to_world())


def test_answers_without_a_path(room):
    for p in (room.find_path((5, 5), (9, 5)), room.find_path((1, 5), (1, 5))):
        q = again(p)
        assert q.status is p.status
        assert q.points.tolist() == p.points.tolist()
        assert q.in_world(room).verify()["length"] == 0.0


def test_legs_of_a_journey_have_their_world_again():
    pytest.importorskip("pymetis")
    world = cw.generate.make("boxes", size=60, seed=3)
    a, b = world.random_points(2, 0.2, rng=5)
    journey = cw.THPAStar(world, radii=(0.2,), clusters=6).begin(a, b, radius=0.2)
    next(iter(journey))
    twin = again(journey)
    assert twin.legs
    assert all(leg.verify()["free"] for leg in twin.legs)
    assert twin.legs[0].segments == journey.legs[0].segments
