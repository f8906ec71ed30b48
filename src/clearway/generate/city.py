"""Streets and buildings."""

from __future__ import annotations

import math

import numpy as np

from .._grid import Grid
from .._input import Floats
from .._progress import Show
from .._world import World
from ._common import check_form, from_rings, generator, real, shows_progress


@shows_progress
def city(
    size: float = 300.0,
    seed: int = 0,
    form: str = "polygon",
    block: float | None = None,
    street: float | None = None,
    cell: float = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """A district cut by streets at odd angles into blocks, and these by lanes into buildings.

    Blocks are at most about `block` across (default: 40, or a quarter of a smaller size); streets
    are `street` wide (an eighth of a block), the first ones wider, lanes a third of that. Every
    building is convex, and no two touch.

    >>> import clearway as cw
    >>> cw.generate.city(size=60, seed=1)
    <World (0, 0, 60, 60): 58 obstacles>
    """
    check_form(form)
    side = real(size, "size", 1e-6, 1e9)
    widest = real(
        max(min(40.0, side / 4), side / 300) if block is None else block, "block", side / 300, side
    )
    width = real(widest / 8 if street is None else street, "street", side * 1e-6, widest / 3)
    rng = generator(seed)
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=float)
    start = rng.uniform(-0.3, 0.3)
    blocks = _parted(square, start, width, widest, rng)
    houses: list[Floats] = []
    for ring in blocks:
        houses += _parted(_shrunk(ring, width / 4), start, width / 3, widest / 2.2, rng)
    kept = [h for h in houses if len(h) > 2 and rng.random() > 0.06]
    return from_rings(kept, side, form, cell)


def _parted(
    ring: Floats, start: float, width: float, widest: float, rng: np.random.Generator
) -> list[Floats]:
    """Pieces of a convex ring, cut across their longest extent until they are small enough.

    Cuts of the largest pieces are wider.
    """
    done: list[Floats] = []
    todo = [ring]
    while todo:
        piece = todo.pop()
        if len(piece) < 3:
            continue
        if _span(piece) <= widest * 1.4 or len(done) + len(todo) > 200_000:
            done.append(piece)
            continue
        across = piece - piece.mean(axis=0)
        angle = start + rng.normal(0, 0.09)
        along = np.array([math.cos(angle), math.sin(angle)])
        aside = np.array([-along[1], along[0]])
        if np.ptp(across @ along) < np.ptp(across @ aside):
            along = aside
        reach = piece @ along
        at = reach.min() + np.ptp(reach) * rng.uniform(0.38, 0.62)
        half = (0.8 if _span(piece) > 3 * widest else 0.5) * width
        todo += [_clipped(piece, along, at - half), _clipped(piece, -along, -(at + half))]
    return done


def _span(ring: Floats) -> float:
    return float(np.ptp(ring, axis=0).max())


def _clipped(ring: Floats, normal: Floats, limit: float) -> Floats:
    """The part of a convex ring where normal . p <= limit."""
    out = []
    over = ring @ normal - limit
    for i in range(len(ring)):
        a, b, d, e = ring[i - 1], ring[i], over[i - 1], over[i]
        if (d > 0) != (e > 0):
            out.append(a + (b - a) * (d / (d - e)))
        if e <= 0:
            out.append(b)
    return np.array(out).reshape(-1, 2)


def _shrunk(ring: Floats, by: float) -> Floats:
    """The part of a convex counter-clockwise ring that lies this far inside all sides."""
    out = ring
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        length = math.dist(a, b)
        if length > 0 and len(out) > 2:
            normal = np.array([b[1] - a[1], a[0] - b[0]]) / length
            out = _clipped(out, normal, float(normal @ a) - by)
    return out
