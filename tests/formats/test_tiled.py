"""Maps of the Tiled editor."""

from __future__ import annotations

import json

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import TMX


def test_layers_and_objects_are_read(tmp_path):
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


def test_json_maps_are_read(tmp_path):
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
