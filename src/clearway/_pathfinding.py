"""Paths among the obstacles: the part of `World` that searches and watches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

from ._core import World as CoreWorld
from ._goals import as_place, is_place
from ._input import as_point
from ._journey import Journey
from ._lengths import as_radius
from ._path import Path, Paths
from ._planners import Planner, planner_class
from ._planners._option_types import OptimalOptions, WorldOptions
from ._planners._signatures import show_options
from ._progress import Show, as_show
from ._types import (
    CostsLike,
    DoorsLike,
    GoalLike,
    GoalsLike,
    PointLike,
    PointsLike,
    Several,
)
from ._watch import Report, Watch, Watching

if TYPE_CHECKING:
    from ._world import World


T = TypeVar("T")


class Pathfinding:
    """`find_path` and related searches; many threads may call them at the same time.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _watching: Watching

    if TYPE_CHECKING:  # of `Featuring`

        def _seen(self, costs: Any, doors: Any) -> tuple[World, dict[str, float]]: ...

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_path(
            self,
            start: PointLike,
            goal: GoalLike,
            radius: float = 0.0,
            planner: Literal["optimal"] = "optimal",
            *,
            snap: float | None = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
            **options: Unpack[OptimalOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: PointLike,
            goal: GoalLike,
            radius: float = 0.0,
            *,
            planner: str,
            snap: float | None = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
            **options: Unpack[WorldOptions],
        ) -> Path: ...
        @overload
        def find_path(
            self,
            start: PointLike,
            goal: GoalLike,
            radius: float = 0.0,
            *,
            planner: type[Planner],
            snap: float | None = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
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
        """A path for a disc of this radius: always a `Path`, whose `status` is the result.

        `goal` is a point or a place: a line (N x 2 points), an area (a ring whose last point
        repeats the first, a polygon with holes), anything with `__geo_interface__`, or a list of
        several. The path to a place is the shortest to any point of it where the disc's centre
        can be. `Path.goal` is that point, `Path.goal_index` the index of the goal in a list.
        Planners other than "optimal" find their path to the same point.

        `snap`: moves a blocked end to the nearest point where the disc fits, if that is at most
        this far away (infinity: any distance); see `path.snapped`. The point may lie on the other
        side of a wall. Places are not moved. `options` are those of the planner
        (`Planner.options`): `limit=`, `seconds=`, `effort=`, ...

        `costs`: factors of areas by name (`add_area`); `cw.AVOID` forbids an area, as if it were
        an obstacle. With other factors, which "optimal" and "channel" take, the path is one that
        costs little: `path.cost` is at most (1 + `tolerance`) times `path.lower_bound`, for discs
        where that can be reached (docs/explanation/weighted.md). `doors`: states of doors, by
        handle or name, for this query alone: {gate: True} has the key. A name stands for all
        doors that have it; two states for one door are an error. Such a path belongs to a variant
        of the world (`variant`).

        `prefer`, an option of "optimal" and "channel": a clearance to keep where that is possible,
        from the radius to infinity, the widest way. Gaps narrower than twice that are passed
        through their middle; of all such paths it is as short as it can be
        (docs/how-to/clearance.md).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> path.status, round(path.length, 3)
        (Status.FOUND, 11.33)
        >>> world.find_path((7, 3), [(9, 0), (9, 10)], radius=0.5).goal.tolist()
        [9.0, 3.0]
        >>> mud = world.add_area([(0, 0), (10, 0), (10, 2), (0, 2)], "mud")
        >>> path = world.find_path((1, 5), (9, 5), costs={"mud": 3.0}, tolerance=0.001)
        >>> round(path.cost, 3), path.cost <= 1.001 * path.lower_bound
        (10.485, True)
        >>> wide = world.find_path((2, 5), (8, 5), radius=0.5, prefer=1.5)
        >>> round(wide.clearance, 9)  # half of the gap
        1.0
        """
        # `costs` and `doors` are not declared, only shown (`show_options`).
        if options and ("costs" in options or "doors" in options):
            costs, doors = options.pop("costs", None), options.pop("doors", None)
            if costs is not None or doors is not None:
                return self._find_seen(start, goal, radius, planner, snap, costs, doors, options)
        cls = planner_class(planner)
        if snap is not None:
            known = cls._cached_for(self)  # type: ignore[arg-type]
            return known._find_snapped(start, goal, radius, snap, options)
        found = cls._find_fast(self, start, goal, radius, options)  # type: ignore[arg-type]
        if found is not None:
            return found
        known = cls._cached_for(self)  # type: ignore[arg-type]
        return known._checked_path(known.find_path(start, goal, radius, **options))

    def _find_seen(
        self,
        start: Any,
        goal: Any,
        radius: float,
        planner: str | type[Planner],
        snap: float | None,
        costs: CostsLike,
        doors: DoorsLike,
        options: dict[str, Any],
    ) -> Path:
        """As `find_path`, with costs or doors of the query."""
        seen, weights = self._seen(costs, doors)
        if weights:
            known = planner_class(planner)._with_factors(seen, weights)
            a, r = as_point(start, "start"), as_radius(radius)
            if is_place(goal):
                path: Any = known._to_places(a, [as_place(goal)], r, 1, options, snap)[0]
            else:
                b = as_point(goal, "goal")
                path = known.find_paths(a, b, r, 1, snap=snap, **options)[0]
        else:
            options["snap"] = snap
            path = seen.find_path(start, goal, radius, planner, **options)  # type: ignore[call-overload]
        return _with_factors(path, costs)  # type: ignore[no-any-return]

    if TYPE_CHECKING:  # at run time `typing` would keep them, and this module, to the end

        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: GoalsLike,
            radius: float | Several = 0.0,
            planner: Literal["optimal"] = "optimal",
            threads: int | None = None,
            *,
            snap: float | None = None,
            progress: Show = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
            **options: Unpack[OptimalOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: GoalsLike,
            radius: float | Several = 0.0,
            *,
            planner: str,
            threads: int | None = None,
            snap: float | None = None,
            progress: Show = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
            **options: Unpack[WorldOptions],
        ) -> Paths: ...
        @overload
        def find_paths(
            self,
            starts: PointLike | PointsLike,
            goals: GoalsLike,
            radius: float | Several = 0.0,
            *,
            planner: type[Planner],
            threads: int | None = None,
            snap: float | None = None,
            progress: Show = None,
            costs: CostsLike = None,
            doors: DoorsLike = None,
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
        costs: CostsLike = None,
        doors: DoorsLike = None,
        **options: Any,
    ) -> Paths:
        """A path for each row of N x 2 starts and goals; one point stands for N equal ones.

        Goals may be places: one geometry for all starts, or a list with one for each.

        `radius` is one number or N; two points and N radii give N paths. The answers do not
        depend on `threads`; None uses as many as pay off. `seconds=` is the time of the whole call:
        each query gets an equal share of the remaining time when it begins. `snap` as in
        `find_path`; `Paths.snapped` marks the ends that were moved. `progress`: True for a bar on
        standard error, or a callable (done, total); all answers belong to one version of the
        world. `costs` and `doors` as in `find_path`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.find_paths([(1, 5), (5, 5)], (9, 5)).found.tolist()
        [True, False]
        """
        if costs is not None or doors is not None:
            seen, weights = self._seen(costs, doors)
            options |= {"snap": snap, "progress": progress}
            if weights:
                weighted = planner_class(planner)._with_factors(seen, weights)
                paths = weighted.find_paths(starts, goals, radius, threads, **options)
            else:
                paths = seen.find_paths(starts, goals, radius, planner, threads, **options)  # type: ignore[call-overload]
            return _with_factors(paths, costs)
        show = as_show(progress)
        known = planner_class(planner)._cached_for(self, show)  # type: ignore[arg-type]
        if snap is not None:
            options["snap"] = known._snap_of_batch(snap)
        if progress is not None:
            options |= known._progress_of_batch(progress)
        return known.find_paths(starts, goals, radius, threads, **options)

    def watch(self, path: Path | Journey, *, shorter: bool = False) -> Watch:
        """Watches a path or journey: `disturbed` reports it once an edit blocks it.

        `shorter`: also reports it when a removal may have opened a shorter path (a search may
        still find none). A path found before the last edit may be blocked already: it is checked
        in full, once. The watch lasts as long as the returned object. It is not saved or copied
        with the world.

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
        obstacles on both sides of it touch after an edit: they leave no gap, though the path
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


show_options(Pathfinding.find_path, costs="CostsLike", doors="DoorsLike")
show_options(Pathfinding.find_paths)


def _with_factors(paths: T, costs: Any) -> T:
    """The path or paths, with the factors of the query for `Path.cost`."""
    factors = {name: float(factor) for name, factor in (costs or {}).items()}
    if factors:
        paths._factors = factors  # type: ignore[attr-defined]
    return paths
