"""Paths: results of queries, planners, batches, conversion to other formats."""

from __future__ import annotations

import json
import math
import pickle
from time import perf_counter

import numpy as np
import pytest

import clearway as cw
from clearway._path import Answers, Path
from clearway._segments import segment
from support.alarm import interrupted

BOX = [(4, 2), (6, 2), (6, 8), (4, 8)]


def by_hand(world, rows, status=0):
    """A path of these segment rows, as a search with arcs would return it."""
    rows = np.array(rows, dtype=float).reshape(-1, 8)
    length = math.fsum(segment(r).length for r in rows)
    ints = np.zeros(1, dtype=np.int64)
    answers = Answers(
        0, np.array([status], np.uint8), np.array([length]), np.zeros(1), np.array([False]),
        np.array([0, len(rows)]), rows, np.array([0, 0]), np.empty(0, np.int32), ints, ints, np.zeros(1),
    )  # fmt: skip
    return Path(world, answers, 0, rows[0, :2], rows[-1, 2:4], 1.0, "test")


def test_a_found_path(room):
    p = room.find_path((1, 5), (9, 5))
    assert p
    assert p.found
    assert p.status is cw.Status.FOUND
    assert p.length == pytest.approx(2 * math.hypot(3, 3) + 2)
    assert p.points[0].tolist() == [1, 5]
    assert p.points[-1].tolist() == [9, 5]
    assert len(p.points) == 4
    assert all(isinstance(s, cw.Line) for s in p.segments)
    assert math.fsum(s.length for s in p.segments) == pytest.approx(p.length)
    assert p.clearance == 0
    assert p.optimal is True
    assert p.lower_bound == p.length
    by_channel = room.find_path((1, 5), (9, 5), planner="channel")
    assert by_channel.optimal is False
    assert 0 <= by_channel.lower_bound <= p.length <= by_channel.length
    assert p.stats.keys() >= {"expanded", "generated", "seconds", "planner"}
    verdict = p.verify()
    assert verdict["free"]
    assert not verdict["crosses"]
    assert verdict["gap"] == 0
    assert repr(p).startswith("<Path FOUND, length 10.48528")


def test_the_channel_is_rows_of_the_mesh(room):
    p = room.find_path((1, 5), (9, 5))
    mesh = room.mesh()
    assert not mesh.blocked[p.channel].any()
    for a, b in zip(p.channel[:-1], p.channel[1:], strict=True):
        assert b in mesh.neighbours[a]
    assert room.locate((1, 5)) == p.channel[0] or len(p.channel) > 1
    assert p.version == room.version == mesh.version


@pytest.mark.parametrize("planner", ["channel", "optimal"])
def test_the_channel_is_right_after_many_edits(room, planner):
    rng = np.random.default_rng(5)
    for _ in range(40):
        x, y = rng.uniform(0.5, 9, 2)
        h = room.add([(x, y), (x + 0.3, y), (x, y + 0.3)])
        if rng.random() < 0.5:
            room.remove(h)
        p = room.find_path((0.1, 0.1), (9.9, 9.9), planner=planner)
        mesh = room.mesh()
        assert p.found
        assert not mesh.blocked[p.channel].any()
        assert all(
            b in mesh.neighbours[a] for a, b in zip(p.channel[:-1], p.channel[1:], strict=True)
        )


@pytest.mark.parametrize(
    ("start", "goal", "status"),
    [
        ((5, 5), (9, 5), "START_BLOCKED"),
        ((1, 5), (5, 5), "GOAL_BLOCKED"),
        ((-1, 5), (9, 5), "START_BLOCKED"),
        ((5, 5), (5.5, 5), "START_BLOCKED"),
    ],
)
def test_blocked_ends(room, start, goal, status):
    p = room.find_path(start, goal)
    assert p.status is cw.Status[status]
    assert not p
    assert p.length == math.inf
    assert p.points.shape == (0, 2)
    assert p.segments == ()
    assert math.isnan(p.clearance)
    assert p.to_wkt() == "LINESTRING EMPTY"
    assert p.to_geojson()["geometry"] is None
    json.dumps(p.to_geojson(), allow_nan=False)
    assert repr(p).startswith(f"<Path {status}: the ")


def test_a_partial_path_is_falsy_and_shows_its_length(room):
    path = room.find_path((1, 5), (5, 5), partial=True)
    assert path.status is cw.Status.PARTIAL
    assert not path
    assert not path.found
    assert repr(path) == "<Path PARTIAL, length 3, 1 segments, optimal>"


