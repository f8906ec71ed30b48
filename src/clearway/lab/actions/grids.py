"""Painting cells of a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._arguments import as_truth
from ..._cells import as_cells
from ..._errors import InvalidInput
from ..._grid import Grid
from ..checks import as_text, as_whole
from ..history import CellStep, set_cells
from ..registry import Call, action
from ..shapes import Anything, Points, Text, Truth, Whole


@action("cells", get=True)
def cells(call: Call) -> dict[str, Any]:
    """The cells of the grid, row by row: 1 is blocked."""
    grid = call.session.grid("cells")
    return {"version": call.session.version, "cells": grid.blocked}


@action("paint", changes=True)
def paint(
    call: Call,
    blocked: Truth,
    cells: Points = None,
    line: Points = None,
    box: Anything = None,
    width: Whole = 1,
    gesture: Text = None,
) -> dict[str, Any]:
    """Blocks or frees cells: those of a list, of a line of some width, or of a box."""
    session = call.session
    grid = session.grid("paint")
    value = as_truth(blocked, "blocked")
    mark = None if gesture is None else as_text(gesture, "gesture")
    if sum(given is not None for given in (cells, line, box)) != 1:
        raise InvalidInput("paint takes one of cells, line and box")
    if cells is not None:
        chosen, _ = as_cells(cells, "cells", grid.width, grid.height)
        flat = chosen[:, 1].astype(np.int64) * grid.width + chosen[:, 0]
    elif line is not None:
        flat = _line(grid, line, as_whole(width, "width", 1, 64))
    else:
        flat = _box(grid, box)
    flat = np.unique(flat)
    before = grid.blocked.ravel()[flat]
    changing = flat[before != value]
    if len(changing):
        set_cells(grid, changing, value)
        was, now = np.full(len(changing), not value), np.full(len(changing), value)
        session.record(CellStep(changing, was, now), mark)
    y, x = np.divmod(changing, grid.width)
    return {
        "version": session.version,
        "changed": np.column_stack((x, y)),
        "blocked": value,
        "undo": len(session.history.done),
        "redo": len(session.history.undone),
    }


def _line(grid: Grid, line: Any, width: int) -> Any:
    """The cells of a stroke from one cell to another, as wide as this; clipped to the grid."""
    ends, _ = as_cells(line, "line", grid.width, grid.height)
    if len(ends) != 2:
        raise InvalidInput(f"line has {len(ends)} cells: it has two", value=len(ends))
    a, b = ends.astype(float)
    count = int(np.abs(b - a).max()) + 1
    x, y = np.rint(np.linspace(a, b, count)).astype(np.int64).T
    before, after = (width - 1) // 2, width // 2  # cells beside the middle
    # In a bitmap of the stroke's box: listing the square around each cell of the middle would
    # take up to `width` squared times as much memory.
    left, low = max(int(x.min()) - before, 0), max(int(y.min()) - before, 0)
    columns = min(int(x.max()) + after + 1, grid.width) - left
    rows = min(int(y.max()) + after + 1, grid.height) - low
    stroke = np.zeros((rows, columns), dtype=bool)
    stroke[y - low, x - left] = True
    stroke = _widened(_widened(stroke, before, after).T, before, after).T
    row, column = np.nonzero(stroke)
    return (row + low) * grid.width + column + left


def _widened(marks: Any, before: int, after: int) -> Any:
    """Marks with as many cells before and after each of them in its row."""
    wide = marks.copy()
    for by in range(1, min(before, marks.shape[1] - 1) + 1):
        wide[:, :-by] |= marks[:, by:]
    for by in range(1, min(after, marks.shape[1] - 1) + 1):
        wide[:, by:] |= marks[:, :-by]
    return wide


def _box(grid: Grid, box: Any) -> Any:
    """The cells of a box (x0, y0, x1, y1), without its last column and row."""
    if not isinstance(box, list) or len(box) != 4:
        raise InvalidInput(f"box is {box!r}: [x0, y0, x1, y1]", value=box)
    x0, x1 = (as_whole(c, "box", 0, grid.width) for c in box[::2])
    y0, y1 = (as_whole(c, "box", 0, grid.height) for c in box[1::2])
    y, x = np.mgrid[y0:y1, x0:x1]
    return (y * grid.width + x).ravel()
