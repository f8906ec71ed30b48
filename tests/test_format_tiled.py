"""Maps of the Tiled editor."""

from __future__ import annotations

import json

import numpy as np
import pytest

import clearway as cw

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
    with pytest.raises(cw.InvalidInput, match=r"m\.tmj: line 1: not a map of Tiled"):
        cw.load(tmp_path / "m.tmj")
