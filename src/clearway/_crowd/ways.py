"""Ways that agents of a crowd cannot take: links and one-way doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._errors import InvalidInput
from .._goals import Place
from .._input import Floats
from .._path import Path
from .._planners import Optimal

if TYPE_CHECKING:
    from .._world import World


def check_walkable(world: World, starts: Floats, radii: Floats, place: Place) -> None:
    """Refuses a goal if the shortest way to it from one of the starts is not walked alone."""
    if not world._core.has_ways or not len(starts):
        return
    for start, path in zip(
        starts.tolist(), Optimal(world)._to_places(starts, [place], radii, None, {}), strict=True
    ):
        way = f"link {path.links[0]}" if path.links else "a one-way door"
        if path.links or _passes_one_way_door(world, path):
            raise InvalidInput(
                f"the shortest way from {tuple(start)} to its goal takes {way}, and agents of a"
                " crowd walk: remove it, disable the link, or ignore such ways with"
                " cw.Crowd(world, ignore_links=True)",
                value=tuple(start),
            )


def _passes_one_way_door(world: World, path: Path) -> bool:
    """Whether the way back would pass a door to the wrong side."""
    rows = path._rows[::-1].copy()
    rows[:, :4] = rows[:, [2, 3, 0, 1]]
    rows[:, 7] *= -1
    return bool(world._core.wrong_way(rows, np.array([0, len(rows)]))[0])
