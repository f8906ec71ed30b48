"""Planner "channel"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._errors import InvalidInput, shown
from .._path import Path
from . import _fronts, _improve
from ._base import Planner


class Channel(Planner):
    """A search over entry edges for a channel wide enough, then the funnel for the disc.

    Fast, and the shortest path in the channel found, which need not hold the shortest of all.
    Found exactly when there is one.

    Options: `metric` 1 to 4, how channels are measured (Kallmann 2010, section 5: 1 centroids,
    2 middles of doors, 3 the line to the goal, 4 the same the radius off the corners; the
    default); `weight`, from 1 to 1e6, weight of the straight distance to the goal (1.05); `limit`;
    `partial`.
    """

    name = "channel"
    summary = "a wide enough row of triangles, then the funnel; fast, nearly shortest"
    options = frozenset({"limit", "metric", "partial", "weight"})
    _takes_discs = True

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
        given = self._checked(options, frozenset({"effort", "limit", "metric", "weight"}))
        if not isinstance(by, str) or by not in ("search", "fronts"):
            raise InvalidInput(f'by is {shown(by)}: "search" or "fronts"', value=by)
        if by == "fronts":
            return _fronts.improve(self, start, goal, radius, given)
        limit, effort = (given.pop(name, float("inf")) for name in ("limit", "effort"))
        thorough = {**given, "weight": 1.0}
        tries = [given, thorough] if thorough != given else [given]
        return _improve.improve(self, start, goal, radius, tries, limit, effort)
