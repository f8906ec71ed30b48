"""From polygons to cells: which cells of a raster are completely free."""

from __future__ import annotations

import numpy as np

from . import _core
from ._cells import Mask, too_large
from ._core import MAX_SIDE
from ._errors import InvalidInput
from ._geometry import POST
from ._input import Floats
from ._lengths import as_side
from ._tracing import cell_lines
from ._world import World

_BAND = 1 << 20  # cells decided at once: numpy cannot be interrupted


def world_to_grid(world: World, cell: float) -> tuple[Mask, tuple[float, float]]:
    """Blocked cells, indexed [y, x], and the corner of the first: the low corner of the bounds.

    Conservative: a cell is free only if its interior is free and inside the bounds. Walls and
    posts block every cell that they touch, also at its border; otherwise a path along cells could
    cross a wall between two of them. Exact orientations relative to the edges of the mesh decide,
    so the world of a grid gives the same grid again. Where obstacles cross, and where slanted
    edges are refined for discs, the mesh has rounded points: a cell that such an edge grazes may
    be blocked.
    """
    side = as_side(cell)
    x0, y0, x1, y1 = world.bounds
    shape = _count(y0, y1, side), _count(x0, x1, side)
    if fault := too_large(shape[1], shape[0]):
        raise InvalidInput(f"cell {side!r} makes {fault}", value=cell)
    xs, ys = cell_lines(shape, side, (x0, y0))
    mesh = world.mesh()
    t, i = np.nonzero(mesh.constrained & ~mesh.blocked[:, None])
    beyond = mesh.neighbours[t, i]
    is_wall = (beyond >= 0) & ~mesh.blocked[beyond]
    ends = np.stack((mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]), axis=1)
    state = world._state()
    posts = state["points"][state["chain_starts"][:-1][state["roles"] == POST]]
    thin = np.concatenate(
        (mesh.vertices[ends[is_wall]].reshape(-1, 2), np.repeat(posts, 2, axis=0))
    )
    outlines = mesh.vertices[ends[~is_wall]].reshape(-1, 2)
    blocked = _core.mark_cells(outlines, xs, ys, False) | _core.mark_cells(thin, xs, ys, True)
    touched = (blocked | _core.mark_cells(outlines, xs, ys, True)).reshape(shape)
    out = blocked.reshape(shape)
    band = max(1, _BAND // shape[1])
    for first in range(0, shape[0], band):
        rows = slice(first, first + band)
        _fill(world, out[rows], touched[rows], xs, ys[first : first + band + 1])
    return out, (x0, y0)


def _fill(world: World, blocked: Mask, touched: Mask, xs: Floats, ys: Floats) -> None:
    """Decides the cells of some rows that no boundary blocks.

    Without a boundary inside, a cell is free exactly if its centre is; if no boundary touches it
    or the previous cell of its row, they are equal.
    """
    asked = touched.copy()
    asked[:, 0] = True
    asked[:, 1:] |= touched[:, :-1]
    rows, columns = np.nonzero(asked & ~blocked)
    centres = np.column_stack(((xs[:-1] + xs[1:])[columns] / 2, (ys[:-1] + ys[1:])[rows] / 2))
    blocked[rows, columns] = ~world.is_free(centres)
    source = np.where(asked.reshape(-1), np.arange(blocked.size), 0)
    blocked[:] = blocked.reshape(-1)[np.maximum.accumulate(source)].reshape(blocked.shape)


def _count(low: float, high: float, side: float) -> int:
    """The least number of cells, laid out by `cell_lines`, that reach from `low` to `high`."""
    ratio = (high - low) / side
    if ratio > MAX_SIDE:
        raise InvalidInput(f"cell {side!r} makes more than {MAX_SIDE} cells a side", value=side)
    count = max(1, round(ratio))
    while low + side * count < high:
        count += 1
    while count > 1 and low + side * (count - 1) >= high:
        count -= 1
    return count
