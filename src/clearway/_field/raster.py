"""A field as arrays: its values at the centres of square cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._cells import cells_along, too_large
from .._errors import InvalidInput
from .._geometry import Ints
from .._input import Floats
from .._lengths import as_side

if TYPE_CHECKING:
    from .field import Field


class FieldRaster(NamedTuple):
    """Values of a field at the centres of cells, row by row from the lowest y: a flow field.

    `x` and `y` are the centres of columns and rows. `distance` is infinite where the disc does not
    fit or cannot reach a goal; `direction` holds unit vectors, and `goal_index` the nearest goals.

    >>> import clearway as cw
    >>> raster = cw.World(bounds=(0, 0, 4, 2)).field((3.5, 0.5)).raster(1.0)
    >>> raster.x.tolist(), raster.y.tolist()
    ([0.5, 1.5, 2.5, 3.5], [0.5, 1.5])
    >>> raster.distance[0].tolist()
    [3.0, 2.0, 1.0, 0.0]
    """

    x: Floats  # of the columns
    y: Floats  # of the rows
    distance: Floats  # rows x columns; infinity where the disc does not fit or cannot reach a goal
    direction: Floats  # rows x columns x 2: unit vectors; (0, 0) at a goal, NaN at infinity
    goal_index: Ints  # rows x columns; -1 at infinity


def field_raster(field: Field, step: float) -> FieldRaster:
    """The values at the centres of cells of this side that cover the bounds."""
    side = as_side(step, "step")
    x0, y0, x1, y1 = field.world.bounds
    columns, rows = cells_along(x1 - x0, side), cells_along(y1 - y0, side)
    if fault := too_large(columns, rows):
        raise InvalidInput(f"step {side!r} makes {fault}", value=step)
    # The last cells may reach beyond the bounds; their centres are brought back to them.
    x = np.minimum(x0 + side * (np.arange(columns) + 0.5), x1)
    y = np.minimum(y0 + side * (np.arange(rows) + 0.5), y1)
    across, up = np.meshgrid(x, y)
    centres = np.column_stack((across.ravel(), up.ravel()))
    distance, direction, goals = field._values(centres)
    shape = (rows, columns)
    return FieldRaster(
        x, y, distance.reshape(shape), direction.reshape(*shape, 2), goals.reshape(shape)
    )
