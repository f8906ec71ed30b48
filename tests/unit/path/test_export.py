"""Paths in other formats: features, tables, files; in the coordinates of their file."""

from __future__ import annotations

import json
import math
import pickle
import warnings

import numpy as np
import pytest

import clearway as cw

STARTS = [(1, 5), (5, 5), (1, 6)]
LONDON = [[-0.1278, 51.5073], [-0.1268, 51.5073], [-0.1268, 51.5083], [-0.1278, 51.5083]]
WGS84 = "urn:ogc:def:crs:OGC:1.3:CRS84"


@pytest.fixture
def paths(room):
    return room.find_paths(STARTS, (9, 5), radius=[0.3, 0.2, 0.0])


def town(tmp_path, crs=None):
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [LONDON]}}  # fmt: skip
    document = {"type": "FeatureCollection", "features": [feature]}
    if crs:
        document["crs"] = {"type": "name", "properties": {"name": crs}}
    file = tmp_path / "town.geojson"
    file.write_text(json.dumps(document))
    return file


def test_arrays_over_all_paths(paths):
    assert paths.radius.tolist() == [0.3, 0.2, 0.0]
    assert paths.expanded.tolist() == [p.stats["expanded"] for p in paths]
    assert paths.generated.tolist() == [p.stats["generated"] for p in paths]
    assert np.array_equal(paths.clearance, [p.clearance for p in paths], equal_nan=True)
    assert paths[1:].radius.tolist() == [0.2, 0.0]
    assert paths[::-1].expanded.tolist() == paths.expanded.tolist()[::-1]


def test_a_feature_collection(paths):
    document = json.loads(json.dumps(paths.to_geojson(), allow_nan=False))
    assert document["type"] == "FeatureCollection"
    assert [f["id"] for f in document["features"]] == [0, 1, 2]
    assert [f["properties"]["status"] for f in document["features"]] == ["FOUND", "START_BLOCKED", "FOUND"]  # fmt: skip
    assert document["features"][1]["geometry"] is None
    assert document["features"][0]["geometry"]["coordinates"] == paths[0].points.tolist()
    assert "clearance" not in document["features"][0]["properties"]
    measured = paths.to_geojson(clearance=True)["features"]
    assert [f["properties"]["clearance"] for f in measured] == [paths[0].clearance, None, 0.0]
    assert paths[:0].to_geojson()["features"] == []
    with pytest.raises(cw.InvalidInput, match="clearance is"):
        paths.to_geojson(clearance=np.array([True, False]))


def test_geopandas_takes_it(paths):
    geopandas = pytest.importorskip("geopandas")
    frame = geopandas.GeoDataFrame.from_features(paths.to_geojson(clearance=True))
    assert frame.status.tolist() == ["FOUND", "START_BLOCKED", "FOUND"]
    assert frame.geometry.iloc[0].length == pytest.approx(paths[0].length, rel=1e-3)
    assert frame.geometry.iloc[1] is None


def test_a_dataframe(paths):
    pytest.importorskip("pandas")
    frame = paths.to_dataframe()
    assert frame.status.tolist() == ["FOUND", "START_BLOCKED", "FOUND"]
    for name in ("length", "optimal", "lower_bound", "radius", "expanded", "generated", "seconds"):
        assert frame[name].tolist() == getattr(paths, name).tolist()
    assert frame.start_x.tolist() == [1, 5, 1]
    assert frame.planner.tolist() == ["optimal"] * 3
    assert "clearance" not in paths.to_dataframe(clearance=False)
    clearance = frame.clearance
    assert clearance[0] == paths[0].clearance
    assert math.isnan(clearance[1])
    assert len(paths[:0].to_dataframe(clearance=True)) == 0
    assert len(pickle.loads(pickle.dumps(paths[1:])).to_dataframe()) == 2


def test_a_dataframe_of_a_grid():
    pytest.importorskip("pandas")
    grid = cw.Grid(np.zeros((4, 4)))
    frame = grid.find_paths([(0, 0), (1, 1)], (3, 3)).to_dataframe()
    assert frame.length.tolist() == pytest.approx([3 * 2**0.5, 2 * 2**0.5])


def test_without_pandas(paths, monkeypatch):
    import builtins

    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "pandas":
            raise ModuleNotFoundError("no pandas", name="pandas")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(cw.MissingExtra) as caught:
        paths.to_dataframe()
    assert caught.value.extra == "data"


