"""Heat maps: the distance of every point from one source or the nearest of several."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._cells import cells_along
from .._errors import InvalidInput
from .._field import Field
from .._grid_field import GridField
from .._input import Floats, as_one_or_many
from .._lengths import as_radius
from .._mesh import Mesh
from .._regions import outlines
from .._tracing import trace
from .._world import World
from . import palette as p
from .shapes import Area, Shape

_CELLS = 400  # along the longer side
_CELLS_OF_SMALL = 160  # the same in small pictures
# From near to far; each is a tenth of the longest distance.
COLOURS = (
    "#fff7d6", "#ffe9a8", "#ffd67e", "#ffbe63", "#ff9f5a",
    "#f57f5b", "#e06060", "#c24a6a", "#9a3b70", "#6d306d",
)  # fmt: skip


class HeatMap(NamedTuple):
    """The shapes of a heat map, and the distance where its colours end."""

    shapes: list[Shape]
    longest: float


def heat_map(world: World, mesh: Mesh, sources: Any, radius: float) -> HeatMap:
    """Cells coloured by the length of the shortest path to the nearest source, for their centres.

    Cells that a disc of this radius cannot reach have no colour. Blocked areas are drawn over the
    cells. Builds a field.
    """
    points, _ = as_one_or_many(sources, "distances")
    if not len(points):
        raise InvalidInput("distances is empty: at least one point is needed", value=sources)
    field = world.field([[p] for p in points.tolist()], as_radius(radius))
    drawn = _drawn(field, mesh)
    if len(drawn.shapes) == 1:
        raise InvalidInput("distances: no cell can be reached from these points", value=sources)
    return drawn


def small_field_shapes(field: Field, mesh: Mesh) -> list[Shape]:
    """Cells coloured by the field at their centres, and blocked areas over them.

    Only the latter if no cell can reach a goal.
    """
    return _drawn(field, mesh, _CELLS_OF_SMALL).shapes


def _drawn(field: Field, mesh: Mesh, cells: int = _CELLS) -> HeatMap:
    world = field.world
    centres, shape, side = _cells(world, cells)
    lengths = field.distance(centres).reshape(shape)
    bands = _bands(lengths, np.array(world.bounds[:2]), side)
    longest = float(lengths[np.isfinite(lengths)].max(initial=0.0))
    return HeatMap([*bands, blocked_area(world, mesh)], longest)


def grid_field_shapes(field: GridField) -> list[Shape]:
    """Cells coloured by their distances, and blocked cells."""
    grid = field._grid
    origin = np.array(grid.bounds[:2])
    return [
        *_bands(field.distances, origin, grid.cell),
        *_coloured(grid.blocked, origin, grid.cell, p.SOLID),
    ]


def _bands(lengths: Floats, origin: Floats, side: float) -> list[Shape]:
    """Cells by rows, in the colours of their lengths; none where that is infinite."""
    reached = np.isfinite(lengths)
    if not reached.any():
        return []
    longest = lengths[reached].max() or 1.0
    share = np.where(reached, lengths, 0.0) / longest
    band = np.minimum((share * len(COLOURS)).astype(int), len(COLOURS) - 1)
    return [
        shape
        for number, colour in enumerate(COLOURS)
        for shape in _coloured(reached & (band == number), origin, side, colour)
    ]


def _coloured(
    cells: npt.NDArray[np.bool_], origin: Floats, side: float, colour: str
) -> list[Shape]:
    rings = [origin + side * ring for rings in trace(cells).polygons for ring in rings]
    return [Area(rings, colour)] if rings else []


def _cells(world: World, cells: int) -> tuple[Floats, tuple[int, int], float]:
    """Centres, row by row; rows and columns; the side of a cell, so many along the longer side."""
    x0, y0, x1, y1 = world.bounds
    side = max(x1 - x0, y1 - y0) / cells
    columns, rows = cells_along(x1 - x0, side), cells_along(y1 - y0, side)
    x = x0 + side * (np.arange(columns) + 0.5)
    y = y0 + side * (np.arange(rows) + 0.5)
    across, up = np.meshgrid(x, y)
    centres = np.column_stack((across.ravel(), up.ravel()))
    # The last cells may reach beyond the bounds; only their part inside counts.
    return np.minimum(centres, (x1, y1)), (rows, columns), side


def blocked_area(world: World, mesh: Mesh) -> Shape:
    """Everything that is not free, as one area: the box with the free space as holes."""
    x0, y0, x1, y1 = world.bounds
    box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return Area([box, *(ring[::-1] for ring in outlines(mesh, ~mesh.blocked))], p.SOLID)
