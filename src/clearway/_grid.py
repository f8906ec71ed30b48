"""Grid: free and blocked cells, and paths from centre to centre."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arguments import as_truth
from ._cells import Mask, as_cells, as_mask, as_rows, span, too_large
from ._core import Grid as CoreGrid
from ._errors import InvalidInput, shown
from ._frame import Frame
from ._grid_pathfinding import GridPathfinding
from ._imports import importing
from ._input import Floats, as_point
from ._lengths import as_radius
from ._numbers import exact
from ._progress import Show, as_show, working

if TYPE_CHECKING:
    from ._world import World


class Grid(GridPathfinding, Frame):
    """Cells in rows, each free or blocked, 8-connected.

    `blocked[y, x]` is cell (x, y): True, or any number except 0, means blocked. A horizontal or
    vertical move costs 1, a diagonal move the square root of 2; a diagonal move needs both cells
    beside it free, as in the Moving AI benchmarks. With `corner_cutting` it needs one of them
    (Vinther 2015, 4.2); no move leads between two blocked cells that touch at a corner. Files of
    maps do not store the rule. Cell (x, y) covers the square from `origin + cell * (x, y)` to
    `origin + cell * (x + 1, y + 1)`; rows are not flipped.

    Queries take cells, integers (x, y); paths run through the centres of cells, in the plane, and
    lengths are in its unit.

    `g[x, y]` is True if a cell is blocked; `g[x, y] = True` and `g[x0:x1, y0:y1] = ...` change
    cells: to one value, or to an array of shape (x1 - x0, y1 - y0). The next query repairs the
    data that planners have prepared, where the change affects them.

    A grid has at most 2**28 cells and sides of at most 2**20. It takes two bits per cell, plus
    scratch memory for every querying thread (docs/how-to/grids.md). Many threads may query and
    change a grid at the same time.

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> grid.find_path((0, 1), (2, 1)).length
    4.0
    """

    def __init__(
        self,
        blocked: Any,
        cell: float = 1.0,
        origin: Any = (0.0, 0.0),
        *,
        corner_cutting: bool = False,
    ) -> None:
        mask = as_rows(blocked, "blocked")
        if fault := too_large(mask.shape[1], mask.shape[0]):
            raise InvalidInput(fault, value=mask.shape)
        side = as_radius(cell, "cell")
        if side == 0.0:
            raise InvalidInput(f"cell is {shown(cell)}: it must be positive", value=cell)
        [(x, y)] = as_point(origin, "origin").tolist()
        far = (x + side * mask.shape[1], y + side * mask.shape[0])
        as_point(far, "the far corner of the grid")
        self._begin(mask, side, (x, y), as_truth(corner_cutting, "corner_cutting"))

    def _begin(
        self, mask: Mask, cell: float, origin: tuple[float, float], corner_cutting: bool
    ) -> None:
        self._core = CoreGrid(mask.view(np.uint8), cell, *origin, corner_cutting)
        self._cell = cell
        self._origin = origin
        self._corner_cutting = corner_cutting

    # --- reading --------------------------------------------------------------

    @property
    def width(self) -> int:
        """Cells in a row."""
        return self._core.width

    @property
    def height(self) -> int:
        """Rows."""
        return self._core.height

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width), the shape of `blocked`."""
        return self.height, self.width

    @property
    def cell(self) -> float:
        """Side of a cell."""
        return self._cell

    @property
    def origin(self) -> tuple[float, float]:
        """The corner of cell (0, 0) with the least x and y."""
        return self._origin

    @property
    def corner_cutting(self) -> bool:
        """Whether a diagonal move needs only one of the cells beside it free."""
        return self._corner_cutting

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(x0, y0, x1, y1) in the plane."""
        x, y = self._origin
        return x, y, x + self._cell * self.width, y + self._cell * self.height

    @property
    def blocked(self) -> Mask:
        """A copy of the cells, `blocked[y, x]`."""
        return self._core.blocked(0, 0, self.width, self.height)

    @property
    def version(self) -> int:
        """A number that grows with every change."""
        return int(self._core.version)

    @property
    def stats(self) -> dict[str, int]:
        """Counts: cells, free_cells, bytes."""
        return dict(self._core.stats())

    def centres(self, cells: Any) -> Floats:
        """Centres in the plane: (x, y) for one cell, N x 2 for N cells.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.centres((2, 1)).tolist()
        [2.5, 1.5]
        """
        array, single = as_cells(cells, "cells", self.width, self.height)
        out = self._centres(array)
        return out[0] if single else out

    def _centres(self, cells: Any) -> Floats:
        out: Floats = np.asarray(self._origin) + self._cell * (cells + 0.5)
        return out

    def is_free(self, cells: Any) -> Any:
        """Whether cells are free: a bool for one cell, an array for N x 2.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.is_free([(0, 0), (1, 1)]).tolist()
        [True, False]
        """
        array, single = as_cells(cells, "cells", self.width, self.height)
        if single:
            x, y = array[0].tolist()
            return not self[x, y]
        return ~self.blocked[array[:, 1], array[:, 0]]

    def __getitem__(self, key: Any) -> Any:
        x0, x1, one_x, y0, y1, one_y = self._box(key)
        cells = self._core.blocked(x0, y0, x1, y1).T
        if one_x and one_y:
            return bool(cells[0, 0])
        return cells[0] if one_x else cells[:, 0] if one_y else cells

    def __setitem__(self, key: Any, blocked: Any) -> None:
        x0, x1, one_x, y0, y1, one_y = self._box(key)
        values = as_mask(blocked)
        shape = (() if one_x else (x1 - x0,)) + (() if one_y else (y1 - y0,))
        if values.ndim and values.shape != shape:
            raise InvalidInput(
                f"the values have shape {values.shape}, the cells {shape}", value=values.shape
            )
        box = np.broadcast_to(values, shape).reshape(x1 - x0, y1 - y0)
        rows = np.ascontiguousarray(box.T)
        self._core.assign(x0, y0, rows.view(np.uint8))

    def _box(self, key: Any) -> tuple[int, int, bool, int, int, bool]:
        if not isinstance(key, tuple) or len(key) != 2:
            raise InvalidInput(f"{shown(key)}: cells are [x, y] or [x0:x1, y0:y1]", value=key)
        return *span(key[0], self.width, "x"), *span(key[1], self.height, "y")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (
            (self._cell, self._origin, self.shape) == (other._cell, other._origin, other.shape)
            and self._corner_cutting == other._corner_cutting
        ) and bool((self.blocked == other.blocked).all())

    __hash__ = None  # type: ignore[assignment]  # a grid changes

    def __repr__(self) -> str:
        free = self.stats["free_cells"] / (self.width * self.height)
        scale = "" if self._cell == 1.0 else f" of {exact(self._cell)}"
        x, y = map(exact, self._origin)
        place = "" if self._origin == (0.0, 0.0) else f" from ({x}, {y})"
        return f"<Grid {self.width} x {self.height}{scale}{place}: {100 * free:.3g} % free>"

    # --- conversion, files, pickles -------------------------------------------

    def to_world(self, smooth: float | None = None, *, progress: Show = None) -> World:
        """The polygons of the free cells as a `World`, traced exactly along cell edges.

        `smooth`: removes staircases within this many cell sides; no passage opens or closes.
        `progress`: True shows the phase and the elapsed time.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.to_world()
        <World (0, 0, 3, 3): 1 obstacle>
        """
        with importing():
            from ._tracing import grid_to_world

        with working("tracing", as_show(progress)):
            world = grid_to_world(self.blocked, self._cell, self._origin, smooth)
        world._in_frame_of(self)
        return world

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
        """Writes the grid to a file; the suffix decides the format unless it is named.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> file = Path(tempfile.mkdtemp()) / "room.map"
        >>> grid.save(file)
        >>> cw.load(file) == grid
        True
        """
        with importing():
            from .formats import save

        save(self, path, format)

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the grid with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> axes = grid.plot()  # doctest: +SKIP
        """
        with importing():
            from .render import plot_world

        return plot_world(self, ax, **what)

    def _repr_svg_(self) -> str | None:
        with importing():
            from .render.notebook import world_svg

        return world_svg(self)

    def copy(self) -> Grid:
        """Another grid with the same cells.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.copy() == grid
        True
        """
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        own = ("_core", "_cell", "_origin", "_corner_cutting")
        return {
            "blocked": np.packbits(self.blocked),
            "shape": self.shape,
            "cell": self._cell,
            "origin": self._origin,
            "corner_cutting": self._corner_cutting,
            "attributes": {k: v for k, v in self.__dict__.items() if k not in own},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["attributes"])
        height, width = state["shape"]
        bits = np.unpackbits(state["blocked"], count=height * width)
        mask = bits.reshape(height, width).view(bool)
        rule = bool(state.get("corner_cutting", False))
        self._begin(mask, state["cell"], state["origin"], rule)
