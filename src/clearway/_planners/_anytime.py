"""Anytime planners: a first path early, better paths later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from .._path import Path
from ._improve import improve
from ._option_types import WorldOptions
from ._typed import TypedPlanner


class Anytime(TypedPlanner, core=""):
    """A planner with `improve`.

    Options: `limit=N` ends a search after N expansions, or at its first path if that takes
    more; `seconds=T` ends it after that time, path or not; `effort=F` ends it at F times the
    expansions of its first path; `stop_early=True` chooses F by what the first path has cost (the
    rule of Demyen 2007, 9.3): 1 if that was little, more if it was much. Each returns the best path
    so far. Without them the answer is proved shortest: a search whose own proof would be slow uses
    planner "optimal" at the end. With `prove_with_optimal=False` the search completes its own
    proof, which may take very long.
    """

    def improve(
        self, start: Any, goal: Any, radius: float = 0.0, **options: Unpack[WorldOptions]
    ) -> Iterator[Path]:
        """Yields paths as they are found, each shorter than the last, or as short and proved.

        The last one is shortest, unless `limit`, `seconds` (from this call on), `effort` or
        `stop_early` ended the search: see `optimal` and `lower_bound` of the last path after the
        iteration. Ends that are not connected give one empty path, whose `status` gives the
        reason. An edit of the world during the iteration raises `ClearwayError`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> paths = list(cw.TAStar(world).improve((1, 5), (9, 5), radius=0.5))
        >>> paths[-1].optimal
        True
        >>> *_, likely = cw.TAStar(world).improve((1, 5), (9, 5), radius=0.5, stop_early=True)
        >>> likely.length == paths[-1].length
        True
        """
        given = self._checked({**options}, "when_improving")
        return improve(self, "search", start, goal, radius, given)
