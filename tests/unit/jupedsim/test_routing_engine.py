"""The drop-in for JuPedSim's RoutingEngine: alone, and beside the real one where it is
installed (`pip install --no-deps jupedsim deprecated wrapt`; its other requirements are for
its viewer)."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway.jupedsim import OutsideArea, RoutingEngine
from oracle.distances import length
from support.paths import DATA, or_skip

FILES = sorted((DATA / "polygons" / "jupedsim").glob("*.wkt"))
OUTER = [(0, 0), (10, 0), (10, 10), (0, 10)]
HOLE = [(4, 2), (6, 2), (6, 8), (4, 8)]
ROOM = shapely.Polygon(OUTER, [HOLE])
BESIDE = shapely.box(10, 4, 14, 6)
AREAS = {
    "polygon": ROOM,
    "points": OUTER,
    "wkt": ROOM.wkt,
    "multipolygon": shapely.MultiPolygon([ROOM]),
    "collection": shapely.GeometryCollection([ROOM, BESIDE]),
    "nested": shapely.GeometryCollection([shapely.GeometryCollection([ROOM]), BESIDE]),
    # What one polygon excludes stays excluded where another covers it.
    "covered hole": shapely.GeometryCollection([ROOM, shapely.box(1, 1, 9, 9)]),
}


def area(engine):
    vertices, polygons = engine.mesh()
    return sum(shapely.Polygon([vertices[i] for i in p]).area for p in polygons)


def test_ways_are_taut_and_keep_the_radius():
    engine = RoutingEngine(ROOM)
    assert engine.compute_waypoints((1, 5), (9, 6)) == [(1, 5), (4, 8), (6, 8), (9, 6)]
    assert engine.compute_waypoints((1, 5), (1, 5)) == [(1, 5), (1, 5)]
    way = engine.compute_waypoints((1, 5), (9, 6), radius=1)
    assert way[0] == (1, 5)
    assert way[-1] == (9, 6)
    assert ROOM.exterior.union(ROOM.interiors[0]).distance(shapely.LineString(way)) >= 1 - 1.001e-3
    assert engine.compute_waypoints((1.5, 5), (8.5, 5), radius=1.25) == []


def test_waypoints_are_the_points_of_the_path():
    rng = np.random.default_rng(4)
    boxes = [shapely.box(x, y, x + 1, y + 1.3) for x in (1, 3, 5, 7.5) for y in (1, 4, 7)]
    for planner in ("optimal", "channel", "vg"):
        engine = RoutingEngine(OUTER, excluded_areas=boxes, planner=planner)
        for radius in (0.0,) if planner == "vg" else (0.0, 0.2, 0.7):
            for a, b in rng.uniform(0, 10, (40, 2, 2)):
                if not (engine.is_routable(a, radius) and engine.is_routable(b, radius)):
                    continue
                path = engine.world.find_path(a, b, radius, planner)
                points = [tuple(p) for p in path.points.tolist()]
                for given in (a, tuple(a.tolist()), a.tolist()):
                    way = engine.compute_waypoints(given, b, radius)
                    assert way == points
                    assert all(type(x) is float for p in way for x in p)
                assert bool(way) == path.found


def test_waypoints_of_numbers_that_need_conversion():
    engine = RoutingEngine(OUTER)
    way = engine.compute_waypoints((-0.0, 1), np.array([9, 1]))
    assert way == [(0.0, 1.0), (9.0, 1.0)]
    assert math.copysign(1, way[0][0]) == 1
    assert engine.compute_waypoints(shapely.Point(1, 1), (9, 1)) == [(1.0, 1.0), (9.0, 1.0)]
    assert engine.compute_waypoints((1, 1), (1, 1)) == [(1.0, 1.0), (1.0, 1.0)]


def test_radius_and_planner_of_the_engine():
    engine = RoutingEngine(ROOM, radius=0.5, planner="optimal")
    assert engine.compute_waypoints((1, 5), (9, 6)) == RoutingEngine(ROOM).compute_waypoints(
        (1, 5), (9, 6), radius=0.5
    )
    assert engine.compute_waypoints((0, 0), (9, 6), radius=0)[0] == (0, 0)
    assert not engine.is_routable((0.4, 5))
    assert engine.is_routable((0.5, 5))
    assert engine.is_routable((0.4, 5), radius=0.4)


def test_ends_outside():
    engine = RoutingEngine(ROOM)
    with pytest.raises(RuntimeError, match=r"Point \(5, 5\) is outside of accessible area") as e:
        engine.compute_waypoints((1, 1), (5, 5))
    assert isinstance(e.value, cw.ClearwayError)
    assert e.value.point == (5, 5)
    with pytest.raises(OutsideArea, match=r"Point \(1, 5\) is nearer than 2 to the border"):
        engine.compute_waypoints((1, 5), (8, 5), radius=2)
    assert [engine.is_routable(p) for p in ((0, 0), (4, 5), (5, 5), (20, 5))] == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("name", AREAS)
def test_geometry(name):
    engine = RoutingEngine(AREAS[name])
    united = {"points": 100, "collection": 96, "nested": 96}
    assert math.isclose(area(engine), united.get(name, 88))
    vertices, polygons = engine.mesh()
    for polygon in polygons:
        ring = shapely.LinearRing([vertices[i] for i in polygon])
        assert ring.is_ccw
        assert shapely.Polygon(ring).convex_hull.equals(shapely.Polygon(ring))


def test_excluded_areas_multipoint_and_edits():
    engine = RoutingEngine(OUTER, excluded_areas=[HOLE])
    assert engine.mesh() == RoutingEngine(ROOM).mesh()
    assert area(RoutingEngine(shapely.MultiPoint(OUTER))) == 100
    before = engine.compute_waypoints((1, 5), (9, 6))
    gate = engine.world.add_wall([(5, 8), (5, 10)])
    assert engine.compute_waypoints((1, 5), (9, 6)) != before
    engine.world.remove(gate)
    assert engine.compute_waypoints((1, 5), (9, 6)) == before


@pytest.mark.parametrize(
    "geometry",
    [shapely.Point(1, 1), shapely.Polygon(), shapely.GeometryCollection(), "POLYGON((0", 5, []],
    ids=str,
)
def test_bad_geometry(geometry):
    with pytest.raises(cw.InvalidInput):
        RoutingEngine(geometry)


def test_it_is_loaded_when_asked_for():
    assert cw.jupedsim.RoutingEngine is RoutingEngine


@pytest.fixture(scope="module")
def real():
    return pytest.importorskip("jupedsim", reason="pip install --no-deps jupedsim deprecated wrapt")


def test_same_methods(real):
    """But `edges_for`, which raises AttributeError in JuPedSim 1.4.2."""
    for name, method in inspect.getmembers(real.RoutingEngine, inspect.isfunction):
        if name.startswith("_") or name == "edges_for":
            continue
        theirs = list(inspect.signature(method).parameters)
        assert list(inspect.signature(getattr(RoutingEngine, name)).parameters)[: len(theirs)] == theirs  # fmt: skip


@pytest.mark.parametrize("name", AREAS)
def test_beside_the_real_one(real, name):
    beside(real, AREAS[name])


@pytest.mark.parametrize("file", or_skip(FILES), ids=lambda f: f.stem)
def test_beside_the_real_one_on_data(real, file):
    beside(real, file.read_text())


def beside(real, geometry, pairs=25):
    """The same area, the same routable points, the same ends of paths, and no longer path."""
    theirs, ours = real.RoutingEngine(geometry), RoutingEngine(geometry)
    assert math.isclose(area(theirs), area(ours), rel_tol=1e-9)
    x0, y0, x1, y1 = ours.world.bounds
    places = np.random.default_rng(3).uniform((x0 - 1, y0 - 1), (x1 + 1, y1 + 1), (200, 2))
    for p in places.tolist():
        if ours.world.clearance(p) > 1e-6 or not ours.is_routable(p):
            assert theirs.is_routable(p) == ours.is_routable(p), p
    ends = ours.world.random_points(2 * pairs, rng=4).tolist()
    for a, b in zip(ends[:pairs], ends[pairs:], strict=True):
        way, other = ours.compute_waypoints(a, b), theirs.compute_waypoints(a, b)
        assert way[0] == other[0] == tuple(a)
        assert way[-1] == other[-1] == tuple(b)
        assert length(way) <= length(other) * (1 + 1e-12), f"{a} -> {b}"
    with pytest.raises(RuntimeError, match="outside of accessible area"):
        theirs.compute_waypoints((x0 - 1, y0 - 1), ends[0])
    with pytest.raises(RuntimeError, match="outside of accessible area"):
        ours.compute_waypoints((x0 - 1, y0 - 1), ends[0])
