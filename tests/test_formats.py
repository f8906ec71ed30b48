"""Files: what is written is read back; what is broken is refused with what and where."""

from __future__ import annotations

import json

import numpy as np
import pytest

import clearway as cw
from clearway import formats

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]
HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]


@pytest.fixture
def world():
    w = cw.World((-10.1, -10, 20, 20))
    w.add([(0.1, 0.2), (3, 0.3), (3, 3)])
    w.add({"type": "MultiPolygon", "coordinates": [[SQUARE, HOLE], [[[8, 8], [9, 8], [9, 9]]]]})
    gone = w.add_post((1, 2))
    w.add_wall([(7, 7), (8, 12), (-7, 1 / 3)])
    w.add_wall({"type": "MultiLineString", "coordinates": [[(5, 5), (6, 5)], [(5, 6), (6, 6)]]})
    w.add_post((15, 15))
    w.add_post({"type": "MultiPoint", "coordinates": [(16, 1), (17, 1)]})
    w.remove(gone)
    return w


def same(a, b):
    x, y = a._state(), b._state()
    return x.keys() == y.keys() and all(np.array_equal(x[k], y[k]) for k in x if k != "next_handle")


@pytest.mark.parametrize("name", ["w.clearway", "w.geojson", "W.JSON"])
def test_round_trip(world, tmp_path, name):
    world.save(tmp_path / name)
    again = cw.load(tmp_path / name)
    assert same(again, world)
    again.validate()
    assert again.add_post((19, 19)) == 7
    assert [f.name for f in tmp_path.iterdir()] == [name]
    world.save(str(tmp_path / name))


@pytest.mark.parametrize("suffix", ["clearway", "geojson"])
def test_ground_with_holes_and_islands(tmp_path, suffix):
    area = [{"type": "Polygon", "coordinates": [SQUARE, HOLE]}, [(10, 0), (12, 0), (12, 2)]]
    world = cw.World.from_walkable(area)
    world.save(tmp_path / f"w.{suffix}")
    again = cw.load(tmp_path / f"w.{suffix}")
    assert same(again, world)
    assert again.mesh().free_area == pytest.approx(17)


def test_content_tells_when_the_suffix_does_not(world, tmp_path):
    for name in ("clearway", "geojson"):
        world.save(tmp_path / "w.data", format=name)
        assert same(cw.load(tmp_path / "w.data"), world)
    (tmp_path / "w.data").write_bytes(b"what is this")
    with pytest.raises(cw.InvalidInput, match="unknown format"):
        cw.load(tmp_path / "w.data")
    with pytest.raises(cw.InvalidInput, match=r"known suffixes: \.clearway, \.geojson"):
        world.save(tmp_path / "w.xyz")
    with pytest.raises(cw.InvalidInput, match="no format 'nope'"):
        world.save(tmp_path / "w.xyz", format="nope")
    with pytest.raises(FileNotFoundError):
        cw.load(tmp_path / "missing.geojson")
    assert list(formats.formats()) == ["clearway", "geojson"]


def test_broken_clearway_files(world, tmp_path):
    file = tmp_path / "w.clearway"
    world.save(file)
    good = file.read_bytes()

    def refused(data, match):
        file.write_bytes(data)
        with pytest.raises(cw.InvalidInput, match=match):
            cw.load(file)

    refused(b"", "not a Clearway file")
    refused(b"something else entirely", "not a Clearway file")
    refused(good[:20], "truncated in its head, at byte 20")
    refused(good[:-1], "truncated")
    refused(good + b"x", "too long")
    refused(good[:8] + b"\x63" + good[9:], "format version 99, this Clearway reads 1")
    refused(good[:-3] + bytes([good[-3] ^ 1]) + good[-2:], "checksum")
    for cut in range(0, len(good), 7):
        refused(good[:cut], "w.clearway")
    rng = np.random.default_rng(0)
    for at in rng.integers(0, len(good), 100):
        damaged = bytearray(good)
        damaged[at] ^= 1 << int(rng.integers(8))
        refused(bytes(damaged), "w.clearway")


