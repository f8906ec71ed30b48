"""What the tests of formats share: small worlds and grids, how to compare them, the data."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import shapely

import clearway as cw

ROOT = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data"))


needs_data = pytest.mark.skipif(not ROOT.is_dir(), reason=f"no data in {ROOT}: set CLEARWAY_DATA")


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
