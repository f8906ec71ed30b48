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
    with pytest.raises(cw.InvalidInput, match=r"known suffixes: \.clearway, \.geojson, "):
        world.save(tmp_path / "w.xyz")
    with pytest.raises(cw.InvalidInput, match="no format 'nope'"):
        world.save(tmp_path / "w.xyz", format="nope")
    with pytest.raises(FileNotFoundError):
        cw.load(tmp_path / "missing.geojson")
    assert list(formats.formats()) == [
        *("clearway", "geojson", "movingai", "pgm", "png", "polyanya", "ros", "sections", "svg"),
        *("tiled", "wkt"),
    ]


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
    refused(good[:20], "truncated in the header, at byte 20")
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
        ('{"type": "Polygon", "coordinates": [[[0,0,1,1],[1,0,1,1],[1,1,1,1]]]}', "N x 2"),
        ('{"type": "Polygon", "coordinates": [[[0,0,"z"],[1,0,1],[1,1,1]]]}', r"feature 0\[0\]"),
        ('{"type": "Polygon", "coordinates": 5}', "feature 0 is a polygon without rings"),
        ('{"type": "Polygon", "coordinates": "abc"}', "feature 0 is a polygon without rings"),
        ('{"type": "Polygon", "coordinates": [{"a": 1}]}', r"feature 0\[0\] must be numbers"),
        ('{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1]]]}', r"feature 0\[0\]\[2\] is \[1\]"),
        ('{"type": "Polygon", "coordinates": [[[0,0],[1,0],[true,1]]]}', r"feature 0\[0\]\[2\]"),
        ('{"type": "Polygon"}', "feature 0 is a polygon without rings"),
        ('{"type": "MultiPolygon", "coordinates": 5}', "feature 0 has coordinates that are not a list: 5"),
        ('{"type": "MultiPolygon", "coordinates": [5]}', r"feature 0\[0\] is a polygon without rings"),
        ('{"type": "MultiLineString", "coordinates": {}}', "feature 0 has coordinates that are not a list"),
        ('{"type": "MultiPoint", "coordinates": null}', "feature 0 has coordinates that are not a list"),
        ('{"type": "Point", "coordinates": null}', "feature 0 must be numbers"),
        ('{"type": "Point"}', "feature 0 must be numbers"),
        ('{"type": "LineString", "coordinates": 3.5}', "feature 0 must be an N x 2"),
        ('{"type": "GeometryCollection", "geometries": 5}', "feature 0 has geometries that are not a list"),
        ('{"type": "GeometryCollection"}', "feature 0 has geometries that are not a list"),
        ('{"type": "GeometryCollection", "geometries": [5]}', r"feature 0\[0\] is 5: not a geometry"),
        ('{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [0, null]}]}', r"feature 0\[0\]"),
        ('{"type": "GeometryCollection", "geometries": [{"type": ["Point"]}]}', r"feature 0\[0\]"),
        ('{"type": "FeatureCollection", "features": {"a": 1}}', "needs 'features'"),
        ('{"type": "FeatureCollection", "features": [{"type": ["Feature"]}]}', "feature 0 is not"),
        ('{"type": "Feature", "properties": [1], "geometry": null}', "feature 0 has properties that are not an object"),
        ('{"type": "Feature", "properties": "x", "geometry": null}', "feature 0 has properties that are not an object"),
        ('{"type": "Feature", "properties": {"role": ["wall"]}, "geometry": null}', "feature 0 has the role"),
        ('{"type": "Feature", "geometry": [1]}', "feature 0 has no geometry"),
        ('{"type": "Feature", "geometry": {"type": "Feature", "geometry": null}}', "feature 0 has a geometry of unknown type"),
        ('{"type": "Feature", "properties": {"role": "bounds"}, "geometry": {"type": "GeometryCollection", "geometries": [7]}}', r"feature 0\[0\] is 7"),
        ('{"type": "Point", "coordinates": [1, ' + "9" * 5000 + "]}", "not JSON"),
        ('{"type": "Point", "coordinates": [1, ' + "9" * 4000 + "]}", "feature 0 is"),
        ('{"type": "Point", "coordinates": [1, 1e' + "9" * 4000 + "]}", "feature 0 is"),
        ('{"type": "Point", "coordinates": ' + "[" * 500 + "]" * 500 + "}", "feature 0"),
        ("\x00\x01", "not JSON"),
        ('{"type": "Feature", "geometry": 3}', "feature 0 has no geometry"),
        ('{"type":"Feature","properties":{"role":"window"},"geometry":{"type":"Point","coordinates":[0,0]}}', "role 'window'"),
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
    with pytest.raises(cw.InvalidInput, match="use only one"):
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
    assert [f.get("id") for f in data["features"]] == [7, 0, 1, 3, 4, 5, 6]
    assert data["features"][0]["properties"]["role"] == "bounds"


