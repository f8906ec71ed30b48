"""Distances: the part of `World` that measures shortest paths to many goals."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ._chunks import parts
from ._core import World as CoreWorld
from ._field import Field
from ._geometry import Ints
from ._goals import Part, Place, Places, are_places, as_place, as_places, point_places
from ._input import Floats, as_one_or_many
from ._lengths import as_radius
from ._path import Path, Paths
from ._planners import planner_class
from ._progress import Show, as_show, working
from ._segments import paid
from ._snapping import as_snap, mark
from ._types import GoalsLike, Pair, Pairs, PointLike, PointsLike


class Distances:
    """Lengths of shortest paths, the nearest goal, fields; many threads may call them.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld

    def distances(
        self,
        start: PointLike | PointsLike,
        goals: GoalsLike,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        progress: Show = None,
    ) -> Floats:
        """Lengths of the shortest paths from one start to N x 2 goals, up to rounding.

        With links: what they cost. With one-way doors: those of `find_path`.

        Infinity if there is no path: the goal or the start is blocked for a disc of this radius,
        or they are not connected. One search handles all goals if a sample of them shows that
        this is cheaper. S x 2 starts give S x N lengths. `snap` as in `find_path`, `progress` as
        in `find_paths`, counted in starts.

        Goals may be places, as for `find_path`: a list of N of them, or one geometry.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.distances((1, 1), [(3, 1), (9, 1), (5, 5)]).tolist()
        [2.0, 8.0, inf]
        >>> world.distances((1, 1), [[(3, 0), (3, 9)], [(0, 9), (9, 9)]]).tolist()
        [2.0, 8.0]
        """
        starts, single = as_one_or_many(start, "start")
        r, most = as_radius(radius), None if snap is None else as_snap(snap)
        if are_places(goals):
            lengths = self._lengths_to(starts, as_places(goals), r, most, as_show(progress))
            return lengths[0] if single else lengths
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        lengths = self._lengths(starts, ends, r, most, as_show(progress))
        return lengths if single else lengths.reshape(len(starts), len(ends))

    def field(self, goals: Any, radius: float = 0.0, *, progress: Show = None) -> Field:
        """The distance from everywhere to the nearest of the goals, for a disc of this radius.

        Goals as in `find_path`: a point, a line (N x 2 points), an area, anything with
        `__geo_interface__`, or a list of several. Several points: `[[(1, 1)], [(9, 9)]]` or a
        MultiPoint. One search spreads from all goals; it costs about as much as `distances` to
        hundreds of points. A query of the field then costs about a microsecond for points and a
        few for discs (docs/how-to/fields.md). `progress`: True shows the triangles reached and the
        elapsed time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> field = world.field([(9, 0), (9, 10)], radius=0.5)
        >>> field.distance([(7, 5), (3, 1)]).round(3).tolist()
        [2.0, 6.0]
        >>> field.direction((7, 5)).round(6).tolist()
        [1.0, 0.0]
        """
        place, r = as_place(goals, "goals"), as_radius(radius)
        return Field(self, place, r, as_show(progress))  # type: ignore[arg-type]

    def _lengths(
        self, starts: Floats, ends: Floats, radius: float, snap: float | None, show: Show
    ) -> Floats:
        version, find = self._core.version, self._core.distances
        if show:
            rows = parts(len(starts), 1, show, "distances")
            lengths = [find(starts[some], ends, radius, snap).ravel() for some in rows]
            if version == self._core.version:
                return np.concatenate([np.empty(0), *lengths])
        return find(starts, ends, radius, snap)

    def _lengths_to(
        self, starts: Floats, goals: list[Place], radius: float, snap: float | None, show: Show
    ) -> Floats:
        places, count = Places(goals), len(goals)

        def find(some: Floats) -> tuple[int, Floats]:
            of = np.tile(np.arange(count), len(some))
            a, radii = np.repeat(some, count, axis=0), np.full(len(of), radius)
            answers = self._core.find_place_paths(a, places.core, of, radii, 1, {}, snap)
            costs = np.array(answers.length)
            if self._core.has_ways:
                starts = answers.segment_starts.tolist()
                costs += [paid(answers.segments[i:j]) for i, j in pairwise(starts)]
            return answers.version, costs.reshape(len(some), count)

        if show and len(starts):
            found = [find(starts[some]) for some in parts(len(starts), 1, show, "distances")]
            if len({version for version, _ in found}) == 1:
                return np.concatenate([lengths for _, lengths in found])
        return find(starts)[1]

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_nearest(
            self,
            start: Pair,
            goals: Any,
            radius: float = 0.0,
            *,
            snap: float | None = None,
            progress: Show = None,
        ) -> tuple[int | None, Path]: ...
        @overload
        def find_nearest(
            self,
            start: Pairs,
            goals: Any,
            radius: float = 0.0,
            *,
            snap: float | None = None,
            progress: Show = None,
        ) -> tuple[Ints, Paths]: ...
        @overload
        def find_nearest(
            self,
            start: Any,
            goals: Any,
            radius: float = 0.0,
            *,
            snap: float | None = None,
            progress: Show = None,
        ) -> tuple[Any, Any]: ...

    def find_nearest(
        self,
        start: Any,
        goals: Any,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        progress: Show = None,
    ) -> tuple[Any, Any]:
        """The goal with the shortest path among N x 2 goals, and that path.

        Returns (row of the goal, path). If no goal can be reached: (None, path), with status
        START_BLOCKED or NO_PATH and a goal of NaN. S x 2 starts give an array of rows, -1 if
        there is none, and `Paths`. `snap` as in `find_path`, `progress` as in `find_paths`, counted
        in starts.

        Goals may be places, as for `find_path`: a list of N of them, or one geometry, whose parts
        are the goals.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> row, path = world.find_nearest((1, 1), [(9, 1), (3, 1)])
        >>> row, path.length
        (1, 2.0)
        >>> exits = [[(0, 4), (0, 6)], [(10, 4), (10, 6)]]
        >>> rows, paths = world.find_nearest([(1, 5), (8, 5)], exits)
        >>> rows.tolist(), paths.length.tolist()
        ([0, 1], [1.0, 2.0])
        """
        starts, single = as_one_or_many(start, "start")
        r, show = as_radius(radius), as_show(progress)
        if are_places(goals):
            return self._nearest_of(starts, single, _as_one_place(goals), r, snap, False, show)
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        if not single:
            return self._nearest_of(starts, single, _as_one_place(ends), r, snap, True, show)
        most = None if snap is None else as_snap(snap)
        with working("find_nearest", show):
            nearest, answers = self._core.find_nearest(starts, ends, r, most)
        start_moved, moved = False, np.zeros(len(ends), dtype=bool)
        if answers.snapped is not None:
            starts, ends, (start_moved,), moved = answers.snapped
        found = nearest >= 0
        goal = ends[nearest] if found else np.full(2, np.nan)
        path = Path(self, answers, 0, starts[0], goal, r, "optimal")  # type: ignore[arg-type]
        path._goal_index = nearest
        mark(path, start_moved, found and moved[nearest])
        return (nearest if found else None), path

    def _nearest_of(
        self,
        starts: Floats,
        single: bool,
        place: Place,
        r: float,
        snap: Any,
        snap_places: bool,
        show: Show,
    ) -> tuple[Any, Any]:
        """The nearest part of a place, and the path to it, for each start.

        `snap_places`: whether `snap` moves the parts, which are points.
        """
        planner = planner_class("optimal")._cached_for(self)  # type: ignore[arg-type]
        paths = planner._to_places(starts, [place], r, None, {}, snap, snap_places, show)
        if not single:
            return paths.goal_index, paths
        return paths[0].goal_index, paths[0]


def _as_one_place(goals: Any) -> Place:
    """All goals as one place, numbered by their rows."""
    if not isinstance(goals, list | tuple | np.ndarray):
        return as_place(goals, "goals")
    if are_places(goals):
        several = as_places(goals)
    else:
        several = point_places(as_one_or_many(goals, "goals", empty=True)[0])
    return [Part(part.chains, i) for i, place in enumerate(several) for part in place]
