"""Planner "channel"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from .._errors import InvalidInput, shown
from .._path import Path
from ._base import Planner
from ._improve import improve


class Channel(Planner, core="channel"):
    """A search over entry edges for a channel wide enough, then the funnel for the disc.

    Fast, and the shortest path in the channel found, which need not hold the shortest of all.
    Found exactly when there is one.

    Options: `metric` 1 to 4, how channels are measured (Kallmann 2010, section 5: 1 centroids,
    2 middles of doors, 3 the line to the goal, 4 the same the radius off the corners; the
    default); `weight`, from 1 to 1e6, weight of the straight distance to the goal (1.05); `limit`;
    `partial`.
    """

    _closes_fronts: ClassVar[bool] = True  # with an exact search; tests look at the fronts alone

    def improve(
        self, start: Any, goal: Any, radius: float = 0.0, by: str = "search", **options: Any
    ) -> Iterator[Path]:
        """Better and better paths; the last one is the shortest, proved (`optimal`).

        The first is that of `find_path`. `by="search"`: rounds of the exact search of planner
        "optimal". `by="fronts"`: the extended search of Kallmann 2010, section 7, which lets
        many funnels advance over the mesh until none can be shorter; slower.

        `limit` expansions at most, or `effort` times those of the first path: then the last is
        the best so far, with an honest `lower_bound`. Ends that cannot be joined give one path
        without a way. Memory grows with the expansions, as in planner "optimal". The world must
        not change meanwhile: `ClearwayError`.
        """
        given = self._checked(options, "when_improving")
        modes = self._searching().improve_modes
        if not isinstance(by, str) or by not in modes:
            names = " or ".join(f'"{mode}"' for mode in modes)
            raise InvalidInput(f"by is {shown(by)}: {names}", value=by)
        if by == "fronts":
            given = {**given, "prove_with_optimal": self._closes_fronts}
        return improve(self, by, start, goal, radius, given)