@pytest.mark.parametrize(
    ("start", "goal", "note"),
    [
        ((1, 5), (0, 9), "the goal is 0 from the bounds, nearer than the radius 0.5; snap= moves"),
        ((1, 9.75), (9, 5), "the start is 0.25 from the bounds, nearer than the radius 0.5"),
        ((1, 5), (6.25, 5), "the goal is 0.25 from the nearest obstacle, nearer than"),
        ((1, 5), [(0, 9), (0, 3)], "no point of the goal is as far as the radius 0.5 from the b"),
    ],
)
def test_a_blocked_end_says_what_is_too_near(room, start, goal, note):
    path = room.find_path(start, goal, radius=0.5)
    assert note in repr(path)
    with pytest.raises(cw.InvalidInput, match="no path to follow") as error:
        path.at(0)
    assert note in str(error.value)
    room.add_post((2, 2))
    assert repr(path) == f"<Path {path.status.name}>"  # the world has changed since


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_a_blocked_end_inside_an_obstacle_or_out_of_the_world_says_so(room, radius):
    inside = room.find_path((1, 5), (5, 5), radius=radius)
    assert repr(inside) == (
        "<Path GOAL_BLOCKED: the goal lies inside an obstacle or outside the bounds>"
    )
    beyond = room.find_path((50, 5), (1, 5), radius=radius)
    assert repr(beyond) == "<Path START_BLOCKED: the start lies outside the bounds (0, 0, 10, 10)>"


def test_the_old_name_of_free_in_a_verdict(room):
    verdict = room.find_path((1, 5), (9, 5)).verify()
    assert "inside" not in verdict
    with pytest.warns(
        DeprecationWarning, match=r"verify\(\)\['inside'\] is deprecated: use 'free'"
    ):
        assert verdict["inside"] is verdict["free"] is True
    with pytest.raises(KeyError):
        verdict["nothing"]


def test_no_path(room):
    room.add_wall([(4, 8), (4, 10)])
    assert room.find_path((1, 5), (9, 5)).found
    room.add_wall([(6, 2), (6, 0)])
    assert room.find_path((1, 5), (9, 5)).status is cw.Status.NO_PATH


def test_start_equals_goal(room):
    p = room.find_path((1, 5), (1, 5))
    assert p.found
    assert p.length == 0
    assert p.points.tolist() == [[1, 5]]
    assert p.clearance == 1
    assert p.to_wkt() == "LINESTRING (1.0 5.0, 1.0 5.0)"


def test_wkt_geojson_and_geo_interface_agree(room):
    p = room.find_path((1, 5), (9, 5))
    feature = json.loads(json.dumps(p.to_geojson()))
    assert feature["geometry"]["coordinates"] == p.points.tolist()
    assert feature["properties"]["status"] == "FOUND"
    shapely = pytest.importorskip("shapely")
    assert shapely.from_wkt(p.to_wkt()).equals(shapely.geometry.shape(p))
    assert shapely.geometry.shape(p).length == pytest.approx(p.length)


def test_arcs(room):
    row = [2, 5, 1, 6, 1, 5, 1, 1]
    p = by_hand(room, [[2, 1, 2, 5, 0, 0, 0, 0], row])
    line, arc = p.segments
    assert line == cw.Line((2, 1), (2, 5))
    assert isinstance(arc, cw.Arc)
    assert arc.ccw
    assert arc.length == pytest.approx(math.pi / 2)
    assert arc.start == pytest.approx((2, 5))
    assert arc.end == pytest.approx((1, 6))
    for tolerance, points in (
        (None, p.points),
        (1e-6, p.sample(1e-6)),
        (10, p.sample(tolerance=10)),
    ):
        assert points[0].tolist() == [2, 1]
        assert points[-1].tolist() == [1, 6]
        on_arc = points[1:] - (1, 5)
        assert np.hypot(*on_arc.T) == pytest.approx(1)
        middles = (on_arc[1:] + on_arc[:-1]) / 2
        assert (
            1 - np.hypot(*middles.T) <= (1e-3 if tolerance is None else tolerance) * (1 + 1e-9)
        ).all()
    clockwise = cw._segments.segment(np.array([1, 6, 2, 5, 1, 5, 1, -1.0]))
    assert clockwise.length == pytest.approx(math.pi / 2)
    assert clockwise.end_angle < clockwise.start_angle
    long_way = cw._segments.segment(np.array([1, 6, 2, 5, 1, 5, 1, 1.0]))
    assert long_way.length == pytest.approx(1.5 * math.pi)
    for bad in (0, -1, math.nan, math.inf):
        with pytest.raises(cw.InvalidInput):
            p.sample(bad)


