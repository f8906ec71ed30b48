"""Formats of maps: round trips, real files, and broken ones refused by name and line."""

from __future__ import annotations

import gzip
import json
import os
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway.formats import _degrees

ROOT = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data"))
PATTERNS = [
    "grid/*/*.map",
    "mesh/polyanya*/*.mesh",
    "mesh/merged*/*.mesh",
    "mesh/iron-harvest/*.mesh",
    "polygons/iron-harvest/*.txt",
    "polygons/*.txt",
    "polygons/natural-earth/*",
    "polygons/regions/*.wkt",
    "polygons/indoor/*.geojson",
    "polygons/buildings/*.geojson",
    "polygons/jupedsim/*.wkt",
    "polygons/occupancy/*",
]
FILES = [p for pattern in PATTERNS for p in sorted(ROOT.glob(pattern))]
SCENARIOS = sorted(p for p in ROOT.rglob("*.scen*") if p.suffix != ".scenario")
needs_data = pytest.mark.skipif(not FILES, reason=f"no data in {ROOT}: set CLEARWAY_DATA")


def grid_of(seed=0, shape=(17, 23), cell=1.0, origin=(0.0, 0.0)):
    return cw.Grid(np.random.default_rng(seed).random(shape) < 0.4, cell=cell, origin=origin)


def world_of():
    world = cw.World((-3.5, -2, 20, 10.25))
    world.add([(0.1, 0.2), (3, 0.3), (3, 3)])
    world.add({"type": "Polygon", "coordinates": [
        [(5, 1), (9, 1), (9, 5), (5, 5)], [(6, 2), (7, 2), (7, 3), (6, 3)]]})  # fmt: skip
    world.add_wall([(11, 1), (12, 6), (14, 1 / 3)])
    world.add_post((15, 8))
    return world


def free_shape(world):
    mesh = world.mesh()
    triangles = mesh.vertices[mesh.triangles[~mesh.blocked]]
    return shapely.union_all(shapely.polygons(triangles))


def same_world(a, b):
    """The same free space, walls and posts; handles aside."""
    assert a.bounds == pytest.approx(b.bounds)
    assert free_shape(a).symmetric_difference(free_shape(b)).area < 1e-9
    kinds = [sorted(o.kind for o in w.obstacles.values() if o.kind != "area") for w in (a, b)]
    assert kinds[0] == kinds[1]
    rng = np.random.default_rng(1)
    points = a.random_points(60, rng=rng)
    one, two = (w.find_paths(points[:30], points[30:]).length for w in (a, b))
    assert one == pytest.approx(two, rel=1e-9)


# --- round trips -------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["map", "pgm", "png", "yaml", "map.gz", "pgm.gz"])
def test_grids_come_back(tmp_path, suffix):
    cell, origin = (0.05, (-7.3, 2.25)) if suffix == "yaml" else (1.0, (0.0, 0.0))
    grid = grid_of(cell=cell, origin=origin)
    file = tmp_path / f"g.{suffix}"
    grid.save(file)
    again = cw.load(file)
    assert isinstance(again, cw.Grid)
    assert np.array_equal(again.blocked, grid.blocked)
    assert (again.cell, again.origin) == (cell, origin)
    with pytest.raises(cw.InvalidInput, match="holds a grid: save a to_grid"):
        world_of().save(file)


@pytest.mark.parametrize("suffix", ["wkt", "mesh", "svg", "wkt.gz"])
def test_worlds_come_back(tmp_path, suffix):
    world = world_of()
    file = tmp_path / f"w.{suffix}"
    if suffix == "mesh":
        world.remove(3)  # a mesh has no posts
    world.save(file)
    again = cw.load(file)
    again.validate()
    if suffix == "mesh":  # whose walls are single edges
        assert free_shape(again).symmetric_difference(free_shape(world)).area < 1e-9
        points = world.random_points(60, rng=1)
        lengths = [w.find_paths(points[:30], points[30:]).length for w in (world, again)]
        assert lengths[0] == pytest.approx(lengths[1], rel=1e-9)
    else:
        same_world(world, again)
    with pytest.raises(cw.InvalidInput, match="holds a world: save its to_world"):
        grid_of().save(file)


def test_svg_keeps_handles(tmp_path):
    world = world_of()
    world.remove(0)
    world.save(tmp_path / "w.svg")
    assert list(cw.load(tmp_path / "w.svg").obstacles) == [1, 2, 3]


