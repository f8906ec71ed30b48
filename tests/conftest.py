"""Fixtures for tests of several folders, and a line about the public data files."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from oracle.scene import box
from support.hierarchy_worlds import blocks
from support.paths import DATA


def pytest_report_header():
    missing = "" if DATA.is_dir() else " (not there: tests of public files are skipped)"
    return f"CLEARWAY_DATA: {DATA}{missing}"


@pytest.fixture
def empty_world():
    """No obstacles, 10 by 10."""
    return cw.World((0, 0, 10, 10))


@pytest.fixture
def room(empty_world):
    """10 by 10 with a box in the middle that leaves 2 above and below."""
    empty_world.add(box(4, 2, 6, 8))
    return empty_world


@pytest.fixture(scope="module")
def large_town():
    """300 rotated rectangles, 100 by 100."""
    return cw.World.from_obstacles(blocks(np.random.default_rng(5), 300), (0, 0, 100, 100))
