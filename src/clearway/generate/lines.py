"""Large spaces, long walls, deep dead ends (Vinther 2015, 6.2)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from .._grid import Grid
from .._world import World
from ._common import Mask, check_form, fill, from_cells, generator, is_one_piece, whole

THICK = 3.0


def lines(
    size: int = 500, seed: int = 0, form: str = "polygon", smooth: float | None = 1.0
) -> World | Grid:
    """Large spaces separated by long walls; the path from (0, 0) to the far corner is a Z.

    Two walls reach from one side nearly to the other; straight and bent lines stand between
    them. All free cells are connected.

    >>> import clearway as cw
    >>> cw.generate.lines(size=40, seed=1)
    <World (0, 0, 40, 40): 4 obstacles>
    """
    check_form(form)
    side = whole(size, "size", 40)
    rng = generator(seed)
    blocked = np.zeros((side, side), dtype=bool)
    gap = 0.12 * side
    for i, turn in ((1, False), (2, True)):
        y = side * i / 3
        x0, x1 = (gap, side + 1.0) if turn else (-1.0, side - gap)
        _stroke(blocked, [(x0, y), (x1, y + rng.uniform(-0.03, 0.03) * side)])
    wanted = max(2, side * side // 9000)
    for _ in range(6 * wanted):
        if wanted == 0:
            break
        trial = blocked.copy()
        start = rng.uniform(0.05, 0.95, 2) * side
        angle = rng.uniform(0, math.tau)
        points = [start]
        for _ in range(int(rng.integers(1, 4))):
            reach = rng.uniform(0.08, 0.22) * side
            points.append(points[-1] + reach * np.array([math.cos(angle), math.sin(angle)]))
            angle += rng.choice([-1, 1]) * rng.uniform(0.4, 0.6) * math.pi
        _stroke(trial, points)
        ends = trial[:4, :4].any() or trial[-4:, -4:].any()
        if not ends and is_one_piece(~trial):
            blocked = trial
            wanted -= 1
    return from_cells(blocked, form, smooth)


def _stroke(blocked: Mask, points: list[Any]) -> None:
    """A thick line through points."""
    for a, b in pairwise(np.array(points, dtype=float)):
        along = (b - a) / math.dist(a, b) * (THICK / 2)
        across = np.array([-along[1], along[0]])
        low, high = a - along, b + along
        fill(blocked, np.array([low - across, high - across, high + across, low + across]))