def test_meshes_of_both_versions_say_the_same(tmp_path):
    world = world_of()
    world.save(tmp_path / "2.mesh")
    world.save(tmp_path / "3.mesh", version=3)
    a, b = cw.load(tmp_path / "2.mesh"), cw.load(tmp_path / "3.mesh")
    assert same_state(a, b)
    text = (tmp_path / "2.mesh").read_text().split("\n")
    vertices, polygons = map(int, text[2].split())
    assert a.mesh().free_area == pytest.approx(world.mesh().free_area)
    around = [list(map(int, line.split()[2:])) for line in text[3 : 3 + vertices]]
    corners = [list(map(int, line.split()))[1:4] for line in text[3 + vertices :] if line]
    assert len(corners) == polygons
    for v, (count, *members) in enumerate(around):
        assert count == len(members)
        own = sorted(m for m in members if m >= 0)
        assert own == [p for p, c in enumerate(corners) if v in c]
    with pytest.raises(cw.InvalidInput, match="version is 4"):
        world.save(tmp_path / "4.mesh", version=4)


def same_state(a, b):
    x, y = a._state(), b._state()
    return all(np.array_equal(x[k], y[k]) for k in x)


def test_sections_come_back(tmp_path):
    world = cw.World([(0, 0), (9, 0), (9, 7), (0, 6)])
    world.add([(1, 1), (2, 1), (2, 1 / 3)])
    world.add([(5, 5), (6, 5), (5.5, 6)])
    world.save(tmp_path / "w.txt")
    assert same_state(world, cw.load(tmp_path / "w.txt"))
    world.add({"type": "Polygon", "coordinates": [
        [(3, 1), (5, 1), (5, 3), (3, 3)], [(3.5, 1.5), (4, 1.5), (4, 2)]]})  # fmt: skip
    with pytest.raises(cw.InvalidInput, match="one piece of free space, not 2"):
        world.save(tmp_path / "w.txt")
    blocked = np.zeros((6, 6), bool)
    blocked[0] = blocked[2:4, 2:4] = True
    grid = cw.Grid(blocked).to_world()
    grid.save(tmp_path / "w.txt")
    assert cw.load(tmp_path / "w.txt").mesh().free_area == (~blocked).sum()
    with pytest.raises(cw.InvalidInput, match="no walls and posts"):
        world_of().save(tmp_path / "w.txt")


def test_scenarios_come_back(tmp_path):
    starts = np.array([[1, 2], [3, 4]])
    made = cw.Scenarios(
        starts,
        starts + 5,
        np.array([7.5, 7.071067811865476]),
        np.array([1, 1]),
        np.array(["maps/a b.map"] * 2),
        np.array([[20, 30]] * 2),
    )
    for name in ("s.scen", "s.scen.gz"):
        made.save(tmp_path / name)
        again = cw.load_scenarios(tmp_path / name)
        assert all(np.array_equal(a, b) for a, b in zip(made, again, strict=True))
        assert again.starts.dtype.kind == "i"
        assert again.map_name == "a b.map"
    with pytest.raises(cw.InvalidInput, match=r"use cw\.load_scenarios"):
        cw.load(tmp_path / "s.scen")
    made._replace(starts=starts + 0.5).save(tmp_path / "s.scen")
    assert cw.load_scenarios(tmp_path / "s.scen").starts.dtype.kind == "f"


# --- what single formats mean ------------------------------------------------------------------


def test_movingai_terrain_spacing_and_line_ends(tmp_path):
    file = tmp_path / "m.map"
    text = "type octile\nheight 2\nwidth 4\nmap\n.GSW\nT@O.\n"
    wanted = [[0, 0, 0, 1], [1, 1, 1, 0]]
    crlf = text.replace("\n", "\r\n")
    for variant in (text, crlf, text.rstrip("\n"), text.replace("height 2", "height  \t2 ")):
        file.write_bytes(variant.encode())
        assert cw.load(file).blocked.astype(int).tolist() == wanted
    file.write_bytes(gzip.compress(text.encode()))
    assert cw.load(file, passable=".GSW").blocked.astype(int).tolist() == [[0, 0, 0, 0], wanted[1]]
    with pytest.raises(cw.InvalidInput, match="passable is 'x'"):
        cw.load(file, passable="x")
    with pytest.raises(cw.InvalidInput, match="no option 'colour'"):
        cw.load(file, colour=1)


