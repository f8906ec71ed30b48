"""Fields over a grid: how far every cell is from the nearest goal, and where to go next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._cells import Cells, as_cell, as_cells
from ._imports import importing
from ._input import Floats
from ._path import Path

if TYPE_CHECKING:
    from ._grid import Grid

_MOVES = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
_COSTS = np.hypot(*_MOVES.T)


class GridField:
    """Lengths of the shortest paths from all cells of a grid to their nearest goals.

    `distances[y, x]` is infinite where no path leads to a goal. A field belongs to the grid as it
    was: changes of cells do not reach it.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> grid.field((2, 1)).path((0, 1)).length
    4.0
    """

    def __init__(self, grid: Grid, distances: Floats) -> None:
        self.distances = distances
        self._grid = grid.copy()

    def distance(self, cells: Any) -> Any:
        """The length from a cell to its nearest goal; an array for N x 2 cells.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.field((2, 1)).distance([(0, 1), (1, 1)]).tolist()
        [4.0, inf]
        """
        array, single = as_cells(cells, "cells", self._grid.width, self._grid.height)
        out = self.distances[array[:, 1], array[:, 0]]
        return float(out[0]) if single else out

    def next_cell(self, cells: Any) -> Cells:
        """The next cell on a shortest path, N x 2 for N cells; the cell itself at its goal.

        Where no path leads to a goal, the cell itself.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.field((2, 1)).next_cell([(2, 0), (2, 1)]).tolist()
        [[2, 1], [2, 1]]
        """
        array, single = as_cells(cells, "cells", self._grid.width, self._grid.height)
        out = np.array([self._next(int(x), int(y)) for x, y in array]).reshape(-1, 2)
        return out[0] if single else out

    def path(self, cell: Any) -> Path:
        """A shortest path from a cell to its nearest goal, as a polyline through cell centres.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.field((2, 2)).path((0, 0)).points.tolist()
        [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5], [2.5, 1.5], [2.5, 2.5]]
        """
        x, y = as_cell(cell, "cell", self._grid.width, self._grid.height).ravel().tolist()
        cells = [(x, y)] if np.isfinite(self.distances[y, x]) else []
        while cells and self.distances[cells[-1][1], cells[-1][0]] > 0:
            cells.append(self._next(*cells[-1]))
        centres = self._grid._centres(np.array(cells)) if cells else np.empty((0, 2))
        return self._grid._planner("dijkstra").path_through(centres)

    def _next(self, x: int, y: int) -> tuple[int, int]:
        here = self.distances[y, x]
        if not 0 < here < np.inf:
            return x, y
        best, out = np.inf, (x, y)
        for (dx, dy), cost in zip(_MOVES.tolist(), _COSTS.tolist(), strict=True):
            if self._may_step(x, y, dx, dy):
                way = self.distances[y + dy, x + dx] + self._grid.cell * cost
                if way < best:
                    best, out = way, (x + dx, y + dy)
        return out

    def _may_step(self, x: int, y: int, dx: int, dy: int) -> bool:
        """As the core decides: free cells have a distance, or belong to no goal."""
        if not self._is_reached(x + dx, y + dy):
            return False
        if not (dx and dy):
            return True
        sides = self._is_reached(x + dx, y), self._is_reached(x, y + dy)
        return any(sides) if self._grid.corner_cutting else all(sides)

    def _is_reached(self, x: int, y: int) -> bool:
        height, width = self.distances.shape
        return 0 <= x < width and 0 <= y < height and bool(self.distances[y, x] < np.inf)

    def _repr_svg_(self) -> str | None:
        with importing():
            from .render.notebook import grid_field_svg

        return grid_field_svg(self)

    def __repr__(self) -> str:
        return f"<GridField {self._grid.width} x {self._grid.height}>"
