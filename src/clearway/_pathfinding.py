"""Paths among the obstacles: the part of `World` that searches and watches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ._core import World as CoreWorld
from ._geometry import Ints
from ._goals import Part, Place, Places, are_places, as_place, as_places, point_places
from ._input import Floats, as_one_or_many, as_radius
from ._journey import Journey
from ._path import Path, Paths
from ._planners import Planner, planner_class
from ._types import Pair, Pairs
from ._watch import Report, Watch, Watching


class Pathfinding:
    """`find_path` and its relatives; many threads may call them at once.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _watching: Watching

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        planner: str | type[Planner] = "optimal",
        **options: Any,
    ) -> Path:
        """A path for a disc of this radius: always a `Path`, whose `status` says how it ended.

        `goal` is a point or a place: a line (N x 2 points), an area (a ring whose last point
        repeats the first, a polygon with holes), anything with `__geo_interface__`, or a list of
        several. The path to a place is the shortest to any point of it where the disc's centre
        can be: `Path.goal`, and `Path.goal_index` of several. Other planners than "optimal" find
        their path to the same point.

        >>> import clearway as cw
        >>> world = cw.World((0, 0, 10, 10))
        >>> world.find_path((2, 3), [(9, 0), (9, 10)], radius=0.5).goal.tolist()
        [9.0, 3.0]

        `options` are those of the planner (`Planner.options`): `limit=`, `seconds=`, `effort=`, ...
        """
        cls = planner_class(planner)
        path = cls._find_fast(self, start, goal, radius, options)  # type: ignore[arg-type]
        if path is not None:
            return path
        return cls._cached_for(self).find_path(start, goal, radius, **options)  # type: ignore[arg-type]

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        planner: str | type[Planner] = "optimal",
        threads: int | None = None,
        **options: Any,
    ) -> Paths:
        """A path for each row of N x 2 starts and goals; one point stands for N equal ones.

        Goals may be places: one geometry for all starts, or a list with one for each.

        `radius` is one number or N; two points and N radii give N paths. The answers do not
        depend on `threads`; None uses as many as pay off. `seconds=` is the time of the whole call:
        each query has an equal share of what is left when it begins.
        """
        return (
            planner_class(planner)
            ._cached_for(self)  # type: ignore[arg-type]
            .find_paths(starts, goals, radius, threads, **options)
        )

    def watch(self, path: Path | Journey, *, shorter: bool = False) -> Watch:
        """Watches a path or journey: `disturbed` reports it once an edit blocks it.

        `shorter`: also reports it when an edit that removes something may have opened a shorter
        path (a search may still find none). A path found before the last edit may be blocked
        already: it is checked in full, once. The watch lasts as long as the returned object. It
        is not saved or copied with the world.
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
        """
        return self._watching.reports(self)  # type: ignore[arg-type]

    def distances(self, start: Any, goals: Any, radius: float = 0.0) -> Floats:
        """Lengths of the shortest paths from one start to N x 2 goals, up to rounding.

        Infinity where there is no path: the goal or the start is blocked for a disc of this
        radius, or they are not connected. One search serves all goals where a sample of them
        shows that this is cheaper. S x 2 starts give S x N lengths.

        Goals may be places, as for `find_path`: a list of N of them, or one geometry.

        >>> import clearway as cw
        >>> room = [(6, 6), (9, 6), (9, 9), (6, 9), (6, 6)]
        >>> cw.World((0, 0, 10, 10)).distances((2, 7), [room, [(0, 0), (0, 9)]])
        array([4., 2.])
        """
        starts, single = as_one_or_many(start, "start")
        r = as_radius(radius)
        if are_places(goals):
            lengths = self._lengths_to(starts, as_places(goals), r)
            return lengths[0] if single else lengths
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        lengths = self._core.distances(starts, ends, r)
        return lengths if single else lengths.reshape(len(starts), len(ends))

    def _lengths_to(self, starts: Floats, goals: list[Place], radius: float) -> Floats:
        places, shape = Places(goals), (len(starts), len(goals))
        of = np.tile(np.arange(len(goals)), len(starts))
        a, radii = np.repeat(starts, len(goals), axis=0), np.full(len(of), radius)
        answers = self._core.find_place_paths(a, places.core, of, radii, 1, {})
        return np.array(answers.length).reshape(shape)

    if TYPE_CHECKING:  # typing keeps overloads, and with them this module, beyond the end

        @overload
        def find_nearest(
            self, start: Pair, goals: Any, radius: float = 0.0
        ) -> tuple[int | None, Path]: ...
        @overload
        def find_nearest(
            self, start: Pairs, goals: Any, radius: float = 0.0
        ) -> tuple[Ints, Paths]: ...
        @overload
        def find_nearest(self, start: Any, goals: Any, radius: float = 0.0) -> tuple[Any, Any]: ...

    def find_nearest(self, start: Any, goals: Any, radius: float = 0.0) -> tuple[Any, Any]:
        """The one of N x 2 goals with the shortest path, and that path.

        (row of the goal, path). If no goal can be reached: (None, path), with status
        START_BLOCKED or NO_PATH and a goal of NaN. S x 2 starts give an array of rows, -1 where
        there is none, and `Paths`.

        Goals may be places, as for `find_path`: a list of N of them, or one geometry, whose parts
        are the goals.

        >>> import clearway as cw
        >>> exits = [[(0, 4), (0, 6)], [(10, 4), (10, 6)]]
        >>> rows, paths = cw.World((0, 0, 10, 10)).find_nearest([(1, 5), (8, 5)], exits)
        >>> rows.tolist(), paths.length.tolist()
        ([0, 1], [1.0, 2.0])
        """
        starts, single = as_one_or_many(start, "start")
        r = as_radius(radius)
        if single and not are_places(goals):
            ends, _ = as_one_or_many(goals, "goals", empty=True)
            nearest, answers = self._core.find_nearest(starts, ends, r)
            found = nearest >= 0
            goal = ends[nearest] if found else np.full(2, np.nan)
            path = Path(self, answers, 0, starts[0], goal, r, "optimal")  # type: ignore[arg-type]
            path._goal_index = nearest
            return (nearest if found else None), path
        planner = planner_class("optimal")._cached_for(self)  # type: ignore[arg-type]
        paths = planner._to_places(starts, [_one_of(goals)], r, None, {})
        if not single:
            return paths.goal_index, paths
        return paths[0].goal_index, paths[0]


def _one_of(goals: Any) -> Place:
    """All goals as one place, numbered by their rows."""
    if not isinstance(goals, list | tuple | np.ndarray):
        return as_place(goals, "goals")
    if are_places(goals):
        several = as_places(goals)
    else:
        several = point_places(as_one_or_many(goals, "goals", empty=True)[0])
    return [Part(part.chains, i) for i, place in enumerate(several) for part in place]