def test_pictures_have_thresholds(tmp_path):
    from PIL import Image

    grey = np.array([[0, 100, 200, 255]], dtype=np.uint8)
    Image.fromarray(grey).save(tmp_path / "a.png")
    (tmp_path / "a.pgm").write_bytes(b"P5\n# made by\n# nobody\n4 1\n255\n" + grey.tobytes())
    (tmp_path / "b.pgm").write_bytes(b"P2 4 1 #x\n 510 0 200 400 510\n")
    (tmp_path / "c.pgm").write_bytes(b"P5 4 1 65535\n" + (grey.astype(">u2") * 257).tobytes())
    Image.fromarray(grey.astype(np.uint16) * 257).save(tmp_path / "c.png")
    for name in ("a.png", "a.pgm", "b.pgm", "c.pgm", "c.png"):
        file = tmp_path / name
        assert cw.load(file).blocked[0].tolist() == [True, True, False, False], name
        assert cw.load(file, threshold=201).blocked[0].tolist() == [True, True, True, False]
        assert cw.load(file, invert=True).blocked[0].tolist() == [False, False, True, True]
        with pytest.raises(cw.InvalidInput, match="threshold is 300"):
            cw.load(file, threshold=300)
    rgba = np.full((1, 4, 4), 255, dtype=np.uint8)
    rgba[0, 2, 3] = 0
    Image.fromarray(rgba).save(tmp_path / "d.png")
    assert cw.load(tmp_path / "d.png").blocked[0].tolist() == [False, False, True, False]


def test_ros_maps(tmp_path):
    greys = np.array([[0, 205, 254], [254, 254, 254]], dtype=np.uint8)  # the upper row is far
    (tmp_path / "m.pgm").write_bytes(b"P5 3 2 255\n" + greys.tobytes())

    def load(text, **options):
        (tmp_path / "m.yaml").write_text(text)
        return cw.load(tmp_path / "m.yaml", **options)

    plain = "image: m.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    grid = load(plain)
    assert grid.blocked.tolist() == [[False] * 3, [True, True, False]]
    assert (grid.cell, grid.origin) == (0.5, (-1, 2))
    assert load(plain, unknown="free").blocked.tolist() == [[False] * 3, [True, False, False]]
    assert load(plain.replace("negate: 0", "negate: 1")).blocked[0].all()
    assert load(plain.replace("m.pgm", "gone/away.pgm")).blocked.sum() == 2
    for text, says in (
        (plain.replace("2, 0]", "2, 0.5]"), "turned by 0.5"),
        (plain.replace("0.5", "-0.5"), "resolution is -0.5"),
        (plain.replace("0.5", "x"), "resolution is 'x'"),
        (plain.replace("[-1, 2, 0]", "7"), "origin is 7"),
        (plain.replace("-1", ".nan"), "origin"),
        ("image: [", "line 1"),
        ("a: b\n\tc: d", "line 2: not YAML"),
        ("- 1", "fields are needed"),
        ("resolution: 1", "image is None"),
    ):
        with pytest.raises(cw.InvalidInput, match=says):
            load(text)
    with pytest.raises(cw.InvalidInput, match="unknown is 'x'"):
        load(plain, unknown="x")
    (tmp_path / "m.pgm").unlink()
    with pytest.raises(cw.InvalidInput, match=r"its picture 'm\.pgm' is not there"):
        load(plain)


def wkt(tmp_path, text, **options):
    (tmp_path / "w.wkt").write_text(text)
    return cw.load(tmp_path / "w.wkt", **options)


def test_wkt(tmp_path):
    square = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))"
    world = wkt(tmp_path, square)
    assert world.mesh().free_area == 96
    assert wkt(tmp_path, square, role="obstacle").mesh().free_area == pytest.approx(121 - 96)
    mixed = f"SRID=4326;GeometryCollection Z({square.replace('POLYGON', 'polygon')},\n LINESTRING(1 1 5,\r\n2 2 5), POINT EMPTY, MULTIPOINT((1 8), (2 8)), MULTIPOINT(3 8, 4 8))\n\nPOINT M (5 8 1)"
    world = wkt(tmp_path, mixed)
    assert [o.kind for o in world.obstacles.values()] == ["wall", "post", "post", "post"]
    assert wkt(tmp_path, "LINESTRING (0 0, 5 5)").bounds == (-0.25, -0.25, 5.25, 5.25)
    two = wkt(tmp_path, "POLYGONZ((0 0 1,2 0 1,2 2 1,0 2 1));MULTIPOLYGON(((1 0,3 0,3 2,1 2)))")
    assert two.mesh().free_area == 6
    for text, says in (
        ("", "line 1: no geometry"),
        ("POLYGON EMPTY", "no geometry"),
        ("POLYGON ((0 0, 1 0,\n 1 x", "line 2: 'x' instead of"),
        ("POLYGON ((0 0, 1 0, 1 1)", "the file ends instead of"),
        ("POLYGON (0 0)", "'0' instead of '\\('"),
        ("POLYGON ((0 0, 1 0))", "line 1: the polygon.*3 points"),
        ("\n\nCIRCLE (0 0)", "line 3: 'CIRCLE' instead of a geometry"),
        ("POINT (1 nan)", "instead of"),
        ("POINT (1 1e999)", "is not a coordinate"),
        ("POINT (1 1-1)", "is not a number"),
        ("POINT (1)", "instead of a point"),
        ("POINT (1 2 3 4 5)", "instead of a point"),
        ("GEOMETRYCOLLECTION(" * 99, "nested too deeply"),
        ("POLYGON ((0 0, 1 0, 2 0))", "no area"),
    ):
        with pytest.raises(cw.InvalidInput, match=rf"w\.wkt: .*{says}"):
            wkt(tmp_path, text)
    with pytest.raises(cw.InvalidInput, match="role is 'x'"):
        wkt(tmp_path, square, role="x")


