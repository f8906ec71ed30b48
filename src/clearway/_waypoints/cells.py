"""Cells of the free space for one radius, and the gates that join them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._input import Floats
from .._mesh import Ints

if TYPE_CHECKING:
    from .._world import World

# A candidate that is too near to obstacles is moved uphill: rounds, and directions of each.
_ROUNDS = 48
_TURN = np.linspace(0.0, 2 * np.pi, 8, endpoint=False)
_DIRECTIONS = np.column_stack((np.cos(_TURN), np.sin(_TURN)))


class Cells(NamedTuple):
    """The cells of one version, and the gates that a disc of one radius passes.

    Gates cut the free space into cells, each around one place of largest clearance. Two points
    where the disc fits are connected for it exactly if a chain of these gates joins their cells
    (docs/explanation/clearance.md).
    """

    version: int
    cell_count: int
    widths: Floats  # G, narrowest first
    gates: Floats  # G x 2 x 2: the two obstacle points of each
    sides: Ints  # G x 2: the cells on its two sides


def cells_of(world: World, radius: float) -> Cells:
    """The cells of the current version."""
    source = world._core.gates()
    # Beside a gate in a gap of the size of rounding there may be no room for a cell.
    wide = (source.widths >= 2 * radius) & (source.cells >= 0).all(axis=1)
    gates = source.gates[wide].reshape(-1, 2, 2)
    widths, sides = source.widths[wide], source.cells[wide]
    return Cells(int(source.version), int(source.cell_count), widths, gates, sides)


def cells_at(world: World, points: Floats, version: int) -> Ints | None:
    """The cell of each point, -1 outside free space; None after an edit."""
    known, found = world._core.cells(np.ascontiguousarray(points))
    return found if known == version else None


class Peaks(NamedTuple):
    """Of each cell a point with much space around it, and its clearance; NaN and -1: none."""

    points: Floats
    clearance: Floats


def peaks_of(world: World, cells: Cells) -> Peaks | None:
    """The best of a few points in every triangle. None: the world was edited meanwhile."""
    mesh = world.mesh()
    if mesh.version != cells.version:
        return None
    points = _candidates(mesh.vertices[mesh.triangles[~mesh.blocked]])
    of = cells_at(world, points, cells.version)
    if of is None:
        return None
    points, of = np.ascontiguousarray(points[of >= 0]), of[of >= 0]
    clearance = world._core.clearance(points)
    order = np.lexsort((points[:, 1], points[:, 0], clearance))  # ties by coordinates
    out = Peaks(np.full((cells.cell_count, 2), np.nan), np.full(cells.cell_count, -1.0))
    out.points[of[order]], out.clearance[of[order]] = points[order], clearance[order]
    return out


def places_in(
    world: World, version: int, of: Ints, wanted: Ints, peaks: Peaks, radius: float
) -> Floats:
    """A point of each wanted cell where the disc fits; NaN where there is none.

    `of`: the cell that each of the original cells belongs to, an original cell itself.
    """
    out, best = peaks.points[wanted], peaks.clearance[wanted]
    short = np.flatnonzero((best < radius) & (best >= 0))
    if len(short):
        inside = wanted[short]
        out[short] = _uphill(world, version, of, inside, out[short], best[short], radius)
    fits = world._core.is_free(np.ascontiguousarray(np.nan_to_num(out)), radius)
    out[~fits | (best < 0)] = np.nan
    return out


def _candidates(corners: Floats) -> Floats:
    """Centroid, centre of the inscribed circle and of the circumscribed circle of triangles.

    Down to the last digit they do not depend on the order of the corners.
    """
    order = np.lexsort((corners[:, :, 1], corners[:, :, 0]), axis=1)
    corners = np.take_along_axis(corners, order[:, :, None], axis=1)
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    sides = np.stack([np.hypot(*(p - q).T) for p, q in ((b, c), (c, a), (a, b))], axis=1)
    inner = (sides[:, :, None] * corners).sum(axis=1) / sides.sum(axis=1, keepdims=True)
    ab, ac = b - a, c - a
    doubled = 2 * (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
    squared_b, squared_c = (ab**2).sum(axis=1), (ac**2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x = (ac[:, 1] * squared_b - ab[:, 1] * squared_c) / doubled
        y = (ab[:, 0] * squared_c - ac[:, 0] * squared_b) / doubled
    outer = a + np.column_stack((x, y))
    low, high = corners.min(axis=(0, 1), initial=np.inf), corners.max(axis=(0, 1), initial=-np.inf)
    inside = ((outer >= low) & (outer <= high)).all(axis=1)
    return np.concatenate((corners.mean(axis=1), inner, outer[inside]))


def _uphill(
    world: World,
    version: int,
    of: Ints,
    wanted: Ints,
    points: Floats,
    clearance: Floats,
    radius: float,
) -> Floats:
    """Moves points inside their cells to larger clearance, until the disc fits."""
    points, clearance = points.copy(), clearance.copy()
    step = np.maximum(clearance, 0.25 * radius)
    for _ in range(_ROUNDS):
        rows = np.flatnonzero(clearance < radius)
        if not len(rows):
            break
        tried = points[rows, None] + step[rows, None, None] * _DIRECTIONS
        flat = np.ascontiguousarray(tried.reshape(-1, 2))
        cell = cells_at(world, flat, version)
        if cell is None:
            break
        home = np.where(cell >= 0, of[cell], -1).reshape(len(rows), -1)
        reached = world._core.clearance(flat).reshape(len(rows), -1)
        found = np.where(home == wanted[rows, None], reached, -1.0)
        best = found.argmax(axis=1)
        each = np.arange(len(rows))
        better = found[each, best] > clearance[rows]
        points[rows[better]] = tried[each, best][better]
        clearance[rows[better]] = found[each, best][better]
        step[rows[~better]] *= 0.5
    return points
