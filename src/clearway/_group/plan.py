"""The plan for a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._input import Floats
from .._mesh import Ints
from .._path import Path

if TYPE_CHECKING:
    from .._world import World


class GroupRoute(NamedTuple):
    """A route of a group plan.

    `gates` are those at which members may have to wait, in order, each as its two obstacle points;
    `width` is that of the narrowest gate on the route (infinity without any), `rate` the number of
    discs per unit of time that it carries, `members` the rows of those who take it.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 20, 10))
    >>> wall = world.add_wall([(10, 0), (10, 4)]), world.add_wall([(10, 6), (10, 10)])
    >>> plan = cw.plan_group(world, [(2, 4), (2, 6)], (18, 5), 0.5)
    >>> [(route.width, route.members) for route in plan.routes]
    [(2.0, (0, 1))]
    """

    gates: tuple[Floats, ...]
    width: float
    rate: float
    members: tuple[int, ...]


class GroupPlan:
    """Paths for a group: `cw.plan_group`.

    `paths` has a path for each member, from its start to its slot; `slots` are those places,
    `route` the index in `routes` of the route that it takes, -1 without one, and `arrivals` the
    predicted times of arrival.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 20, 10))
    >>> plan = cw.plan_group(world, [(2, 4), (2, 6)], (18, 5), 0.5, speed=2.0)
    >>> plan.route.tolist(), plan.slots.shape, plan.is_split
    ([0, 0], (2, 2), False)
    """

    def __init__(
        self,
        world: World,
        paths: tuple[Path, ...],
        routes: tuple[GroupRoute, ...],
        route: Ints,
        slots: Floats,
        arrivals: Floats,
    ) -> None:
        self._world = world
        self.paths = paths
        self.routes = routes
        self.route = route
        self.slots = slots
        self.arrivals = arrivals
        for array in (route, slots, arrivals):
            array.flags.writeable = False

    @property
    def world(self) -> World:
        """The world of the plan."""
        return self._world

    @property
    def arrival(self) -> float:
        """The predicted arrival of the last member; infinity if one has no path.

        >>> import clearway as cw
        >>> cw.plan_group(cw.World((0, 0, 20, 10)), [(2, 5)], (18, 5), 0.5, speed=2.0).arrival
        8.0
        """
        return float(self.arrivals.max(initial=0.0))

    @property
    def is_split(self) -> bool:
        """Whether members take more than one route through gates."""
        return sum(bool(route.gates) for route in self.routes) > 1

    @property
    def found(self) -> bool:
        """Whether every member has a path."""
        return bool(np.isfinite(self.arrivals).all())

    def __bool__(self) -> bool:
        return self.found

    def __len__(self) -> int:
        return len(self.paths)

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the world and the plan with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> plan = cw.plan_group(cw.World((0, 0, 20, 10)), [(2, 5)], (18, 5), 0.5)
        >>> axes = plan.plot()  # doctest: +SKIP
        """
        return self._world.plot(ax, group=self, **what)

    def __repr__(self) -> str:
        ways = f"{len(self.routes)} route" + ("s" if len(self.routes) != 1 else "")
        return f"<GroupPlan: {len(self)} members, {ways}, arrival {self.arrival:.6g}>"
