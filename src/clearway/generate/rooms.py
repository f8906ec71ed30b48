"""Square rooms in rows, connected by doors, as in the Moving AI room maps."""

from __future__ import annotations

import numpy as np

from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import check_form, from_cells, generator, real, shows_progress, whole


@shows_progress
def rooms(
    size: int = 128,
    seed: int = 0,
    form: str = "polygon",
    room: int = 15,
    doors: float = 0.7,
    *,
    progress: Show = None,
) -> World | Grid:
    """Rooms of `room` cells per side with walls of one cell, and doors of one cell between them.

    Every room is reachable; beyond that each wall has a door with probability `doors`.

    >>> import clearway as cw
    >>> cw.generate.rooms(size=40, seed=1)
    <World (0, 0, 40, 40): 10 obstacles>
    """
    check_form(form)
    side, room = whole(size, "size", 3), whole(room, "room", 1)
    chance = real(doors, "doors", 0.0, 1.0)
    rng = generator(seed)
    pitch = room + 1
    blocked = np.zeros((side, side), dtype=bool)
    lines = np.arange(room, side, pitch)
    if len(lines) and lines[-1] == side - 1:
        lines = lines[:-1]
    blocked[lines] = True
    blocked[:, lines] = True
    count = len(lines) + 1
    leader = list(range(count * count))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    walls = [(y, x, 0) for y in range(count) for x in range(count - 1)]
    walls += [(y, x, 1) for y in range(count - 1) for x in range(count)]
    for i in rng.permutation(len(walls)).tolist():
        y, x, is_below = walls[i]
        a, b = find(y * count + x), find((y + is_below) * count + x + 1 - is_below)
        if a == b and rng.random() >= chance:
            continue
        leader[a] = b
        along = x if is_below else y
        place = along * pitch + int(rng.integers(min(room, side - along * pitch)))
        if is_below:
            blocked[lines[y], place] = False
        else:
            blocked[place, lines[x]] = False
    return from_cells(blocked, form)
