"""Coordinates: what is accepted, what is refused, and the error texts."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import clearway as cw
from clearway import _geometry, _input

SQUARE = [(1, 1), (3, 1), (3, 3), (1, 3)]
NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    "ring",
    [
        SQUARE,
        tuple(SQUARE),
        [*SQUARE, SQUARE[0]],
        SQUARE[::-1],
        [(1, 1), (1, 1), *SQUARE[1:], SQUARE[0], SQUARE[0]],
        np.array(SQUARE),
        np.array(SQUARE, dtype=np.float32),
        np.array(SQUARE, dtype=np.uint8),
        np.asfortranarray(np.array(SQUARE, dtype=float)),
        np.array(SQUARE, dtype=float)[::-1],
        np.array([(x, y, 0) for x, y in SQUARE], dtype=float)[:, :2],
        np.array(SQUARE, dtype=">f8"),
        iter(SQUARE),
        [(Fraction(x), Fraction(y)) for x, y in SQUARE],
        {"type": "Polygon", "coordinates": [SQUARE]},
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [SQUARE]}},
        {"type": "MultiPolygon", "coordinates": [[SQUARE]]},
        {
            "type": "GeometryCollection",
            "geometries": [{"type": "Polygon", "coordinates": [SQUARE]}],
        },
    ],
    ids=lambda r: type(r).__name__,
)
def test_one_square_however_it_is_given(empty_world, ring):
    handle = empty_world.add(ring)
    assert empty_world.mesh().free_area == 96
    assert sorted(map(tuple, empty_world.obstacles[handle].points.tolist())) == sorted(SQUARE)


def test_read_only_arrays_are_taken_and_left_alone(empty_world):
    ring = np.array([*SQUARE, (-0.0, 1e-40)])
    ring.flags.writeable = False
    before = ring.copy()
    empty_world.add(ring)
    assert (ring == before).all()


def test_large_arrays_of_posts_are_not_copied():
    points = np.random.default_rng(0).uniform(1, 2, (100, 2))
    assert _input.as_points(points, copy=False) is points
    assert _input.as_points(points) is not points
    points[3, 0] = 1e-40
    flushed = _input.as_points(points, copy=False)
    assert flushed[3, 0] == 0
    assert points[3, 0] == 1e-40
    points[4, 1] = math.nan
    with pytest.raises(cw.InvalidInput, match=r"points\[4\]"):
        _input.as_points(points, copy=False)


def test_geo_interface(empty_world):
    class Thing:
        __geo_interface__ = {
            "type": "Polygon",
            "coordinates": (SQUARE, [(1.5, 1.5), (2, 2), (2, 1.5)]),
        }

    empty_world.add(Thing())
    assert empty_world.mesh().free_area == pytest.approx(96.125)


@pytest.mark.parametrize("bad", [NAN, INF, -INF, 1e31, -1e300])
@pytest.mark.parametrize("many", [False, True])
def test_coordinates_out_of_range_name_the_culprit(empty_world, bad, many):
    ring = [(math.cos(i / 40), math.sin(i / 40)) for i in range(200)] if many else list(SQUARE)
    ring[2] = (1.0, bad)
    for value in (ring, np.array(ring, dtype=float)):
        with pytest.raises(cw.InvalidInput, match=r"ring\[2\] is \(1\.0, ") as error:
            empty_world.add(value)
        assert error.value.index == 2
        assert error.value.value[0] == 1.0
    assert len(empty_world) == 0
    assert empty_world.version == cw.World((0, 0, 10, 10)).version


def test_the_limit_itself_is_legal():
    limit = 2.0**100
    world = cw.World((-limit, -limit, limit, limit))
    world.add_post((limit / 2, -limit / 2))
    world.validate()
    with pytest.raises(cw.InvalidInput):
        world.add_post((math.nextafter(limit, INF), 0))


def test_tiny_counts_as_zero():
    out = _input.as_points([(2.0**-101, -(2.0**-101)), (2.0**-100, -0.0)])
    assert out.tolist() == [[0.0, 0.0], [2.0**-100, 0.0]]
    assert not np.signbit(out).any()
    assert _input.as_points(np.full((100, 2), 1e-40)).any() == np.False_


@pytest.mark.parametrize(
    "ring",
    [
        None,
        5.0,
        "POLYGON ((0 0, 1 0, 1 1))",
        b"ring",
        {1, 2, 3},
        object(),
        cw,
        [],
        [(0, 0), (1, 1)],
        [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
        [0, 0, 1, 0, 1, 1],
        [[[0, 0], [1, 0], [1, 1]]],
        [(0, 0), (1,), (1, 1)],
        [(0, 0), (1, None), (1, 1)],
        [("0", "0"), ("1", "0"), ("1", "1")],
        [(True, False), (1, 0), (1, 1)],
        [(True, 0.5), (1.5, 0), (1, 1)],
        [(1j, 0), (1, 0), (1, 1)],
        np.array(SQUARE, dtype=complex),
        np.array(SQUARE, dtype=bool),
        np.array(SQUARE, dtype=object),
        np.array(SQUARE).astype(str),
        np.array(SQUARE, dtype="datetime64[s]"),
        np.ma.masked_equal(np.array(SQUARE, dtype=float), 3.0),
        np.zeros((3, 3)),
        np.zeros((2, 3, 2)),
        {"coordinates": [SQUARE]},
        {"type": "Polygon"},
        {"type": "Polygon", "coordinates": []},
        {"type": "Polygon", "coordinates": "x"},
        {"type": "Point", "coordinates": (1, 1)},
        {"type": "LineString", "coordinates": SQUARE},
        {"type": "Nonsense", "coordinates": SQUARE},
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_refused_rings(empty_world, ring):
    version = empty_world.version
    with pytest.raises(cw.InvalidInput):
        empty_world.add(ring)
    assert empty_world.version == version
    assert len(empty_world) == 0


def test_integers_beyond_64_bits_are_numbers(empty_world):
    empty_world.add_wall([(0, 10**25), (1, -(10**25))])
    with pytest.raises(cw.InvalidInput, match=r"magnitude|finite"):
        empty_world.add_wall([(0, 10**400), (1, 0)])


@pytest.mark.parametrize(
    "line", [[], [(1, 1)], [(1, 1), (2, NAN)], None, {"type": "Point", "coordinates": [0, 0]}]
)
def test_refused_walls(empty_world, line):
    with pytest.raises(cw.InvalidInput):
        empty_world.add_wall(line)


@pytest.mark.parametrize(
    "point",
    [
        [],
        [1],
        [1, 2, 3],
        5,
        None,
        "1,2",
        {1, 2},
        {1: 2, 3: 4},
        np.array([1, 2], dtype=object),
        (NAN, 0),
        (1, "2"),
    ],
)
def test_refused_points(empty_world, point):
    for ask in (
        empty_world.add_post,
        lambda p: empty_world.find_path(p, (1, 1)),
        lambda p: empty_world.find_path((1, 1), p),
    ):
        with pytest.raises(cw.InvalidInput):
            ask(point)


def test_one_point_in_a_list_is_a_goal_but_no_start(empty_world):
    with pytest.raises(cw.InvalidInput):
        empty_world.find_path([[1, 2]], (1, 1))
    assert empty_world.find_path((1, 1), [[1, 2]]).length == 1


@pytest.mark.parametrize(
    "bounds",
    [
        None, 5, [], (0, 0, 1), (0, 0, 0, 5), (5, 5, 0, 0), (0, 0, NAN, 1), (0, 0, INF, 1), (0, 0, 1e31, 1),
        [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 0), (2, 0)], "box", (True, False, True, True),
    ],
    ids=repr,
)  # fmt: skip
def test_refused_bounds(bounds):
    with pytest.raises(cw.InvalidInput):
        cw.World(bounds)


@pytest.mark.parametrize("radius", [-1, -1e-9, NAN, INF, 1e31, "1", None, True, 1j, [1.0, 2.0]])
def test_refused_radii(empty_world, radius):
    asks = (
        lambda: empty_world.find_path((1, 1), (2, 2), radius=radius),
        lambda: empty_world.is_free((1, 1), radius),
        lambda: empty_world.snap((1, 1), radius),
        lambda: empty_world.raycast((1, 1), (2, 2), radius),
        lambda: empty_world.random_point(radius),
    )
    for ask in asks:
        with pytest.raises(cw.InvalidInput):
            ask()


def test_radii_one_for_each_query(empty_world):
    assert len(empty_world.find_paths([(1, 1), (2, 2)], [(3, 3), (4, 4)], radius=[0, 0.0])) == 2
    with pytest.raises(cw.InvalidInput, match=r"radius\[1\]") as error:
        empty_world.find_paths([(1, 1), (2, 2)], [(3, 3), (4, 4)], radius=[0, -1])
    assert error.value.index == 1
    with pytest.raises(cw.InvalidInput, match="2 of them"):
        empty_world.find_paths([(1, 1), (2, 2)], [(3, 3), (4, 4)], radius=[0, 0, 0])


def test_nested_input_names_obstacle_and_point():
    with pytest.raises(cw.InvalidInput, match=r"obstacles\[1\]\[2\]") as error:
        cw.World.from_obstacles([SQUARE, [(0, 0), (1, 0), (NAN, 1)]])
    assert error.value.index == (1, 2)
    with pytest.raises(cw.InvalidInput, match=r"obstacles\[1\] needs at least 3") as error:
        cw.World.from_obstacles([SQUARE, [(0, 0), (1, 0)]])
    assert error.value.index == 1


def test_many_rings_at_once_equal_one_by_one():
    rng = np.random.default_rng(1)
    rings = [rng.integers(0, 4, (rng.integers(3, 7), 2)).tolist() for _ in range(200)]
    rings = [[*r, r[0]] if i % 2 else r for i, r in enumerate(rings)]
    fast = _geometry.obstacles(rings)
    slow = _geometry.pack([_geometry.area(np.array(r, dtype=np.int32)) for r in rings])
    arrays = _geometry.obstacles([np.array(r) for r in rings])
    for a, b, c in zip(fast, slow, arrays, strict=True):
        assert np.array_equal(a, b)
        assert np.array_equal(a, c)


def test_errors_survive_pickling():
    import pickle

    error = pickle.loads(pickle.dumps(cw.InvalidInput("what", (1, 2), (3.0, 4.0))))
    assert (str(error), error.index, error.value) == ("what", (1, 2), (3.0, 4.0))
    assert str(cw.UnknownHandle("no", value=3)) == "no"
    assert issubclass(cw.InvalidInput, ValueError)
    assert issubclass(cw.InvalidInput, cw.ClearwayError)


def test_bare_exceptions_do_not_get_out(empty_world):
    path = empty_world.find_path((0, 0), (1, 1))
    refused = {
        "bounds": lambda: cw.World(bounds=[(0, 0), (1,)]),
        "'type'": lambda: empty_world.add({"type": ["x"]}),
        "no planner": lambda: empty_world.find_path((0, 0), (1, 1), planner=cw.Planner),
        "tolerance": lambda: path.sample("x"),
        "tolerance is 0": lambda: path.sample(0),
        "tolerance is inf": lambda: path.sample(float("inf")),
        "rng is 'x'": lambda: empty_world.random_point(rng="x"),
        "rng is -1": lambda: empty_world.random_point(rng=-1),
        "a feature without": lambda: empty_world.add({"type": "Feature", "geometry": 5}),
        "not a geometry": lambda: empty_world.add(
            {"type": "GeometryCollection", "geometries": [5]}
        ),
        "not a list": lambda: empty_world.add({"type": "MultiPolygon", "coordinates": 5}),
        "list of features": lambda: cw.World.from_obstacles({"type": "FeatureCollection"}),
        "nested too deeply|shape|not a pair": lambda: empty_world.add(nest(2000)),
        r"radius must be a real number, not \[": lambda: empty_world.is_free((1, 1), [[1], [2, 3]]),
        r"radius\[1\]": lambda: empty_world.find_paths([(1, 1)], [(2, 2)], radius=[[1], [2, 3]]),
        "radius is inf": lambda: empty_world.is_free((1, 1), 10**5000),
        "radius is -inf": lambda: empty_world.is_free((1, 1), -(10**5000)),
        "not .*1j": lambda: empty_world.is_free((1, 1), np.complex128(1j)),
        "count is 1000": lambda: empty_world.random_points(10**30),
        "count is 9223": lambda: empty_world.random_points(2**63),
        r"no format \['a'\]": lambda: empty_world.save("x", format=["a"]),
    }
    for match, act in refused.items():  # the text is the name of the case too
        with pytest.raises(cw.InvalidInput, match=match):
            act()


def nest(depth):
    out: list = []
    for _ in range(depth):
        out = [out]
    return out


def test_bounds_at_the_limit_and_beyond():
    assert cw.World(bounds=(0, 0, 2**100, 2**100)).bounds == (0, 0, 2.0**100, 2.0**100)
    with pytest.raises(cw.InvalidInput, match=r"bounds\[1\] is .*at most 2\*\*100") as error:
        cw.World(bounds=(0, 0, 2**101, 2**101))
    assert error.value.index == 1
    with pytest.raises(cw.InvalidInput, match=r"bounds \(0\.0, 0\.0, 0\.0, 1\.0\) enclose nothing"):
        cw.World(bounds=np.array([0.0, 0, 0, 1]))


@pytest.mark.parametrize(
    "act",
    [
        lambda w: w.add([(np.float64(0), np.float64(1)), (1, 1), (np.float64(2), "x")]),
        lambda w: w.add([(0, 0), (1, 1), (np.float64("nan"), 0)]),
        lambda w: w.find_path((0, 0), (1, 1), radius=np.float64(-1)),
        lambda w: w.add([(0, 0), (1, 1), (10**5000, 0)]),
        lambda w: w.add([(0, 0), (1, 1), (10**5000, "x")]),
        lambda w: w.remove(10**5000),
        lambda w: w.remove([np.int64(1), np.int64(1)]),
        lambda w: w.add(np.array([list("abcdefgh")] * 50).tolist()),
    ],
)
def test_messages_show_plain_numbers_in_one_line(empty_world, act):
    with pytest.raises(cw.InvalidInput) as error:
        act(empty_world)
    message = str(error.value)
    assert "np." not in message
    assert "float64" not in message
    assert len(message) < 300
    assert "\n" not in message
