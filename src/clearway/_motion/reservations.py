"""Reservations: paths in time that keep clear of all paths planned before."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._arguments import as_count, as_truth
from .._errors import InternalError, InvalidInput, shown
from .._input import Floats, as_pair
from .._lengths import as_distances, as_positive, as_radius
from .._locks import Locked
from .._path import Status
from .many import as_queries, find_all
from .roadmap import Roadmap, cell_for, spacing_for
from .timed_path import NO_ROWS, TimedPath

if TYPE_CHECKING:
    from .._field import Field
    from .._path import Path
    from .._watch import Watch
    from .._world import World

FIELDS = 8  # kept, of the goals asked last
EFFORT = 100_000  # states expanded by one search, unless the caller says otherwise
_MOST = 2**62  # states, as good as all


class Reservations(Locked):
    """A plan for many agents in time: who asks first is served first (Demyen 2007, 10.2.3).

    `find_path` answers with a `TimedPath`, moves at constant speed and waits, that never comes
    nearer to a path reserved before it than the sum of the radii, at any time, and reserves it.
    Agents that have arrived stay at their goals, unless they leave there.

    The search is safe-interval planning (docs/explanation/reservations.md): it finds the earliest
    arrival among all schedules that walk along the edges of a roadmap or along shortest
    paths to the goal, at full speed, and wait at nodes. `spacing` is the distance of neighbouring
    nodes in open space, by default 2.5 radii or 1/50 of the bounds' size, whichever is larger.

    Any thread may call anything at any time; calls wait for each other.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 20, 10))
    >>> plan = cw.Reservations(world)
    >>> one = plan.find_path((2, 5), (18, 5), radius=0.5, speed=1.0)
    >>> other = plan.find_path((18, 5), (2, 5), radius=0.5, speed=1.0)
    >>> one.arrival, 16.0 < other.arrival < 16.5, one.conflict(other)
    (16.0, True, None)
    """

    def __init__(self, world: World, *, spacing: float | None = None) -> None:
        from .._world import World

        if not isinstance(world, World):
            raise InvalidInput(f"world is {shown(world)}: a World", value=world)
        self._world = world
        self._spacing = None if spacing is None else as_positive(spacing, "spacing")
        # What counts as reserved is in `_paths`. The others may have more: what a call that was
        # interrupted has left. The next call takes that out.
        self._core = _core.Reservations(cell_for(world, 0.0))
        self._paths: dict[int, TimedPath] = {}
        self._watches: dict[int, Watch] = {}
        self._roadmaps: dict[float, Roadmap] = {}
        self._fields: dict[tuple[float, float, float], Field] = {}
        super().__init__()

    @property
    def world(self) -> World:
        """The world of the plan.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> cw.Reservations(world).world is world
        True
        """
        return self._world

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        speed: float = 1.0,
        depart: float = 0.0,
        *,
        leave: bool = False,
        effort: int | None = None,
    ) -> TimedPath:
        """The earliest arrival that keeps clear of all reserved paths; reserves the path.

        The agent is at the start from `depart` on, and nowhere before. `leave`: it leaves the
        plane at the goal, at its arrival; otherwise it stays there for ever. `effort`: the most
        states that the search may expand, 100,000 by default.

        The status is FOUND, or: START_BLOCKED, the agent does not fit at the start or a
        reservation covers it at `depart`; GOAL_BLOCKED, it does not fit at the goal or an agent
        stays there for ever; NO_PATH, there is no schedule, or none was found with this effort
        (`stats["complete"]` is False). Nothing is reserved then. Links are not taken.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 20, 10))
        >>> plan = cw.Reservations(world)
        >>> plan.find_path((2, 5), (10, 5), radius=0.5)
        <TimedPath FOUND, length 8, from 0 to 8>
        >>> plan.find_path((2, 2), (10, 5), radius=0.5).status
        Status.GOAL_BLOCKED
        """
        ends = as_pair(start, "start"), as_pair(goal, "goal")
        query = (as_radius(radius), as_positive(speed, "speed"), as_time(depart, "depart"))
        leaves = as_truth(leave, "leave")
        most = EFFORT if effort is None else min(as_count(effort, "effort"), _MOST)
        with self._lock:
            self._prepare(query[0])
            path = self._find(ends, *query, leaves, most)
            if path.found:
                self._reserve(path)
                self._keep([path])
            return path

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        speed: Any = 1.0,
        depart: Any = 0.0,
        *,
        leave: bool = False,
        attempts: int | None = None,
        effort: int | None = None,
    ) -> list[TimedPath]:
        """Paths for N agents, none of which comes too near to another; reserves those found.

        Starts and goals are N x 2; radius, speed and depart are one number or N of them. The
        agents are served one after the other, those with the longest way first; the starts of the
        others are kept free for a while, so that they can get away. Where one finds no path, it is
        served before those that are in its way, which are served again: up to
        `attempts` times, by default 10 and as many as there are agents. Paths reserved before stay
        as they are. The answer has a path for each agent, in their order; the status says who has
        none.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 20, 10)))
        >>> paths = plan.find_paths([(2, 5), (18, 5)], [(18, 5), (2, 5)], radius=0.5)
        >>> [path.found for path in paths], paths[0].conflict(paths[1])
        ([True, True], None)
        """
        leaves = as_truth(leave, "leave")
        queries = as_queries(starts, goals, radius, speed, depart, leaves)
        tries = 10 + len(queries) if attempts is None else as_count(attempts, "attempts")
        most = EFFORT if effort is None else min(as_count(effort, "effort"), _MOST)
        with self._lock:
            self._prepare(max((query.radius for query in queries), default=0.0))
            paths = find_all(self, queries, tries, most)
            self._keep([path for path in paths if path.found])
        return paths

    def _find(
        self,
        ends: tuple[tuple[float, float], tuple[float, float]],
        radius: float,
        speed: float,
        depart: float,
        leave: bool,
        effort: int,
    ) -> TimedPath:
        def answer(status: Status, rows: Floats = NO_ROWS, **stats: Any) -> TimedPath:
            stats = {"complete": True, "expanded": 0, "generated": 0} | stats
            return TimedPath(self._world, status, rows, ends, radius, speed, depart, leave, stats)

        while True:  # again if the world is edited meanwhile
            version = self._world.version
            path = self._shortest_path(ends, radius)
            if not path.found:
                return answer(path.status)
            direct = answer(Status.FOUND, self._walked(path._rows, speed, depart))
            if self._core.first_conflict(direct._reserved(), radius) is None:
                return direct
            try:
                graph, first, last = self._roadmap(radius).with_path(path)
                field = self._field(ends[1], radius)
                found = self._core.find(
                    field._core, graph, first, last, radius, speed, depart, math.inf, leave, effort
                )
            except RuntimeError:
                if self._world.version == version:
                    raise
                continue
            if self._world.version == version:
                break
        status, complete, rows, expanded, generated = found
        counts = {"complete": complete, "expanded": expanded, "generated": generated}
        return answer(Status(status), rows, **counts)

    def _shortest_path(
        self, ends: tuple[tuple[float, float], tuple[float, float]], radius: float
    ) -> Path:
        """Among the static obstacles, without links."""
        path = self._world.find_path(*ends, radius)
        return self._field(ends[1], radius)._walked(np.array([ends[0]])) if path.links else path

    def _prepare(self, radius: float) -> None:
        """Takes out what an interrupted call has left.

        Before the first reservation: finds them by squares that suit this radius.
        """
        for number in set(self._core.ids().tolist()) - self._paths.keys():
            self._core.remove(number)
        for number in self._watches.keys() - self._paths.keys():
            self._watches[number].stop()
            del self._watches[number]
        if not self._paths:
            self._core = _core.Reservations(cell_for(self._world, radius))

    def _walked(self, rows: Floats, speed: float, depart: float) -> Floats:
        return _core.walk(np.ascontiguousarray(rows), speed, depart)

    def _roadmap(self, radius: float) -> Roadmap:
        known = self._roadmaps.get(radius)
        if known is None or known.version != self._world.version:
            spacing = self._spacing or spacing_for(self._world, radius)
            known = self._roadmaps[radius] = Roadmap(self._world, radius, spacing)
        return known

    def _field(self, goal: tuple[float, float], radius: float) -> Field:
        key = (*goal, radius)
        field = self._fields.pop(key, None) or self._world.field(goal, radius)
        self._fields[key] = field  # the newest last
        while len(self._fields) > FIELDS:
            del self._fields[next(iter(self._fields))]
        return field

    def _reserve(self, path: TimedPath) -> None:
        rows = path._reserved()
        found = self._core.first_conflict(rows, path.radius)
        if found is not None:
            raise InternalError(f"a planned path meets that of {found[1]} at the time {found[0]}")
        path.id = self._core.add(rows, path.radius)

    def _keep(self, paths: list[TimedPath]) -> None:
        """Adds paths that the core has to the plan, all or none: the last line does."""
        numbered = {path.id: path for path in paths if path.id is not None}
        self._watches.update({i: self._world.watch(path.path) for i, path in numbered.items()})
        self._paths.update(numbered)

    def cancel(self, agent: int) -> None:
        """Takes a path out of the plan, for example to ask for another one.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
        >>> path = plan.find_path((1, 1), (9, 1), radius=0.5)
        >>> plan.cancel(path.id)
        >>> len(plan)
        0
        """
        with self._lock:
            number = self[agent].id
            assert number is not None
            del self._paths[number]
            self._prepare(0.0)

    def at(self, time: float) -> dict[int, Floats]:
        """Where the agents are at a time, by their ids; those that are nowhere are left out.

        >>> import clearway as cw
        >>> plan = cw.Reservations(cw.World(bounds=(0, 0, 10, 10)))
        >>> path = plan.find_path((1, 1), (9, 1), radius=0.5)
        >>> {id: position.tolist() for id, position in plan.at(2.0).items()}
        {0: [3.0, 1.0]}
        """
        when = as_time(time, "time")
        with self._lock:
            places = {agent: path.positions(when) for agent, path in self._paths.items()}
        return {agent: place for agent, place in places.items() if not math.isnan(place[0])}

    def disturbed(self) -> list[int]:
        """The ids of the paths that edits of the world have blocked since they were planned.

        They stay reserved, because the agents are still somewhere; cancel them and ask again. The
        plan watches its paths (`World.watch`); `World.disturbed` reports them, too.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> plan = cw.Reservations(world)
        >>> path = plan.find_path((1, 1), (9, 1), radius=0.5)
        >>> post = world.add_post((5, 1))
        >>> plan.disturbed() == [path.id]
        True
        """
        with self._lock:
            _, numbers, *_ = self._world._core.reports()  # not accepted: World.disturbed gets them
            reported = set(numbers.tolist())
            watches = {agent: self._watches[agent] for agent in self._paths}
            return [
                agent
                for agent, watch in watches.items()
                if watch._id in reported or not watch.active
            ]

    def __getitem__(self, agent: int) -> TimedPath:
        is_id = isinstance(agent, int | np.integer) and not isinstance(agent, bool)
        known = self._paths.get(int(agent)) if is_id else None
        if known is None:
            raise InvalidInput(f"no path is reserved as {shown(agent)}", value=agent)
        return known

    def __len__(self) -> int:
        return len(self._paths)

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._paths))

    def __contains__(self, agent: object) -> bool:
        return agent in self._paths

    def __repr__(self) -> str:
        return f"<Reservations of {self._world!r}: {len(self)} paths>"


def as_time(value: Any, name: str) -> float:
    """One finite number."""
    array, single = as_distances(value, name)
    if not single:
        raise InvalidInput(f"{name} is {shown(value)}: one number is needed", value=value)
    return float(array[0])
