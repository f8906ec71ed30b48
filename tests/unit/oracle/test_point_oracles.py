"""The oracles against each other and against answers known by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from oracle import union
from oracle.arrangement import Arrangement
from oracle.scene import RING, WALL, Scene, box
from oracle.visibility import is_visible, shortest
from support.scenes import integer_obstacle


@pytest.mark.parametrize("seed", range(20))
def test_exact_area_is_shapely_area(seed):
    rng = np.random.default_rng(seed)
    scene = Scene(box(0, 0, 12, 12), {i: integer_obstacle(rng, 12) for i in range(4)})
    assert math.isclose(float(Arrangement(scene).area), union.free_area(scene), abs_tol=1e-9)


def test_bow_tie_by_hand():
    scene = Scene(box(-10, -10, 10, 10), {0: (RING, [(0, 0), (4, 4), (4, 0), (0, 4)])})
    cells = Arrangement(scene)
    assert cells.area == 392
    assert cells.is_free((2, 2))
    assert cells.is_free((2, 1))
    assert not cells.is_free((1, 2))


def test_touching_closes():
    scene = Scene(
        box(-5, -5, 5, 5),
        {0: (RING, box(-5, -5, 0, 0)), 1: (RING, box(0, 0, 5, 5))},
    )
    cells = Arrangement(scene)
    assert cells.status((-1, 1), (1, -1)) == "NO_PATH"
    assert cells.status((-1, 1), (0, 0)) == "FOUND"
    assert cells.status((-1, -1), (0, 0)) == "START_BLOCKED"
    assert cells.status((0, 0), (1, 1)) == "GOAL_BLOCKED"


def test_length_round_a_square():
    cells = Arrangement(Scene(box(-5, -5, 5, 5), {0: (RING, box(0, 0, 2, 2))}))
    assert shortest(cells, (0, 1), (2, 1)) == 4
    assert is_visible(cells, (-4, 2), (4, 2))
    assert not is_visible(cells, (-1, 1), (3, 1))


def test_length_round_a_wall():
    cells = Arrangement(Scene(box(-5, -5, 5, 5), {0: (WALL, [(0, -5), (0, 3)])}))
    assert shortest(cells, (-1, 0), (1, 0)) == pytest.approx(2 * math.hypot(1, 3))
    assert cells.status((-1, 0), (1, 0)) == "FOUND"
