"""Timed paths: moves and waits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._errors import InvalidInput, shown
from .._input import Floats
from .._lengths import as_distances
from .._numbers import exact
from .._path import Path, Status
from .._path.absent import AbsentWorld
from .._path.along import Along
from .._path.answers import through
from .._segments import Arc, Line, row_lengths, segment

if TYPE_CHECKING:
    from .._world import World

NO_ROWS = np.empty((0, 10))


class Move(NamedTuple):
    """A piece of a timed path: along `segment` at constant speed, from `begin` to `end`.

    >>> import clearway as cw
    >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
    >>> plan.find_path((1, 1), (5, 1), radius=0.5, speed=2.0).segments
    (Move(begin=0.0, end=2.0, segment=Line(start=(1.0, 1.0), end=(5.0, 1.0))),)
    """

    begin: float
    end: float
    segment: Line | Arc


class Wait(NamedTuple):
    """A piece of a timed path: at `position`, from `begin` to `end`.

    >>> import clearway as cw
    >>> cw.Wait(0.0, 2.5, (1.0, 1.0)).end
    2.5
    """

    begin: float
    end: float
    position: tuple[float, float]


class TimedPath:
    """The answer of `Reservations.find_path`: where an agent is at which time.

    Truthy when FOUND. `status` is as for a `Path`. `id` is its number among the reservations, None
    where there is no path. `start`, `goal`, `radius`, `speed`, `depart` and `leave` are those of
    the query. `stats`: "expanded" and "generated" states; whether the search was "complete".

    >>> import clearway as cw
    >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
    >>> path = plan.find_path((1, 1), (9, 1), radius=0.5, speed=2.0, depart=10.0)
    >>> path
    <TimedPath FOUND, length 8, from 10 to 14>
    >>> path.arrival, path.positions([10, 11, 99]).tolist()
    (14.0, [[1.0, 1.0], [3.0, 1.0], [9.0, 1.0]])
    """

    __slots__ = (
        "_along",
        "_path",
        "_rows",
        "_world",
        "depart",
        "goal",
        "id",
        "leave",
        "radius",
        "speed",
        "start",
        "stats",
        "status",
    )

    def __init__(
        self,
        world: World,
        status: Status,
        rows: Floats,
        ends: tuple[tuple[float, float], tuple[float, float]],
        radius: float,
        speed: float,
        depart: float,
        leave: bool,
        stats: dict[str, Any],
    ) -> None:
        self._world, self._rows = world, rows
        self._along: tuple[Floats, Floats, Along] | None = None
        self._path: Path | None = None
        self.id: int | None = None
        self.status = status
        self.start, self.goal = np.array(ends[0]), np.array(ends[1])
        self.radius, self.speed, self.depart, self.leave = radius, speed, depart, leave
        self.stats = stats

    @property
    def found(self) -> bool:
        """True when the path leads from start to goal."""
        return self.status is Status.FOUND

    def __bool__(self) -> bool:
        return self.found

    @property
    def arrival(self) -> float:
        """The time at which the agent reaches the goal; infinity when there is no path."""
        if not self.found:
            return math.inf
        return float(self._rows[-1, 1]) if len(self._rows) else self.depart

    @property
    def length(self) -> float:
        """The distance walked; infinity when there is no path."""
        return math.fsum(row_lengths(self._rows[:, 2:])) if self.found else math.inf

    @property
    def waiting(self) -> float:
        """How long the agent waits on its way, in total.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
        >>> plan.find_path((1, 1), (5, 1), radius=0.5).waiting
        0.0
        """
        rests = _rests(self._rows)
        return math.fsum(self._rows[rests, 1] - self._rows[rests, 0])

    @property
    def segments(self) -> tuple[Move | Wait, ...]:
        """Moves and waits, each with its times; a piece begins when the one before it ends."""
        out: list[Move | Wait] = []
        for row, rests in zip(self._rows, _rests(self._rows), strict=True):
            begin, end = float(row[0]), float(row[1])
            if rests:
                out.append(Wait(begin, end, (float(row[2]), float(row[3]))))
            else:
                out.append(Move(begin, end, segment(row[2:])))  # type: ignore[arg-type]
        return tuple(out)

    def positions(self, times: Any) -> Floats:
        """Where the agent is: (x, y) at a time, N x 2 for N times. Exact on lines and arcs.

        At the goal after the arrival, unless it leaves there. NaN before the departure and after
        it has left: it is nowhere.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
        >>> plan.find_path((1, 1), (9, 1), radius=0.5).positions(2.5).tolist()
        [3.5, 1.0]
        """
        if not self.found:
            raise InvalidInput(f"there is no path to follow: {self!r}", value=self)
        at, single = as_distances(times, "times")
        points = self._positions(at)
        return points[0] if single else points

    def _positions(self, at: Floats) -> Floats:
        if self._along is None:
            moved = row_lengths(self._rows[:, 2:])
            marks = np.concatenate(([0.0], np.cumsum(moved)))
            times = np.concatenate(([self.depart], self._rows[:, 1]))
            along = Along(self._rows[~_rests(self._rows), 2:], self.start, float(marks[-1]))
            self._along = times, marks, along
        times, marks, along = self._along
        out = along.positions(along.locate(np.interp(at, times, marks)))
        out[at < self.depart] = np.nan
        if self.leave:
            out[at > self.arrival] = np.nan
        return out

    @property
    def path(self) -> Path:
        """The way without the times, as a `Path` of the world: `verify`, `clearance`, `plot` ...

        It is found for its times, so it need not be the shortest.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
        >>> plan.find_path((1, 1), (9, 1), radius=0.5).path.verify()["crosses"]
        False
        """
        if self._path is None:
            rows = np.ascontiguousarray(self._rows[~_rests(self._rows), 2:])
            blank = through(np.array([self.start, self.goal]), self._world.version)
            straight = math.dist(self.start, self.goal)
            answers = blank._replace(
                status=np.array([self.status], dtype=np.uint8),
                length=np.array([self.length]),
                lower_bound=np.array([min(straight, self.length) if self.found else math.inf]),
                segment_starts=np.array([0, len(rows)]),
                segments=rows,
            )
            ends = self.start.copy(), self.goal.copy()
            self._path = Path(self._world, answers, 0, *ends, self.radius, "optimal")
        return self._path

    def conflict(self, other: TimedPath) -> float | None:
        """The first time at which the two agents are nearer than the sum of their radii, or None.

        Decided in continuous time, for arcs too; agents that only touch are not in conflict. Both
        count from their departure on, and at their goals unless they leave.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> one = cw.Reservations(world).find_path((1, 5), (9, 5), radius=0.5)
        >>> other = cw.Reservations(world).find_path((9, 5), (1, 5), radius=0.5)
        >>> one.conflict(other)
        3.5
        """
        if not isinstance(other, TimedPath):
            raise InvalidInput(f"other is {shown(other)}: a TimedPath", value=other)
        apart = self.radius + other.radius
        time = _core.first_conflict(self._reserved(), other._reserved(), apart)
        return None if math.isinf(time) else time

    def _reserved(self) -> Floats:
        """The rows, with the time after the arrival."""
        if not self.found or (self.leave and len(self._rows)):
            return self._rows
        end = self.arrival if self.leave else math.inf
        stay = np.array([[self.arrival, end, *self.goal, *self.goal, 0.0, 0.0, 0.0, 0.0]])
        return np.concatenate((self._rows, stay))

    # A pickle holds the path itself, not its world.
    def __reduce__(self) -> tuple[Any, ...]:
        ends = tuple(self.start.tolist()), tuple(self.goal.tolist())
        query = (self.radius, self.speed, self.depart, self.leave, self.stats)
        absent = AbsentWorld(self._world)
        return _restored, (self.id, absent, self.status, self._rows, ends, *query)

    def __copy__(self) -> TimedPath:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> TimedPath:
        return self  # nothing in it changes

    def __repr__(self) -> str:
        if not self.found:
            return f"<TimedPath {self.status.name}>"
        times = f"from {exact(self.depart)} to {exact(self.arrival)}"
        return f"<TimedPath FOUND, length {exact(self.length)}, {times}>"


def _restored(number: int | None, *fields: Any) -> TimedPath:
    path = TimedPath(*fields)
    path.id = number
    return path


def _rests(rows: Floats) -> Any:
    """Which rows are waits."""
    return (rows[:, 9] == 0) & (rows[:, 2] == rows[:, 4]) & (rows[:, 3] == rows[:, 5])
