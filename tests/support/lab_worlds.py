"""Worlds for the tests of the lab."""

from __future__ import annotations

import clearway as cw
from oracle.scene import box


def full_world():
    """Every kind of object, in every state, with gaps between the handles."""
    outline = {
        "type": "MultiPolygon",
        "coordinates": [
            [[*box(0, 0, 50, 40), (0, 0)], [*box(20, 15, 25, 20), (20, 15)]],
            [[*box(60, 0, 90, 40), (60, 0)]],
        ],
    }
    world = cw.World(outline, max_radius=3.0)
    gone = world.add(box(1, 1, 2, 2))
    ring = {"type": "Polygon", "coordinates": [
        [*box(30, 5, 40, 15), (30, 5)], [*box(33, 8, 37, 12), (33, 8)]]}  # fmt: skip
    world.add(ring)
    world.add_wall([(5, 5), (5, 20), (9, 22)])
    world.add_post((12, 30))
    world.add_area(box(40, 20, 48, 30), "mud")
    world.add_area(ring, "ring of mud")
    world.add_door([(5, 30), (15, 30)], open=False, direction="left", name="gate")
    world.add_door([(5, 35), (15, 35)])
    world.add_link((10, 10), (70, 10), cost=7.5, two_way=False, radius=1.0, name="ferry")
    off = world.add_link((45, 35), [(62, 30), (62, 38)])
    world.disable(off)
    world.remove(gone)
    world.add(box(70, 20, 80, 30))
    world.y_down, world.crs = True, "urn:ogc:def:crs:EPSG::25832"
    world.projection = cw.Projection(7.1, 50.7)
    return world
