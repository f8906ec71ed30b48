"""Writes the first files of the corpus: `python -m support.fuzzing.seeds`."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import numpy as np

import clearway as cw

from .targets import CORPUS

SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>.n{fill:none}</style>
<defs><rect id="r" width="5" height="5" rx="1"/><symbol id="s"><circle r="3"/></symbol></defs>
<g transform="translate(10,20) rotate(30 1 1)"><rect x="1" y="2" width="10" height="5"/>
<path d="M1 1C2 3 4 5 6 7S3 3 9 9Q1 2 3 4T7 8A1 2 3 0 1 8 8Z m2 2h3v3z"/></g>
<use href="#r" x="50" y="60"/><use href="#s" x="70" y="70"/>
<polygon points="60,10 70,10 65,20" style="fill:#333"/><line x1="1" y1="90" x2="9" y2="95"/>
<polyline points="20,90 25,95 30,90" class="n"/><g data-role="post"><ellipse cx="80" cy="80" rx="1" ry="2"/></g>
<svg x="5" y="5" width="9" height="9" viewBox="0 0 3 3"><rect width="1" height="1"/></svg></svg>
"""
TMX = b"""<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" source="t.tsx"/>
<layer id="1" name="a" width="3" height="2"><data encoding="csv">1,2,0,3,1,1</data></layer>
<layer id="2" name="b" width="3" height="2"><properties><property name="blocked" type="bool" value="true"/></properties>
<data encoding="base64" compression="zlib">eJxjZMAETEAMAAA4AAQ=</data></layer>
<group offsetx="2" offsety="1"><objectgroup><object id="2" x="20" y="9" width="4" height="8" rotation="90"/>
<object id="3" x="9" y="9"><polygon points="0,0 8,0 0,8"/></object><object id="4" x="1" y="5"><polyline points="0,0 20,0 20,4"/></object>
<object id="5" x="30" y="20"><point/></object><object id="6" template="o.tx" x="30" y="20"/></objectgroup></group></map>
"""
TMJ = b"""{"type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16,
"infinite": false, "layers": [{"type": "objectgroup", "name": "o", "visible": true, "objects": [{"id": 1, "x": 8, "y": 8,
"width": 16, "height": 8, "rotation": 0, "visible": true}, {"id": 2, "x": 1, "y": 1, "polygon": [{"x": 0, "y": 0},
{"x": 3, "y": 0}, {"x": 0, "y": 4}]}]}, {"type": "tilelayer", "name": "t", "data": [0, 0, 1, 0, 0, 0],
"properties": [{"name": "blocked", "type": "bool", "value": true}]}], "tilesets": [{"firstgid": 1, "tileheight": 16,
"tiles": [{"id": 0, "properties": []}]}]}
"""


def world() -> cw.World:
    made = cw.World((-3.5, -2, 20, 10.25))
    made.add([(0.1, 0.2), (3, 0.3), (3, 3)])
    rings = [[(5, 1), (9, 1), (9, 5), (5, 5)], [(6, 2), (7, 2), (7, 3), (6, 3)]]
    made.add({"type": "Polygon", "coordinates": rings})
    made.add_wall([(11, 1), (12, 6), (14, 1 / 3)])
    made.add_post((15, 8))
    return made


def main() -> None:
    grid = cw.Grid(np.random.default_rng(0).random((5, 6)) < 0.4)
    folder = Path(tempfile.mkdtemp())
    put = {}
    for name, suffix in (
        ("clearway", "clearway"),
        ("geojson", "geojson"),
        ("svg", "svg"),
        ("wkt", "wkt"),
    ):
        world().save(folder / f"w.{suffix}")
        put[name, "world"] = (folder / f"w.{suffix}").read_bytes()
    for name, suffix in (("movingai", "map"), ("pgm", "pgm"), ("png", "png"), ("ros", "yaml")):
        grid.save(folder / f"m.{suffix}")
        put[name, "grid"] = (folder / f"m.{suffix}").read_bytes()
    open_world = world()
    open_world.remove(3)
    for version in (2, 3):
        open_world.save(folder / "w.mesh", version=version)
        put["polyanya", f"version{version}"] = (folder / "w.mesh").read_bytes()
    rings = cw.World((0, 0, 9, 9))
    rings.add([(1, 1), (2, 1), (2, 2)])
    rings.save(folder / "w.txt")
    put["sections", "world"] = (folder / "w.txt").read_bytes()
    cw.THPAStar(world(), clusters=3).save(folder / "w.thpa")
    put["planner", "world"] = (folder / "w.thpa").read_bytes()
    labels = cw.Labels(world())
    labels.prepare()
    labels.save(folder / "w.labels")
    put["labels", "world"] = (folder / "w.labels").read_bytes()
    put["gzip", "world"] = gzip.compress(put["wkt", "world"], mtime=0)
    put["svg", "drawing"], put["tiled", "xml"], put["tiled", "json"] = SVG, TMX, TMJ
    put["pgm", "text"] = b"P2\n# words\n3 2\n255\n0 255 255\n255 0 255\n"
    put["scenarios", "rows"] = (
        b"version 1\n0\ta.map\t9\t9\t1\t2\t3\t4\t2.5\n1 b.mesh 9 9 0.5 1 2 3 4.25\n"
    )
    put["wkt", "mixed"] = (
        b"SRID=1;GEOMETRYCOLLECTION Z (POLYGON ((0 0 1, 9 0 1, 9 9 1)), POINT EMPTY,\n"
        b"MULTIPOINT ((1 8), (2 8)), MULTILINESTRING ((0 1, 1 2), (3 3, 4 5)))\n"
    )
    put["geojson", "mixed"] = (
        b'{"type": "FeatureCollection", "max_radius": 2, "features": [{"type": "Feature", "id": 4,'
        b' "properties": {"role": "walkable"}, "geometry": {"type": "MultiPolygon", "coordinates":'
        b' [[[[0, 0], [9, 0], [9, 9]]], [[[5, 0], [9, 1, 7], [9, 9]]]]}}, {"type": "Feature",'
        b' "properties": null, "geometry": {"type": "GeometryCollection", "geometries": [{"type":'
        b' "Point", "coordinates": [1, 0.5]}]}}]}'
    )
    for (name, called), data in put.items():
        (CORPUS / name).mkdir(parents=True, exist_ok=True)
        (CORPUS / name / called).write_bytes(data)


if __name__ == "__main__":
    main()
