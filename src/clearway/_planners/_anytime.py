"""Anytime planners: a first path soon, better ones later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._path import Path
from ._base import Planner
from ._improve import improve


class Anytime(Planner, core=""):
    """A planner with `improve`.

    Options: `limit=N` ends a search after N expansions, or at its first path if that takes
    more; `effort=F` ends it at F times the expansions of its first path. Either returns the best
    path so far. Without them the answer is proved shortest: a search whose own proof would be
    slow asks planner "optimal" at the end. `prove_with_optimal=False` waits for the search's
    own proof, which may take very long.
    """

    def improve(self, start: Any, goal: Any, radius: float = 0.0, **options: Any) -> Iterator[Path]:
        """Yields paths as they are found, each shorter than the last.

        The final one is shortest, unless `limit` or `effort` ended the search: `optimal` and
        `lower_bound` of the last path say so once the iteration is over. Ends that are not
        connected give one empty path, whose `status` says why. The world must not change
        meanwhile: `ClearwayError`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> paths = list(cw.TAStar(world).improve((1, 5), (9, 5), radius=0.5))
        >>> paths[-1].optimal
        True
        """
        given = self._checked(options, "when_improving")
        return improve(self, "search", start, goal, radius, given)