@pytest.mark.parametrize("suffix", ["clearway", "geojson"])
def test_degenerate_rings_round_trip(tmp_path, suffix):
    w = cw.World((0, 0, 10, 10))
    w.add([(3, 3)] * 3)
    w.add([(5, 5), (6, 6), (5, 5), (5, 5)])
    w.add({"type": "Polygon", "coordinates": [SQUARE, [[1, 1]] * 4]})
    w.add({"type": "Polygon", "coordinates": [[[7, 7]] * 4, [[7, 7]] * 4]})
    w.add_wall([(8, 8), (8, 8)])
    w.save(tmp_path / f"a.{suffix}")
    again = cw.load(tmp_path / f"a.{suffix}")
    assert same(again, w)
    again.validate()
    copied = cw.World((0, 0, 10, 10))
    for obstacle in w.obstacles.values():
        (copied.add_wall if obstacle.kind == "wall" else copied.add)(obstacle)
    assert same(copied, w)


def test_geojson_rings_have_four_positions():
    w = cw.World((0, 0, 10, 10))
    w.add([(3, 3)] * 3)
    geometry = w.to_geojson()["features"][1]["geometry"]
    assert geometry == {"type": "Polygon", "coordinates": [[[3.0, 3.0]] * 4]}


def test_geojson_altitudes_and_nothing(tmp_path):
    w = load_features(
        tmp_path,
        feature({"type": "Polygon", "coordinates": [[[*p, 7] for p in SQUARE]]}),
        feature({"type": "Point", "coordinates": [9, 9, 1]}),
        feature({"type": "MultiPolygon", "coordinates": []}),
        feature({"type": "GeometryCollection", "geometries": []}, "bounds"),
    )
    assert [o.points.tolist() for o in w.obstacles.values()] == [SQUARE[:-1], [[9, 9]]]


@pytest.mark.parametrize("suffix", ["clearway", "geojson"])
@pytest.mark.parametrize("max_radius", [None, 0.0, 0.25])
def test_max_radius_is_kept(tmp_path, suffix, max_radius):
    file = tmp_path / f"w.{suffix}"
    w = cw.World.from_obstacles([SQUARE], bounds=(-20, -20, 20, 20), max_radius=max_radius)
    w.save(file)
    again = cw.load(file)
    assert again._limit == w._limit
    assert again.stats["refinements"] == w.stats["refinements"]


def test_a_bad_max_radius_in_geojson_is_refused(tmp_path):
    file = tmp_path / "w.geojson"
    cw.World((0, 0, 1, 1), max_radius=2.5).save(file)
    for bad in ('"x"', "-1", "[2.5]", "true"):
        file.write_text(file.read_text().replace("2.5", bad))
        with pytest.raises(cw.InvalidInput, match=r"w\.geojson: max_radius"):
            cw.load(file)
        cw.World((0, 0, 1, 1), max_radius=2.5).save(file)


def test_forged_shapes_are_refused(world, tmp_path):
    import hashlib
    import struct

    file = tmp_path / "w.clearway"
    world.save(file)
    data = file.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    header, rest = data[48 : 48 + size], data[48 + size :]

    def forged(new_header, new_rest):
        body = new_header + new_rest
        head = data[:12] + struct.pack("<I", len(new_header)) + hashlib.sha256(body).digest()
        file.write_bytes(head + body)
        with pytest.raises(cw.InvalidInput, match=r"w\.clearway: "):
            cw.load(file)

    one = b'"next_handle", "<i8", [1]'
    assert one in header
    forged(header.replace(one, b'"next_handle", "<i8", []'), rest)
    forged(header.replace(one, b'"next_handle", "<i8", [1, 1]'), rest)
    forged(header.replace(one, b'"next_handle", "<i8", [0]'), rest[:-8])
    forged(header.replace(one, b'"next_handle", "<i8", [' + b"9" * 5000 + b"]"), rest)
    for number in (0, -1, 2**63 - 1):
        forged(header, rest[:-8] + struct.pack("<q", number))
    listing = json.loads(header)["arrays"]
    for i, (_, _, shape) in enumerate(listing):
        changed = [list(entry) for entry in listing]
        changed[i][2] = [*shape, 1]
        forged(json.dumps({"arrays": changed}).encode(), rest)
