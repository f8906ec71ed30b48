"""Names, costs and directions of areas, doors and links, changed in place."""

from __future__ import annotations

import math
from typing import Any

from .._arguments import as_truth
from .._errors import InvalidInput, UnknownHandle, shown
from .._features import AREA, DIRECTIONS, DOOR, KINDS, LINK, Placed, Record, as_name
from .._geometry import Geometry
from .._input import as_handle
from .._lengths import as_radius
from .._world import World
from .history import states_of

_OF_KIND = {
    AREA: ("name",),
    DOOR: ("name", "direction"),
    LINK: ("name", "cost", "two_way", "radius"),
}


def state_now(world: World, handle: int) -> Geometry | Placed:
    """An object as it is after the edits that are queued so far."""
    transaction = world._transaction
    assert transaction is not None
    queued = handle in transaction.changes
    state = transaction.changes[handle] if queued else states_of(world, [handle])[handle]
    if state is None:
        raise UnknownHandle(f"no obstacle has the handle {handle}", value=handle)
    is_on = transaction.switched.get(handle)
    if isinstance(state, Placed) and is_on is not None:
        state = state._replace(record=state.record._replace(is_on=is_on))
    return state


def change_attributes(world: World, given: dict[str, Any]) -> None:
    """Queues a feature with other attributes: `handle`, and those to change."""
    handle = as_handle(given["handle"])
    state = state_now(world, handle)
    new = {name: value for name, value in given.items() if name != "handle"}
    known = _OF_KIND[state.record.kind] if isinstance(state, Placed) else ()
    for name, value in new.items():
        if name not in known:
            kind = KINDS[state.record.kind] if isinstance(state, Placed) else "obstacle"
            raise InvalidInput(f"the {kind} {handle} has no {name!r} to change", value=value)
    if isinstance(state, Placed) and new:
        assert world._transaction is not None
        changed = state._replace(record=state.record._replace(**_checked(state.record, new)))
        world._transaction.move(handle, changed)


def _checked(record: Record, given: dict[str, Any]) -> dict[str, Any]:
    """The attributes as a record has them; those of `World.add_area` and so on."""
    out = dict(given)
    if "name" in out:
        out["name"] = as_name(out["name"], "name", is_needed=record.kind == AREA)
    if "direction" in out:
        wanted = out["direction"]
        if not (wanted is None or isinstance(wanted, str)) or wanted not in DIRECTIONS:
            raise InvalidInput(
                f'direction is {shown(wanted)}: "left", "right" or None', value=wanted
            )
        out["direction"] = DIRECTIONS[wanted]
    if "two_way" in out:
        out["two_way"] = as_truth(out["two_way"], "two_way")
    for name, nothing in (("cost", math.nan), ("radius", math.inf)):
        if name in out:
            out[name] = nothing if out[name] is None else as_radius(out[name], name)
    return out
