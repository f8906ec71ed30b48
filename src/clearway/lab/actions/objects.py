"""The objects of a world: obstacles, walls, posts, areas, doors, links."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._errors import UnknownHandle, shown
from ..._features import AREA, DOOR, LINK, LinkFeature, Placed, unpack_features
from ..._geometry import HOLE, POST, SHELL, WALL, Geometry
from ..._input import Floats, as_handle, as_point
from ..._lengths import as_radius
from ..._world import World
from ..history import states_of
from ..registry import Call, action
from ..shapes import Number, Point, Whole

KINDS = ("obstacle", "wall", "post", "area", "door", "link")
_OF_FEATURE = {AREA: 3, DOOR: 4, LINK: 5}
_OF_ROLE = {SHELL: 0, HOLE: 0, WALL: 1, POST: 2}


def kind_number(state: Geometry | Placed) -> int:
    """The index of the kind of an object in `KINDS`."""
    if isinstance(state, Placed):
        return _OF_FEATURE[state.record.kind]
    return _OF_ROLE[state[0][0]]


def described_object(world: World, handle: int, state: Geometry | Placed) -> dict[str, Any]:
    """OBJECT of docs/reference/lab-protocol.md."""
    shape = state.shape if isinstance(state, Placed) else state
    out: dict[str, Any] = {
        "handle": handle,
        "kind": KINDS[kind_number(state)],
        "chains": [points.tolist() for _, points in shape],
        "roles": [int(role) for role, _ in shape],
    }
    if not isinstance(state, Placed):
        return out
    record = state.record
    out["name"] = record.name
    if record.kind == DOOR:
        direction = {1: "left", -1: "right"}.get(record.direction)
        out |= {"open": record.is_on, "direction": direction}
    elif record.kind == LINK:
        link = LinkFeature(handle, state, world)
        out |= {
            "cost": link.cost,
            "two_way": record.two_way,
            "radius": record.radius,
            "enabled": record.is_on,
            "status": link.status,
        }
    return out


def described_objects(world: World, handles: Any) -> list[dict[str, Any]]:
    """Those of these handles that are in the world."""
    return [
        described_object(world, handle, state)
        for handle, state in states_of(world, handles).items()
        if state is not None
    ]


@action("objects", get=True)
def objects(call: Call) -> dict[str, Any]:
    """Everything that users have put into the world, as arrays."""
    world = call.session.world("objects")
    version = call.session.version
    starts, bound_roles, points = world._core.bounds()
    _, handles, obstacle_starts, chain_starts, roles, flat, features = world._core.state()
    placed = unpack_features(features)
    first_roles = roles[obstacle_starts[:-1]]
    kinds = np.array(
        [_OF_ROLE[int(r)] for r in first_roles] + [kind_number(p) for p in placed.values()]
    )
    shapes = [chain for p in placed.values() for chain in p.shape]
    return {
        "version": version,
        "bounds": {"chain_starts": starts, "roles": bound_roles, "points": points},
        "handles": np.concatenate((handles, np.fromiter(placed, np.int64, len(placed)))),
        "kinds": kinds.astype(np.uint8),
        "object_starts": _longer(obstacle_starts, [len(p.shape) for p in placed.values()]),
        "chain_starts": _longer(chain_starts, [len(c) for _, c in shapes]),
        "roles": np.concatenate((roles, np.array([r for r, _ in shapes], dtype=np.uint8))),
        "points": np.concatenate((flat, *(c for _, c in shapes))),
        "features": [described_object(world, h, p) for h, p in placed.items()],
    }


def _longer(starts: Any, lengths: list[int]) -> Any:
    """Starts of parts, followed by parts of these lengths."""
    return np.concatenate((starts, starts[-1] + np.cumsum(lengths, dtype=np.int64)))


@action("object")
def one_object(call: Call, handle: Whole) -> dict[str, Any]:
    """One object by its handle."""
    world = call.session.world("object")
    known = as_handle(handle)
    found = described_objects(world, [known])
    if not found:
        raise UnknownHandle(f"no obstacle has the handle {shown(handle)}", value=handle)
    return found[0]


@action("at")
def at(call: Call, point: Point, tolerance: Number = 0.0) -> dict[str, Any]:
    """The topmost object at a point: lines and posts within the tolerance first."""
    world = call.session.world("at")
    [place] = as_point(point, "point")
    reach = as_radius(tolerance, "tolerance")
    _, handles, obstacle_starts, chain_starts, _, points, features = world._core.state()
    nothing = {"handle": None, "kind": None, "distance": None}
    if not len(handles) and not len(features[0]):
        return nothing
    near = _near_boxes(obstacle_starts, chain_starts, points, place, reach)
    wanted = [*handles[near].tolist(), *features[0].tolist()]
    best: tuple[Any, ...] | None = None
    for handle, state in states_of(world, wanted).items():
        if state is None:
            continue
        distance = _distance(state, place)
        kind = kind_number(state)
        order = (0 if kind in (1, 2, 4, 5) else 1 if kind == 0 else 2, distance, -handle)
        if distance <= reach and (best is None or order < best[0]):
            best = (order, handle, kind, distance)
    if best is None:
        return nothing
    return {"handle": best[1], "kind": KINDS[best[2]], "distance": best[3]}


def _near_boxes(
    obstacle_starts: Any, chain_starts: Any, points: Any, place: Floats, reach: float
) -> Any:
    """Rows of the obstacles whose bounding box is within reach of a place."""
    if len(obstacle_starts) < 2:
        return np.empty(0, dtype=np.int64)
    first = chain_starts[obstacle_starts[:-1]]
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    return np.flatnonzero(((place >= low - reach) & (place <= high + reach)).all(axis=1))


def _distance(state: Geometry | Placed, place: Floats) -> float:
    """From the object to a place; 0 inside a ring."""
    shape = state.shape if isinstance(state, Placed) else state
    if isinstance(state, Placed) and state.record.kind == LINK:
        ends = np.vstack([points.mean(axis=0) for _, points in shape])
        shape = [*shape, (WALL, ends)]
    inside = sum(_covers(points, place) for role, points in shape if role in (SHELL, HOLE)) % 2
    return 0.0 if inside else min(_to_chain(role, points, place) for role, points in shape)


def _covers(ring: Floats, place: Floats) -> bool:
    (x, y), nxt = place, np.roll(ring, -1, axis=0)
    over = (ring[:, 1] > y) != (nxt[:, 1] > y)
    a, b = ring[over], nxt[over]
    if not len(a):
        return False
    at = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return bool((at > x).sum() % 2)


def _to_chain(role: int, points: Floats, place: Floats) -> float:
    if len(points) == 1:
        return math.dist(points[0], place)
    ends = np.vstack((points, points[:1])) if role in (SHELL, HOLE) else points
    a, along = ends[:-1], np.diff(ends, axis=0)
    squared = (along**2).sum(axis=1)
    t = np.divide(
        ((place - a) * along).sum(axis=1), squared, out=np.zeros(len(a)), where=squared > 0
    )
    foot = a + np.clip(t, 0, 1)[:, None] * along
    return float(np.hypot(*(foot - place).T).min())
