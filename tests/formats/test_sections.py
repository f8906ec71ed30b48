"""The section text of Iron Harvest."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import same_state, world_of


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
