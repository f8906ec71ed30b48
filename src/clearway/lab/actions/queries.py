"""Queries about points: the methods of `World` by their names."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._grid import Grid
from ..._input import as_point
from ..checks import as_whole
from ..errors import TooLarge
from ..registry import Call, action
from ..shapes import Goal, Number, Point, Points, Whole
from .objects import at


def _value(call: Call, value: Any) -> dict[str, Any]:
    return {"version": call.session.version, "value": value}


def _few(call: Call, points: Any) -> Any:
    """Points of a query; refuses too many."""
    if isinstance(points, list) and len(points) > call.session.limits.batch:
        raise TooLarge(
            f"{len(points)} points: more than limits.batch, which is {call.session.limits.batch}"
        )
    return points


@action("distances")
def distances(call: Call, start: Point, goals: Goal, radius: Number = 0.0) -> dict[str, Any]:
    """Lengths of the shortest paths from one start to several goals."""
    world = call.session.polygons()
    return _value(call, world.distances(_few(call, start), _few(call, goals), radius))


@action("reachable")
def reachable(call: Call, a: Point, b: Point, radius: Number = 0.0) -> dict[str, Any]:
    """Whether a disc can move from a to b."""
    return _value(call, call.session.polygons().reachable(a, b, radius))


@action("max_radius")
def max_radius(call: Call, a: Point, b: Point) -> dict[str, Any]:
    """The largest disc that can move from a to b."""
    return _value(call, call.session.polygons().max_radius(a, b))


@action("clearance")
def clearance(call: Call, points: Points) -> dict[str, Any]:
    """The distance from a point, or from several, to the nearest obstacle."""
    return _value(call, call.session.polygons().clearance(_few(call, points)))


@action("is_free")
def is_free(call: Call, points: Points, radius: Number = 0.0) -> dict[str, Any]:
    """Whether a disc fits at a point, or at several."""
    return _value(call, call.session.polygons().is_free(_few(call, points), radius))


@action("snap")
def snap(call: Call, points: Points, radius: Number = 0.0) -> dict[str, Any]:
    """The nearest points where a disc fits."""
    return _value(call, call.session.polygons().snap(_few(call, points), radius))


@action("raycast")
def raycast(call: Call, start: Point, end: Point, radius: Number = 0.0) -> dict[str, Any]:
    """The first contact of a disc that moves from start to end."""
    [a], [b] = as_point(start, "start"), as_point(end, "end")
    hit = call.session.polygons().raycast(a, b, radius)
    if hit is None:
        return _value(call, None)
    facts = {"distance": float(hit.distance), "obstacle": hit.obstacle}
    return _value(call, {"point": np.asarray(hit.point).tolist(), **facts})


@action("visible")
def visible(call: Call, a: Point, b: Point) -> dict[str, Any]:
    """Whether a sees b."""
    [p], [q] = as_point(a, "a"), as_point(b, "b")
    return _value(call, call.session.polygons().visible(p, q))


@action("visible_region")
def visible_region(call: Call, point: Point) -> dict[str, Any]:
    """The region that a point sees, as a ring."""
    [place] = as_point(point, "point")
    return _value(call, call.session.polygons().visible_region(place))


@action("random_point")
def random_point(
    call: Call, radius: Number = 0.0, seed: Whole = None, count: Whole = 1
) -> dict[str, Any]:
    """Random points where a disc fits; none if it fits nowhere."""
    number = as_whole(count, "count", 1, call.session.limits.batch)
    rng = np.random.default_rng(None if seed is None else as_whole(seed, "seed", 0, 2**63))
    world = call.session.polygons()
    return _value(call, world.random_points(number, radius, rng))


@action("validate")
def validate(call: Call) -> dict[str, Any]:
    """Checks every invariant of the world."""
    call.session.world("validate").validate()
    return _value(call, True)


@action("pointer")
def pointer(call: Call, point: Point, radius: Number = 0.0) -> dict[str, Any]:
    """What is under the pointer: free or not, clearance, cell, object."""
    session = call.session
    [place] = as_point(point, "point")
    world = session.polygons()
    facts: dict[str, Any] = {
        "free": bool(world.is_free(place, radius)),
        "clearance": float(world.clearance(place)),
        "cell": None,
        "handle": None,
    }
    if isinstance(session.thing, Grid):
        grid = session.thing
        facts["cell"] = np.floor((place - grid.origin) / grid.cell).astype(int).tolist()
        return facts
    return facts | {"handle": at(call, point)["handle"]}