def test_find_paths(room):
    starts = [(1, 5), (5, 5), (1, 1), (2, 2)]
    goals = [(9, 5), (9, 5), (9, 1), (2, 2)]
    ps = room.find_paths(starts, goals)
    assert len(ps) == 4
    assert ps.found.tolist() == [True, False, True, True]
    assert ps.status.tolist() == [0, 3, 0, 0]
    assert ps.length[2] == 8
    for one, (a, b) in zip(ps, zip(starts, goals, strict=True), strict=True):
        alone = room.find_path(a, b)
        assert one.status is alone.status
        assert one.length == alone.length
        assert np.array_equal(one.points, alone.points)
        assert np.array_equal(one.channel, alone.channel)
    assert [p.status for p in ps[1:3]] == [ps[1].status, ps[2].status]
    assert ps[-1].length == 0
    with pytest.raises(IndexError):
        ps[4]
    assert repr(ps) == "<Paths: 4, 3 found>"
    assert len(ps.seconds) == len(ps.optimal) == len(ps.lower_bound) == 4


@pytest.mark.parametrize("radius", [0, 0.25])
def test_seconds_of_a_batch_are_those_of_the_call(room, radius):
    starts, goals = np.tile([(1.0, 5.0), (1.0, 1.0)], (500, 1)), (9, 1)
    begin = perf_counter()
    ps = room.find_paths(starts, goals, radius=radius, threads=1)
    taken = perf_counter() - begin
    assert (ps.seconds > 0).all()
    assert ps.seconds.sum() <= taken


def test_find_paths_shapes(room):
    assert len(room.find_paths([], [])) == 0
    assert len(room.find_paths(np.empty((0, 2)), np.empty((0, 2)))) == 0
    fan = room.find_paths((1, 5), [(9, 5), (9, 1)])
    assert len(fan) == 2
    assert len(room.find_paths([(9, 5), (9, 1)], (1, 5))) == 2
    with pytest.raises(cw.InvalidInput, match="2 starts but 3 goals"):
        room.find_paths([(1, 1)] * 2, [(2, 2)] * 3)
    for threads in (0, -1, 1.5, True, "2"):
        with pytest.raises(cw.InvalidInput):
            room.find_paths([(1, 1)], [(2, 2)], threads=threads)


def test_any_number_of_threads_gives_the_same(room):
    rng = np.random.default_rng(2)
    room.add_posts(rng.uniform(0, 10, (300, 2)))
    a, b = rng.uniform(0, 10, (2, 300, 2))
    one = room.find_paths(a, b, threads=1)
    for threads in (2, 3, 8, None):
        many = room.find_paths(a, b, threads=threads)
        assert np.array_equal(one.length, many.length)
        assert np.array_equal(one.status, many.status)
        assert np.array_equal(one._fields[1].segments, many._fields[1].segments)
        assert np.array_equal(one._fields[1].channel, many._fields[1].channel)


def test_planners(room):
    assert list(cw.planners()) == sorted(cw.planners())
    assert {"channel", "optimal"} <= cw.planners().keys()
    for name, line in cw.planners().items():
        assert line.startswith("Grid: " if name in cw._planners.GRID_PLANNERS else "World: ")
    by_name = room.find_path((1, 5), (9, 5), planner="channel")
    by_class = room.find_path((1, 5), (9, 5), planner=cw.Channel)
    planner = cw.Channel(room)
    assert by_name.length == by_class.length == planner.find_path((1, 5), (9, 5)).length
    assert planner.find_paths([(1, 5)], [(9, 5)]).length[0] == by_name.length
    room.remove(0)
    assert planner.find_path((1, 5), (9, 5)).length == 8
    for unknown in ("nope", "", None, int, 3):
        with pytest.raises(cw.InvalidInput, match="channel, labels, optimal"):
            room.find_path((1, 5), (9, 5), planner=unknown)
    with pytest.raises(cw.InvalidInput, match="radius 0 only"):
        room.find_path((1, 5), (9, 5), radius=0.5, planner="vg")
    assert room.find_path((1, 5), (9, 5), radius=1e-40).found


def test_paths_survive_pickling_and_edits(room):
    ps = room.find_paths([(1, 5), (5, 5)], [(9, 5), (9, 5)])
    p = room.find_path((1, 5), (9, 5))
    points = p.points
    room.add([(0.5, 0.5), (3.5, 0.5), (3.5, 9.5), (0.5, 9.5)])
    assert np.array_equal(p.points, points)
    for twin in (pickle.loads(pickle.dumps(p)), pickle.loads(pickle.dumps(ps))[0]):
        assert twin.length == p.length
        assert np.array_equal(twin.points, points)
        assert np.array_equal(twin.channel, p.channel)
        assert twin.verify(room)["crosses"]


