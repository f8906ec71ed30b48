"""Rectangles at random positions."""

from __future__ import annotations

import math

import numpy as np

from .._arguments import as_truth
from .._grid import Grid
from .._input import Floats
from .._progress import Show
from .._world import World
from ._common import check_form, from_rings, generator, real, shows_progress, whole


@shows_progress
def nonuniform(
    size: int = 300,
    seed: int = 0,
    form: str = "polygon",
    obstacles: int | None = None,
    largest: int = 6,
    *,
    progress: Show = None,
) -> World | Grid:
    """Rectangles of varying size with integer coordinates, which may overlap (Bhatena 2014, 7.1).

    The document has 50 to 2000 of them on 300 x 300; the default is 500 on that area and the same
    density on other areas. Sides are 1 to `largest`.

    >>> import clearway as cw
    >>> cw.generate.nonuniform(size=40, seed=1)
    <World (0, 0, 40, 40): 9 obstacles>
    """
    check_form(form)
    side, most = whole(size, "size", 4), whole(largest, "largest", 1)
    if obstacles is None:
        obstacles = round(500 * (side / 300) ** 2)
    count = whole(obstacles, "obstacles", 0, 10**6)
    rng = generator(seed)
    sizes = rng.integers(1, min(most, side) + 1, (count, 2))
    low = np.floor(rng.random((count, 2)) * (side - sizes + 1))
    return from_rings(_rectangles(low, low + sizes), side, form, 1.0)


@shows_progress
def boxes(
    size: float = 100.0,
    seed: int = 0,
    form: str = "polygon",
    obstacles: int = 60,
    turned: bool = True,
    cell: float = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Boxes of all sizes, rotated by default, that may overlap and leave the bounds.

    >>> import clearway as cw
    >>> cw.generate.boxes(size=40, seed=1)
    <World (0, 0, 40, 40): 60 obstacles>
    """
    check_form(form)
    side = real(size, "size", 1e-6, 1e9)
    count = whole(obstacles, "obstacles", 0, 10**6)
    rng = generator(seed)
    half = side * rng.uniform(0.01, 0.06, (count, 2))
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half[:, None]
    angle = rng.uniform(0, math.pi, count) if as_truth(turned, "turned") else np.zeros(count)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.stack((np.stack((c, s), axis=1), np.stack((-s, c), axis=1)), axis=1)
    middles = rng.random((count, 1, 2)) * side
    return from_rings(list(corners @ turn + middles), side, form, cell)


def _rectangles(low: Floats, high: Floats) -> list[Floats]:
    x0, y0, x1, y1 = *low.T, *high.T
    return list(np.stack((x0, y0, x1, y0, x1, y1, x0, y1), axis=1).reshape(-1, 4, 2))