def svg(tmp_path, body, head='viewBox="-10 0 110 100"', **options):
    file = tmp_path / "d.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>')
    return cw.load(file, **options)


def test_svg(tmp_path):
    world = svg(
        tmp_path,
        '<defs><rect id="r" width="5" height="5"/></defs>'
        '<g transform="translate(10,20)"><rect x="1" y="2" width="10" height="5"/>'
        '<rect width="2" height="2" transform="rotate(90) scale(2)"/></g>'
        '<use href="#r" x="50" y="60"/>'
        '<polygon points="60,10 70,10 65,20" style="fill:#333"/>'
        '<line x1="1" y1="90" x2="9" y2="95" stroke="black"/>'
        '<polyline points="20,90 25,95 30,90" fill="none"/>'
        '<g data-role="post"><circle cx="80" cy="80" r="1"/></g>'
        '<rect data-role="ignore" width="99" height="99"/>'
        '<text x="3" y="3">hello</text>'
        '<path d="M40 40h10v10h-10z m2 2v6h6v-6z"/>',
    )
    assert world.bounds == (-10, 0, 100, 100)
    shapes = [
        shapely.Polygon(o.points) if o.kind == "area" else o.points
        for o in world.obstacles.values()
    ]
    boxes = [s.bounds for s in shapes if isinstance(s, shapely.Polygon)]
    assert boxes[0] == pytest.approx((11, 22, 21, 27))
    assert boxes[1] == pytest.approx((6, 20, 10, 24))
    assert boxes[2] == pytest.approx((50, 60, 55, 65))
    kinds = [o.kind for o in world.obstacles.values()]
    assert kinds == ["area", "area", "area", "area", "wall", "wall", "post", "area"]
    blocked = 50 + 16 + 25 + 50 + (100 - 36)
    assert 11000 - world.mesh().free_area == pytest.approx(blocked)


def test_svg_curves_are_within_the_tolerance(tmp_path):
    body = (
        '<circle cx="50" cy="50" r="30"/><ellipse cx="0" cy="50" rx="5" ry="9"/>'
        '<path d="M60 90 C 70 80 90 100 99 90 Q 95 99 60 99 Z"/>'
        '<path d="M10 10 A 5 8 30 1 1 20 12 Z"/>'
    )
    for tolerance in (1.0, 0.01):
        world = svg(tmp_path, body, tolerance=tolerance)
        ring = world.obstacles[0].points
        middle = (ring + np.roll(ring, -1, axis=0)) / 2
        assert np.hypot(*(ring - 50).T) == pytest.approx(30, abs=tolerance)
        assert np.hypot(*(middle - 50).T) == pytest.approx(30, abs=tolerance)
    assert len(ring) > 50
    fine = svg(tmp_path, body, tolerance=1e-4).mesh().free_area
    assert svg(tmp_path, body, tolerance=0.01).mesh().free_area == pytest.approx(
        fine, abs=0.01 * 400
    )


