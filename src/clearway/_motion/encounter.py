"""Moving obstacles on an agent's way: go on, wait, slow down or go round (Demyen 2007, 10.2.1)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._avoid import Avoidance, Encounter
from .._errors import InvalidInput
from .._input import Floats
from .._lengths import as_positive
from .._path import Status
from .mover import Mover, rows_of
from .roadmap import PLACES, Ellipse, Roadmap, cell_for
from .timed_path import TimedPath

if TYPE_CHECKING:
    from .._path import Path

EFFORT = 20_000  # states expanded by the search for a way round
SLOWEST = 0.5  # of the speed: an agent that would be slower stops instead
HALVINGS = 12  # in search of the largest lower speed
SOONER = 0.01  # of the time: another way must save more
RING = 12  # places around a mover where an agent may pass it


def meet(path: Path, movers: list[Mover], speed: Any) -> Avoidance:
    """How to react to movers, at this speed, from the time 0 at the start of the path."""
    v = as_positive(speed, "speed")
    world = path._of_world("avoid")
    if path.links:
        raise InvalidInput("a path that takes links cannot avoid movers", value=path)
    return _Meeting(world, path, movers, v).decide()


class _Meeting:
    """One query: the agent, its path, and the movers as reservations."""

    def __init__(self, world: Any, path: Path, movers: list[Mover], speed: float) -> None:
        self.world, self.path, self.movers, self.speed = world, path, movers, speed
        self.moving = _core.Reservations(cell_for(world, path.radius))
        for mover in movers:
            rows = rows_of(mover, world.bounds, path.radius)
            if len(rows):
                self.moving.add(rows, mover.radius)
        # The rows of a path without length: the agent is where it wants to be.
        self.walk = _core.walk(np.ascontiguousarray(path._rows), speed, 0.0)

    def decide(self) -> Avoidance:
        path = self.path
        if not len(self.walk):
            is_met = math.isinf(self._wait())
            return _STUCK if is_met else self._answer(Encounter.CLEAR, self.walk)
        met = self.moving.first_conflict(self.walk, path.radius)
        if met is None:
            return self._answer(Encounter.CLEAR, self.walk)
        wait = self._wait()
        latest = wait + float(self.walk[-1, 1])
        round_ = self._round(met[0], latest)
        if round_ is not None:
            return round_
        if math.isinf(wait):
            return _STUCK
        slow = self._slowed(wait)
        if slow is not None:
            return slow
        x, y = path.start.tolist()
        stop = np.array([[0.0, wait, x, y, x, y, 0.0, 0.0, 0.0, 0.0]])
        rows = np.concatenate((stop, self._shifted(wait)))
        return self._answer(Encounter.WAIT, rows, wait=wait)

    def _wait(self) -> float:
        """How long the agent must wait where it is; infinity if that does not help."""
        x, y = self.path.start.tolist()
        radius = self.path.radius
        here = self.moving.blocked_times(x, y, radius)
        if len(here) and here[0, 0] < 0 < here[0, 1]:
            return math.inf
        safe = float(here[0, 0]) if len(here) else math.inf  # until then
        wait = 0.0
        for begin, end in self.moving.blocked_departures(self.walk, radius, 0.0, safe).tolist():
            if begin < wait < end:
                wait = end
        return wait if wait <= safe else math.inf

    def _slowed(self, wait: float) -> Avoidance | None:
        """Slower at first, then at full speed, arriving no later than one that waits.

        In the plane of time and distance walked, an agent that waits follows a line of slope
        `speed` from (wait, 0). One that is slower follows a line from the origin until it meets
        that line. The faster it may go the better: where conflicts form a convex set, every lower
        speed is legal if one is.
        """
        low, high = 0.0, 1.0  # of the speed: legal, not legal
        rows = None
        for part in (SLOWEST, *[None] * HALVINGS):
            tried = (low + high) / 2 if part is None else part
            slower = _slow(self.walk, tried * wait / (1 - tried), tried)
            if self.moving.first_conflict(slower, self.path.radius) is None:
                low, rows = tried, slower
            elif rows is None:
                return None
            else:
                high = tried
        assert rows is not None
        return self._answer(Encounter.SLOW, rows, speed=self.speed * low)

    def _round(self, met: float, latest: float) -> Avoidance | None:
        """A way that arrives before `latest`, on a roadmap of all places it can pass."""
        path, radius = self.path, self.path.radius
        start, goal = path.start, path.goal
        length = latest * self.speed
        least = min(mover.radius for mover in self.movers)
        spacing = max(radius + least, math.sqrt(self._area(length) / PLACES))
        ring = self._ring(met)
        graph = Roadmap(
            self.world, radius, spacing, within=Ellipse(start, goal, length), extra=ring
        )
        rows, first, last = graph.with_path(path)
        status, _, found, *_ = self.moving.find_near(
            self.world._core, rows, first, last, radius, self.speed, 0.0, latest, True, EFFORT
        )
        if Status(status) is not Status.FOUND or not found[-1, 1] < latest * (1 - SOONER):
            return None
        timed = self._timed(found)
        widest = max(mover.radius for mover in self.movers)
        off = path.project(timed.path.points)
        far = np.hypot(*(path.at(off) - timed.path.points).T).max()
        near = far <= 2 * (widest + radius)
        kind = Encounter.PASS if near else Encounter.REPLAN
        return Avoidance(kind, timed.path, 0.0, self.speed, timed)

    def _area(self, length: float) -> float:
        x0, y0, x1, y1 = self.world.bounds
        if math.isinf(length):
            return float((x1 - x0) * (y1 - y0))
        straight = math.dist(self.path.start, self.path.goal)
        across = math.sqrt(max(length**2 - straight**2, 0.0))
        return float(min(math.pi / 4 * length * across, (x1 - x0) * (y1 - y0)))

    def _ring(self, met: float) -> Floats:
        """Places around the movers when the agent would meet them."""
        turns = np.linspace(0, math.tau, RING, endpoint=False)
        circle = np.column_stack((np.cos(turns), np.sin(turns)))
        parts = []
        for (x, y), size, (vx, vy) in self.movers:
            apart = 1.05 * (size + self.path.radius)
            parts.append(np.array([x + vx * met, y + vy * met]) + apart * circle)
        return np.concatenate(parts)

    def _shifted(self, wait: float) -> Floats:
        return _core.walk(np.ascontiguousarray(self.path._rows), self.speed, wait)

    def _timed(self, rows: Floats) -> TimedPath:
        path = self.path
        ends = tuple(path.start.tolist()), tuple(path.goal.tolist())
        return TimedPath(
            self.world, Status.FOUND, rows, ends, path.radius, self.speed, 0.0, True, {}
        )

    def _answer(
        self, kind: Encounter, rows: Floats, wait: float = 0.0, speed: float | None = None
    ) -> Avoidance:
        return Avoidance(kind, self.path, wait, speed or self.speed, self._timed(rows))


_STUCK = Avoidance(Encounter.WAIT, None, math.inf)


def _slow(walk: Floats, until: float, part: float) -> Floats:
    """The walk with the speed times `part` up to the time `until` of the walk, then as it was."""
    out = []
    for row in walk:
        if row[0] >= until:
            later = until / part - until
            out.append(np.concatenate((row[:2] + later, row[2:])))
            continue
        if row[1] <= until:
            out.append(np.concatenate((row[:2] / part, row[2:])))
            continue
        share = (until - row[0]) / (row[1] - row[0])
        cut = _point(row, share)
        first, second = row.copy(), row.copy()
        first[4:6], second[2:4] = cut, cut
        first[:2] = row[0] / part, until / part
        second[:2] = until / part, row[1] + until / part - until
        out += [first, second]
    return np.array(out)


def _point(row: Floats, share: float) -> Floats:
    """The point at this share of a row."""
    if row[9] == 0:
        return np.asarray(row[2:4] + share * (row[4:6] - row[2:4]))
    off = row[2:4] - row[6:8]
    end = row[4:6] - row[6:8]
    sweep = row[9] * math.atan2(off[0] * end[1] - off[1] * end[0], float(off @ end))
    angle = row[9] * share * (sweep % math.tau)
    c, s = math.cos(angle), math.sin(angle)
    turned = np.array([c * off[0] - s * off[1], s * off[0] + c * off[1]])
    return np.asarray(row[6:8] + turned)
