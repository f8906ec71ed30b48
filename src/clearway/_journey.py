"""Journeys: a plan at once, its legs when they are needed (Bhatena, section 4.3)."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import InvalidInput, shown
from ._input import Floats, Place, as_place, as_radius
from ._path import Path, Status, for_smaller

if TYPE_CHECKING:
    from ._planners.thpa_star import THPAStar
    from ._watch import Watch

ROUNDING = 2.0**-40  # of the coordinates: how far a place may be off by rounding alone


class Journey:
    """A way planned over the nodes of a hierarchy, followed leg by leg.

    `status`, `length` (of the plan, an upper bound on the path pulled tight) and `subgoals`
    are known at once. `next()` gives the exact lines and arcs of the next leg; each begins
    where the one before ended, is legal and has a length. Legs are pieces of one path that is
    pulled tight, cut where it is settled whatever comes after: a point's at corners that it
    turns at, a disc's within lines.

    When an edit has touched what the rest of the plan stands on, that is planned anew from where
    the journey stands; `plans` counts. `World.watch` takes a journey: it looks after the legs that
    are known, in full; legs to come need no watch, being computed in the world as it is then.
    Pickled or copied, a journey keeps its legs and plans anew from its position.

    With `ahead` the next leg is computed in the background. A leg that an edit has overtaken is
    dropped and computed anew: `next()` gives the same legs either way. One journey is for one
    thread; edits may come from any.
    """

    plans = 0
    _watches: weakref.WeakSet[Watch] | None = None
    _arrived = False
    _coming: Future[tuple[Any, int | None]] | None = None
    # The world in which a plan was of no use: the next one there is exact, which has a single
    # leg, so that a journey ends whatever plans over nodes do.
    _failed: int | None = None
    _begun = False  # the start is taken as given, later places up to rounding

    def __init__(
        self, planner: THPAStar, start: Place, goal: Place, radius: float, ahead: bool = False
    ) -> None:
        self.planner = planner
        self.radius = radius
        self.legs: list[Path] = []
        self._start = self._position = start
        self._goal = goal
        self._ahead = ahead
        self._replan()

    # An array costs as much as a short search: made when it is looked at.
    @property
    def start(self) -> Floats:
        """Where the journey began, or began anew."""
        return np.array(self._start)

    @property
    def goal(self) -> Floats:
        """Where it goes."""
        return np.array(self._goal)

    @property
    def position(self) -> Floats:
        """Where the last leg ended."""
        return np.array(self._position)

    def _replan(self, exactly: bool = False) -> None:
        self._choose(exactly)
        if self._begun and self.status is Status.START_BLOCKED:
            # Where a leg was cut, rounding may have put it nearer than the radius.
            free = self.planner.world.snap(self.position, self.radius)
            size = max(self.radius, *map(abs, self._position))
            if free is not None and math.dist(free, self._position) <= ROUNDING * size:
                self._position = (float(free[0]), float(free[1]))
                self._choose(exactly)
        self._begun = True
        self._number = 0  # of the position, on the walk of the plan
        self.plans += 1
        if self._ahead:
            self._look_ahead()

    def _choose(self, exactly: bool) -> None:
        """A plan from the position, by what is prepared or by an exact search."""
        planner = self.planner
        if not exactly:
            self._level, self._taken = planner._choice(self.radius)
            self._plan = planner._planned(self._level, self._position, self._goal, self._taken)
        if exactly or (not self.found and self._taken > self.radius):
            self._level, self._taken = planner._exact(self.radius, self.radius), self.radius
            self._plan = planner._planned(self._level, self._position, self._goal, self._taken)

    def _look_ahead(self) -> None:
        """Sets the next leg going, by values that no thread changes."""
        self._coming = None
        if self.found and not self._arrived:
            leg = self._level.hierarchy.leg
            with suppress(RuntimeError):  # no thread can be started: computed when it is asked for
                self._coming = self.planner._background().submit(
                    leg, self._plan, self._number, *self._position
                )

    def _computed(self) -> tuple[Any, int | None]:
        """The next leg, empty when the plan stands no longer, and the number where it ends."""
        if self._coming is not None:
            coming, self._coming = self._coming, None
            # One that nobody has begun is done sooner here than waited for.
            answers = None if coming.cancel() else coming.result()
            if answers is not None and answers[0].version == self.planner.world._core.version:
                return answers
        return self._level.hierarchy.leg(self._plan, self._number, *self._position)

    def restart(self, place: Any) -> None:
        """The agent is here, off its legs or with its leg blocked: plans anew from this place.

        A place that is too near to something by rounding alone is moved to the nearest free
        one (`start`). The legs that were known are forgotten; watches go on from here.
        """
        self._position = as_place(place, "place")
        self.legs = []
        self._arrived = False
        self._replan()
        self._start = self._position
        self._tell(restarted=True)

    def _watched_by(self, watch: Watch) -> None:
        if self._watches is None:
            self._watches = weakref.WeakSet()
        self._watches.add(watch)

    def _tell(self, restarted: bool) -> None:
        for watch in list(self._watches or ()):
            watch._follow(restarted)

    @property
    def status(self) -> Status:
        """Of the plan as it is now."""
        return Status(self._plan.status)

    @property
    def found(self) -> bool:
        """True when the plan leads to the goal."""
        return self._plan.status == 0

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Of what is planned from the start of the current plan; the path is no longer."""
        return float(self._plan.length)

    @property
    def subgoals(self) -> Floats:
        """Places that the current plan goes by, N x 2."""
        return self._plan.places()

    @property
    def done(self) -> bool:
        """True when there is no leg to come."""
        return self._arrived or not self.found

    def next(self) -> Path | None:
        """The next leg as a Path, or None when the journey is at its end or has no way on."""
        if self._arrived:
            return None
        while True:
            if not self.found:
                if self._plan.version == self.planner.world._core.version:
                    return None
                self._replan()
                continue
            answers, number = self._computed()
            if len(answers):
                break
            self._replan(exactly=self._failed == self.planner.world._core.version)
            self._failed = self._plan.version
        self._arrived = number is None
        self._number = number or 0
        start, end = self._position, self._goal
        if not self._arrived:
            end = answers.end or start
        if self._taken > self.radius:
            answers = for_smaller(answers, True, np.array([start]), np.array([end]))
        planner = self.planner
        leg = Path(planner.world, answers, 0, start, end, self.radius, planner.name)
        self.legs.append(leg)
        self._position = end
        if self._ahead:
            self._look_ahead()
        if self._watches is not None:
            self._tell(restarted=False)
        return leg

    def __getstate__(self) -> dict[str, Any]:
        """All but the plan, which is made anew from the position; watches stay behind."""
        own = ("planner", "radius", "legs", "plans", "_start", "_position", "_goal", "_ahead")
        state = {name: self.__dict__[name] for name in (*own, "_arrived") if name in self.__dict__}
        return state | {"legs": list(self.legs)}  # a copy goes its own way

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
                self.planner, self.legs, self._ahead = planner, legs, ahead
                self._arrived = rest.get("_arrived", False) is True
            case _:
                raise InvalidInput("a pickle: not a journey", value=shown(state))
        self.radius = as_radius(radius)
        self._start, self._goal = as_place(start, "start"), as_place(goal, "goal")
        self._position, self._begun = as_place(position, "position"), True
        self._replan()
        self.plans = plans

    def __iter__(self) -> Iterator[Path]:
        while (leg := self.next()) is not None:
            yield leg

    def __repr__(self) -> str:
        by = len(self.subgoals)
        return f"<Journey {self.status.name} by {by} subgoals, {len(self.legs)} legs gone>"
