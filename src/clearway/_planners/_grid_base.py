"""The base class of planners on a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._cells import Cells, as_cell, as_cells
from .._errors import InvalidInput
from .._grid_path import GridPath, GridPaths
from .._lengths import as_radii
from .._one_version import in_one_version
from .._path import Path, Paths
from .._progress import Show, as_show, working
from .._snapping import as_snap, free_cells, mark
from ._base import Planner, _pairs
from ._threads import threads_for

if TYPE_CHECKING:
    from .._grid import Grid


class GridPlanner(Planner, core=""):
    """An algorithm that searches a grid: `cw.JPS(grid).find_path((x, y), (x, y))`.

    It stays valid when cells change; the grid keeps the data that it prepares.
    """

    _on = _core.Grid
    _path = GridPath
    world: Grid  # type: ignore[assignment]

    @property
    def grid(self) -> Grid:
        """The grid that it searches."""
        return self.world

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        **options: Any,
    ) -> Path:
        """As `Grid.find_path`.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> cw.JPS(grid).find_path((0, 1), (2, 1)).cells.tolist()
        [[0, 1], [0, 2], [1, 2], [2, 2], [2, 1]]
        """
        if snap is not None:
            return self._find_snapped(start, goal, radius, snap, options)
        if self._has_only_batches():
            return self.find_paths([start], [goal], radius, 1, **options)[0]
        self._points_only(radius, 1)
        a, b = self._end(start, "start"), self._end(goal, "goal")
        answers = self._search(a, b, 1, options)
        ends = self.world._centres(np.concatenate((a, b)))
        return GridPath(self.world, answers, 0, ends[0], ends[1], 0.0, self.name)

    def _find_snapped(
        self, start: Any, goal: Any, radius: Any, snap: Any, options: dict[str, Any]
    ) -> Path:
        most = as_snap(snap)
        ends = np.concatenate((self._end(start, "start"), self._end(goal, "goal")))

        def find() -> Path:
            free, moved = free_cells(self.world, ends, most)
            path = self._checked_path(self.find_path(free[0], free[1], radius, **options))
            return mark(path, *moved)

        return in_one_version(self.world, find)

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        threads: int | None = None,
        *,
        snap: float | None = None,
        progress: Show = None,
        **options: Any,
    ) -> Paths:
        """As `Grid.find_paths`.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> cw.JPS(grid).find_paths([(0, 1), (0, 0)], (2, 1)).length.round(3).tolist()
        [4.0, 3.0]
        """
        g = self.world
        a, b = _pairs(
            *as_cells(starts, "starts", g.width, g.height),
            *as_cells(goals, "goals", g.width, g.height),
        )
        self._points_only(radius, len(a))
        count, show = threads_for(threads, len(a)), as_show(progress)
        if snap is None:
            return self._between(a, b, count, options, show)
        most = as_snap(snap)

        def find() -> Paths:
            (p, from_a), (q, from_b) = (free_cells(g, cells, most) for cells in (a, b))
            moved = np.column_stack((from_a, from_b))
            return self._between(p, q, count, options, show, moved)

        return in_one_version(g, find)

    def _between(
        self,
        a: Cells,
        b: Cells,
        threads: int,
        options: dict[str, Any],
        show: Show,
        moved: Any = None,
    ) -> Paths:
        """A path for each row of cells."""
        g, radii = self.world, np.zeros(len(a))
        if self._own_find_path and not self._own_find_paths:
            answers = self._answers_row_by_row(a, b, radii, options, show)
        else:

            def run(rows: slice) -> Any:
                return self._search(a[rows], b[rows], threads, options)

            answers = self._run_all(run, len(a), threads, show)
        ends = g._centres(a), g._centres(b)
        return GridPaths(g, answers, *ends, radii, self.name, snapped=moved)

    def explored(  # type: ignore[override]
        self, start: Any, goal: Any, **options: Any
    ) -> Cells:
        """The cells that a search from start to goal expands, in order, N x 2.

        If the planner searches an abstract graph first, its nodes come first, each as the cell
        that it represents.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> cw.Dijkstra(grid).explored((0, 1), (2, 1)).shape
        (7, 2)
        """
        a, b = self._end(start, "start"), self._end(goal, "goal")
        return self.world._core.explored(self._searching().name, a, b, self._all(options))

    def prepare(self, *, progress: Show = None) -> int:
        """Prepares the data that the planner keeps in the grid, or repairs them after changes.

        Queries do so automatically. Returns the bytes kept, 0 if none. `progress`: True shows the
        elapsed time.

        >>> import clearway as cw
        >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
        >>> cw.JPS(grid).prepare()
        0
        """
        with working(f"preparing {self.name}", as_show(progress)):
            return self.world._core.prepare(self._searching().name, self._all({}))

    def _prepare_all(self, threads: int, show: Show) -> None:
        if self._info is not None:
            self.prepare(progress=show is True)

    def _all(self, options: dict[str, Any]) -> dict[str, Any]:
        return {**self._parameters(), **self._checked(options)}

    def _parameters(self) -> dict[str, Any]:
        """The parameters of the planner, besides the grid."""
        return {}

    def _search(self, a: Cells, b: Cells, threads: int, options: dict[str, Any]) -> Any:
        name = self._searching().name
        return self.world._core.find_paths(name, a, b, threads, self._all(options))

    def _end(self, value: Any, name: str) -> Cells:
        return as_cell(value, name, self.world.width, self.world.height)

    def _points_only(self, radius: Any, count: int) -> None:
        radii = as_radii(radius, count)
        if radii.any():
            i = int(np.argmax(radii > 0))
            raise InvalidInput(
                f"radius {float(radii[i])!r}: planners on a Grid take radius 0 only; "
                "its to_world() takes any",
                i,
                float(radii[i]),
            )
