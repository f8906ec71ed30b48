"""Why an end of a query is blocked."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._input import Floats
from .._numbers import exact
from .absent import AbsentWorld
from .status import Status

if TYPE_CHECKING:
    from .base import BasePath

_ROUNDING = 1e-12  # of a distance that is computed in two ways


def blocked_note(path: BasePath) -> str | None:
    """The reason why a disc does not fit at an end, and what the file of the world may say of it.

    None if neither is known, as when the world has changed since.
    """
    if path.status not in (Status.START_BLOCKED, Status.GOAL_BLOCKED):
        return None
    notes = [_reason(path), path._world._note]
    return "; ".join(note for note in notes if note) or None


def _reason(path: BasePath) -> str | None:
    world: Any = path._world
    if isinstance(world, AbsentWorld) or not isinstance(world._core, _core.World):
        return None
    if path.version != world.version:
        return None
    name = "start" if path.status is Status.START_BLOCKED else "goal"
    end = getattr(path, name)
    if np.isnan(end).any():
        if path.radius == 0:
            return f"no point of the {name} is free"
        return (
            f"no point of the {name} is as far as the radius {exact(path.radius)} from the bounds "
            "and the obstacles; the centre of the disc has to reach it"
        )
    if not world.is_free(end):
        x0, y0, x1, y1 = world.bounds
        is_beyond = not (x0 <= end[0] <= x1 and y0 <= end[1] <= y1)
        inside = "inside an obstacle" + (", an avoided area" if world.areas else "")
        if is_beyond:  # they need not be the user's own: a file may leave them to its reader
            box = ", ".join(map(exact, world.bounds))
            return f"the {name} lies outside the bounds ({box})"
        return f"the {name} lies {inside} or outside the bounds"
    if path.radius == 0:
        return None
    off = world.clearance(end)
    what = "bounds" if _off_bounds(world, end) <= off * (1 + _ROUNDING) else "nearest obstacle"
    return (
        f"the {name} is {exact(off)} from the {what}, nearer than the radius {exact(path.radius)}; "
        "snap= moves it to where the disc fits"
    )


def _off_bounds(world: Any, point: Floats) -> float:
    """The distance of a point from the rings of the bounds."""
    starts, _, points = world._core.bounds()
    least = np.inf
    for first, last in pairwise(starts):
        a = points[first:last]
        along = np.roll(a, -1, axis=0) - a
        square = np.maximum((along**2).sum(axis=1), np.finfo(float).tiny)
        s = np.clip(((point - a) * along).sum(axis=1) / square, 0.0, 1.0)
        least = min(least, np.hypot(*(a + s[:, None] * along - point).T).min(initial=np.inf))
    return float(least)
