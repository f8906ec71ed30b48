"""Worlds as text: well-known text, and the sections of Iron Harvest."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import same_state, world_of


def wkt(tmp_path, text, **options):
    (tmp_path / "w.wkt").write_text(text)
    return cw.load(tmp_path / "w.wkt", **options)


def test_geometries_of_wkt_are_read(tmp_path):
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
        ("GEOMETRYCOLLECTION(" * 99, "nested collections: more than limits.depth"),
        ("POLYGON ((0 0, 1 0, 2 0))", "no area"),
    ):
        with pytest.raises(cw.InvalidInput, match=rf"w\.wkt: .*{says}"):
            wkt(tmp_path, text)
    with pytest.raises(cw.InvalidInput, match="role is 'x'"):
        wkt(tmp_path, square, role="x")


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
