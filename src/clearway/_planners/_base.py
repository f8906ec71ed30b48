"""The base class of planners on a world."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from .._arguments import is_row
from .._chunks import answers_in_parts
from .._core import PlannerInfo
from .._deprecation import renamed
from .._errors import InvalidInput, shown
from .._goals import are_places, as_place, as_places, is_place
from .._input import Floats, as_one_or_many, as_point, plain_tuple
from .._lengths import as_radii, as_radius
from .._path import Path, Paths
from .._progress import Show, as_show
from .._snapping import SnappedEnds, as_snap
from ._deadline import Deadline
from ._options import GRID, OLD_NAMES, WORLD, checked
from ._place_paths import PlacePaths
from ._snapped_search import SnappedSearch
from ._threads import QUERIES_PER_THREAD, threads_for
from ._user_search import UserSearch

if TYPE_CHECKING:
    from .._world import World

BUILT_IN: dict[str, type[Planner]] = {}  # by name, filled as the classes are defined


class Planner(PlacePaths, UserSearch, SnappedSearch):
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
    _factors: ClassVar[dict[str, float]] = {}  # of areas; `_with_factors` sets it for an instance

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
    def _cached_for(cls, world: World, show: Show = None) -> Planner:
        """The planner that `World.find_path` uses by name; one with preparation is kept.

        `show`: whether a preparation shows its progress.
        """
        return cls(world)

    @classmethod
    def _with_factors(cls, world: World, factors: dict[str, float]) -> Planner:
        """A planner for `find_paths` whose queries pay these factors of areas."""
        takes_factors = bool(cls._fast_name and WORLD[cls._fast_name].takes_factors)
        if not takes_factors or cls._own_find_path or cls._own_find_paths:
            name, factor = next(iter(factors.items()))
            able = ", ".join(info.name for info in WORLD.values() if info.takes_factors)
            raise InvalidInput(
                f"costs[{name!r}] is {factor!r}: planner {cls.name!r} takes 1 and cw.AVOID;"
                f" these take factors: {able}",
                value=factor,
            )
        planner = cls(world)
        planner.__dict__["_factors"] = factors
        return planner

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
            places = as_places(goals)
            return self._to_places(
                starts, places, radius, threads, options, snap, show=as_show(progress)
            )
        a, one_start = as_one_or_many(starts, "starts", empty=True)
        b, one_goal = as_one_or_many(goals, "goals", empty=True)
        if one_start and one_goal and is_row(radius):
            a = np.repeat(a, len(radius), axis=0)
        a, b = _pairs(a, one_start and len(a) == 1, b, one_goal)
        radii = as_radii(radius, len(a))
        count = threads_for(threads, len(a))
        most = None if snap is None else as_snap(snap)
        if self._own_find_path and not self._own_find_paths:
            return self._row_by_row(a, b, radii, most, options, as_show(progress))
        given = self._checked(options)
        ends = None if most is None else SnappedEnds(a, b)
        deadline = Deadline(given, len(a))

        def run(rows: slice) -> Any:
            own = deadline.options(rows) if progress else given
            batch = self._run_queries(a[rows], b[rows], radii[rows], count, own, most)
            if ends is not None:
                ends.note(rows, batch)
            return batch

        answers = self._run_all(run, len(a), count, as_show(progress))
        if ends is None:
            return Paths(self.world, answers, a, b, radii, self.name)
        return Paths(
            self.world, answers, ends.starts, ends.goals, radii, self.name, snapped=ends.moved
        )

    def _run_all(self, run: Callable[[slice], Any], total: int, threads: int, show: Show) -> Any:
        """Runs all rows in one call; in parts if their progress is shown."""
        if not show or not total:
            return run(slice(0, total))
        self._prepare_all(threads, show)
        least = QUERIES_PER_THREAD * threads
        return answers_in_parts(run, total, least, show, self.name, self._path._arrays)

    def _prepare_all(self, threads: int, show: Show) -> None:
        """Prepares the data for all queries, with its own progress."""

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

    def explored(
        self, start: Any, goal: Any, radius: float = 0.0, **options: Any
    ) -> npt.NDArray[np.int32]:
        """The triangles that a search expands, in order: rows of `World.mesh()`.

        A triangle may be expanded several times. Planners "optimal", "channel", "ta*" and "tra*"
        report them; of "tra*" these are the triangles of the abstraction's nodes alone. If the
        straight line is the answer and nothing is searched: the triangles that it crosses. The
        other planners search corners or nodes: `explored_corners` of "vg", "vgo", "bsp*" and
        "labels", `explored_nodes` of "thpa*". `cw.render` draws all of them (`explored=True`).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> rows = cw.Optimal(world).explored((1, 5), (9, 5), radius=0.5)
        >>> len(rows) > 0 and rows.max() < len(world.mesh().triangles)
        True
        """
        a, b = as_point(start, "start"), as_point(goal, "goal")
        name, given = self._searching().name, self._checked(options)
        return self.world._core.explored(name, a, b, as_radius(radius), given)

    def _expansions(
        self, start: Any, goal: Any, radius: float, options: dict[str, Any]
    ) -> tuple[npt.NDArray[np.int32], Floats]:
        """What a search expands: triangles, and lines of its search tree, N x 2 x 2."""
        return self.explored(start, goal, radius, **options), np.empty((0, 2, 2))

    def _run_queries(
        self,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        threads: int,
        options: dict[str, Any],
        snap: float | None = None,
    ) -> Any:
        # Reading `_info` costs as much as a short search.
        name = self._fast_name or self._searching().name
        if self._factors:
            return self.world._core.find_weighted_paths(
                name, self._factors, starts, goals, radii, threads, options, snap
            )
        return self.world._core.find_paths(name, starts, goals, radii, threads, options, snap)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.world!r})"


def _pairs(a: Any, one_start: bool, b: Any, one_goal: bool) -> tuple[Any, Any]:
    """As many starts as goals: a single point stands for N equal ones."""
    if one_start and not one_goal:
        a = np.repeat(a, len(b), axis=0)
    elif one_goal and not one_start:
        b = np.repeat(b, len(a), axis=0)
    if len(a) != len(b):
        raise InvalidInput(
            f"{len(a)} starts but {len(b)} goals; find_nearest takes several per start",
            value=(len(a), len(b)),
        )
    return a, b
