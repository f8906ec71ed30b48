"""Paths among the obstacles: the part of `World` that searches and watches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np

from ._chunks import parts
from ._core import World as CoreWorld
from ._input import Floats, as_one_or_many, as_point, as_radius
from ._journey import Journey
from ._path import Path, Paths
from ._planners import Planner, planner_class
from ._planners._option_types import OptimalOptions, WorldOptions
from ._progress import Show, as_show
from ._snapping import Mask, as_snap, free_points, mark
from ._types import PointLike, PointsLike, Several
from ._watch import Report, Watch, Watching


class Pathfinding:
    """`find_path` and its relatives; many threads may call them at once.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _watching: Watching

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_path(
            self,
            start: PointLike,
            goal: PointLike,
            radius: float = 0.0,
            planner: Literal["optimal"] = "optimal",
            *,
            snap: float | None = None,
            **options: Unpack[OptimalOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: PointLike,
            goal: PointLike,
            radius: float = 0.0,
            *,
            planner: str,
            snap: float | None = None,
            **options: Unpack[WorldOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: PointLike,
            goal: PointLike,
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
        planner: str | type[Planner] = "optimal",
        *,
        snap: float | None = None,
        **options: Any,
    ) -> Path:
        """A path for a disc of this radius: always a `Path`, whose `status` says how it ended.

        `snap`: an end that is blocked is moved to the nearest point where the disc fits, if that
        is at most this far away (infinity: however far); `path.snapped` says so. The point may lie
        on the other side of a wall. `options` are those of the planner (`Planner.options`):
        `limit=`, `effort=`, ...

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> path.status, round(path.length, 3)
        (Status.FOUND, 11.33)
        """
        cls = planner_class(planner)
        if snap is not None:
            known = cls._cached_for(self)  # type: ignore[arg-type]
            return known._find_snapped(start, goal, radius, snap, options)
        path = cls._find_fast(self, start, goal, radius, options)  # type: ignore[arg-type]
        if path is not None:
            return path
        return cls._cached_for(self).find_path(start, goal, radius, **options)  # type: ignore[arg-type]

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: PointLike | PointsLike,
            radius: float | Several = 0.0,
            planner: Literal["optimal"] = "optimal",
            threads: int | None = None,
            *,
            snap: float | None = None,
            progress: Show = None,
            **options: Unpack[OptimalOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: PointLike | PointsLike,
            radius: float | Several = 0.0,
            *,
            planner: str,
            threads: int | None = None,
            snap: float | None = None,
            progress: Show = None,
            **options: Unpack[WorldOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: PointLike | PointsLike,
            radius: float | Several = 0.0,
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
        planner: str | type[Planner] = "optimal",
        threads: int | None = None,
        *,
        snap: float | None = None,
        progress: Show = None,
        **options: Any,
    ) -> Paths:
        """A path for each row of N x 2 starts and goals; one point stands for N equal ones.

        `radius` is one number or N; two points and N radii give N paths. The answers do not
        depend on `threads`; None uses as many as pay off. `snap` as in `find_path`;
        `Paths.snapped` says which ends were moved. `progress`: True for a bar on standard error,
        or a callable (done, total); the answers stay those of one version of the world.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.find_paths([(1, 5), (5, 5)], (9, 5)).found.tolist()
        [True, False]
        """
        known = planner_class(planner)._cached_for(self)  # type: ignore[arg-type]
        if snap is not None:
            options["snap"] = known._snap_of_batch(snap)
        if progress is not None:
            options |= known._progress_of_batch(progress)
        return known.find_paths(starts, goals, radius, threads, **options)

    def watch(self, path: Path | Journey, *, shorter: bool = False) -> Watch:
        """Watches a path or journey: `disturbed` reports it once an edit blocks it.

        `shorter`: also reports it when an edit that removes something may have opened a shorter
        path (a search may still find none). A path found before the last edit may be blocked
        already: it is checked in full, once. The watch lasts as long as the returned object. It
        is not saved or copied with the world.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> watch = world.watch(path)
        """
        return self._watching.start(self, path, shorter)  # type: ignore[arg-type]

    def disturbed(self) -> list[Report]:
        """Exactly the watched paths that edits have blocked, as of now.

        A path is blocked when `Path.verify` would find an obstacle on its remaining part; only
        paths whose triangles have changed are checked. A point's path is also blocked where
        obstacles on both sides of it have come to touch: they leave no gap, though the path
        enters no obstacle and `verify` finds nothing. A path that one edit blocked and a later one
        freed is not reported and stays watched. A path reported as BLOCKED or INSIDE is no longer
        watched.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> watch = world.watch(path)
        >>> world.disturbed()
        []
        """
        return self._watching.reports(self)  # type: ignore[arg-type]

    def distances(
        self,
        start: PointLike | PointsLike,
        goals: PointLike | PointsLike,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        progress: Show = None,
    ) -> Floats:
        """Lengths of the shortest paths from one start to N x 2 goals, up to rounding.

        Infinity where there is no path: the goal or the start is blocked for a disc of this
        radius, or they are not connected. One search serves all goals where a sample of them
        shows that this is cheaper. S x 2 starts give S x N lengths. `snap` as in `find_path`,
        `progress` as in `find_paths`, by starts.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.distances((1, 1), [(3, 1), (9, 1), (5, 5)]).tolist()
        [2.0, 8.0, inf]
        """
        starts, single = as_one_or_many(start, "start")
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        r = as_radius(radius)
        if snap is not None:
            starts, ends = (self._free(points, r, snap)[0] for points in (starts, ends))
        lengths = self._lengths(starts, ends, r, as_show(progress))
        return lengths if single else lengths.reshape(len(starts), len(ends))

    def _lengths(self, starts: Floats, ends: Floats, radius: float, show: Show) -> Floats:
        version = self._core.version
        if show:
            rows = parts(len(starts), 1, show, "distances")
            lengths = [self._core.distances(starts[some], ends, radius).ravel() for some in rows]
            if version == self._core.version:
                return np.concatenate([np.empty(0), *lengths])
        return self._core.distances(starts, ends, radius)

    def find_nearest(
        self,
        start: PointLike,
        goals: PointLike | PointsLike,
        radius: float = 0.0,
        *,
        snap: float | None = None,
    ) -> tuple[int | None, Path]:
        """The one of N x 2 goals with the shortest path, and that path.

        (row of the goal, path). If no goal can be reached: (None, path), with status
        START_BLOCKED or NO_PATH and a goal of NaN. `snap` as in `find_path`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> row, path = world.find_nearest((1, 1), [(9, 1), (3, 1)])
        >>> row, path.length
        (1, 2.0)
        """
        a, r = as_point(start, "start"), as_radius(radius)
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        moved = np.zeros((2, max(1, len(ends))), dtype=bool)
        if snap is not None:
            a, moved[0, :1] = self._free(a, r, snap)
            ends, moved[1, : len(ends)] = self._free(ends, r, snap)
        nearest, answers = self._core.find_nearest(a, ends, r)
        found = nearest >= 0
        goal = ends[nearest] if found else np.full(2, np.nan)
        path = Path(self, answers, 0, a[0], goal, r, "optimal")  # type: ignore[arg-type]
        mark(path, moved[0, 0], found and moved[1, nearest])
        return (nearest if found else None), path

    def _free(self, points: Floats, radius: float, snap: Any) -> tuple[Floats, Mask]:
        return free_points(self._core, points, np.full(len(points), radius), as_snap(snap))
