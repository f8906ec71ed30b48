"""Journeys: a plan at once, its legs when they are needed (Bhathena, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ._input import Floats
from ._path import Path, Status

if TYPE_CHECKING:
    from ._core import Plan
    from ._planners.thpa import THPAStar

ROUNDING = 2.0**-40  # of the coordinates: how far a place may be off by rounding alone


class Journey:
    """A way planned over the nodes of a hierarchy, followed leg by leg.

    `status`, `length` (of the plan, an upper bound on the path pulled tight) and `subgoals`
    are known at once. `next()` gives the exact lines and arcs of the next leg; each begins
    where the one before ended, is legal, and is pulled tight beyond its subgoal, so that no
    corner is left there. When the world has changed, the rest is planned anew from where the
    journey stands; `plans` counts.
    """

    def __init__(self, planner: THPAStar, start: Floats, goal: Floats, radius: float) -> None:
        self.planner = planner
        self.start = start
        self.goal = goal
        self.radius = radius
        self.position = start
        self.legs: list[Path] = []
        self.plans = 0
        self._replan()

    def _replan(self) -> None:
        planner = self.planner
        self._level = planner._levels[planner._pick(self.radius)]
        self._plan = self._planned(self.position)
        if not self.found and self._level.radius > self.radius:
            self._level = planner._exact(self.radius)
            self._plan = self._planned(self.position)
        if self.status is Status.START_BLOCKED and self.legs:
            # Where a leg was cut, rounding may have put it nearer than the radius.
            free = planner.world.snap(self.position, self._level.radius)
            size = max(self.radius, float(np.abs(self.position).max()))
            if free is not None and np.hypot(*(free - self.position)) <= ROUNDING * size:
                self._plan = self._planned(free)
        self._leg = 0
        self.plans += 1

    def _planned(self, start: Floats) -> Plan:
        (x0, y0), (x1, y1) = start.tolist(), self.goal.tolist()
        return self._level.hierarchy.plan(x0, y0, x1, y1)

    @property
    def status(self) -> Status:
        """Of the plan as it is now."""
        return Status(self._plan.status)

    @property
    def found(self) -> bool:
        """True when the plan leads to the goal."""
        return self.status is Status.FOUND

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Of what is planned from the start of the current plan; the path is no longer."""
        return float(self._plan.length)

    @property
    def subgoals(self) -> Floats:
        """Places that the current plan goes by, N x 2."""
        return np.array(self._plan.places).reshape(-1, 2)

    @property
    def done(self) -> bool:
        """True when there is no leg to come."""
        arrived = bool(np.array_equal(self.position, self.goal))
        return not self.found or (arrived and (bool(self.legs) or self._leg > 0))

    def next(self) -> Path | None:
        """The next leg as a Path, or None when the journey is at its end or has no way on."""
        if self._plan.version != self.planner.world.version:
            self._replan()
        if self.done:
            return None
        while True:
            x, y = self.position.tolist()
            answers = self._level.hierarchy.leg(self._plan, self._leg, x, y)
            if len(answers):
                break
            self._replan()
            if not self.found:
                return None
        self._leg += 1
        rows = answers.segments
        end = self.goal if self._leg >= self._plan.legs else self.position
        if len(rows) and self._leg < self._plan.legs:
            end = np.array(rows[-1, 2:4])
        leg = Path(
            self.planner.world, answers, 0, self.position, end, self.radius, self.planner.name
        )
        self.legs.append(leg)
        self.position = end
        return leg

    def __iter__(self) -> Iterator[Path]:
        while (leg := self.next()) is not None:
            yield leg

    def __repr__(self) -> str:
        return f"<Journey {self.status.name}, {self._plan.legs} legs, {len(self.legs)} gone>"
