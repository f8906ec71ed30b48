"""Who gets which slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from .members import Members
from .routes import Route
from .slots import slots_at

if TYPE_CHECKING:
    from .._world import World


def seats(
    world: World,
    members: Members,
    goal: Floats,
    routes: list[Route],
    chosen: Sequence[int],
    times: Sequence[float],
    spacing: float,
) -> Floats:
    """A slot for each member: the later it comes, by `times`, the nearer to its last gate."""
    places = slots_at(world, goal, members.radii, spacing)
    out = np.full_like(places, np.nan)
    for radius in sorted(set(members.radii.tolist())):
        rows = np.flatnonzero(members.radii == radius).tolist()
        spots = places[rows]
        free = np.ones(len(rows), dtype=bool)
        lengths: dict[int, Floats] = {}
        for route in sorted({chosen[i] for i in rows}):
            gates = routes[route].gates
            if gates:
                lengths[route] = world.distances(gates[-1].middle, spots, radius)
        for i in sorted(rows, key=lambda i: (-times[i], i)):
            ranked = lengths.get(chosen[i])
            if ranked is None:
                ranked = np.hypot(*(spots - members.starts[i]).T)
            best = int(np.argmin(np.where(free, ranked, np.inf)))
            free[best] = False
            out[i] = spots[best]
    return out
