"""One edit of a request: checked, and queued in the open transaction of the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._errors import InvalidInput, shown
from .._features import LINK, Placed
from .._geometry import POST, Geometry
from .._input import as_handle, as_point
from .._obstacles import geojson_geometry
from .._world import World
from .attributes import change_attributes, state_now


def is_round(one: dict[str, Any]) -> bool:
    """Whether an edit adds a disc or a capsule, which become polygons."""
    return one.get("op") in ("add_disc", "add_capsule")


def handles_of(one: dict[str, Any]) -> list[int]:
    """The handles that an edit names."""
    given = one.get("handles", one.get("handle"))
    listed = given if isinstance(given, list) else [] if given is None else [given]
    return [as_handle(handle) for handle in listed]


# By the name of the operation, a method of `World`: the parameters that it needs, and may have.
ADDING: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "add": (("ring",), ()),
    "add_wall": (("line",), ()),
    "add_post": (("point",), ()),
    "add_disc": (("center", "radius"), ()),
    "add_rect": (("corner", "opposite"), ("angle",)),
    "add_capsule": (("a", "b", "radius"), ()),
    "add_area": (("ring", "name"), ()),
    "add_door": (("line",), ("open", "direction", "name")),
    "add_link": (("a", "b"), ("cost", "two_way", "radius", "name")),
}
CHANGING: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "move": (("handle", "ring"), ()),
    "translate": (("handle", "by"), ()),
    "change": (("handle",), ("name", "direction", "cost", "two_way", "radius")),
    "remove": ((), ("handle", "handles")),
    "open": (("handle",), ()),
    "close": (("handle",), ()),
    "enable": (("handle",), ()),
    "disable": (("handle",), ()),
}


def apply_edit(world: World, one: dict[str, Any], index: int) -> int | None:
    """Queues an edit in the open transaction; returns the handle of a new object."""
    op = one.pop("op", None)
    known = {**ADDING, **CHANGING}
    if not isinstance(op, str) or op not in known:
        raise InvalidInput(
            f"edit {index}: no op {shown(op)}; there are: {', '.join(known)}", index, op
        )
    needed, optional = known[op]
    for name in one:
        if name not in needed + optional:
            known_names = ", ".join(needed + optional)
            raise InvalidInput(
                f"edit {index}: {op} has no {shown(name)}; it has: {known_names}", index, name
            )
    for name in needed:
        if name not in one:
            raise InvalidInput(f"edit {index}: {op} needs {name!r}", index, name)
    if op == "translate":
        _translate(world, as_handle(one["handle"]), one["by"])
        return None
    if op == "change":
        change_attributes(world, one)
        return None
    if op == "remove":
        world.remove(handles_of(one))
        return None
    if op == "add_link" and one.get("radius") is None:
        one.pop("radius", None)
    method: Callable[..., int | None] = getattr(world, op)
    if op in ADDING:
        return method(**one)
    method(*one.values()) if op != "move" else world.move(one["handle"], one["ring"])
    return None


def _translate(world: World, handle: int, by: Any) -> None:
    """Moves an object by a vector."""
    [step] = as_point(by, "by")
    state = state_now(world, handle)
    shape = state.shape if isinstance(state, Placed) else state
    moved: Geometry = [(role, points + step) for role, points in shape]
    if isinstance(state, Placed) and state.record.kind == LINK:
        world.move(handle, [points.tolist() for _, points in moved])
    elif moved[0][0] == POST:
        world.move(handle, moved[0][1][0])
    else:
        world.move(handle, geojson_geometry(moved))
