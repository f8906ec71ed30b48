"""Moves blocked ends of queries to the nearest free point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._cells import Cells
from ._errors import InvalidInput
from ._input import Floats
from ._lengths import as_limit

if TYPE_CHECKING:
    from ._core import World as CoreWorld
    from ._grid import Grid
    from ._path import Path

Mask = npt.NDArray[np.bool_]


def as_snap(value: Any) -> float:
    """The largest distance by which an end may be moved; may be infinite."""
    if value is None:
        raise InvalidInput("snap is None: a distance is needed", value=value)
    return as_limit(value, "snap")


class SnappedEnds:
    """The ends of a batch as the core has moved them, in the version that its searches see."""

    def __init__(self, starts: Floats, goals: Floats) -> None:
        self.starts, self.goals = starts.copy(), goals.copy()
        self.moved: Mask = np.zeros((len(starts), 2), dtype=bool)

    def note(self, rows: slice, batch: Any) -> None:
        """Takes the ends of the answers to these rows."""
        self.starts[rows], self.goals[rows], *moved = batch.snapped
        self.moved[rows] = np.column_stack(moved)


def free_points(core: CoreWorld, points: Floats, radii: Floats, most: float) -> tuple[Floats, Mask]:
    """The points, with blocked ones moved to the nearest free point, and which were moved.

    For searches that the core does not run, as of planners that users write: an edit between this
    and the search may block the points again (`in_one_version`). A point that would have to move
    farther than `most` stays, and so does one whose disc fits nowhere. Costs one `is_free`, and one
    `snap` for the blocked points, for each radius.
    """
    out, moved = points.copy(), np.zeros(len(points), dtype=bool)
    order = np.argsort(radii, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(radii[order])) + 1) if len(order) else []:
        radius = float(radii[rows[0]])
        blocked = rows[~core.is_free(points[rows], radius)]
        if len(blocked):
            free = core.snap(points[blocked], radius)
            near = np.hypot(*(free - points[blocked]).T) <= most  # False for NaN
            out[blocked[near]] = free[near]
            moved[blocked[near]] = True
    return out, moved


def free_cells(grid: Grid, cells: Cells, most: float) -> tuple[Cells, Mask]:
    """As `free_points` for cells of a grid: distances are between centres, in the plane.

    Ties are broken by the least y, then the least x.
    """
    out, moved = cells.copy(), np.zeros(len(cells), dtype=bool)
    blocked = np.flatnonzero(~np.asarray(grid.is_free(cells)))
    known: dict[tuple[int, int], tuple[int, int] | None] = {}
    for i in blocked.tolist():
        x, y = cells[i].tolist()
        if (x, y) not in known:
            known[x, y] = _free_cell(grid, x, y, most / grid.cell)
        if (free := known[x, y]) is not None:
            out[i], moved[i] = free, True
    return out, moved


def _free_cell(grid: Grid, x: int, y: int, most: float) -> tuple[int, int] | None:
    """The free cell nearest to a blocked one, at most `most` cells away."""
    reach, size = 1, max(grid.width, grid.height)
    while True:
        x0, y0 = max(0, x - reach), max(0, y - reach)
        window = grid._core.blocked(
            x0, y0, min(grid.width, x + reach + 1), min(grid.height, y + reach + 1)
        )
        rows, columns = np.nonzero(~window)  # by y, then by x
        if len(rows):
            square = (rows + (y0 - y)) ** 2 + (columns + (x0 - x)) ** 2
            i = int(square.argmin())
            # Beyond the window nothing is nearer than `reach` + 1.
            if square[i] <= (reach + 1) ** 2 or reach >= size:
                near = square[i] <= most**2
                return (x0 + int(columns[i]), y0 + int(rows[i])) if near else None
        if reach >= min(most, size):
            return None
        reach *= 2


def mark(path: Path, start: Any, goal: Any) -> Path:
    """The path, with these ends of its query marked as moved."""
    if start or goal:
        path._snapped = bool(start), bool(goal)
    return path
