"""Cells of a grid: user input as integers within the grid, or an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._core import MAX_CELLS, MAX_SIDE
from ._doubles import as_floats
from ._errors import InvalidInput, shown

Cells = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

_WHOLE = "cells are whole numbers"
_FOR_POINTS = f"{_WHOLE}; its to_world() takes any points"


# A side that is a whole number of cells up to rounding needs no further cell.
_CELL_ROUNDING = 1e-9


def cells_along(length: float, side: float) -> int:
    """How many cells of this side cover a length; at least one."""
    return max(1, int(np.ceil(length / side - _CELL_ROUNDING)))


def too_large(width: int, height: int) -> str:
    """The reason why a grid cannot have this size; empty if it can. All grids use this limit."""
    if width <= MAX_SIDE and height <= MAX_SIDE and width * height <= MAX_CELLS:
        return ""
    cells, side = MAX_CELLS.bit_length() - 1, MAX_SIDE.bit_length() - 1
    return f"a grid of {width} x {height} cells: at most 2**{cells}, sides at most 2**{side}"


def as_cells(value: Any, name: str, width: int, height: int) -> tuple[Cells, bool]:
    """One cell (x, y) or N cells, as N x 2, and whether it was one.

    `[]` means no cells. Floats with integer values count as integers.
    """
    array = as_floats(value, name)
    single = array.shape == (2,)
    if array.shape == (0,):
        array = array.reshape(0, 2)
    if single:
        array = array.reshape(1, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise InvalidInput(
            f"{name} must be a cell (x, y) or N x 2, not of shape {array.shape}", value=array.shape
        )
    inside = (array >= 0) & (array < (width, height))
    with np.errstate(invalid="ignore"):
        bad = ~(inside & (array == np.floor(array))).all(axis=1)
    if bad.any():
        i = int(np.argmax(bad))
        x, y = array[i].tolist()
        at, index = (name, None) if single else (f"{name}[{i}]", i)
        rule = f"outside the grid of {width} x {height}" if not inside[i].all() else _FOR_POINTS
        cell = tuple(int(v) if v.is_integer() else v for v in (x, y))
        raise InvalidInput(f"{at} is {cell!r}: {rule}", index, cell)
    return array.astype(np.int32), single


def as_cell(value: Any, name: str, width: int, height: int) -> Cells:
    """One cell, as 1 x 2."""
    cells, single = as_cells(value, name, width, height)
    if not single:
        raise InvalidInput(f"{name} must be one cell (x, y), not {len(cells)}", value=value)
    return cells


def as_mask(value: Any, name: str = "blocked") -> Mask:
    """A bool for each cell: from booleans, or from finite numbers, where 0 means free."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "b":
        array = value
    else:
        try:
            array = np.asarray(value)
        except ValueError:
            raise InvalidInput(
                f"{name} has rows of different lengths", value=shown(value)
            ) from None
        if array.dtype.kind not in "biuf":
            rows = "; of rows of text, np.array([list(row) for row in rows]) == '#' is one"
            raise InvalidInput(
                f"{name} must be booleans or numbers, not {shown(array.reshape(-1)[:1])}"
                f"{rows if array.dtype.kind == 'U' else ''}",
                value=shown(value),
            )
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise InvalidInput(f"{name} has masked entries")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        where = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        at = f"[{', '.join(map(str, where))}]" if where else ""
        value = float(array[where])
        raise InvalidInput(f"{name}{at} is {value!r}", where or None, value)
    return np.asarray(array, dtype=bool, order="C")


def as_rows(value: Any, name: str) -> Mask:
    """A bool for each cell, in two dimensions and with at least one cell."""
    mask = as_mask(value, name)
    if mask.ndim != 2 or not mask.size:
        raise InvalidInput(
            f"{name} must be rows of cells, not of shape {mask.shape}", value=mask.shape
        )
    return mask


def span(key: Any, size: int, axis: str) -> tuple[int, int, bool]:
    """Start and end of an index or slice along an axis, and whether it was one number."""
    if isinstance(key, slice):
        if key.step not in (None, 1):
            raise InvalidInput(f"slices of cells have no step, not {key.step}", value=key)
        try:
            first, end, _ = key.indices(size)
        except TypeError:
            raise InvalidInput(f"{axis} is {shown(key)}: {_WHOLE}", value=key) from None
        return first, max(first, end), False
    if isinstance(key, bool | np.bool_) or not isinstance(key, int | np.integer):
        raise InvalidInput(f"{axis} is {shown(key)}: a whole number or a slice", value=key)
    if not 0 <= key < size:
        raise InvalidInput(f"{axis} is {shown(key)}: outside the grid, 0 to {size - 1}", value=key)
    return int(key), int(key) + 1, True
