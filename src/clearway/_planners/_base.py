"""The base class of planners on a world."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from .._arguments import is_row
from .._deprecation import renamed
from .._errors import InvalidInput, shown
from .._input import Floats, as_one_or_many, as_point, as_radii, as_radius, plain_tuple
from .._path import Path, Paths
from ._options import CHECKS, OLD_NAMES

if TYPE_CHECKING:
    from .._world import World

_QUERIES_PER_THREAD = 32  # below this a thread costs more than it saves


class Planner:
    """An algorithm that searches a world: `cw.Channel(world).find_path(a, b)`.

    `name` is what `planner=` takes; `summary` describes it in one line. A planner stays valid when
    the world changes. A query takes the options listed in `options`; others raise `InvalidInput`.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[frozenset[str]] = frozenset()
    _takes_discs: ClassVar[bool] = False
    _on: ClassVar[type] = _core.World
    _asks_core: ClassVar[bool] = False  # without preparation, for every radius

    def __init_subclass__(cls) -> None:
        own = cls._ask is not Planner._ask or cls.find_path is not Planner.find_path
        cls._asks_core = cls._takes_discs and not own

    def __init__(self, world: World) -> None:
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

    def find_path(self, start: Any, goal: Any, radius: float = 0.0, **options: Any) -> Path:
        """As `World.find_path`."""
        path = self._find_fast(self.world, start, goal, radius, options)
        if path is not None:
            return path
        r = as_radius(radius)
        a, b = as_point(start, "start"), as_point(goal, "goal")
        answers = self._ask(a, b, np.array([r]), 1, self._checked(options))
        return Path(self.world, answers, 0, a[0], b[0], r, self.name)

    @classmethod
    def _find_fast(
        cls, world: World, start: Any, goal: Any, radius: Any, options: dict[str, Any]
    ) -> Path | None:
        """The path between two tuples of numbers, by the shortest route to the core; else None."""
        if not cls._asks_core:
            return None
        if type(start) is not tuple:
            start = plain_tuple(start)
        if type(goal) is not tuple:
            goal = plain_tuple(goal)
        if options:
            options = cls._checked(options)
        answers = world._core.find_path(cls.name, start, goal, radius, options)
        if answers is None:
            return None
        return Path(world, answers, 0, start, goal, float(radius), cls.name)

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        threads: int | None = None,
        **options: Any,
    ) -> Paths:
        """As `World.find_paths`."""
        a, one_start = as_one_or_many(starts, "starts", empty=True)
        b, one_goal = as_one_or_many(goals, "goals", empty=True)
        if one_start and one_goal and is_row(radius):
            a = np.repeat(a, len(radius), axis=0)
        a, b = _pairs(a, one_start and len(a) == 1, b, one_goal)
        radii = as_radii(radius, len(a))
        answers = self._ask(a, b, radii, _threads(threads, len(a)), self._checked(options))
        return Paths(self.world, answers, a, b, radii, self.name)

    @classmethod
    def _checked(
        cls, options: dict[str, Any], allowed: frozenset[str] | None = None
    ) -> dict[str, Any]:
        """The options of a query: each known to the planner, of its type and in its range."""
        if not options:
            return options
        allowed = cls.options if allowed is None else allowed
        options = renamed(options, {o: n for o, n in OLD_NAMES.items() if n in allowed})
        for name in options:
            if name not in allowed:
                known = ", ".join(sorted(allowed)) or "none"
                raise InvalidInput(
                    f"planner {cls.name!r} has no option {name!r}; it has: {known}", value=name
                )
        return {name: CHECKS[name](value) for name, value in options.items()}

    def _ask(
        self, starts: Floats, goals: Floats, radii: Floats, threads: int, options: dict[str, Any]
    ) -> Any:
        if radii.any() and not self._takes_discs:
            from . import WORLD_PLANNERS

            i = int(np.argmax(radii > 0))
            able = ", ".join(n for n, c in sorted(WORLD_PLANNERS.items()) if c._takes_discs)
            raise InvalidInput(
                f"radius {float(radii[i])!r}: planner {self.name!r} takes radius 0 only;"
                f" these take a radius: {able}",
                i,
                float(radii[i]),
            )
        return self.world._core.find_paths(self.name, starts, goals, radii, threads, options)

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


def _threads(threads: int | None, queries: int) -> int:
    if threads is None:
        return max(1, min(_processors(), queries // _QUERIES_PER_THREAD))
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise InvalidInput(
            f"threads is {shown(threads)}: a positive integer or None", value=threads
        )
    return min(int(threads), 256)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
