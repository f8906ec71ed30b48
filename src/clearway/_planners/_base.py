"""The base class of planners on a world."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from .._arguments import is_row
from .._chunks import answers_in_parts
from .._core import PlannerInfo
from .._deprecation import renamed
from .._errors import InvalidInput, shown
from .._goals import Place, Places, are_places, as_place, as_places, is_place, point_places
from .._input import Floats, as_one_or_many, as_point, as_points, as_radii, as_radius, plain_tuple
from .._path import Path, Paths, Status, joined, through
from .._progress import Progress, Show, as_show
from .._snapping import as_snap, free_points, mark
from ._options import GRID, OLD_NAMES, WORLD, checked

if TYPE_CHECKING:
    from .._world import World

_QUERIES_PER_THREAD = 32  # below this a thread costs more than it saves
_MOST_THREADS = 256

BUILT_IN: dict[str, type[Planner]] = {}  # by name, filled as the classes are defined


class Planner:
    """An algorithm that searches a world.

    `name` is the name for `planner=`; `summary` describes the planner in one line.

    A planner belongs to a world: `cw.Channel(world).find_path(a, b)`. It stays valid when the
    world changes. A query takes the options listed in `options`; others raise `InvalidInput`.

    Your own planner is a subclass with a `find_path(self, start, goal, radius=0.0, **options)`
    that returns a `Path`: one of another planner, or `self.path_through(points)`. The class works
    wherever `planner=` does; `find_paths` calls it row by row, unless the class has its own. A
    subclass of another planner (`class Mine(cw.Optimal)`) inherits its search and its options.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> class Straight(cw.Planner):
    ...     name = "straight"
    ...     def find_path(self, start, goal, radius=0.0, **options):
    ...         return self.path_through([start, goal], radius)
    >>> world.find_path((1, 1), (9, 9), planner=Straight).points.tolist()
    [[1.0, 1.0], [9.0, 9.0]]
    """

    name: ClassVar[str]
    summary: ClassVar[str] = ""
    options: ClassVar[frozenset[str]] = frozenset()
    _info: ClassVar[PlannerInfo | None] = None  # of the core's planner that answers
    _on: ClassVar[type] = _core.World
    _path: ClassVar[type[Path]] = Path  # the type of its paths
    # The name of the core's planner, if it answers without preparation for every radius; else
    # empty. (Reading `_info` costs as much as a short search.)
    _fast_name: ClassVar[str] = ""
    # Whether a user has overridden these methods of a planner of the core.
    _own_find_path: ClassVar[bool] = False
    _own_find_paths: ClassVar[bool] = False

    def __init_subclass__(cls, core: str | None = None, **rest: Any) -> None:
        """`core`: the core's planner that answers, "" in a base of several; users leave it out."""
        super().__init_subclass__(**rest)
        if core == "":
            return
        if core is not None:
            BUILT_IN[core] = cls
            info = cls._info = (WORLD if cls._on is _core.World else GRID)[core]
            cls.name, cls.summary = info.name, info.summary
            cls.options = frozenset(o.name for o in info.options if o.when_finding)
            is_plain = (
                cls._run_queries is Planner._run_queries and cls.find_path is Planner.find_path
            )
            cls._fast_name = info.name if info.takes_discs and is_plain else ""
            return
        cls._own_find_path = cls._own_find_path or "find_path" in cls.__dict__
        cls._own_find_paths = cls._own_find_paths or "find_paths" in cls.__dict__
        if cls._own_find_path:
            cls._fast_name = ""

    @classmethod
    def _has_only_batches(cls) -> bool:
        return cls._info is None and cls._own_find_paths and not cls._own_find_path

    @classmethod
    def _check_usable(cls) -> None:
        """Refuses a class that cannot answer."""
        if cls._info is None and not (cls._own_find_path or cls._own_find_paths):
            raise InvalidInput(
                f"planner {cls.__name__} has no search: write find_path(self, start, goal,"
                " radius=0.0, **options), which returns a Path, or derive it from a planner that"
                " has one, such as cw.Optimal",
                value=cls,
            )
        if not isinstance(getattr(cls, "name", None), str):
            raise InvalidInput(f'planner {cls.__name__} has no name: write name = "..."', value=cls)

    def __init__(self, world: World) -> None:
        self._check_usable()
        if not isinstance(getattr(world, "_core", None), self._on):
            raise InvalidInput(
                f"planner {self.name!r} searches a {self._on.__name__}, not {shown(world)}",
                value=world,
            )
        self.world = world

    @classmethod
    def _cached_for(cls, world: World) -> Planner:
        """The planner that `World.find_path` uses by name; one with preparation is kept."""
        return cls(world)

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        **options: Any,
    ) -> Path:
        """Like `World.find_path`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> cw.Optimal(world).find_path((1, 5), (9, 5), radius=0.5).found
        True
        """
        if snap is not None:
            return self._find_snapped(start, goal, radius, snap, options)
        if self._has_only_batches():
            return self.find_paths([start], [goal], radius, 1, **options)[0]
        path = self._find_fast(self.world, start, goal, radius, options)
        if path is not None:
            return path
        if is_place(goal):
            return self._to_places(start, [as_place(goal)], radius, 1, options)[0]
        r = as_radius(radius)
        a, b = as_point(start, "start"), as_point(goal, "goal")
        answers = self._run_queries(a, b, np.array([r]), 1, self._checked(options))
        return Path(self.world, answers, 0, a[0], b[0], r, self.name)

    def _find_snapped(
        self, start: Any, goal: Any, radius: Any, snap: Any, options: dict[str, Any]
    ) -> Path:
        """The path between the free points next to the ends; places are not moved."""
        if is_place(goal):
            return self._to_places(start, [as_place(goal)], radius, 1, options, snap)[0]
        most, r = as_snap(snap), as_radius(radius)
        ends = np.concatenate((as_point(start, "start"), as_point(goal, "goal")))
        ends, moved = free_points(self.world._core, ends, np.full(2, r), most)
        path = self.find_path(ends[0], ends[1], r, **options)
        return mark(self._checked_path(path), *moved)

    def _snap_of_batch(self, snap: Any) -> Any:
        """`snap`, for a `find_paths` that accepts it."""
        if self._own_find_paths:
            raise InvalidInput(
                f"snap: planner {self.name!r} has its own find_paths, which may not accept it; move"
                " the ends first, with world.snap",
                value=snap,
            )
        return snap

    def _progress_of_batch(self, progress: Any) -> dict[str, Any]:
        """`progress`, for a `find_paths` that accepts it; others show none."""
        show = as_show(progress)
        return {} if self._own_find_paths else {"progress": show}

    @classmethod
    def _find_fast(
        cls, world: World, start: Any, goal: Any, radius: Any, options: dict[str, Any]
    ) -> Path | None:
        """The path between two tuples of numbers, with the least overhead; None for other input."""
        if not cls._fast_name:
            return None
        if type(start) is not tuple:
            start = plain_tuple(start)
        if type(goal) is not tuple:
            goal = plain_tuple(goal)
        if type(radius) is not float and isinstance(radius, np.number):
            radius = radius.item()
        if options:
            options = cls._checked(options)
        answers = world._core.find_path(cls._fast_name, start, goal, radius, options)
        if answers is None:
            return None
        return Path(world, answers, 0, start, goal, float(radius), cls.name)

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
        """Like `World.find_paths`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> cw.Optimal(world).find_paths([(1, 5), (2, 5)], (9, 5)).found.tolist()
        [True, True]
        """
        if are_places(goals):
            return self._to_places(starts, as_places(goals), radius, threads, options, snap)
        a, one_start = as_one_or_many(starts, "starts", empty=True)
        b, one_goal = as_one_or_many(goals, "goals", empty=True)
        if one_start and one_goal and is_row(radius):
            a = np.repeat(a, len(radius), axis=0)
        a, b = _pairs(a, one_start and len(a) == 1, b, one_goal)
        radii = as_radii(radius, len(a))
        count = threads_for(threads, len(a))
        moved = None
        if snap is not None:
            most, core = as_snap(snap), self.world._core
            (a, from_a), (b, from_b) = (free_points(core, p, radii, most) for p in (a, b))
            moved = np.column_stack((from_a, from_b))
        if self._own_find_path and not self._own_find_paths:
            answers: Any = self._row_by_row(a, b, radii, options, as_show(progress))
        elif progress is None:
            answers = self._run_queries(a, b, radii, count, self._checked(options))
        else:
            given, show = self._checked(options), as_show(progress)

            def run(rows: slice) -> Any:
                return self._run_queries(a[rows], b[rows], radii[rows], count, given)

            answers = self._run_all(run, len(a), count, show)
        return Paths(self.world, answers, a, b, radii, self.name, snapped=moved)

    def _run_all(self, run: Callable[[slice], Any], total: int, threads: int, show: Show) -> Any:
        """Runs all rows in one call; in parts if their progress is shown."""
        if not show or not total:
            return run(slice(0, total))
        self._prepare_all(threads, show)
        least = _QUERIES_PER_THREAD * threads
        return answers_in_parts(run, total, least, show, self.name, self._path._arrays)

    def _prepare_all(self, threads: int, show: Show) -> None:
        """Prepares the data for all queries, with its own progress."""

    def _to_places(
        self,
        starts: Any,
        goals: list[Place],
        radius: Any,
        threads: int | None,
        options: dict[str, Any],
        snap: Any = None,
    ) -> Paths:
        """A path from each start to its place; one start or place stands for N equal ones.

        `snap` moves blocked starts: the path to a place ends where the disc fits.
        """
        a, _ = as_one_or_many(starts, "starts", empty=True)
        place_of = np.arange(len(goals))
        count = max(len(a), len(goals), len(radius) if is_row(radius) else 1)
        if len(a) == 1:
            a = np.repeat(a, count, axis=0)
        if len(goals) == 1:
            place_of = np.repeat(place_of, len(a))
        if len(a) != len(place_of):
            raise InvalidInput(f"{len(a)} starts but {len(goals)} goals", value=(len(a), count))
        radii = as_radii(radius, len(a))
        moved = None
        if snap is not None:
            a, starts_moved = free_points(self.world._core, a, radii, as_snap(snap))
            moved = np.column_stack((starts_moved, np.zeros(len(a), dtype=bool)))
        given = self._checked(options)
        exact = {k: v for k, v in given.items() if k in ("limit", "seconds")}
        is_exact = self._info is BUILT_IN["optimal"]._info and not self._own_find_path
        if is_exact and given.keys() - exact.keys() - {"prefer"}:
            name = next(k for k in given if k not in exact and k != "prefer")
            raise InvalidInput(f"option {name!r} needs a goal that is a point", value=name)
        places, used = Places(goals), threads_for(threads, len(a))
        is_final = is_exact and "prefer" not in given
        reach = radii
        if "prefer" in given:
            reach = self._reach(a, [goals[i] for i in place_of], radii, given["prefer"])
        answers = self.world._core.find_place_paths(
            a, places.core, place_of, reach, used, exact if is_final else {}
        )
        index = places.goal_index(place_of, answers.goal_parts)
        ends = ends_of(answers, a)
        if not is_final:
            answers = self._to_reached_points(answers, a, ends, radii, used, options)
        return Paths(
            self.world, answers, a, ends, radii, self.name, snapped=moved, goal_index=index
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

    def _row_by_row(
        self, a: Any, b: Any, radii: Floats, options: dict[str, Any], show: Show
    ) -> Any:
        """Answers by a `find_path` that a user has written."""
        paths = []
        with Progress(show, len(a), self.name) as bar:
            for p, q, r in zip(a, b, radii.tolist(), strict=True):
                paths.append(self.find_path(p, q, r, **options))
                bar(len(paths))
        for i, path in enumerate(paths):
            self._checked_path(path, i)
        return joined(paths, self._path._arrays)

    def _checked_path(self, path: Any, index: int | None = None) -> Path:
        """What a `find_path` returned, which a user may have written."""
        if not isinstance(path, Path) or path._arrays is not self._path._arrays:
            raise InvalidInput(
                f"find_path of planner {self.name!r} returned {shown(path)}, not a Path"
                f" of a {self._on.__name__}",
                index,
                path,
            )
        return path

    def path_through(self, points: Any, radius: float = 0.0) -> Path:
        """A path along the polyline through N x 2 points, found by this planner.

        The path is not checked: use `Path.verify`. One point gives a path of length 0; no points
        give a path that was not found.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> cw.Optimal(world).path_through([(1, 1), (5, 5), (9, 1)]).verify()["free"]
        True
        """
        line, r = as_points(points, "points"), as_radius(radius)
        ends = line[[0, -1]] if len(line) else np.full((2, 2), np.nan)
        answers = through(line, self.world.version, self._path._arrays)
        return self._path(self.world, answers, 0, ends[0], ends[1], r, self.name)

    @classmethod
    def _checked(cls, options: dict[str, Any], use: str = "when_finding") -> dict[str, Any]:
        """The options of a query: each known to the planner, of its type and in its range."""
        if not options:
            return options
        info = cls._searching()
        known = {o.name: o for o in info.options if getattr(o, use)}
        options = renamed(options, {old: new for old, new in OLD_NAMES.items() if new in known})
        for name in options:
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise InvalidInput(
                    f"planner {cls.name!r} has no option {name!r}; it has: {names}", value=name
                )
        return {name: checked(known[name], value) for name, value in options.items()}

    @classmethod
    def _searching(cls) -> PlannerInfo:
        """The core's planner that answers."""
        if cls._info is None:
            raise InvalidInput(
                f"planner {cls.name!r} inherits no search: derive it from a planner of"
                " Clearway, such as cw.Optimal",
                value=cls.name,
            )
        return cls._info

    def _run_queries(
        self, starts: Floats, goals: Floats, radii: Floats, threads: int, options: dict[str, Any]
    ) -> Any:
        # Reading `_info` costs as much as a short search.
        name = self._fast_name or self._searching().name
        return self.world._core.find_paths(name, starts, goals, radii, threads, options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.world!r})"


