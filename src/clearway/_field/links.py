"""Fields in a world with links: what it costs to the nearest goal, by links where they pay.

A field to the entry of each link says what it costs to get there. What is left from an entry is the
cost of the link, and from its exit on the least of the direct way and of the ways by other links:
the shortest paths of a small graph, whose edges are values of these fields at the exits. So every
value is exact, as those of the fields are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._errors import InvalidInput
from .._geometry import Ints
from .._goals import Places, point_places
from .._input import Floats, as_pair

if TYPE_CHECKING:
    from .._world import World

Values = tuple[Floats, Floats, Ints]  # distances, directions, goals


class Hop(NamedTuple):
    """A link in one of its directions."""

    entry: tuple[float, float]
    exit: tuple[float, float]
    cost: float


class LinkFields:
    """The fields to the entries of the links of a world, and what is left from there."""

    def __init__(self, world: World, radius: float) -> None:
        self._world, self._radius = world, radius
        self._fields: dict[tuple[float, float], Any] = {}  # by entry
        self._version = -1
        self._hops: list[Hop] = []
        self._left, self._goals = np.empty(0), np.empty(0, dtype=np.int64)  # from the entries

    def improve(self, values: Values, rows: Floats, own: Callable[[Floats], Values]) -> int:
        """Lowers the values at the points where links pay; returns the version of the world.

        `own`: the values of the field without links.
        """
        version = int(self._world._core.version)
        if version != self._version:
            self._update(own)
            self._version = version
        distances, directions, goals = values
        for hop, left, goal in zip(self._hops, self._left, self._goals, strict=True):
            there, towards, _, _ = self._field(hop).at(rows, 1)
            pays = there + left < distances
            distances[pays], goals[pays] = (there + left)[pays], goal
            directions[pays] = towards[pays]
        return version

    def _update(self, own: Callable[[Floats], Values]) -> None:
        self._hops = hops_of(self._world, self._radius)
        entries = {hop.entry for hop in self._hops}
        self._fields = {at: field for at, field in self._fields.items() if at in entries}
        if not self._hops:
            self._left, self._goals = np.empty(0), np.empty(0, dtype=np.int64)
            return
        exits = np.array([hop.exit for hop in self._hops])
        paid = np.array([hop.cost for hop in self._hops])
        between = np.stack([self._field(hop).at(exits, 1)[0] for hop in self._hops], axis=1)
        rest, _, goals = own(exits)
        while True:  # at most once for each link
            through = between + paid + rest
            best = through.argmin(axis=1)
            lower = through[np.arange(len(rest)), best]
            pays = lower < rest
            if not pays.any():
                break
            rest, goals = np.where(pays, lower, rest), np.where(pays, goals[best], goals)
        self._left, self._goals = paid + rest, goals

    def _field(self, hop: Hop) -> Any:
        if hop.entry not in self._fields:
            place = Places(point_places(np.array([hop.entry])))
            self._fields[hop.entry] = self._world._core.field(place.core, self._radius)
        return self._fields[hop.entry]


def hops_of(world: World, radius: float) -> list[Hop]:
    """The enabled links for discs of this radius, each direction apart."""
    out = []
    for handle, link in world.links.items():
        if not link.enabled or radius > link.radius:
            continue
        if np.ndim(link.a) != 1 or np.ndim(link.b) != 1:
            raise InvalidInput(
                f"fields need links between points: link {handle} has a segment", value=handle
            )
        a, b = as_pair(link.a), as_pair(link.b)
        out.append(Hop(a, b, link.cost))
        if link.two_way:
            out.append(Hop(b, a, link.cost))
    return out
