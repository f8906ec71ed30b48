"""Paths for many agents: one after the other, and again in another order where one finds none."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._core import MAX_COORDINATE, MIN_COORDINATE
from .._errors import InvalidInput
from .._input import Floats, as_points, refuse_overlaps
from .._lengths import as_numbers, as_radii
from .timed_path import TimedPath

if TYPE_CHECKING:
    from .reservations import Reservations


# How long starts are kept free, in times that an agent needs for a radius; in turns.
HOLDS = (8.0, 32.0, 2.0, 128.0)


class Query(NamedTuple):
    """What one agent asks for."""

    ends: tuple[tuple[float, float], tuple[float, float]]
    radius: float
    speed: float
    depart: float
    leave: bool


def as_queries(
    starts: Any, goals: Any, radius: Any, speed: Any, depart: Any, leave: bool
) -> list[Query]:
    """The queries of N agents; radius, speed and depart are one number or N."""
    a, b = as_points(starts, "starts"), as_points(goals, "goals")
    if len(a) != len(b):
        raise InvalidInput(f"{len(a)} starts but {len(b)} goals", value=(len(a), len(b)))
    radii = as_radii(radius, len(a))
    speeds = as_numbers(speed, len(a), "speed", MIN_COORDINATE)
    departs = as_numbers(depart, len(a), "depart", -MAX_COORDINATE)
    refuse_overlaps(a, radii, "starts", departs)
    if not leave:
        refuse_overlaps(b, radii, "goals")
    return [
        Query((tuple(a[i].tolist()), tuple(b[i].tolist())), *numbers, leave)
        for i, numbers in enumerate(
            zip(radii.tolist(), speeds.tolist(), departs.tolist(), strict=True)
        )
    ]


def find_all(
    plan: Reservations, queries: list[Query], attempts: int, effort: int
) -> list[TimedPath]:
    """The paths of the agents; those found are added to the core of the plan.

    Agents are served in the order of their shortest paths' duration, the longest first. The starts
    of those not served yet are kept free for a while, so that they can get away. One that finds no
    path comes before those whose paths meet its shortest one: these are taken out, it is served,
    and then they are served again, in random order. A change that leaves fewer agents with a path
    is undone. After `attempts` changes, the best state counts: the most paths, and of these the
    earliest arrivals.
    """
    return _Planning(plan, queries, effort).run(attempts)


class _Planning:
    def __init__(self, plan: Reservations, queries: list[Query], effort: int) -> None:
        self.plan, self.core, self.queries, self.effort = plan, plan._core, queries, effort
        self.paths: dict[int, TimedPath] = {}  # by agent
        self.ids: dict[int, int] = {}
        self.holds: dict[int, int] = {}  # the ids of starts that are kept free, by agent
        self.patience = HOLDS[0]
        self.refused: dict[int, TimedPath] = {}  # the last answer of those without a path
        self.shortest = [self._shortest(query) for query in queries]

    def _shortest(self, query: Query) -> Floats:
        path = self.plan._shortest_path(query.ends, query.radius)
        if not path.found:
            return np.empty((0, 10))
        return _core.walk(np.ascontiguousarray(path._rows), query.speed, query.depart)

    def _duration(self, agent: int) -> float:
        rows = self.shortest[agent]
        return float(rows[-1, 1] - rows[0, 0]) if len(rows) else 0.0

    def run(self, attempts: int) -> list[TimedPath]:
        rng = np.random.default_rng(0)  # the same answers for the same queries
        order = sorted(range(len(self.queries)), key=lambda i: (-self._duration(i), i))
        self._hold_starts()
        for agent in order:
            self._serve(agent)
        best = dict(self.paths)
        idle = 0  # changes in a row that moved nobody
        for turn in range(attempts):
            waiting = [i for i in order if i not in self.paths and len(self.shortest[i])]
            if idle >= len(HOLDS) * len(waiting):  # nobody waits, or for others than these agents
                break
            before = dict(self.paths)
            self.patience = HOLDS[turn % len(HOLDS)]
            agent = waiting[turn % len(waiting)]
            moved = self._make_way(agent)
            for i in [agent, *rng.permutation(moved).tolist(), *waiting]:
                self._serve(i)
            idle = 0 if moved or len(self.paths) > len(before) else idle + 1
            if len(self.paths) < len(before):
                self._restore(before)
            best = max(best, dict(self.paths), key=_worth)
        self._restore(best)
        self._release_starts()
        for agent, path in best.items():
            path.id = self.ids[agent]
        return [self.paths.get(i) or self.refused[i] for i in range(len(self.queries))]

    def _serve(self, agent: int) -> None:
        if agent in self.paths:
            return
        query = self.queries[agent]
        if agent in self.holds:
            self.core.remove(self.holds.pop(agent))
        path = self.plan._find(*query, self.effort)
        if not path.found and len(self.shortest[agent]):  # perhaps starts are in its way
            self._release_starts()
            path = self.plan._find(*query, self.effort)
        if path.found:
            self._put_in(agent, path)
        else:
            self.refused[agent] = path
        self._hold_starts()

    def _hold_starts(self) -> None:
        """Reserves the starts of those without a path for the time in which they can get away."""
        for agent, query in enumerate(self.queries):
            if agent in self.paths or agent in self.holds or query.radius == 0:
                continue
            end = query.depart + self.patience * query.radius / query.speed
            row = [query.depart, end, *query.ends[0], *query.ends[0], 0.0, 0.0, 0.0, 0.0]
            self.holds[agent] = self.core.add(np.array([row]), query.radius)

    def _release_starts(self) -> None:
        for number in self.holds.values():
            self.core.remove(number)
        self.holds.clear()

    def _make_way(self, agent: int) -> list[int]:
        """Takes out the agents that meet the shortest path of this one."""
        query = self.queries[agent]
        rows = self.shortest[agent]
        if not query.leave:
            end = [rows[-1, 1], math.inf, *query.ends[1], *query.ends[1], 0.0, 0.0, 0.0, 0.0]
            rows = np.concatenate((rows, [end]))
        self._release_starts()
        agents = {number: other for other, number in self.ids.items()}
        moved = []
        while (met := self.core.first_conflict(rows, query.radius)) is not None:
            if met[1] not in agents:
                break  # reserved before: it stays
            moved.append(agents[met[1]])
            self._take_out(moved[-1])
        self._hold_starts()
        return moved

    def _put_in(self, agent: int, path: TimedPath) -> None:
        self.paths[agent] = path
        self.ids[agent] = self.core.add(path._reserved(), path.radius)

    def _take_out(self, agent: int) -> None:
        self.core.remove(self.ids.pop(agent))
        del self.paths[agent]

    def _restore(self, state: dict[int, TimedPath]) -> None:
        self._release_starts()
        for agent in [i for i, path in self.paths.items() if state.get(i) is not path]:
            self._take_out(agent)
        for agent, path in state.items():
            if agent not in self.paths:
                self._put_in(agent, path)
        self._hold_starts()


def _worth(state: dict[int, TimedPath]) -> tuple[int, float]:
    return len(state), -math.fsum(path.arrival for path in state.values())
