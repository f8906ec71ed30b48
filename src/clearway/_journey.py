"""Journeys: a plan whose legs are computed when they are needed (Bhatena 2014, 4.3)."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ._deprecation import keep_old_argument
from ._errors import InvalidInput, shown
from ._input import Floats, Pair, as_pair
from ._lengths import as_radius
from ._path import Path, Status

if TYPE_CHECKING:
    from ._core import Plan
    from ._planners.thpa_star import THPAStar
    from ._watch import Watch

ROUNDING = 2.0**-40  # of the coordinates: the rounding error of a position


class Route:
    """A plan with one leg: the path by links and one-way doors, which hierarchies do not know."""

    def __init__(self, path: Path) -> None:
        self.status, self.length, self.version = int(path.status), path.cost, path.version
        self.answers = path._answers

    def positions(self) -> Floats:
        """No nodes."""
        return np.empty((0, 2))


class Journey:
    """A path planned over the nodes of a hierarchy and followed leg by leg.

    `status`, `length` (of the plan, an upper bound on the taut path) and `subgoals` are available
    immediately. `next()` returns the exact lines and arcs of the next leg. Each leg begins at the
    end of the previous one, is legal and has a positive length. Legs are pieces of one taut path,
    cut where it no longer depends on later pieces: for a point at corners where it turns, for a
    disc within lines.

    When an edit has changed something that the rest of the plan uses, the journey plans again from
    its position; `plans` counts the plans. `World.watch` takes a journey and watches its known
    legs in full; later legs need no watch, because they are computed in the current world. A
    pickled or copied journey keeps its legs and plans again from its position.

    Hierarchies know neither links nor one-way doors: in a world that has them, a journey is the
    whole path of `find_path` in one leg, and `length` is what it costs.

    With `ahead` the next leg is computed in the background. A leg that an edit has made obsolete
    is dropped and computed again: `next()` returns the same legs with and without `ahead`. One
    journey belongs to one thread; any thread may edit the world.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> planner = cw.THPAStar(world, radii=0.5, clusters=2)  # doctest: +SKIP
    >>> journey = planner.begin((1, 5), (9, 5), radius=0.5)  # doctest: +SKIP
    >>> journey.next()  # doctest: +SKIP
    """

    plans = 0
    _watches: weakref.WeakSet[Watch] | None = None
    _arrived = False
    _coming: Future[tuple[Any, int | None]] | None = None
    # The world version in which a plan gave no leg. The next plan in it is exact and has a single
    # leg, so that every journey ends.
    _failed: int | None = None
    _plan: Plan | Route
    _begun = False  # the start is used as given, later positions up to rounding

    def __init__(
        self, planner: THPAStar, start: Pair, goal: Pair, radius: float, ahead: bool = False
    ) -> None:
        self.planner = planner
        self.radius = radius
        self.legs: list[Path] = []
        self._start = self._position = start
        self._goal = goal
        self._ahead = ahead
        self._replan()

    # Creating an array costs as much as a short search, so it is created on first access.
    @property
    def start(self) -> Floats:
        """The point where the journey began or was restarted."""
        return np.array(self._start)

    @property
    def goal(self) -> Floats:
        """The goal."""
        return np.array(self._goal)

    @property
    def position(self) -> Floats:
        """The end of the last leg."""
        return np.array(self._position)

    def _replan(self, exactly: bool = False) -> None:
        self._choose(exactly)
        if self._begun and self.status is Status.START_BLOCKED:
            # Rounding may have put the end of a leg nearer to an obstacle than the radius.
            free = self.planner.world.snap(self.position, self.radius)
            size = max(self.radius, *map(abs, self._position))
            if free is not None and math.dist(free, self._position) <= ROUNDING * size:
                self._position = (float(free[0]), float(free[1]))
                self._choose(exactly)
        self._begun = True
        self._index = 0  # of the position, in the channel of the plan
        self.plans += 1
        if self._ahead:
            self._look_ahead()

    def _choose(self, exactly: bool) -> None:
        """A plan from the position, by the hierarchy or by an exact search."""
        planner = self.planner
        if planner.world._core.has_ways:
            path = planner.find_path(self._position, self._goal, self.radius)
            self._plan = Route(path)
            return
        if not exactly:
            self._level, self._taken = planner._kept.choice(self.radius)
            self._plan = planner._planned(self._level, self._position, self._goal, self._taken)
        if exactly or (not self.found and self._taken > self.radius):
            self._level, self._taken = planner._kept.exact(self.radius, self.radius), self.radius
            self._plan = planner._planned(self._level, self._position, self._goal, self._taken)

    def _look_ahead(self) -> None:
        """Starts computing the next leg, from values that no thread changes."""
        self._coming = None
        if self.found and not self._arrived and not isinstance(self._plan, Route):
            leg = self._level.hierarchy.leg
            with suppress(RuntimeError):  # no thread can be started: next() computes the leg
                self._coming = self.planner._kept.background().submit(
                    leg, self._plan, self._index, *self._position, self.radius
                )

    def _computed(self) -> tuple[Any, int | None]:
        """The next leg, empty when the plan is invalid, and the index of its end."""
        if isinstance(self._plan, Route):
            is_valid = self._plan.version == self.planner.world._core.version
            return (self._plan.answers if is_valid else ()), None
        if self._coming is not None:
            coming, self._coming = self._coming, None
            # Computing a leg that no thread has begun is faster than waiting for it.
            answers = None if coming.cancel() else coming.result()
            if answers is not None and answers[0].version == self.planner.world._core.version:
                return answers
        return self._level.hierarchy.leg(self._plan, self._index, *self._position, self.radius)

    @keep_old_argument("place", "point")
    def restart(self, point: Any) -> None:
        """Plans again from this point, for an agent that left its legs or whose leg is blocked.

        A point that is too near to an obstacle by rounding alone is moved to the nearest free one
        (`start`). The known legs are discarded; watches continue from this point.

        >>> journey.restart((3, 5))  # doctest: +SKIP
        """
        self._position = as_pair(point, "point")
        self.legs = []
        self._arrived = False
        self._replan()
        self._start = self._position
        self._notify(restarted=True)

    def _watched_by(self, watch: Watch) -> None:
        if self._watches is None:
            self._watches = weakref.WeakSet()
        self._watches.add(watch)

    def _notify(self, restarted: bool) -> None:
        for watch in list(self._watches or ()):
            watch._follow(restarted)

    @property
    def status(self) -> Status:
        """The status of the current plan."""
        return Status(self._plan.status)

    @property
    def found(self) -> bool:
        """True when the plan leads to the goal."""
        return self._plan.status == 0

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Length of the current plan from its start; the path is no longer than this."""
        return float(self._plan.length)

    @property
    def subgoals(self) -> Floats:
        """The points that the current plan passes, N x 2."""
        return self._plan.positions()

    @property
    def done(self) -> bool:
        """True when no leg remains."""
        return self._arrived or not self.found

    def next(self) -> Path | None:
        """The next leg as a Path; None at the end of the journey or if there is no path.

        >>> leg = journey.next()  # doctest: +SKIP
        >>> leg.length  # doctest: +SKIP
        """
        if self._arrived:
            return None
        while True:
            if not self.found:
                if self._plan.version == self.planner.world._core.version:
                    return None
                self._replan()
                continue
            answers, index = self._computed()
            if len(answers):
                break
            self._replan(exactly=self._failed == self.planner.world._core.version)
            self._failed = self._plan.version
        self._arrived = index is None
        self._index = index or 0
        start, end = self._position, self._goal
        if not self._arrived:
            end = answers.end or start
        planner = self.planner
        leg = Path(planner.world, answers, 0, start, end, self.radius, planner.name)
        self.legs.append(leg)
        self._position = end
        if self._ahead:
            self._look_ahead()
        if self._watches is not None:
            self._notify(restarted=False)
        return leg

    def __getstate__(self) -> dict[str, Any]:
        """Everything except the plan, which is computed again, and the watches."""
        own = ("planner", "radius", "legs", "plans", "_start", "_position", "_goal", "_ahead")
        state = {name: self.__dict__[name] for name in (*own, "_arrived") if name in self.__dict__}
        return state | {"legs": list(self.legs)}  # a copy has its own list

    def __setstate__(self, state: dict[str, Any]) -> None:
        from ._planners.thpa_star import THPAStar

        match state:
            case {
                "planner": THPAStar() as planner,
                "radius": radius,
                "legs": list() as legs,
                "plans": int() as plans,
                "_start": start,
                "_position": position,
                "_goal": goal,
                "_ahead": bool() as ahead,
                **rest,
            } if all(isinstance(leg, Path) for leg in legs):
                # Legs are pickled as paths are: without their world.
                legs = [leg.in_world(planner.world) for leg in legs]
                self.planner, self.legs, self._ahead = planner, legs, ahead
                self._arrived = rest.get("_arrived", False) is True
            case _:
                raise InvalidInput("the pickle does not contain a journey", value=shown(state))
        self.radius = as_radius(radius)
        self._start, self._goal = as_pair(start, "start"), as_pair(goal, "goal")
        self._position, self._begun = as_pair(position, "position"), True
        self._replan()
        self.plans = plans

    def __iter__(self) -> Iterator[Path]:
        while (leg := self.next()) is not None:
            yield leg

    def __repr__(self) -> str:
        by = len(self.subgoals)
        return f"<Journey {self.status.name} via {by} subgoals, {len(self.legs)} legs taken>"