def test_files_of_a_path(room, tmp_path):
    p = room.find_path((1, 5), (9, 5), radius=0.3)
    p.save(tmp_path / "p.geojson")
    assert json.loads((tmp_path / "p.geojson").read_text()) == p.to_geojson()
    p.save(tmp_path / "p.wkt")
    assert (tmp_path / "p.wkt").read_text() == p.to_wkt() + "\n"
    p.save(str(tmp_path / "p.csv"))
    table = np.loadtxt(tmp_path / "p.csv", delimiter=",", skiprows=1)
    assert np.array_equal(table, p.points)
    p.save(tmp_path / "p.csv", tolerance=1e-6)
    assert len(np.loadtxt(tmp_path / "p.csv", delimiter=",", skiprows=1)) > len(p.points)
    p.save(tmp_path / "p.svg", mesh=True)
    assert (tmp_path / "p.svg").read_text().startswith("<svg")


def test_files_of_many_paths(paths, tmp_path):
    paths.save(tmp_path / "p.json")
    assert json.loads((tmp_path / "p.json").read_text()) == paths.to_geojson()
    paths.save(tmp_path / "p.wkt")
    lines = (tmp_path / "p.wkt").read_text().splitlines()
    assert lines == [p.to_wkt() for p in paths]
    paths.save(tmp_path / "p.csv")
    table = np.loadtxt(tmp_path / "p.csv", delimiter=",", skiprows=1)
    assert set(table[:, 0]) == {0, 2}
    assert np.array_equal(table[table[:, 0] == 2, 1:], paths[2].points)
    paths.save(tmp_path / "p.svg")


@pytest.mark.parametrize("name", ["p", "p.shp", "p.geojson.zip", ""])
def test_bad_names_of_files(room, paths, tmp_path, name):
    for answer in (room.find_path((1, 5), (9, 5)), paths):
        with pytest.raises(cw.InvalidInput, match=r"paths are written to|name of a file"):
            answer.save(str(tmp_path / name) if name else name)
    assert list(tmp_path.iterdir()) == []


def test_bad_options_of_files(room, tmp_path):
    p = room.find_path((1, 5), (9, 5))
    with pytest.raises(cw.InvalidInput, match="mesh is an option of pictures"):
        p.save(tmp_path / "p.csv", mesh=True)
    with pytest.raises(cw.InvalidInput, match="a picture shows the exact path"):
        p.save(tmp_path / "p.svg", tolerance=0.1)
    with pytest.raises(cw.InvalidInput, match="either step, or tolerance"):
        p.to_wkt(step=1.0, tolerance=0.1)
    with pytest.raises(cw.InvalidInput, match="pickled without its world"):
        pickle.loads(pickle.dumps(p)).save(tmp_path / "p.svg")
    with pytest.raises(cw.InvalidInput, match="tolerance is"):
        p.to_geojson(tolerance=-1)
    assert list(tmp_path.iterdir()) == []


def test_answers_come_back_in_the_coordinates_of_the_file(tmp_path):
    world = cw.load(town(tmp_path), project=True)
    assert isinstance(world.projection, cw.Projection)
    west, east = (-0.12784, 51.5078), (-0.12676, 51.5078)
    a, b = world.projection.forward([west, east])
    p = world.find_path(a, b, radius=2)
    assert p.found
    assert p.length > 83  # metres
    feature = p.to_geojson()
    line = np.array(feature["geometry"]["coordinates"])
    assert line[0] == pytest.approx(west, abs=1e-12)
    assert line[-1] == pytest.approx(east, abs=1e-12)
    assert feature["crs"]["properties"]["name"] == WGS84
    assert p.to_wkt().startswith("LINESTRING (-0.127")
    p.save(tmp_path / "p.csv")
    assert np.loadtxt(tmp_path / "p.csv", delimiter=",", skiprows=1) == pytest.approx(line, abs=0)
    batch = world.find_paths([a], [b]).to_geojson()
    assert batch["crs"]["properties"]["name"] == WGS84
    assert "crs" not in batch["features"][0]
    again = pickle.loads(pickle.dumps(p))
    assert again.to_geojson() == feature
    assert pickle.loads(pickle.dumps(world)).projection == world.projection
    assert world.projection.inverse(p.__geo_interface__["coordinates"][0]) == pytest.approx(west)


def test_a_projected_world_is_written_in_the_coordinates_of_the_file(tmp_path):
    world = cw.load(town(tmp_path), project=True)
    world.save(tmp_path / "w.geojson")
    with pytest.warns(UserWarning, match="lengths are in degrees"):
        plain = cw.load(tmp_path / "w.geojson")
    assert plain.obstacles[0].points == pytest.approx(np.array(LONDON), abs=1e-12)
    twin = cw.load(tmp_path / "w.geojson", project=True)
    assert twin.obstacles[0].points == pytest.approx(world.obstacles[0].points, abs=1e-6)
    assert twin.bounds == pytest.approx(world.bounds, abs=1e-6)
    world.save(tmp_path / "w.wkt")
    assert cw.load(tmp_path / "w.wkt").bounds[0] == pytest.approx(-0.12785, abs=1e-4)
    world.save(tmp_path / "w.clearway")
    own = cw.load(tmp_path / "w.clearway")
    assert own.projection == world.projection
    assert own.bounds == world.bounds
    assert own.to_grid(5.0).to_world().projection == world.projection