def test_svg_ground_and_faults(tmp_path):
    room = '<rect data-role="walkable" width="10" height="10"/>'
    both = svg(tmp_path, room + '<rect data-role="walkable" x="5" width="10" height="10"/>', "")
    assert both.mesh().free_area == 150
    assert (
        svg(tmp_path, '<path data-role="bounds" d="M0 0H9V9H0ZM3 3H6V6H3Z"/>').mesh().free_area
        == 72
    )
    assert svg(tmp_path, '<rect width="10" height="10"/>', 'width="20px" height="30"').bounds == (
        0,
        0,
        20,
        30,
    )
    assert svg(tmp_path, '<rect width="10" height="10"/>', "").bounds == (-0.5, -0.5, 10.5, 10.5)
    for body, head, says in (
        ("<g>\n<a></g>", "", "line 2: not XML"),
        ('<rect data-role="door" width="1" height="1"/>', "", "shape 0: the role is 'door'"),
        (room + '<rect data-role="bounds" width="1" height="1"/>', "", "one or the other"),
        ("", 'viewBox="0 0 x"', "the viewBox is '0 0 x'"),
        ("", 'viewBox="0 0 0 0"', "the viewBox is"),
        ("", "", "needs bounds"),
    ):
        with pytest.raises(cw.InvalidInput, match=rf"d\.svg: .*{says}"):
            svg(tmp_path, body, head)
    (tmp_path / "d.svg").write_text("<html/>")
    with pytest.raises(cw.InvalidInput, match="the root is 'html'"):
        cw.load(tmp_path / "d.svg")


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" width="6" height="4" tilewidth="16" tileheight="16" infinite="0" nextlayerid="4" nextobjectid="9">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <image source="t.png" width="32" height="32"/>
  <tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
  <tile id="2"><objectgroup draworder="index" id="2"><object id="1" x="4" y="8" width="8" height="8"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="ground" width="6" height="4"><data encoding="csv">
1,1,1,1,1,1,
1,2,2,1,1,3,
1,1,2,1,1,1,
1,1,1,1,1,1
</data></layer>
 <layer id="2" name="trees" width="6" height="4"><properties><property name="blocked" type="bool" value="true"/></properties><data encoding="csv">
0,0,0,0,0,0,
0,0,0,0,0,0,
0,0,0,0,0,0,
1,0,0,0,0,0
</data></layer>
 <objectgroup id="3" name="things" offsetx="2" offsety="0">
  <object id="2" x="64" y="32" width="10" height="20" rotation="90"/>
  <object id="3" x="80" y="40"><polygon points="0,0 8,0 0,8"/></object>
  <object id="4" x="10" y="5"><polyline points="0,0 20,0 20,4"/></object>
  <object id="5" x="90" y="60"><point/></object>
  <object id="6" x="50" y="2" width="4" height="4"><ellipse/></object>
  <object id="7" x="0" y="0" width="90" height="90" visible="0"/>
 </objectgroup>