def test_status():
    assert [s.name for s in cw.Status] == [
        "FOUND",
        "PARTIAL",
        "NO_PATH",
        "START_BLOCKED",
        "GOAL_BLOCKED",
    ]
    assert str(cw.Status.FOUND) == repr(cw.Status.FOUND) == "Status.FOUND"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_long_batch_can_be_interrupted(room):
    room.add_posts(np.random.default_rng(0).uniform(0, 10, (20_000, 2)))
    many = np.tile([(0.1, 0.1)], (100_000, 1))
    with interrupted(within=10):
        room.find_paths(many, 10 - many, threads=2)
    assert room.find_path((1, 1), (1, 1)).found


def test_arcs_are_sampled_as_finely_as_asked():
    from clearway._path.sampling import inscribed

    row = np.array([[1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0]])
    for tolerance in (None, 2.0, 0.1, 1e-6, 1e-9):
        points = np.vstack((row[:, :2], inscribed(row, tolerance)))
        middle = np.linalg.norm((points[1:] + points[:-1]) / 2, axis=1)
        assert (1 - middle).max() <= (1e-3 if tolerance is None else tolerance) * (1 + 1e-6)
    with pytest.raises(cw.InvalidInput, match="would need more than"):
        inscribed(row, 1e-25)


def test_the_least_tolerance_named_is_taken(monkeypatch):
    from clearway._path import sampling

    monkeypatch.setattr(sampling, "MOST_POINTS", 1000)
    row = np.array([[1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0]])
    with pytest.raises(cw.InvalidInput, match=r"tolerance is 1e-300: ") as raised:
        sampling.inscribed(row, 1e-300)
    least = float(str(raised.value).split()[-1])
    assert 990 < len(sampling.inscribed(row, least)) <= 1000
    with pytest.raises(cw.InvalidInput):
        sampling.inscribed(row, 0.98 * least)
    still = np.array([[1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]])
    assert sampling.inscribed(still, 5e-324).tolist() == [[1.0, 0.0]]


def test_a_path_from_a_place_to_itself(room):
    for planner in ("optimal", "channel"):
        p = room.find_path((1, 5), (1, 5), planner=planner)
        assert p
        assert p.status is cw.Status.FOUND
        assert p.points.tolist() == [[1, 5]]
        assert (p.length, p.lower_bound, p.optimal, p.segments) == (0, 0, True, ())
        assert p.clearance == 1
        assert p.to_wkt() == "LINESTRING (1.0 5.0, 1.0 5.0)"
        blocked = room.find_path((5, 5), (5, 5), planner=planner)
        assert not blocked
        assert blocked.points.shape == (0, 2)


def test_clearance_is_of_the_world_as_it_is_when_asked(room):
    p, q = (room.find_path((1, 1), (9, 1)) for _ in range(2))
    assert p.clearance == 1
    room.add_post((5, 1.5))
    assert (p.clearance, q.clearance) == (1, 0.5)
    assert p.verify()["clearance"] == 0.5
    assert p.version < room.version


PLAIN = [(1.0, 5.0), (1, 5), [1.0, 5], np.array([1.0, 5.0]), np.array([1, 5])]
OTHER = [(np.float64(1), 5.0), {"type": "Point", "coordinates": (1, 5)}, np.array([1.0, 5.0], "f4")]


@pytest.mark.parametrize("start", PLAIN + OTHER, ids=repr)
@pytest.mark.parametrize("radius", [0.25, np.float64(0.25)], ids=repr)
def test_all_ways_to_say_it_are_one_question(start, radius):
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    path = world.find_path(start, (9.0, 5.0), radius)
    owed = world.find_paths([(1.0, 5.0)], [(9.0, 5.0)], 0.25)[0]
    assert path.length == owed.length
    assert path.status is owed.status
    assert path.start.dtype == np.float64
    assert path.start.tolist() == [1.0, 5.0]
    assert type(path.radius) is float
    assert path.radius == 0.25
    assert cw.Optimal(world).find_path(start, (9.0, 5.0), radius).length == owed.length


def test_a_path_keeps_its_ends_when_theirs_change():
    world = cw.World(bounds=(0, 0, 10, 10))
    ends = [[1.0, 5.0], np.array([9.0, 5.0])]
    path = world.find_path(*ends)
    ends[0][0] = ends[1][0] = 3.0
    assert path.start.tolist() == [1.0, 5.0]
    assert path.goal.tolist() == [9.0, 5.0]


def test_minus_zero_is_zero():
    world = cw.World(bounds=(-1, -1, 1, 1))
    path = world.find_path((-0.0, 0.5), (0.5, -0.0), -0.0)
    assert str(path.start[0]) == "0.0"
    assert str(path.goal[1]) == "0.0"
    assert str(path.radius) == "0.0"