def _pairs(a: Any, one_start: bool, b: Any, one_goal: bool) -> tuple[Any, Any]:
    """As many starts as goals: a single point stands for N equal ones."""
    if one_start and not one_goal:
        a = np.repeat(a, len(b), axis=0)
    elif one_goal and not one_start:
        b = np.repeat(b, len(a), axis=0)
    if len(a) != len(b):
        raise InvalidInput(f"{len(a)} starts but {len(b)} goals", value=(len(a), len(b)))
    return a, b


def ends_of(answers: Any, starts: Floats) -> Floats:
    """The ends of paths, N x 2; NaN if there is no path."""
    first, last = answers.segment_starts[:-1], answers.segment_starts[1:]
    out = np.array(starts)
    has_rows = last > first
    out[has_rows] = answers.segments[last[has_rows] - 1, 2:4]
    out[answers.status != Status.FOUND] = np.nan
    return out


def threads_for(threads: int | None, queries: int, per_thread: int = _QUERIES_PER_THREAD) -> int:
    """How many threads serve so many queries; None: as many as pay off."""
    if threads is None:
        return max(1, min(_processors(), queries // per_thread))
    if type(threads) is int and 1 <= threads <= _MOST_THREADS:
        return threads
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise InvalidInput(
            f"threads is {shown(threads)}: a positive integer or None", value=threads
        )
    return min(int(threads), _MOST_THREADS)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