</map>
"""


def test_tiled(tmp_path):
    (tmp_path / "m.tmx").write_text(TMX)
    world = cw.load(tmp_path / "m.tmx")
    assert world.bounds == (0, 0, 96, 64)
    kinds = sorted(o.kind for o in world.obstacles.values())
    assert kinds == ["area"] * 6 + ["post", "wall"]
    ellipse = 64 / 2 * np.sin(2 * np.pi / 64) * 4
    blocked = 4 * 256 + 64 + 200 - 20 + 32 + ellipse  # the turned rectangle overlaps a tile
    assert 96 * 64 - world.mesh().free_area == pytest.approx(blocked)
    assert not world.is_free((60, 40))  # the turned rectangle
    assert world.is_free((70, 40))
    assert world.raycast((20, 2), (20, 8)).obstacle == next(
        h for h, o in world.obstacles.items() if o.kind == "wall"
    )
    for old, new, says in (
        ("orthogonal", "isometric", "isometric"),
        ("</map>", "", "line"),
        ("1,2,2,1,1,3,", "1,2,9,1,1,3", "m.tmx"),
    ):
        (tmp_path / "m.tmx").write_text(TMX.replace(old, new))
        with pytest.raises(cw.InvalidInput, match=says):
            cw.load(tmp_path / "m.tmx")


def test_tiled_json(tmp_path):
    layer = {"type": "objectgroup", "draworder": "topdown", "id": 1, "name": "o", "visible": True, "opacity": 1, "x": 0, "y": 0, "objects": [
        {"id": 1, "name": "", "type": "", "x": 8, "y": 8, "width": 16, "height": 8, "rotation": 0, "visible": True}]}  # fmt: skip
    tiles = {"type": "tilelayer", "id": 2, "name": "t", "visible": True, "opacity": 1, "x": 0, "y": 0, "width": 3, "height": 2, "data": [0, 0, 1, 0, 0, 0],
             "properties": [{"name": "blocked", "type": "bool", "value": True}]}  # fmt: skip
    tileset = {"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 1, "columns": 1, "image": "t.png", "imagewidth": 16, "imageheight": 16, "margin": 0, "spacing": 0}  # fmt: skip
    document = {"type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal", "renderorder": "right-down", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": False, "nextlayerid": 3, "nextobjectid": 2, "compressionlevel": -1, "layers": [layer, tiles], "tilesets": [tileset]}  # fmt: skip
    (tmp_path / "m.tmj").write_text(json.dumps(document))
    world = cw.load(tmp_path / "m.tmj")
    assert world.mesh().free_area == 48 * 32 - 16 * 8 - 256
    (tmp_path / "m.tmj").write_text(json.dumps(document)[:-40])
    with pytest.raises(cw.InvalidInput, match=r"m\.tmj: not a map of Tiled"):
        cw.load(tmp_path / "m.tmj")


@pytest.mark.parametrize(
    ("module", "name", "extra"),
    [("yaml", "a.yaml", "geo"), ("PIL", "a.png", "geo"), ("svgelements", "a.svg", "svg"), ("pytiled_parser", "a.tmx", "tiled")],
)  # fmt: skip
def test_missing_extras_are_named(tmp_path, monkeypatch, module, name, extra):
    monkeypatch.setitem(sys.modules, module, None)
    body = {"a.svg": "<svg/>", "a.yaml": "image: x"}.get(name, "")
    (tmp_path / name).write_text(body)
    with pytest.raises(cw.MissingExtra, match=rf"clearway\[{extra}\]"):
        cw.load(tmp_path / name)


# --- degrees -----------------------------------------------------------------------------------


def geo(points, crs=None, role=None):
    feature = {
        "type": "Feature",
        "properties": {"role": role} if role else {},
        "geometry": {"type": "Polygon", "coordinates": [points]},
    }
    return {"type": "FeatureCollection", "features": [feature], **({"crs": {"properties": {"name": crs}}} if crs else {})}  # fmt: skip


def test_degrees_are_told_from_small_plane_worlds(tmp_path):
    london = [[-0.127758, 51.507351], [-0.126758, 51.507351], [-0.126758, 51.508351]]
    plane = [[0, 0], [12.5, 0], [12.5, 7.25]]
    large = [[410260.098, 5476786.396], [410263.744, 5476788.094], [410265.298, 5476785.094]]
    assert _degrees.looks_like(geo(london))
    assert _degrees.looks_like(geo(plane, crs="urn:ogc:def:crs:OGC:1.3:CRS84"))
    assert not _degrees.looks_like(geo(london, crs="urn:ogc:def:crs:EPSG::25832"))
    assert not _degrees.looks_like(geo(london, role="obstacle"))
    assert not _degrees.looks_like(geo(plane))
    assert not _degrees.looks_like(geo(large))
    file = tmp_path / "g.geojson"
    file.write_text(json.dumps(geo(london)))
    with pytest.warns(UserWarning, match=r"g\.geojson .* lengths are in degrees"):
        cw.load(file)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.load(file, project=False)
        world = cw.load(file, project=True)
    # One thousandth of a degree at 51.5 north, by the lengths that geodesy gives.
    (ring,) = (o.points for o in world.obstacles.values())
    assert np.ptp(ring, axis=0) == pytest.approx((69.44, 111.26), abs=0.05)
    assert (ring.min(axis=0) + ring.max(axis=0)) == pytest.approx(0, abs=1e-6)
    file.write_text(json.dumps(geo(large)))
    with pytest.raises(cw.InvalidInput, match="no longitude and latitude"):
        cw.load(file, project=True)
    with pytest.raises(cw.InvalidInput, match="project is 'yes'"):
        cw.load(file, project="yes")


def test_own_files_never_warn(tmp_path):
    rng = np.random.default_rng(0)
    world = cw.World.from_obstacles([rng.random((3, 2)) for _ in range(5)])
    world.save(tmp_path / "w.geojson")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.load(tmp_path / "w.geojson")


# --- real files --------------------------------------------------------------------------------


def check_file(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        loaded = cw.load(path)
    if isinstance(loaded, cw.Grid):
        world = loaded.to_world()
        free = int((~loaded.blocked).sum())
        assert world.mesh().free_area == pytest.approx(free * loaded.cell**2, rel=1e-9)
        if path.suffix == ".map":
            assert world.mesh().free_area == free
    else:
        world = loaded
    assert world.stats["free_triangles"] > 0
    return loaded


@needs_data
@pytest.mark.parametrize("path", FILES[::17], ids=lambda p: f"{p.parent.name}/{p.name}")
def test_sample_of_files(path):
    check_file(path)


@needs_data
@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_all_files(path):
    loaded = check_file(path)
    if not isinstance(loaded, cw.Grid):
        loaded.validate()


def mesh_and_map(path):
    kind = path.parent.name.split("-")[1]
    return ROOT / "grid" / kind / path.name.replace("-merged.mesh", ".map")


MERGED = [p for p in sorted(ROOT.glob("mesh/merged*/*.mesh")) if mesh_and_map(p).exists()]


@needs_data
@pytest.mark.parametrize("path", MERGED[::13], ids=lambda p: p.stem)
def test_meshes_are_their_maps(path):
    check_mesh(path)


@needs_data
@pytest.mark.long
@pytest.mark.parametrize("path", MERGED, ids=lambda p: p.stem)
def test_all_meshes_are_their_maps(path):
    check_mesh(path)


def check_mesh(path):
    mesh, grid = cw.load(path), cw.load(mesh_and_map(path))
    assert mesh.mesh().free_area == (~grid.blocked).sum()
    centres = np.argwhere(~grid.blocked)[:, ::-1] + 0.5
    assert mesh.is_free(centres).all()
    assert not mesh.is_free(np.argwhere(grid.blocked)[:, ::-1] + 0.5).any()


@needs_data
def test_published_lengths_of_mesh_tests():
    checked = 0
    for path in sorted(ROOT.glob("mesh/polyanya-tests/*.scen")):
        queries = cw.load_scenarios(path)
        world = cw.load(path.with_name(queries.map_name))
        found = world.find_paths(queries.starts, queries.goals)
        known = queries.lengths > 0
        if "ambig" in path.name or not found.found[known].all():
            continue  # starts in a corner point, where what touches is closed
        assert found.length[known] == pytest.approx(queries.lengths[known], rel=1e-3)
        checked += known.sum()
    assert checked >= 2


@needs_data
@pytest.mark.parametrize("path", SCENARIOS[::40], ids=lambda p: p.name)
def test_sample_of_scenarios(path):
    check_scenarios(path)


@needs_data
@pytest.mark.long
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.name)
def test_all_scenarios(path):
    check_scenarios(path)


def check_scenarios(path):
    queries = cw.load_scenarios(path)
    assert len(queries.starts) == len(queries.goals) == len(queries.lengths) > 0
    if "grid" in path.parts:
        assert queries.starts.dtype == np.int64
        assert queries.map_name == path.name.removesuffix(".scen.gz")
        size = cw.load(path.with_name(queries.map_name)).blocked.shape[::-1]
        assert (queries.sizes == size).all()
        assert (queries.starts >= 0).all()
        assert (queries.goals < size).all()
        # The octile distance is a lower bound of every length.
        gap = np.abs(queries.goals - queries.starts)
        octile = gap.max(axis=1) + (np.sqrt(2) - 1) * gap.min(axis=1)
        known = queries.lengths > 0  # 0: no way
        assert (queries.lengths[known] >= octile[known] - 0.01).all()


# --- broken files ------------------------------------------------------------------------------


def small_files(folder):
    """One small file of each format that is read as bytes, and what reads it."""
    grid, world = grid_of(shape=(5, 6)), world_of()
    for suffix in ("map", "pgm", "png", "yaml"):
        grid.save(folder / f"a.{suffix}")
    for suffix in ("wkt", "mesh", "svg", "geojson"):
        world.save(folder / f"a.{suffix}")
    world.save(folder / "b.mesh", version=3)
    (folder / "a.txt").write_text(
        "[SCALE]\n0.5\n[BORDER]\n0 0\n9 0\n9 9\n0 9\n[OBSTACLE]\n1 1\n2 1\n2 2\n"
    )
    (folder / "b.pgm").write_bytes(b"P2\n3 2\n255\n0 255 255\n255 0 255\n")
    (folder / "a.tmx").write_text(TMX)
    (folder / "c.svg").write_text(
        '<svg viewBox="0 0 9 9"><g transform="rotate(30)"><path d="M1 1C2 3 4 5 6 7A1 2 3 0 1 8 8Z"/></g><circle r="3"/></svg>'
    )
    cw.Scenarios(
        np.array([[1, 2]]),
        np.array([[3, 4]]),
        np.array([2.5]),
        np.array([0]),
        np.array(["a.map"]),
        np.array([[9, 9]]),
    ).save(folder / "a.scen")
    grid.save(folder / "a.map.gz")
    return sorted(p for p in folder.iterdir() if p.is_file())  # fmt: skip


def survives(path):
    """Loads, or refuses by name; nothing else."""
    said = path.stem
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            (cw.load_scenarios if path.suffix == ".scen" else cw.load)(path)
        except cw.InvalidInput as error:
            said = str(error)
    assert path.stem in said


def damage(folder, flips, cuts):
    rng = np.random.default_rng(11)
    for path in small_files(folder):
        good = path.read_bytes()
        survives(path)
        for cut in rng.choice(len(good), min(cuts, len(good)), replace=False).tolist():
            path.write_bytes(good[:cut])
            survives(path)
        for _ in range(flips):
            bad = bytearray(good)
            for _ in range(rng.integers(1, 4)):
                kind = rng.integers(3)
                at = int(rng.integers(len(bad)))
                if kind == 0:
                    bad[at] ^= 1 << int(rng.integers(8))
                elif kind == 1:
                    bad[at] = int(rng.choice(list(b'0123456789-.eE ,()\n[]{}"xNaN')))
                else:
                    other = int(rng.integers(len(bad)))
                    bad[at : at + 3] = bad[other : other + 3]
            path.write_bytes(bytes(bad))
            survives(path)
        path.write_bytes(good)


def test_damaged_files_are_refused(tmp_path):
    damage(tmp_path, flips=25, cuts=12)


@pytest.mark.long
def test_damaged_files_are_refused_at_length(tmp_path):
    damage(tmp_path, flips=1000, cuts=500)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "line 6: a row of 2 characters, not 3"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n", "line 6: a row of 0"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...", "line 5: 1 rows, not 2: truncated"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n", r"line 6: column 2 holds '\?'"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n...\nmore", "line 7: text after 2 rows"),
        ("a.map", "type octile\nheight 0\n", "line 2: height is '0'"),
        ("a.map", "type octile\nheight 5\n", "line 3: '' instead of"),
        ("a.map", "height 5\nwidth 5\nmap\n", "no type"),
        ("a.map", "", "line 1"),
        ("a.scen", "version 7\n", "line 1: 'version 7' instead of"),
        ("a.scen", "version 1\n0 a.map 1 1 1\n", "line 2: 5 fields, not 9"),
        ("a.scen", "version 1\n\n0 a.map 1 1 1 x 1 1 1\n", "line 3: 'x' is not a number"),
        ("a.scen", "version 1\n0 a.map 1 1 1 nan 1 1 1\n", "line 2: numbers out of range"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 7 -1 -1 -1\n", "line 7: polygon 0 has the vertex 7"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 5\n", "line 7: polygon 0 has the neighbour 5"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1", "line 7: the file ends in polygon 0"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 0", "line 7: polygon 0 .* is not beside 0"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 x 0\n", "line 5: 'x' is not a number"),
        ("a.mesh", "mesh\n9\n", "line 2: version 9"),
        ("a.mesh", "mush\n9\n", "line 1: 'mush' instead of 'mesh'"),
        ("a.mesh", "mesh\n2\n999999999 1\n0 0 0\n", "the file ends before 999999999 vertices"),
        ("a.txt", "[BORDER]\n0 0\n1 0\n", r"line 1: \[BORDER\] needs at least 3"),
        ("a.txt", "[BORDER]\n0 0\n1 0\n1 1\n[HOLE]\n", "line 5: '.HOLE.' is not one of"),
        ("a.txt", "[BORDER]\n0 0\n1 0 3\n", "line 3: '1 0 3' is not a point"),
        ("a.txt", "[SCALE]\n-1\n", "line 2: the scale"),
        ("a.txt", "1 2\n", "line 1: '1 2' before"),
        ("a.txt", "[SCALE]\n1\n", "no .BORDER. in the file"),
        ("a.pgm", "P6 1 1 255 x", "line 1: not a PGM"),
        ("a.pgm", "P5 9 9", "line 1: the head"),
        ("a.pgm", "P5 9 9 255\nxx", "truncated: 2 bytes of pixels, not 81"),
        ("a.pgm", "P2 2 1 9\n5 55", "a grey of 55, above 9"),
        ("a.png", "no picture", "not a PNG"),
    ],
    ids=lambda v: str(v)[:40],
)  # fmt: skip
def test_faults_have_a_place(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(cw.InvalidInput, match=says) as error:
        (cw.load_scenarios if path.suffix == ".scen" else cw.load)(path)
    assert str(error.value).startswith(f"{name}: ")


def test_ros_modes_other_than_trinary_are_refused(tmp_path):
    (tmp_path / "q.pgm").write_text("P2 2 1 255 0 100")
    (tmp_path / "q.yaml").write_text(
        "image: q.pgm\nmode: raw\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.196\n"
    )
    with pytest.raises(cw.InvalidInput, match="raw"):
        cw.load(tmp_path / "q.yaml")
