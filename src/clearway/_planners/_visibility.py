"""The base class of planners that search corners and prepare once per version of the world."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._input import Floats, as_point
from .._progress import Show, as_show, working
from ._threads import processors, threads_for
from ._typed import TypedPlanner

if TYPE_CHECKING:
    from .._world import World


class CornerPlanner(TypedPlanner, core=""):
    """Shortest paths from corner to corner, for points.

    Options given here are the defaults of every query.
    """

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world)
        self._given = self._checked(options, "when_made")

    def prepare(self, threads: int | None = None, *, progress: Show = None) -> dict[str, Any]:
        """Prepares the data for queries and returns its cost: `seconds`, `bytes`, sizes.

        Otherwise the first query does so. The data are kept until the world changes and are
        shared by all planners of one name on one world; `seconds` is the time of their
        construction. `progress`: True shows the corners seen and the elapsed time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> sorted(cw.VG(world).prepare())
        ['bytes', 'corners', 'edges', 'seconds']
        """
        count = processors() if threads is None else threads_for(threads, 1)
        with working(f"preparing {self.name}", as_show(progress)):
            return dict(self._prepare(count))

    def _prepare_all(self, threads: int, show: Show) -> None:
        self.prepare(threads, progress=show is True)

    @abstractmethod
    def _prepare(self, threads: int) -> dict[str, Any]: ...

    def explored_corners(self, start: Any, goal: Any, **options: Any) -> Floats:
        """The corners that a search expands, in order, N x 2 x 2.

        Each row is a line of the search tree: the predecessor of a corner, which is another corner
        or the start, and the corner. Nothing is expanded where the straight line is free, and
        where an end is blocked. Worlds with links or one-way doors are refused, as by
        `Planner.explored`, which tells the triangles of planners that search the mesh.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> cw.VG(world).explored_corners((1, 4), (9, 4))[:, 1].tolist()
        [[4.0, 2.0], [6.0, 2.0]]
        """
        a, b = as_point(start, "start"), as_point(goal, "goal")
        given = {**self._given, **self._checked(options)}
        self.prepare()
        return self.world._core.explored_corners(self._searching().name, a, b, given).reshape(
            -1, 2, 2
        )

    def _expansions(
        self, start: Any, goal: Any, radius: float, options: dict[str, Any]
    ) -> tuple[npt.NDArray[np.int32], Floats]:
        return np.empty(0, dtype=np.int32), self.explored_corners(start, goal, **options)

    def _run_queries(
        self,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        threads: int,
        options: dict[str, Any],
        snap: float | None = None,
    ) -> Any:
        if not radii.any() and len(starts):
            self.prepare()
        given = {**self._given, **options}
        return super()._run_queries(starts, goals, radii, threads, given, snap)
