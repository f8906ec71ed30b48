"""Large spaces, long walls, deep dead ends (Vinther 2015, 6.2)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import (
    Mask,
    check_form,
    fill,
    from_cells,
    generator,
    is_one_piece,
    shows_progress,
    whole,
)

THICK = 3.0
PITCH = 95.0  # one bent line in each square of this side


@shows_progress
def lines(
    size: int = 500,
    seed: int = 0,
    form: str = "polygon",
    smooth: float | None = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Large spaces separated by long walls; the path from (0, 0) to the far corner is a Z.

    Two walls reach from one side nearly to the other. Straight and bent lines stand between them:
    those of a smaller world are a crop of the larger one with the same seed, except lines that
    would cut free space in two. All free cells are connected.

    >>> import clearway as cw
    >>> cw.generate.lines(size=100, seed=1)
    <World (0, 0, 100, 100): 3 obstacles>
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
    count = math.ceil(side / PITCH) + 1
    for row in range(count):
        for column in range(count):
            trial = blocked.copy()
            _stroke(trial, _line(seed, row, column))
            ends = trial[:4, :4].any() or trial[-4:, -4:].any()
            if not ends and is_one_piece(~trial):
                blocked = trial
    return from_cells(blocked, form, smooth)


def _line(seed: Any, row: int, column: int) -> list[Any]:
    """The corners of the line of one square; its size does not depend on that of the world."""
    rng = generator(seed, row, column)
    points = [(np.array([column, row]) + rng.uniform(0.1, 0.9, 2)) * PITCH]
    angle = rng.uniform(0, math.tau)
    for _ in range(int(rng.integers(1, 4))):
        reach = rng.uniform(0.3, 0.9) * PITCH
        points.append(points[-1] + reach * np.array([math.cos(angle), math.sin(angle)]))
        angle += rng.choice([-1, 1]) * rng.uniform(0.4, 0.6) * math.pi
    return points


def _stroke(blocked: Mask, points: list[Any]) -> None:
    """A thick line through points."""
    for a, b in pairwise(np.array(points, dtype=float)):
        along = (b - a) / math.dist(a, b) * (THICK / 2)
        across = np.array([-along[1], along[0]])
        low, high = a - along, b + along
        fill(blocked, np.array([low - across, high - across, high + across, low + across]))
