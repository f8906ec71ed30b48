"""Small blocks in rows: the worst case of visibility, the best of grids."""

from __future__ import annotations

import numpy as np

from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import check_form, from_cells, generator, shows_progress, whole


@shows_progress
def checker(
    size: int = 20,
    seed: int = 0,
    form: str = "polygon",
    block: int = 1,
    gap: int = 1,
    *,
    progress: Show = None,
) -> World | Grid:
    """Many small blocks with narrow passages between and around them (Vinther 2015, 6.3).

    Uses no random numbers: every seed gives the same world.

    >>> import clearway as cw
    >>> cw.generate.checker(size=40, seed=1)
    <World (0, 0, 40, 40): 361 obstacles>
    """
    check_form(form)
    generator(seed)
    side, block, gap = whole(size, "size", 3), whole(block, "block", 1), whole(gap, "gap", 1)
    row = np.arange(side) % (block + gap) >= gap
    row[side - gap :] = False
    return from_cells(row[:, None] & row, form)


@shows_progress
def uniform(
    size: int = 100,
    seed: int = 0,
    form: str = "polygon",
    *,
    progress: Show = None,
) -> World | Grid:
    """A block on every cell with even x and even y (Bhatena 2014, 7.1).

    Uses no random numbers: every seed gives the same world.

    >>> import clearway as cw
    >>> cw.generate.uniform(size=40, seed=1)
    <World (0, 0, 40, 40): 400 obstacles>
    """
    check_form(form)
    generator(seed)
    even = np.arange(whole(size, "size", 2)) % 2 == 0
    return from_cells(even[:, None] & even, form)
