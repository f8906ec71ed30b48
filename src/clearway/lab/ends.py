"""A start and a goal for worlds that come without: free, far apart, connected if possible."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._grid import Grid
from .._input import Floats
from .._world import World

_TRIED = 24  # random places, if the first two are not connected
_CORNERS = np.array([(0.1, 0.1), (0.9, 0.9)])  # of the bounds


def suggested_ends(thing: World | Grid) -> dict[str, Any]:
    """`start` and `goal`; empty if nothing is free."""
    x0, y0, x1, y1 = thing.bounds
    wanted = (x0, y0) + _CORNERS * (x1 - x0, y1 - y0)
    free = _nearest_free(thing, wanted)
    if len(free) < 2:
        return {}
    start, goal = _connected(thing, free)
    return {"start": start.tolist(), "goal": goal.tolist()}


def _nearest_free(thing: World | Grid, wanted: Floats) -> Floats:
    """Free places near these; on a grid the centres of cells."""
    if isinstance(thing, World):
        return np.asarray(thing.snap(wanted))
    cells = np.argwhere(~thing.blocked)[:, ::-1]
    if not len(cells):
        return np.empty((0, 2))
    centres = thing.centres(cells)
    return np.array([centres[np.hypot(*(centres - p).T).argmin()] for p in wanted])


def _connected(thing: World | Grid, first: Floats) -> tuple[Floats, Floats]:
    """The pair given; if it is not connected, the farthest connected pair of random places."""
    if _is_connected(thing, first[0], first[1]):
        return first[0], first[1]
    places = np.concatenate((first, _random_places(thing)))
    i, j = np.triu_indices(len(places), 1)
    for k in np.argsort(-np.hypot(*(places[i] - places[j]).T)):
        if _is_connected(thing, places[i[k]], places[j[k]]):
            return places[i[k]], places[j[k]]
    return first[0], first[1]


def _random_places(thing: World | Grid) -> Floats:
    rng = np.random.default_rng(0)
    if isinstance(thing, World):
        return thing.random_points(_TRIED, rng=rng)
    cells = np.argwhere(~thing.blocked)[:, ::-1]
    return thing.centres(cells[rng.integers(len(cells), size=_TRIED)])


def _is_connected(thing: World | Grid, a: Floats, b: Floats) -> bool:
    if isinstance(thing, World):
        return bool(thing.reachable(a, b))
    start, goal = (np.floor((p - thing.origin) / thing.cell).astype(int) for p in (a, b))
    return thing.find_path(start, goal, planner="jps").found
