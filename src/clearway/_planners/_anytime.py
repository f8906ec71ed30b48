"""Anytime planners: a first path soon, better ones later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._input import as_point, as_radius
from .._path import Answers, Path, arrays_of
from ._base import Planner


class Anytime(Planner):
    """A planner with `improve`.

    Options: `limit=N` ends a search after N expansions, or at its first path if that takes
    more; `effort=F` ends it at F times the expansions of its first path. Either returns the best
    path so far. Without them the answer is proved shortest: a search whose own proof would be
    slow asks planner "optimal" at the end. `prove_with_optimal=False` waits for the search's
    own proof, which may take very long.
    """

    options = frozenset({"effort", "limit", "prove_with_optimal"})
    _takes_discs = True

    def improve(self, start: Any, goal: Any, radius: float = 0.0, **options: Any) -> Iterator[Path]:
        """Yields paths as they are found, each shorter than the last.

        The last one is shortest, unless `limit` or `effort` ended the search; its `optimal` and
        `lower_bound` are set once the iteration is over. If the ends are not connected, yields one
        path whose `status` says why. An edit of the world in between raises `InvalidInput`.
        """
        a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
        search = self.world._core.improve(self.name, a, b, r, self._checked(options))
        return self._paths(search, a[0], b[0], r)

    def _paths(self, search: Any, start: Any, goal: Any, radius: float) -> Iterator[Path]:
        last: Answers | None = None
        while (found := search.next()) is not None:
            last = arrays_of(found)
            yield Path(self.world, last, 0, start, goal, radius, self.name)
        final = search.best()
        if last is None:
            yield Path(self.world, arrays_of(final), 0, start, goal, radius, self.name)
        else:
            for name in ("optimal", "lower_bound", "expanded", "generated", "seconds"):
                getattr(last, name)[0] = getattr(final, name)[0]
