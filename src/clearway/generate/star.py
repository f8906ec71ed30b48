"""Open space with stars (Vinther 2015, 6.1)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._grid import Grid
from .._input import Floats
from .._progress import Show
from .._world import World
from ._common import Mask, check_form, fill, from_cells, generator, shows_progress, whole

PITCH = 26.0  # one star in each square of this side


@shows_progress
def star(
    size: int = 500,
    seed: int = 0,
    form: str = "polygon",
    smooth: float | None = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Open space with evenly distributed stars, each with small dead ends.

    A smaller world is a crop of the larger one with the same seed, except the centre and the
    corners, which are kept free: queries run from the centre to each corner. The polygons are
    traced from the cells and smoothed, as in the document, unless `smooth=None`.

    >>> import clearway as cw
    >>> cw.generate.star(size=40, seed=1)
    <World (0, 0, 40, 40): 4 obstacles>
    """
    check_form(form)
    side = whole(size, "size", 10)
    blocked = np.zeros((side, side), dtype=bool)
    count = math.ceil(side / PITCH) + 1
    for row in range(count):
        for column in range(count):
            fill(blocked, _star(seed, row, column))
    blocked &= _has_neighbour(blocked)  # removes single cells at the tips
    for y in (0, side // 2, side - 1):
        for x in (0, side // 2, side - 1):
            if (y == side // 2) == (x == side // 2):
                blocked[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3] = False
    return from_cells(blocked, form, smooth)


def _has_neighbour(blocked: Mask) -> Mask:
    around = np.pad(blocked, 1)
    near: Mask = around[:-2, 1:-1] | around[2:, 1:-1] | around[1:-1, :-2] | around[1:-1, 2:]
    return near


def _star(seed: Any, row: int, column: int) -> Floats:
    rng = generator(seed, row, column)
    spikes = int(rng.integers(5, 8))
    outer = rng.uniform(0.34, 0.46) * PITCH
    angle = rng.uniform(0, math.tau) + np.arange(2 * spikes) * (math.pi / spikes)
    radius = np.where(np.arange(2 * spikes) % 2 == 0, outer, outer * rng.uniform(0.35, 0.5))
    middle = (np.array([column, row]) + rng.uniform(0.45, 0.55, 2)) * PITCH
    ring: Floats = middle + radius[:, None] * np.column_stack((np.cos(angle), np.sin(angle)))
    return ring
