"""Planner "channel"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._errors import InvalidInput, shown
from .._path import Path
from . import _fronts, _improve
from ._base import Planner


class Channel(Planner):
    """A search over entry edges for a wide enough channel, then the funnel for the disc.

    Fast. The path is the shortest in its channel, which need not contain the shortest of all. It
    is found exactly when there is one.

    Options: `metric` 1 to 4, how channels are measured (Kallmann 2010, section 5: 1 centroids,
    2 middles of portals, 3 the line to the goal, 4 the same, at least the radius away from the
    corners; the default); `weight` of the heuristic, from 1 to 1e6 (1.05); `limit`; `partial`.
    """

    name = "channel"
    summary = "a wide enough channel of triangles, then the funnel; fast, nearly shortest"
    options = frozenset({"limit", "metric", "partial", "weight"})
    _takes_discs = True

    def improve(
        self, start: Any, goal: Any, radius: float = 0.0, by: str = "search", **options: Any
    ) -> Iterator[Path]:
        """Better and better paths; the last one is the shortest, proved (`optimal`).

        The first is that of `find_path`. `by="search"`: rounds of the exact search of planner
        "optimal". `by="fronts"`: the extended search of Kallmann 2010, section 7, which advances
        many funnels over the mesh until none can be shorter; slower.

        `limit` bounds the expansions, `effort` bounds them by a multiple of those of the first
        path: then the last path is the best so far, with a valid `lower_bound`. If the ends are
        not connected, yields one path without segments. Memory grows with the expansions, as in
        planner "optimal". An edit of the world in between raises `ClearwayError`.
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
