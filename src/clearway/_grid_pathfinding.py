"""Paths on grids: the part of `Grid` that searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np

from ._cells import as_cell, as_cells
from ._core import Grid as CoreGrid
from ._grid_field import GridField
from ._input import Floats
from ._path import Path, Paths
from ._planners import Planner, planner_class
from ._planners._option_types import GridOptions, JPSOptions
from ._progress import Show
from ._types import CellLike, CellsLike


class GridPathfinding:
    """`find_path` and related searches on a grid.

    Only `Grid` derives from this class: `self` is a Grid.
    """

    _core: CoreGrid

    if TYPE_CHECKING:  # of `Grid`

        @property
        def width(self) -> int: ...
        @property
        def height(self) -> int: ...
        @property
        def shape(self) -> tuple[int, int]: ...
        def is_free(self, cells: Any) -> Any: ...

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_path(
            self,
            start: CellLike,
            goal: CellLike,
            radius: float = 0.0,
            planner: Literal["jps"] = "jps",
            *,
            snap: float | None = None,
            **options: Unpack[JPSOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: CellLike,
            goal: CellLike,
            radius: float = 0.0,
            *,
            planner: str,
            snap: float | None = None,
            **options: Unpack[GridOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: CellLike,
            goal: CellLike,
            radius: float = 0.0,
            *,
            planner: type[Planner],
            snap: float | None = None,
            **options: Any,
        ) -> Path: ...

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        planner: str | type[Planner] = "jps",
        *,
        snap: float | None = None,
        **options: Any,
    ) -> Path:
        """A path between two cells: always a `Path`, whose `status` is the result of the search.

        A blocked end is a status; a cell outside the grid raises `InvalidInput`. `radius` must be
        0: block the cells near obstacles instead, or use `to_world()`. `snap`: moves a blocked end
        to the nearest free cell, if its centre is at most this far away; see `path.snapped`.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.find_path((0, 1), (2, 1)).length
        4.0
        >>> grid.find_path((1, 1), (2, 1), snap=1.0).snapped.start.tolist()
        [1.5, 0.5]
        """
        if snap is not None:
            return self._planner(planner)._find_snapped(start, goal, radius, snap, options)
        known = self._planner(planner)
        return known._checked_path(known.find_path(start, goal, radius, **options))

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_paths(
            self,
            starts: CellLike | CellsLike,
            goals: CellLike | CellsLike,
            radius: float = 0.0,
            planner: Literal["jps"] = "jps",
            threads: int | None = None,
            *,
            snap: float | None = None,
            progress: Show = None,
            **options: Unpack[JPSOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: CellLike | CellsLike,
            goals: CellLike | CellsLike,
            radius: float = 0.0,
            *,
            planner: str,
            threads: int | None = None,
            snap: float | None = None,
            progress: Show = None,
            **options: Unpack[GridOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: CellLike | CellsLike,
            goals: CellLike | CellsLike,
            radius: float = 0.0,
            *,
            planner: type[Planner],
            threads: int | None = None,
            snap: float | None = None,
            progress: Show = None,
            **options: Any,
        ) -> Paths: ...

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        planner: str | type[Planner] = "jps",
        threads: int | None = None,
        *,
        snap: float | None = None,
        progress: Show = None,
        **options: Any,
    ) -> Paths:
        """A path for each row of N x 2 starts and goals; one cell stands for N equal ones.

        The answers do not depend on `threads`; None uses as many as pay off. `snap` as in
        `find_path`; `Paths.snapped` marks the ends that were moved. `progress`: True for a bar on
        standard error, or a callable (done, total).

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.find_paths([(0, 1), (0, 0)], (2, 1), planner="a*").length.round(3).tolist()
        [4.0, 3.0]
        """
        known = self._planner(planner)
        if snap is not None:
            options["snap"] = known._snap_of_batch(snap)
        if progress is not None:
            options |= known._progress_of_batch(progress)
        return known.find_paths(starts, goals, radius, threads, **options)

    def distances(self, start: CellLike, goals: CellLike | CellsLike | None = None) -> Any:
        """Lengths of the shortest paths from one cell: to all cells, or to N x 2 goals.

        Without goals an array like `blocked`, `distances[y, x]`; with one goal a number. Infinity
        where there is no path. A blocked start reaches nothing. One search serves all goals.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> grid.distances((0, 0)).tolist()
        [[0.0, 1.0, 2.0], [1.0, inf, 3.0], [2.0, 3.0, 4.0]]
        >>> grid.distances((0, 0), (2, 1))
        3.0
        """
        source = as_cell(start, "start", self.width, self.height)
        out = self._core.distances(source) if self.is_free(source)[0] else self._nowhere()
        if goals is None:
            return out
        ends, single = as_cells(goals, "goals", self.width, self.height)
        lengths = out[ends[:, 1], ends[:, 0]]
        return float(lengths[0]) if single else lengths

    def _nowhere(self) -> Floats:
        return np.full(self.shape, np.inf)

    def field(self, goals: CellLike | CellsLike) -> GridField:
        """The way from every cell to the nearest of one or more goals; blocked goals are left out.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> field = grid.field([(0, 0), (2, 2)])
        >>> field.distance((0, 2)), field.next_cell((1, 2)).tolist()
        (2.0, [2, 2])
        """
        ends, _ = as_cells(goals, "goals", self.width, self.height)
        free = ends[self.is_free(ends)]
        lengths = self._core.distances(free) if len(free) else self._nowhere()
        return GridField(self, lengths)  # type: ignore[arg-type]

    def _planner(self, planner: str | type[Planner]) -> Planner:
        return planner_class(planner, "Grid")(self)  # type: ignore[arg-type]
