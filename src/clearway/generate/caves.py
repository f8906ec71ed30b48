"""Caves by a cellular automaton."""

from __future__ import annotations

import numpy as np

from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import check_form, from_cells, generator, largest_piece, real, shows_progress, whole


@shows_progress
def caves(
    size: int = 128,
    seed: int = 0,
    form: str = "polygon",
    rock: float = 0.45,
    rounds: int = 5,
    smooth: float | None = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Winding caves: noise with this share of rock, then rounds of a majority rule.

    Only the largest cave is kept, so all free cells are connected. The polygons are smoothed,
    unless `smooth=None`.

    >>> import clearway as cw
    >>> cw.generate.caves(size=40, seed=1)
    <World (0, 0, 40, 40): 9 obstacles>
    """
    check_form(form)
    side, rounds = whole(size, "size", 8), whole(rounds, "rounds", 0, 1000)
    share = real(rock, "rock", 0.0, 0.6)
    blocked = generator(seed).random((side, side)) < share
    for _ in range(rounds):
        padded = np.pad(blocked, 1, constant_values=True).astype(np.int8)
        near = sum(
            padded[1 + dy : 1 + dy + side, 1 + dx : 1 + dx + side]
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
        )
        blocked = np.asarray(near) >= 5
    kept = largest_piece(~blocked)
    if not kept.any():
        kept[side // 2, side // 2] = True
    return from_cells(~kept, form, smooth)