def test_the_reference_system_is_kept_and_written(tmp_path):
    name = "urn:ogc:def:crs:EPSG::25832"
    world = cw.load(town(tmp_path, crs=name))
    assert world.crs == name
    assert world.projection is None
    world.save(tmp_path / "w.geojson")
    assert json.loads((tmp_path / "w.geojson").read_text())["crs"]["properties"]["name"] == name
    path = world.find_path(world.random_point(rng=1), world.random_point(rng=2))
    assert path.to_geojson()["crs"]["properties"]["name"] == name
    world.save(tmp_path / "w.clearway")
    assert cw.load(tmp_path / "w.clearway").crs == name
    assert cw.World((0, 0, 1, 1)).crs is None


def test_a_damaged_frame_in_a_file_is_refused(tmp_path):
    import hashlib
    import struct

    world = cw.World((0, 0, 1, 1))
    world.projection = cw.Projection(7.0, 50.0)
    world.save(tmp_path / "w.clearway")
    data = (tmp_path / "w.clearway").read_bytes()
    head = struct.Struct("<8sII32s")
    for bad in (b"[7.0,  150]", b"[7.0, 5e9]", b'{"a": 150}', b"[7.0, 50, ", b'"degreesss"'):
        body = data[head.size :].replace(b"[7.0, 50.0]", bad.ljust(11))
        magic, version, size, _ = head.unpack_from(data)
        (tmp_path / "bad.clearway").write_bytes(
            head.pack(magic, version, size, hashlib.sha256(body).digest()) + body
        )
        with pytest.raises(cw.InvalidInput, match=r"bad\.clearway"):
            cw.load(tmp_path / "bad.clearway")


def test_features_of_a_world_have_unique_ids(room, tmp_path):
    room.add_post((1, 1))
    room.remove(0)
    ids = [f["id"] for f in room.to_geojson()["features"]]
    assert len(set(ids)) == len(ids) == 2
    room.save(tmp_path / "w.geojson")
    assert list(cw.load(tmp_path / "w.geojson").obstacles) == [1]


def test_frames_of_data_in_degrees_warn():
    geopandas = pytest.importorskip("geopandas")
    from shapely.geometry import Polygon

    plane = geopandas.GeoDataFrame(geometry=[Polygon([(0, 0), (9, 0), (9, 9)])], crs="EPSG:25832")
    degrees = geopandas.GeoDataFrame(geometry=[Polygon(LONDON)], crs="EPSG:4326")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cw.World.from_obstacles(plane).crs == "EPSG:25832"
        cw.World.from_obstacles([Polygon(LONDON)])
    with pytest.warns(UserWarning, match=r"EPSG:4326\) are longitudes .* lengths are in degrees"):
        assert cw.World.from_obstacles(degrees).crs == "EPSG:4326"
    with pytest.warns(UserWarning, match="lengths are in degrees"):
        cw.World.from_walkable(degrees.geometry)
    with pytest.warns(UserWarning, match="look like longitudes and latitudes"):
        cw.World.from_obstacles(geopandas.GeoDataFrame(geometry=[Polygon(LONDON)]))


def test_errors_name_the_row_of_a_frame():
    geopandas = pytest.importorskip("geopandas")
    from shapely.geometry import Polygon

    good = Polygon([(0, 0), (9, 0), (9, 9)])
    frame = geopandas.GeoDataFrame(geometry=[good, good, None], crs="EPSG:25832")
    with pytest.raises(cw.InvalidInput, match=r"obstacles\[2\]") as caught:
        cw.World.from_obstacles(frame)
    assert caught.value.index == 2


@pytest.mark.parametrize("bad", ["x", [1, 2, 3], [[math.nan, 0]], None])
def test_a_projection_refuses_what_is_no_point(bad):
    projection = cw.Projection(7.1, 50.7)
    for call in (projection.forward, projection.inverse):
        with pytest.raises(cw.InvalidInput):
            call(bad)
    assert projection.forward(np.empty((0, 2))).shape == (0, 2)


def test_a_projection_there_and_back():
    projection = cw.Projection(7.1, 50.7)
    points = np.random.default_rng(0).uniform((6.1, 49.7), (8.1, 51.7), (100, 2))
    there = projection.forward(points)
    assert np.abs(projection.inverse(there) - points).max() < 1e-13
