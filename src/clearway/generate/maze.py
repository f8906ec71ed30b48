"""Perfect mazes: one route between any two cells (Vinther 2015, 6.4 to 6.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import Mask, check_form, from_cells, generator, shows_progress, whole


@shows_progress
def maze(
    size: int = 200,
    seed: int = 0,
    form: str = "polygon",
    *,
    progress: Show = None,
) -> World | Grid:
    """A maze with corridors and walls one cell wide, `size` cells per side (Vinther 2015, 6.4).

    Walls run along the border; with an even size the last row and column are wall too. The first
    corner of the maze is cell (1, 1).

    >>> import clearway as cw
    >>> cw.generate.maze(size=21, seed=1)
    <World (0, 0, 21, 21): 1 obstacle>
    """
    check_form(form)
    side = whole(size, "size", 3)
    return from_cells(_padded(_maze((side - 1) // 2, seed, 1, 1), side), form)


@shows_progress
def scaled_maze(
    size: int = 40,
    seed: int = 0,
    form: str = "polygon",
    corridor: int = 5,
    *,
    progress: Show = None,
) -> World | Grid:
    """The maze of this size and seed in cells `corridor` times as fine (Vinther 2015, 6.5).

    The polygons are the same for every `corridor`; the grid has `size * corridor` cells per side,
    each of side 1 / corridor.

    >>> import clearway as cw
    >>> cw.generate.scaled_maze(size=21, seed=1)
    <World (0, 0, 21, 21): 1 obstacle>
    """
    check_form(form)
    side, fine = whole(size, "size", 3), whole(corridor, "corridor", 1, 100)
    whole(side * fine, "size * corridor", 3)
    coarse = _padded(_maze((side - 1) // 2, seed, 1, 1), side)
    if form == "polygon":
        return from_cells(coarse, form)
    blocked = np.repeat(np.repeat(coarse, fine, axis=0), fine, axis=1)
    return from_cells(blocked, form, cell=1.0 / fine)


@shows_progress
def maze_cor5(
    size: int = 200,
    seed: int = 0,
    form: str = "polygon",
    corridor: int = 5,
    wall: int = 1,
    *,
    progress: Show = None,
) -> World | Grid:
    """A maze with corridors of 5 cells at every size, and walls of one (Vinther 2015, 6.6).

    >>> import clearway as cw
    >>> cw.generate.maze_cor5(size=40, seed=1)
    <World (0, 0, 40, 40): 1 obstacle>
    """
    check_form(form)
    corridor, wall = whole(corridor, "corridor", 1, 1000), whole(wall, "wall", 1, 1000)
    side = whole(size, "size", corridor + 2 * wall)
    count = (side - wall) // (corridor + wall)
    return from_cells(_padded(_maze(count, seed, corridor, wall), side), form)


def _padded(blocked: Mask, side: int) -> Mask:
    out = np.ones((side, side), dtype=bool)
    out[: len(blocked), : len(blocked)] = blocked
    return out


def _maze(count: int, seed: Any, corridor: int, wall: int) -> Mask:
    """`count` rooms per side, walls around and between, opened by a random depth-first walk."""
    right, down = _passages(count, seed)
    pitch = corridor + wall
    blocked = np.ones((count * pitch + wall,) * 2, dtype=bool)
    places = np.arange(len(blocked)) % pitch >= wall
    blocked[np.ix_(places, places)] = False
    for y in range(count):  # by rows: numpy cannot be interrupted
        for x in np.flatnonzero(right[y]).tolist():
            top, left = y * pitch + wall, (x + 1) * pitch
            blocked[top : top + corridor, left : left + wall] = False
        for x in np.flatnonzero(down[y]).tolist():
            top, left = (y + 1) * pitch, x * pitch + wall
            blocked[top : top + wall, left : left + corridor] = False
    return blocked


def _passages(count: int, seed: Any) -> tuple[Mask, Mask]:
    """Which rooms are open to the right, and which downwards (to larger y)."""
    rng = generator(seed)
    right, down = np.zeros((count, count), dtype=bool), np.zeros((count, count), dtype=bool)
    seen = bytearray(count * count)
    at = int(rng.integers(count * count))
    seen[at] = 1
    trail = [at]
    draws = (draw for _ in range(count) for draw in rng.random(4 * count).tolist())
    while trail:
        y, x = divmod(trail[-1], count)
        steps = [
            (ny, nx)
            for ny, nx in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x))
            if 0 <= nx < count and 0 <= ny < count and not seen[ny * count + nx]
        ]
        if not steps:
            trail.pop()
            continue
        ny, nx = steps[int(next(draws) * len(steps))]
        if ny == y:
            right[y, min(x, nx)] = True
        else:
            down[min(y, ny), x] = True
        seen[ny * count + nx] = 1
        trail.append(ny * count + nx)
    return right, down
