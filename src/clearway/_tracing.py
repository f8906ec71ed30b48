"""From cells to polygons: outlines of a mask, and the world of a grid.

Cell (x, y) is `mask[y, x]` and covers the square [x, x + 1] x [y, y + 1], times the side of a
cell, starting at the origin; rows are not flipped.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._cells import as_rows
from ._errors import InvalidInput, shown
from ._geometry import HOLE, SHELL, Batch
from ._geometry import bounds as walkable_area
from ._input import Floats, as_point, check_range
from ._lengths import as_radius, as_side
from ._progress import working
from ._world import World


class Outlines(NamedTuple):
    """Polygons with holes around the True cells of a mask.

    Cells that share a side belong to one polygon; cells that share only a corner do not, and
    their polygons touch there. Ring r is `points[ring_starts[r]:ring_starts[r + 1]]`; polygon k
    has the rings from `polygon_starts[k]` on, the outer one first and counter-clockwise (y up),
    then its holes, clockwise. Rings are not closed by a repeated point.
    """

    points: npt.NDArray[Any]
    ring_starts: npt.NDArray[np.int64]
    polygon_starts: npt.NDArray[np.int64]

    @property
    def polygons(self) -> list[list[npt.NDArray[Any]]]:
        """Each polygon as a list of rings."""
        cuts = self.ring_starts.tolist()
        rings = [self.points[a:b] for a, b in pairwise(cuts)]
        ends = self.polygon_starts.tolist()
        return [rings[a:b] for a, b in pairwise(ends)]

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {
            "type": "MultiPolygon",
            "coordinates": [
                [[*ring.tolist(), ring[0].tolist()] for ring in polygon]
                for polygon in self.polygons
            ],
        }


def trace(mask: Any, smooth: float | None = None) -> Outlines:
    """Outlines of the True cells, exactly along cell edges; points are integers.

    `smooth`: removes corners of staircases. No point of the outlines moves farther than this many
    cell sides, and the topology stays: no passage opens or closes, nothing crosses (Vinther 2015,
    chapter 5). 1 removes the staircases of straight walls at any angle.
    """
    tolerance = 0.0 if smooth is None else as_radius(smooth, "smooth")
    return Outlines(*_core.trace(as_rows(mask, "mask"), tolerance))


def grid_to_world(
    blocked: Any,
    cell: float = 1.0,
    origin: Any = (0.0, 0.0),
    smooth: float | None = None,
    max_radius: float | None = None,
) -> World:
    """The world of a grid: its bounds are those of the grid, its obstacles the blocked regions.

    `free_area` of its mesh is the number of free cells times their area. Blocked cells that meet
    at a corner leave no passage, and neither do free ones. `smooth` is a tolerance in cell sides,
    see `trace`. Handles are 0, 1, ... by first cell, row by row.
    """
    mask, side = as_rows(blocked, "blocked"), as_side(cell)
    with working("tracing"):
        outlines = trace(mask, smooth)
    return outlines_to_world(outlines, mask.shape, side, origin, max_radius)


def outlines_to_world(
    outlines: Outlines,
    shape: tuple[int, ...],
    side: float = 1.0,
    origin: Any = (0.0, 0.0),
    max_radius: float | None = None,
) -> World:
    """The world of a grid of this shape, whose outlines have been traced."""
    xs, ys = cell_lines(shape, side, origin)
    roles = np.full(len(outlines.ring_starts) - 1, HOLE, dtype=np.uint8)
    roles[outlines.polygon_starts[:-1]] = SHELL
    points = np.column_stack((xs[outlines.points[:, 0]], ys[outlines.points[:, 1]]))
    with working("building the mesh"):
        world = World._from_bounds(walkable_area((xs[0], ys[0], xs[-1], ys[-1])), max_radius)
        world._add_batch(Batch(outlines.polygon_starts, outlines.ring_starts, roles, points))
    return world


def cell_lines(shape: tuple[int, ...], side: float, origin: Any) -> tuple[Floats, Floats]:
    """The x of the lines between columns and the y of those between rows."""
    (x, y), (rows, columns) = as_point(origin, "origin")[0], shape
    lines = [x + side * np.arange(columns + 1), y + side * np.arange(rows + 1)]
    for axis in lines:
        if not (np.diff(axis) > 0).all():
            raise InvalidInput(f"cell {side!r} is too small at the origin {shown(origin)}")
    ends = np.array([[axis[0], axis[-1]] for axis in lines]).T
    check_range(np.ascontiguousarray(ends), "corners of the grid")
    return lines[0], lines[1]
