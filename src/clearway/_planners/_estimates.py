"""Heuristics that users write, as arrays of estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .._cells import Cells
from .._errors import InvalidInput, shown
from .._input import Floats

if TYPE_CHECKING:
    from .._grid import Grid


def estimates_to(grid: Grid, goal: Cells, heuristic: Callable[[Any, Any], Any]) -> Floats:
    """The estimates of all cells, in steps, `estimates[y, x]`. The core checks their values."""
    height, width = grid.shape
    y, x = np.divmod(np.arange(height * width, dtype=np.int32), np.int32(width))
    answer = heuristic(np.column_stack((x, y)), goal.copy())
    try:
        found = np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.shape not in ((), (height * width,)):
        raise InvalidInput(
            f"heuristic returned {shown(answer)}: it takes N x 2 cells and a goal, and returns N "
            "estimates of the length that is left",
            value=answer,
        )
    return np.ascontiguousarray(np.broadcast_to(found / grid.cell, height * width)).reshape(
        height, width
    )


def runs_of_goals(goals: Cells) -> Iterator[slice]:
    """The rows of a batch, split where the goal changes."""
    changes = np.flatnonzero((goals[1:] != goals[:-1]).any(axis=1)) + 1
    bounds = [0, *changes.tolist(), len(goals)]
    for first, last in pairwise(bounds):
        yield slice(first, last)