def test_a_forged_checksum_does_not_get_past_the_checks(world, tmp_path):
    import hashlib

    file = tmp_path / "w.clearway"
    world.save(file)
    data = file.read_bytes()
    for old, new in ((np.float64(0.1), np.float64("nan")), (np.float64(0.1), np.float64(1e300))):
        body = data[48:].replace(old.tobytes(), new.tobytes())
        file.write_bytes(data[:16] + hashlib.sha256(body).digest() + body)
        with pytest.raises(cw.InvalidInput, match="points"):
            cw.load(file)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "not JSON"),
        ('{"type": "FeatureCollection", "features": [', "line 1, column"),
        ("[1, 2]", "an object with a 'type'"),
        ('{"type": 5}', "an object with a 'type'"),
        ('{"type": "FeatureCollection"}', "needs 'features'"),
        ('{"type": "FeatureCollection", "features": [7]}', "feature 0 is not"),
        ('{"type": "FeatureCollection", "features": []}', "needs bounds"),
        ('{"type": "Sphere", "coordinates": []}', "feature 0 has a geometry of unknown type"),
        ('{"type": "Polygon", "coordinates": [[[0,0],[1,0]]]}', r"feature 0\[0\] needs at least 3"),
        ('{"type": "Polygon", "coordinates": [[[0,0],[1,0],[NaN,1]]]}', r"feature 0\[0\]\[2\] is"),
        ('{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1e99,1]]]}', r"feature 0\[0\]\[2\] is"),
        ('{"type": "Polygon", "coordinates": [[[0,0,1],[1,0,1],[1,1,1]]]}', "N x 2"),
        ('{"type": "Feature", "geometry": 3}', "feature 0 has no geometry"),
        ('{"type":"Feature","properties":{"role":"door"},"geometry":{"type":"Point","coordinates":[0,0]}}', "role 'door'"),
        ('{"type":"Feature","properties":{"role":"wall"},"geometry":{"type":"Point","coordinates":[0,0]}}', "is a Point"),
        ('{"type":"Feature","properties":{"role":"bounds"},"geometry":{"type":"Point","coordinates":[0,0]}}', "must be a polygon"),
        ('{"a":' * 5000, "w.geojson: "),
    ],
    ids=lambda v: v[:60],
)  # fmt: skip
def test_broken_geojson(tmp_path, text, match):
    file = tmp_path / "w.geojson"
    file.write_text(text)
    with pytest.raises(cw.InvalidInput, match=match) as error:
        cw.load(file)
    assert str(error.value).startswith("w.geojson: ")


def feature(geometry, role=None, **extra):
    properties = {} if role is None else {"role": role}
    return {"type": "Feature", "properties": properties, "geometry": geometry, **extra}


def load_features(tmp_path, *features):
    file = tmp_path / "w.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return cw.load(file)


def test_geojson_roles_and_defaults(tmp_path):
    polygon = {"type": "Polygon", "coordinates": [SQUARE]}
    line = {"type": "LineString", "coordinates": [[0, 6], [3, 6]]}
    point = {"type": "Point", "coordinates": [6, 6]}
    w = load_features(tmp_path, feature(polygon), feature(line), feature(point), feature(None))
    assert [o.kind for o in w.obstacles.values()] == ["area", "wall", "post"]
    assert w.bounds == pytest.approx((-0.3, -0.3, 6.3, 6.3))
    w = load_features(
        tmp_path, feature(polygon, "bounds"), feature(point, id=17), feature(line, id=3)
    )
    assert w.bounds == (0, 0, 4, 4)
    assert list(w.obstacles) == [3, 17]
    assert w.obstacles[17].kind == "post"
    w = load_features(
        tmp_path,
        feature(polygon, "walkable"),
        feature({"type": "Polygon", "coordinates": [[[2, 2], [6, 2], [6, 6], [2, 6]]]}, "walkable"),
    )
    assert w.mesh().free_area == 28
    w = load_features(tmp_path, feature(polygon, id="a"), feature(point, id="b"))
    assert list(w.obstacles) == [0, 1]
    w = load_features(tmp_path, {"type": "GeometryCollection", "geometries": [polygon, line]})
    assert len(w) == 2
    with pytest.raises(cw.InvalidInput, match="one or the other"):
        load_features(tmp_path, feature(polygon, "walkable"), feature(polygon, "bounds"))
    with pytest.raises(cw.InvalidInput, match="feature 1") as error:
        load_features(
            tmp_path,
            feature(point),
            feature({"type": "LineString", "coordinates": [[0, 0], [1, "x"]]}),
        )
    assert error.value.index == (1, 1)


def test_to_geojson_is_plain_json(world):
    data = json.loads(json.dumps(world.to_geojson(), allow_nan=False))
    assert data["type"] == "FeatureCollection"
    assert [f.get("id") for f in data["features"]] == [None, 0, 1, 3, 4, 5, 6]
    assert data["features"][0]["properties"]["role"] == "bounds"
