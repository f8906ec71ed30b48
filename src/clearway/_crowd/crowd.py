"""Crowds: discs that walk to their goals and never overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import as_count, as_truth
from .._errors import InvalidInput, shown
from .._geometry import Ints
from .._group import GroupPlan, Members, plan_members
from .._input import Floats, as_one_or_many, as_point
from .._lengths import as_numbers, as_positive, as_radii
from .._planners._threads import threads_for
from .arguments import Goal, as_agents, as_goal, as_goals, as_priorities, as_truths, goal_columns
from .group_routes import GroupRoutes
from .recording import Recording
from .report import CrowdEvent, CrowdReport
from .state import CrowdState
from .trajectories import Trajectories
from .ways import check_walkable

if TYPE_CHECKING:
    from .._world import World

_AGENTS_PER_THREAD = 512  # fewer are faster by one thread
_MOST_STEPS = 10**9  # of one run
_MOST = 2**31  # neighbours, as good as all
_SLOT_SPACING = 1.3  # of a group: later members pass between those who stand in their slots


class Crowd(CrowdState):
    """Agents of any radius that walk to their goals in one world.

    Each agent follows exact shortest paths, and avoids the others by reciprocal velocity obstacles
    (ORCA). After every step no disc overlaps an obstacle and no two discs overlap, by more than
    rounding: a step that would is shortened (docs/how-to/crowds.md). The result does not depend on
    the number of threads. The world may be edited between steps, and by other threads.

    `horizon`: for how many seconds ahead agents avoid each other. `neighbours`: at most so many of
    the nearest are avoided.

    Agents walk: they take no links, and to them one-way doors are closed. A goal whose shortest way
    takes one is refused (`InvalidInput`), unless `ignore_links` is True.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> crowd = cw.Crowd(world)
    >>> ids = crowd.add([(1, 5), (2, 5)], radius=0.3, speed=1.4, goals=[(9, 5), (8, 5)])
    >>> while not crowd.arrived.all():
    ...     crowd.step(0.1)
    >>> crowd.positions.round(1).tolist()
    [[9.0, 5.0], [8.0, 5.0]]
    """

    def __init__(
        self,
        world: World,
        *,
        horizon: float = 2.0,
        neighbours: int = 10,
        ignore_links: bool = False,
    ) -> None:
        core = getattr(world, "_core", None)
        if not hasattr(core, "crowd"):
            raise InvalidInput(f"a crowd walks in a World, not in {shown(world)}", value=world)
        self._world = world
        self._ignores_links = as_truth(ignore_links, "ignore_links")
        self._core = world._core.crowd(
            as_positive(horizon, "horizon"), min(as_count(neighbours, "neighbours"), _MOST)
        )
        self._routes = GroupRoutes(world, self._core)

    @property
    def world(self) -> World:
        """The world of the crowd.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> cw.Crowd(world).world is world
        True
        """
        return self._world

    @property
    def time(self) -> float:
        """Seconds that the crowd has walked.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> crowd.step(0.5)
        >>> crowd.time
        0.5
        """
        return self._core.time

    def __len__(self) -> int:
        """How many agents were ever added."""
        return self._core.size

    def add(
        self,
        positions: Any,
        radius: Any = 0.3,
        speed: Any = 1.4,
        goals: Any = None,
        *,
        priority: Any = 0,
        avoid: Any = True,
        leave: bool | None = None,
    ) -> Any:
        """Adds agents at N x 2 positions; returns their numbers (one position: an int).

        `radius`, `speed` (never exceeded), `priority` and `avoid`: one value, or one for each.
        Agents of a higher priority go first. Those with `avoid=False`, as vehicles on rails, keep
        to their way at their speed and are avoided; they stop where they would overlap.

        `goals`: a point, a line, an area, several of these (the nearest is taken), the number of an
        agent to follow, or None. A list or an array with as many members as positions has a goal
        for each agent: so N x 2 numbers are a point for each of N agents. Agents leave when they
        arrive at a line or an area; `leave` decides otherwise.

        An agent that overlaps an obstacle or another agent is reported (`reports`) and let out.
        `InvalidInput` if a disc fits nowhere in the world.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> exit_line = [(9, 4), (9, 6)]
        >>> crowd.add([(1, 2), (1, 5), (1, 8)], radius=[0.2, 0.3, 0.4], goals=exit_line)
        array([0, 1, 2])
        """
        rows, single = as_one_or_many(positions, "positions", empty=True)
        count = len(rows)
        radii = as_radii(radius, count)
        speeds = as_numbers(speed, count, "speed")
        priorities = as_priorities(priority, count)
        avoids = as_truths(avoid, count, "avoid")
        before = len(self)
        targets = as_goals(goals, count, before)
        if leave is not None:
            leave = as_truth(leave, "leave")
        for i, target in enumerate(targets if isinstance(targets, list) else [targets]):
            some = slice(i, i + 1) if isinstance(targets, list) else slice(None)
            self._check_way(rows[some], radii[some], target)
        columns = goal_columns([targets] if isinstance(targets, Goal) else targets, leave)
        first = self._core.add(rows, radii, speeds, priorities, avoids, *columns)
        ids = np.arange(first, first + count, dtype=np.int64)
        return int(ids[0]) if single else ids

    def send(
        self, ids: Any, goal: Any, *, leave: bool | None = None, together: bool = False
    ) -> GroupPlan | None:
        """Gives agents another goal; `goal` and `leave` as in `add`. None: they stand.

        `together=True`: they go as a group to a point, by `cw.plan_group`, whose plan is returned:
        split over channels where one is too narrow for all, so that the last arrives earliest, each
        to a slot of its own. They pass the gates of their route; after an edit of the world they
        walk straight to the goal, and there to their slots. Those without a slot stand.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> scout, guard = crowd.add([(1, 5), (2, 2)])
        >>> crowd.send(scout, (9, 9))
        >>> crowd.send(guard, int(scout))  # follows it
        >>> crowd.send([scout, guard], (5, 5), together=True).slots.shape
        (2, 2)
        """
        agents = as_agents(ids, len(self))
        if leave is not None:
            leave = as_truth(leave, "leave")
        if as_truth(together, "together"):
            return self._send_group(agents, goal, bool(leave))
        target = as_goal(goal, len(self))
        self._check_way(self._core.positions()[agents], self._core.radii()[agents], target)
        self._routes.send_off(agents, goal_columns([target], leave))
        return None

    def _send_group(self, agents: Ints, goal: Any, leave: bool) -> GroupPlan | None:
        agents = np.unique(agents)
        here = self._core.positions()[agents]  # NaN: it has left, also by another thread meanwhile
        stays = np.isfinite(here).all(axis=1)
        agents, here = agents[stays], here[stays]
        end = as_point(goal, "goal")
        if not len(agents):
            return None
        radii = self._core.radii()[agents]
        members = Members(here, radii, self._core.speeds()[agents])
        if not members.speeds.all():
            still = int(agents[np.argmin(members.speeds)])
            raise InvalidInput(f"agent {still} has the speed 0: a group walks", value=still)
        while True:
            version = self._world.version
            try:
                plan = plan_members(self._world, members, end[0], _SLOT_SPACING)
            except InvalidInput:  # room for touching slots, perhaps
                plan = plan_members(self._world, members, end[0], 1.0)
            if self._world.version == version:
                break
        self._routes.send(agents, end[0], plan, version, leave)
        return plan

    def _check_way(self, starts: Floats, radii: Floats, goal: Goal) -> None:
        if goal.place is not None and not self._ignores_links:
            here = np.isfinite(starts).all(axis=1)
            check_walkable(self._world, starts[here], radii[here], goal.place)

    def remove(self, ids: Any) -> None:
        """Takes agents out of the crowd; their rows become NaN.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> first, second = crowd.add([(1, 5), (2, 2)])
        >>> crowd.remove(first)
        >>> crowd.positions.tolist()
        [[nan, nan], [2.0, 2.0]]
        """
        self._routes.remove(as_agents(ids, len(self)))

    def stop(self, ids: Any) -> None:
        """Stops agents where they are, until `resume`; the others walk around them.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> crowd.stop(agent)
        >>> crowd.step(0.1)
        >>> crowd.positions.tolist()
        [[1.0, 5.0]]
        """
        self._core.stop(as_agents(ids, len(self)), True)

    def resume(self, ids: Any) -> None:
        """Lets stopped agents walk on.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> crowd.stop(agent)
        >>> crowd.resume(agent)
        >>> crowd.step(0.5)
        >>> crowd.positions.tolist()
        [[1.5, 5.0]]
        """
        self._core.stop(as_agents(ids, len(self)), False)

    def set_speed(self, ids: Any, speed: float) -> None:
        """Changes the speed of agents, as on mud or on a road.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> crowd.set_speed(agent, 0.5)
        >>> crowd.speeds.tolist()
        [0.5]
        """
        agents = as_agents(ids, len(self))
        self._core.set_speed(agents, float(as_numbers(speed, 1, "speed")[0]))

    def set_priority(self, ids: Any, priority: int) -> None:
        """Changes the priority of agents: those of a higher one go first.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> crowd.set_priority(agent, 2)
        """
        agents = as_agents(ids, len(self))
        self._core.set_priority(agents, int(as_priorities(priority, 1)[0]))

    def step(self, dt: float, threads: int | None = None) -> None:
        """Moves everybody by `dt` seconds. `threads`: as in `find_paths`.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> crowd.step(0.5)
        >>> crowd.positions.tolist()
        [[1.5, 5.0]]
        """
        seconds = as_positive(dt, "dt")
        self._core.step(seconds, threads_for(threads, len(self), _AGENTS_PER_THREAD))
        self._routes.follow(self._world.version)

    def run(
        self,
        seconds: float,
        dt: float = 0.05,
        record: float | None = None,
        *,
        threads: int | None = None,
        until_arrived: bool = True,
    ) -> Trajectories:
        """Walks for so many seconds in steps of `dt`; returns the positions every `record` seconds.

        At most a billion steps. `record`: by default every step; it is rounded to whole steps.
        `until_arrived`: ends earlier when everybody with a goal has arrived.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> trajectories = crowd.run(60.0, dt=0.1, record=0.5)
        >>> float(trajectories.times[-1]), trajectories.positions[-1].round(1).tolist()
        (8.0, [[9.0, 5.0]])
        """
        length, step = as_positive(seconds, "seconds"), as_positive(dt, "dt")
        steps = length / step
        if steps > _MOST_STEPS:
            raise InvalidInput(
                f"seconds is {length!r}: {steps:.3g} steps of {step!r}, at most {_MOST_STEPS}",
                value=seconds,
            )
        every = 1
        if record is not None:
            every = max(1, round(min(as_positive(record, "record") / step, _MOST_STEPS)))
        stop = as_truth(until_arrived, "until_arrived")
        return Recording(self, step, threads).run(max(1, round(steps)), every, stop)

    def reports(self) -> list[CrowdReport]:
        """What has happened since the last call, in the order of time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> crowd = cw.Crowd(world)
        >>> agent = crowd.add((5, 5), goals=(9, 5))
        >>> box = world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
        >>> crowd.step(0.1)
        >>> [report.event for report in crowd.reports()]
        [CrowdEvent.INSIDE]
        """
        while True:
            forgotten, *columns = self._core.reports()
            reports = [
                CrowdReport(time, CrowdEvent(event), agent, None if other < 0 else other)
                for time, event, agent, other in zip(*(c.tolist() for c in columns), strict=True)
            ]
            # Last: an interrupt before loses none. False: another thread has got them.
            if self._core.forget_reports(forgotten, len(reports)):
                return reports

    @property
    def stats(self) -> dict[str, Any]:
        """Counts of the work so far.

        "fields" that exist now, "field_builds", "paths" of agents that share no field, "asked": how
        often agents asked where to go, "shortened_by_walls", "shortened_by_agents": steps,
        "locks" that were found, "bytes".

        >>> import clearway as cw
        >>> cw.Crowd(cw.World(bounds=(0, 0, 10, 10))).stats["fields"]
        0
        """
        return self._core.stats()

    def __repr__(self) -> str:
        count, left = len(self), int(self.left.sum())
        return f"<Crowd of {count - left} agents ({left} left) at {self.time:g} s>"
