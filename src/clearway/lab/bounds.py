"""A world with other bounds."""

from __future__ import annotations

from typing import Any

from .._world import World

_GROUND = ("ground_starts", "ground_roles", "ground_points")


def within(world: World, bounds: Any) -> World:
    """A copy with these bounds, a box or a ring: the same objects, the same handles."""
    empty = World.from_obstacles([], bounds)
    ground = empty.__getstate__()
    return World._from_state({**world.__getstate__(), **{name: ground[name] for name in _GROUND}})
