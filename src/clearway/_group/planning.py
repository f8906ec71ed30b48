"""Planning for a group, step by step: routes, who takes which, slots, paths."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import as_truth
from .._core import MIN_COORDINATE
from .._errors import InvalidInput, shown
from .._input import Floats, as_point, as_points, refuse_overlaps
from .._lengths import as_numbers, as_positive, as_radii
from .._path import Path
from .assignment import assign
from .lanes import paths_through
from .members import Members, fits
from .plan import GroupPlan, GroupRoute
from .queueing import arrivals
from .routes import Numbers, Route, routes_of
from .seats import seats
from .trips import trip_options

if TYPE_CHECKING:
    from .._world import World


def plan_group(
    world: World,
    starts: Any,
    goal: Any,
    radii: Any,
    *,
    speed: Any = 1.0,
    together: bool = False,
    spacing: float = 1.0,
) -> GroupPlan:
    """Paths for a group of discs to one goal, so that the last of them arrives earliest.

    `starts` is N x 2; `radii` and `speed` are one number or N. Where one channel is too narrow for
    all, the group is split over several: a flow over the waypoint graph, whose capacities come
    from the widths of gates and whose costs from lengths, gives the routes, and each member takes
    the one by which the group is there first. `together=True` keeps to one route. At the goal
    every member has a slot of its own, where it fits and overlaps no other: centres are at least
    `spacing` (1 or more) times as far apart as those of touching discs.

    A gate lets as many discs pass side by side as fit, and on each lane one behind the other; the
    predicted arrivals follow from that. Paths are legal for the obstacles; that members do not
    run into each other on the way is for the caller to see to. A member without a path has one
    that is not found, NaN as its slot and infinity as its arrival; the others are planned.
    `InvalidInput` if starts overlap, or if there is no room for all slots.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 40, 20))
    >>> for low, high in ((0, 5), (6.5, 13), (14.5, 20)):
    ...     wall = world.add([(19, low), (21, low), (21, high), (19, high)])
    >>> starts = [(x, y) for x in (4, 6, 8) for y in range(5, 16, 2)]
    >>> plan = cw.plan_group(world, starts, (35, 10), radii=0.5)
    >>> plan.is_split, [len(route.members) for route in plan.routes]
    (True, [9, 9])
    """
    members, end = _checked(world, starts, goal, radii, speed), as_point(goal, "goal")
    joined, apart = as_truth(together, "together"), as_positive(spacing, "spacing")
    if apart < 1:
        raise InvalidInput(f"spacing is {apart!r}: discs would overlap below 1", value=spacing)
    refuse_overlaps(members.starts, members.radii, "starts")
    return plan_members(world, members, end[0], apart, together=joined)


def plan_members(
    world: World, members: Members, goal: Floats, spacing: float, *, together: bool = False
) -> GroupPlan:
    """The same for members that may overlap, as agents that were put into each other."""
    while True:  # again if the world is edited meanwhile
        version = world.version
        try:
            plan = _plan(world, members, goal, together, spacing)
        except InvalidInput:
            if world.version == version:
                raise
            continue
        if world.version == version:
            return plan


def _checked(world: World, starts: Any, goal: Any, radii: Any, speed: Any) -> Members:
    from .._world import World

    if not isinstance(world, World):
        raise InvalidInput(f"world is {shown(world)}: a World is needed", value=world)
    points = as_points(starts, "starts")
    if not len(points):
        raise InvalidInput("starts is empty: a group has members", value=starts)
    widths = as_radii(radii, len(points), "radii")
    return Members(points, widths, as_numbers(speed, len(points), "speed", MIN_COORDINATE))


def _plan(
    world: World, members: Members, goal: Floats, together: bool, spacing: float
) -> GroupPlan:
    direct: list[Path] = list(world.find_paths(members.starts, goal, members.radii))
    able = np.array([path.found for path in direct])
    slots = np.full((len(members), 2), np.nan)
    times = np.full(len(members), np.inf)
    route_of = np.full(len(members), -1, dtype=np.int32)
    if not able.any():
        return GroupPlan(world, tuple(direct), (), route_of, slots, times)
    rows = np.flatnonzero(able)
    moving = Members(members.starts[rows], members.radii[rows], members.speeds[rows])
    straight = [direct[i] for i in rows.tolist()]
    routes = _routes(world, moving, goal)
    options = trip_options(world, moving, goal, routes, straight)
    chosen = assign(options, together)
    expected = arrivals([c[route] for c, route in zip(options, chosen, strict=True)])
    slots[rows] = seats(world, moving, goal, routes, chosen, expected, spacing)
    paths, trips = paths_through(world, moving, routes, chosen, slots[rows])
    times[rows] = arrivals(trips)
    taken = sorted(set(chosen))
    route_of[rows] = [taken.index(route) for route in chosen]
    out = list(direct)
    for i, path in zip(rows.tolist(), paths, strict=True):
        out[i] = path
    summary = tuple(
        GroupRoute(
            tuple(np.array(gate.points) for gate in routes[r].gates),
            routes[r].width,
            routes[r].rate,
            tuple(np.flatnonzero(route_of == k).tolist()),
        )
        for k, r in enumerate(taken)
    )
    return GroupPlan(world, tuple(out), summary, route_of, slots, times)


def _routes(world: World, members: Members, goal: Floats) -> list[Route]:
    """Routes for the narrowest members, and for wider ones that fit through none of these.

    The last one has no gates: for members who are beyond all of them.
    """
    out: list[Route] = []
    numbers: Numbers = {}
    for radius in sorted(set(members.radii.tolist())):
        some = members.radii >= radius
        if radius == members.radii.min() or not any(fits(r.width, radius) for r in out):
            group = Members(members.starts[some], members.radii[some], members.speeds[some])
            out += routes_of(world, world.waypoints(radius), group, goal, numbers)
    out = [route for route in out if route.gates]
    return [*out, Route((), math.inf, 0.0, math.inf)]
