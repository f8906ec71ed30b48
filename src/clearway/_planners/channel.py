"""Planner "channel"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Unpack

from .._errors import InvalidInput, shown
from .._path import Path
from ._fronts import Front, explored_fronts
from ._improve import improve
from ._option_types import WorldOptions
from ._typed import TypedPlanner


class Channel(TypedPlanner, core="channel"):
    """A search over entry edges for a wide enough channel, then the funnel for the disc.

    Fast. The path is the shortest in its channel, which need not contain the shortest path of the
    world. The planner finds a path exactly when there is one.

    Options: `metric` 1 to 4, the cost of a channel (Kallmann 2010, section 5: 1 centroids,
    2 middles of portals, 3 the line to the goal, 4 the same, at least the radius away from the
    corners; the default); `weight` of the heuristic, from 1 to 1e6 (1.05); `limit`; `seconds`;
    `partial`.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.Channel(world).find_path((1, 5), (9, 5), radius=0.5, metric=2).found
    True
    """

    _proves_fronts: ClassVar[bool] = True  # by an exact search; tests check the fronts alone

    def improve(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        by: str = "search",
        **options: Unpack[WorldOptions],
    ) -> Iterator[Path]:
        """Shorter and shorter paths; the last one is the shortest, proved (`optimal`).

        The first is that of `find_path`. `by="search"`: rounds of the exact search of planner
        "optimal". `by="fronts"`: the extended search of Kallmann 2010, section 7, which advances
        many funnels over the mesh until none can be shorter; slower.

        `limit` bounds the expansions, `seconds` the time from this call on, `effort` bounds the
        expansions by a multiple of those of the first path, `stop_early=True` by a multiple that
        grows with them (Demyen 2007, 9.3): then the last path is the best so far, with a valid
        `lower_bound`. If the ends are not connected, yields one path without segments. Memory grows
        with the expansions, as in planner "optimal". An edit of the world during the iteration
        raises `ClearwayError`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> paths = list(cw.Channel(world).improve((1, 5), (9, 5), radius=0.5))
        >>> paths[-1].optimal
        True
        """
        given = self._checked({**options}, "when_improving")
        modes = self._searching().improve_modes
        if not isinstance(by, str) or by not in modes:
            names = " or ".join(f'"{mode}"' for mode in modes)
            raise InvalidInput(f"by is {shown(by)}: {names}", value=by)
        if by == "fronts":
            given = {**given, "prove_with_optimal": self._proves_fronts}
        return improve(self, by, start, goal, radius, given)

    def explored_fronts(
        self, start: Any, goal: Any, radius: float = 0.0, **options: Unpack[WorldOptions]
    ) -> list[Front]:
        """The fronts that `improve(by="fronts")` queues, in this order, until its proof.

        Options are those of `improve`. Empty where the straight line is free, an end is blocked, or
        the local clearance tests are not exact: above `world.max_radius`, or with an end closer to
        a corner than they allow. Fronts that other fronts make superfluous before they are queued
        are left out. With links or one-way doors there are several meshes: `InvalidInput`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> fronts = cw.Channel(world).explored_fronts((1, 5), (9, 5), radius=0.5)
        >>> max(front.bound for front in fronts if front.taken is not None) > 8
        True
        """
        given = self._checked({**options}, "when_improving")
        return explored_fronts(self.world._core, start, goal, radius, given)
