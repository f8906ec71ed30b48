"""Common parts of the tests of formats: small worlds and grids, and comparisons."""

from __future__ import annotations

import numpy as np
import shapely

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


def same_state(a, b):
    x, y = a._state(), b._state()
    return all(np.array_equal(x[k], y[k]) for k in x)
