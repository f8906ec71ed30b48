"""Routes of groups: members of a crowd that walk from gate to gate, then to their slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._geometry import Ints
from .._goals import as_place
from .._group import GroupPlan
from .._input import Floats
from .._locks import Locked
from .arguments import Goal, GoalColumns, goal_columns

if TYPE_CHECKING:
    from .. import _core
    from .._world import World

_EVERY = 0.5  # seconds between two looks at what members would do by themselves
_NEAR = 2.0  # radii from a gate: the shortest path from there leads through it


class _Trip:
    """What an agent has yet to pass: gates, as two points each, the goal of all, and its slot."""

    def __init__(
        self, gates: tuple[Floats, ...], goal: Floats, reach: float, slot: Floats, leave: bool
    ) -> None:
        self.gates, self.goal, self.reach = list(gates), goal, reach
        self.slot, self.leave = slot, leave

    def target(self, passed: int) -> Goal:
        """Where it is sent when it has passed so many of the gates."""
        return Goal(as_place([*self.gates, self.goal][passed]))

    @property
    def after(self) -> Floats:
        """Where it wants to go from the next gate."""
        return self.gates[1].mean(axis=0) if len(self.gates) > 1 else self.goal


class GroupRoutes(Locked):
    """What is left of the routes of agents that were sent as groups.

    An agent is sent to the next gate of its route until its shortest path beyond leads through that
    gate anyway; then it is sent beyond. So most members walk as they would alone, and only those
    that the plan sends by another gate make a detour. Behind the gates they walk to the goal, for
    which they share a field, and near it to their slots. After an edit the gates may be gone: then
    all walk straight to the goal.

    Any thread may call it: one at a time reads and changes the routes.
    """

    def __init__(self, world: World, core: _core.Crowd) -> None:
        super().__init__()
        self._world, self._core = world, core
        self._trips: dict[int, _Trip] = {}
        self._version = 0
        self._looked = 0.0

    def send(self, agents: Ints, goal: Floats, plan: GroupPlan, version: int, leave: bool) -> None:
        """Sends agents by the routes of a plan, made for the world in this version."""
        with self._lock:
            if self._version != version:
                self.skip_gates(version)
            away = np.hypot(*(plan.slots - goal).T)
            reach = float(np.nanmax(away, initial=0.0)) + _NEAR * float(
                self._core.radii()[agents].max()
            )
            trips: dict[int, _Trip] = {}
            goals = []
            for row, agent in enumerate(agents.tolist()):
                if np.isnan(plan.slots[row]).any():  # no slot: it stands
                    goals.append(Goal())
                    continue
                route = int(plan.route[row])
                gates = plan.routes[route].gates if route >= 0 else ()
                trips[agent] = _Trip(gates, goal, reach, plan.slots[row], leave)
                goals.append(trips[agent].target(0))
            self._begin(agents, goal_columns(goals, leave=False), trips)
            self._look(agents.tolist())

    def send_off(self, agents: Ints, columns: GoalColumns) -> None:
        """Sends agents to goals of their own: their routes end."""
        with self._lock:
            self._begin(agents, columns, {})

    def _begin(self, agents: Ints, columns: GoalColumns, trips: dict[int, _Trip]) -> None:
        """Sends all agents on new trips, those without one off their routes.

        If it fails or is interrupted before the core has sent them, all keep their old trips.
        """
        changes = self._core.changes
        before = {agent: self._trips[agent] for agent in agents.tolist() if agent in self._trips}
        try:
            self.forget(agents)
            self._trips.update(trips)
            self._core.send(agents, *columns)
        except BaseException:
            if self._core.changes == changes:
                self.forget(agents)
                self._trips.update(before)
            raise

    def remove(self, agents: Ints) -> None:
        """Takes agents out of the crowd; no other call sees one that is gone but has a route."""
        with self._lock:
            self._core.remove(agents)
            self.forget(agents)

    def forget(self, agents: Ints) -> None:
        """Leaves agents to what they are told next."""
        with self._lock:
            if self._trips:
                for agent in agents.tolist():
                    self._trips.pop(agent, None)

    def follow(self, version: int) -> None:
        """After a step: who needs its gate no longer is sent on."""
        with self._lock:
            if not self._trips:
                return
            self.forget(np.flatnonzero(self._core.left()))  # removed by a call that was interrupted
            if version != self._version:
                self.skip_gates(version)
                return
            arrived, remaining = self._core.arrived(), self._core.remaining()
            radii = self._core.radii()
            for agent, trip in list(self._trips.items()):
                near = _NEAR * radii[agent] if trip.gates else trip.reach
                if arrived[agent] or remaining[agent] <= near:
                    self._advance(agent)
            if self._core.time >= self._looked + _EVERY:
                self._look(list(self._trips))

    def skip_gates(self, version: int) -> None:
        """Sends everybody straight to the goal; after an interrupt the next call does the rest."""
        with self._lock:
            for agent, trip in list(self._trips.items()):
                if trip.gates:
                    self._send(agent, Goal(as_place(trip.goal)), leave=False)
                    trip.gates.clear()
            self._version = version

    def _look(self, agents: list[int]) -> None:
        """Sends on those whose shortest path beyond the next gate leads through it."""
        self._looked = self._core.time
        ahead = self._before_gates(agents)
        while ahead:
            here = self._core.positions()[ahead]
            stays = np.isfinite(here[:, 0])  # a step of another thread: some may leave
            ahead = [agent for agent, stay in zip(ahead, stays, strict=True) if stay]
            if not ahead:
                break
            here, radii = here[stays], self._core.radii()[ahead]
            beyond = np.array([self._trips[a].after for a in ahead])
            paths = self._world.find_paths(here, beyond, radii)
            passed = [
                agent
                for agent, path in zip(ahead, paths, strict=True)
                if path.found and _crosses(path.points, self._trips[agent].gates[0])
            ]
            for agent in passed:
                self._advance(agent)
            ahead = self._before_gates(passed)

    def _before_gates(self, agents: list[int]) -> list[int]:
        left = self._core.left()
        return [a for a in agents if a in self._trips and self._trips[a].gates and not left[a]]

    def _advance(self, agent: int) -> None:
        """Sends an agent beyond its gate, or to its slot; if interrupted, the next call again."""
        trip = self._trips[agent]
        if trip.gates:
            self._send(agent, trip.target(1), leave=False)
            del trip.gates[0]
        else:
            self._send(agent, Goal(as_place(trip.slot)), trip.leave)
            del self._trips[agent]

    def _send(self, agent: int, goal: Goal, leave: bool) -> None:
        self._core.send(np.array([agent]), *goal_columns([goal], leave))


def _crosses(points: Floats, gate: Floats) -> bool:
    """Whether a polyline crosses a segment: both are split by each other's lines."""
    along = gate[1] - gate[0]
    side = along[0] * (points[:, 1] - gate[0, 1]) - along[1] * (points[:, 0] - gate[0, 0])
    change = np.flatnonzero((side[:-1] > 0) != (side[1:] > 0))
    for i in change.tolist():
        t = side[i] / (side[i] - side[i + 1])
        at = points[i] + t * (points[i + 1] - points[i])
        if 0 <= float((at - gate[0]) @ along) <= float(along @ along):
            return True
    return False
