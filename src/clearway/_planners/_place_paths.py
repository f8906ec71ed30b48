"""Paths to places (lines, areas, several points): the part of `Planner` that finds them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from .._arguments import is_row
from .._chunks import concatenated, parts
from .._core import PlannerInfo
from .._errors import InvalidInput
from .._goals import Place, Places, point_places
from .._input import Floats, as_one_or_many
from .._lengths import as_radii
from .._one_version import in_one_version
from .._path import Path, Paths, Status, joined
from .._progress import Show
from .._snapping import as_snap, free_points
from ._deadline import Deadline
from ._options import WORLD
from ._threads import QUERIES_PER_THREAD, threads_for

if TYPE_CHECKING:
    from .._world import World


class _Query(NamedTuple):
    """Starts, their places, and what the searches need; checked."""

    starts: Floats
    goals: list[Place]
    place_of: Any  # the row of the place, for each start
    radii: Floats
    threads: int
    options: dict[str, Any]
    deadline: Deadline
    snap: float | None


class PlacePaths:
    """Paths from points to places.

    Only `Planner` derives from this class: `self` is a Planner.
    """

    world: World
    name: ClassVar[str]
    _factors: ClassVar[dict[str, float]]
    _info: ClassVar[PlannerInfo | None]
    _own_find_path: ClassVar[bool]
    _path: ClassVar[type[Path]]

    if TYPE_CHECKING:  # of `Planner`

        @classmethod
        def _checked(cls, options: dict[str, Any], use: str = ...) -> dict[str, Any]: ...
        @classmethod
        def _searching(cls) -> PlannerInfo: ...
        def _prepare_all(self, threads: int, show: Show) -> None: ...
        def find_paths(
            self,
            starts: Any,
            goals: Any,
            radius: Any = ...,
            threads: int | None = ...,
            **options: Any,
        ) -> Paths: ...

    def _to_places(
        self,
        starts: Any,
        goals: list[Place],
        radius: Any,
        threads: int | None,
        options: dict[str, Any],
        snap: Any = None,
        snap_places: bool = False,
        show: Show = None,
    ) -> Paths:
        """A path from each start to its place; one start or place stands for N equal ones.

        `snap` moves blocked starts: the path to a place ends where the disc fits. `snap_places`:
        also the parts of the only place that are points.
        """
        a, _ = as_one_or_many(starts, "starts", empty=True)
        place_of = np.arange(len(goals))
        count = max(len(a), len(goals), len(radius) if is_row(radius) else 1)
        if len(a) == 1:
            a = np.repeat(a, count, axis=0)
        if len(goals) == 1:
            place_of = np.repeat(place_of, len(a))
        if len(a) != len(place_of):
            raise InvalidInput(
                f"{len(a)} starts but {len(goals)} goals; find_nearest takes several per start",
                value=(len(a), count),
            )
        radii = as_radii(radius, len(a))
        most = None if snap is None else as_snap(snap)
        given = self._checked(options)
        used, deadline = threads_for(threads, len(a)), Deadline(given, len(a))
        query = _Query(a, goals, place_of, radii, used, given, deadline, most)
        if show and len(a):
            return self._to_places_in_parts(query, snap_places, show)
        if self._factors:
            weighted = partial(self._to_weighted_places, query)
            return weighted() if most is None else in_one_version(self.world, weighted)
        is_exact = self._info is WORLD["optimal"] and not self._own_find_path
        if is_exact and given.keys() - {"limit", "seconds", "prefer"}:
            name = next(k for k in given if k not in ("limit", "seconds", "prefer"))
            raise InvalidInput(f"option {name!r} needs a goal that is a point", value=name)
        if is_exact and "prefer" not in given:
            return self._found(query, snap_places, True)
        return in_one_version(self.world, lambda: self._found(query, snap_places, False))

    def _found(self, query: _Query, snap_places: bool, is_final: bool) -> Paths:
        """The paths; in one read of the world if those of planner "optimal" are final."""
        a, goals, place_of, radii, threads, given, deadline, most = query
        exact = {k: v for k, v in given.items() if k in ("limit", "seconds")}
        places = Places(goals)
        reach, starts_moved = radii, np.zeros(len(a), dtype=bool)
        ends_moved, has_moved = np.zeros(len(a), dtype=bool), most is not None
        if "prefer" in given:
            if most is not None:
                a, starts_moved = free_points(self.world._core, a, radii, most)
                most = None
            reach = self._reach(a, [goals[i] for i in place_of], radii, given["prefer"])
        answers = self.world._core.find_place_paths(
            a, places.core, place_of, reach, threads, exact, most, snap_places
        )
        index = places.goal_index(place_of, answers.goal_parts)
        if answers.snapped is not None:
            a, _, starts_moved, points_moved = answers.snapped
            if snap_places:
                ends_moved = (index >= 0) & np.append(points_moved, False)[index]
        moved = np.column_stack((starts_moved, ends_moved)) if has_moved else None
        ends = ends_of(answers, a)
        if not is_final:
            answers = self._to_reached_points(answers, a, ends, radii, threads, deadline.options())
        return self._paths(answers, a, ends, radii, moved, index)

    def _to_weighted_places(self, query: _Query) -> Paths:
        """Paths that cost little, with factors of areas; `snap` moves starts."""
        a, goals, place_of, radii, threads, given, _, most = query
        places, moved = Places(goals), None
        if most is not None:
            a, starts_moved = free_points(self.world._core, a, radii, most)
            moved = np.column_stack((starts_moved, np.zeros(len(a), dtype=bool)))
        answers = self.world._core.find_weighted_place_paths(
            self._searching().name, self._factors, a, places.core, place_of, radii, threads, given
        )
        index = places.goal_index(place_of, answers.goal_parts)
        return self._paths(answers, a, ends_of(answers, a), radii, moved, index)

    def _to_places_in_parts(self, query: _Query, snap_places: bool, show: Show) -> Paths:
        """As `_to_places`, part by part; all at once if an edit happened between two parts."""
        a, goals, place_of, radii, threads, _, deadline, most = query
        self._prepare_all(threads, show)

        def find(rows: slice) -> Paths:
            own = goals if len(goals) == 1 else [goals[i] for i in place_of[rows]]
            return self._to_places(
                a[rows], own, radii[rows], threads, deadline.options(rows), most, snap_places
            )

        least = QUERIES_PER_THREAD * threads
        found = [find(rows) for rows in parts(len(a), least, show, self.name)]
        if len({paths._fields[1].version for paths in found}) != 1:
            return find(slice(0, len(a)))
        fields = [paths._fields for paths in found]
        answers = concatenated([field[1] for field in fields], self._path._arrays)
        starts, ends = (np.concatenate([field[i] for field in fields]) for i in (2, 3))
        moved = None if most is None else np.concatenate([paths.snapped for paths in found])
        index = np.concatenate([paths._goal_index for paths in found])
        return self._paths(answers, starts, ends, radii, moved, index)

    def _paths(
        self, answers: Any, starts: Floats, ends: Floats, radii: Floats, moved: Any, index: Any
    ) -> Paths:
        """The answers, with the ends that `snap` moved (None: it was not given) and the goals."""
        return Paths(
            self.world, answers, starts, ends, radii, self.name, snapped=moved, goal_index=index
        )

    def _reach(self, a: Floats, places: list[Place], radii: Floats, prefer: float) -> Floats:
        """The radii of the searches for the points of places that paths lead to.

        As wide as a path to the place can be, at most `prefer`, at least the radius.
        """
        starts = Places(point_places(a))
        widest = self.world._core.max_radius_places(starts.core, Places(places).core)
        return np.fmax(radii, np.fmin(widest, prefer))

    def _to_reached_points(
        self, known: Any, a: Floats, ends: Floats, radii: Floats, threads: int, options: Any
    ) -> Any:
        """Answers for the points that planner "optimal" reaches; its own if it reaches none."""
        rows = np.flatnonzero(known.status == Status.FOUND)
        own = self.find_paths(a[rows], ends[rows], radii[rows], threads, **options)
        whole = Paths(self.world, known, a, ends, radii, self.name)
        paths = list(whole)
        for row, path in zip(rows.tolist(), own, strict=True):
            paths[row] = path
        return joined(paths, self._path._arrays)


def ends_of(answers: Any, starts: Floats) -> Floats:
    """The ends of paths, N x 2; NaN if there is no path."""
    first, last = answers.segment_starts[:-1], answers.segment_starts[1:]
    out = np.array(starts)
    has_rows = last > first
    out[has_rows] = answers.segments[last[has_rows] - 1, 2:4]
    out[answers.status != Status.FOUND] = np.nan
    return out
