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


class _Table(NamedTuple):
    """What is known of the links of one version of a world; threads share it, none changes it."""

    version: int
    hops: list[Hop]
    fields: list[Any]  # to the entry of each hop
    left: Floats  # what it costs from the entries on
    goals: Ints  # that are reached from there


class LinkFields:
    """The fields to the entries of the links of a world, and what is left from there."""

    def __init__(self, world: World, radius: float) -> None:
        self._world, self._radius = world, radius
        self._table: _Table | None = None
        # Without a table: the version and the links of then.
        self._seen = int(world._core.version), _known_hops(world, radius)

    @property
    def is_stale(self) -> bool:
        """Whether an edit may have changed what links pay."""
        table = self._table
        version, hops = self._seen if table is None else (table.version, table.hops)
        if self._world._core.version == version:
            return False
        if _known_hops(self._world, self._radius) != hops:
            return True
        return bool(hops) if table is None else any(field.is_stale for field in table.fields)

    def forget(self, version: int) -> None:
        """The world of this version has no links."""
        self._seen, self._table = (version, []), None

    def improve(self, values: Values, rows: Floats, own: Callable[[Floats], Values]) -> int:
        """Lowers the values at the points where links pay; returns the version of the world.

        `own`: the values of the field without links.
        """
        table = self._table
        version = int(self._world._core.version)
        if table is None or table.version != version:
            table = self._table = self._updated(version, table, own)
        distances, directions, goals = values
        for field, left, goal in zip(table.fields, table.left, table.goals, strict=True):
            there, towards, _, _ = field.at(rows, 1)
            pays = there + left < distances
            distances[pays], goals[pays] = (there + left)[pays], goal
            directions[pays] = towards[pays]
        return version

    def _updated(self, version: int, old: _Table | None, own: Callable[[Floats], Values]) -> _Table:
        hops = hops_of(self._world, self._radius)
        if not hops:
            return _Table(version, [], [], np.empty(0), np.empty(0, dtype=np.int64))
        known = {} if old is None else _by_entry(old.hops, old.fields)
        for hop in hops:
            if hop.entry not in known:
                place = Places(point_places(np.array([hop.entry])))
                known[hop.entry] = self._world._core.field(place.core, self._radius)
        fields = [known[hop.entry] for hop in hops]
        exits = np.array([hop.exit for hop in hops])
        paid = np.array([hop.cost for hop in hops])
        between = np.stack([field.at(exits, 1)[0] for field in fields], axis=1)
        rest, _, goals = own(exits)
        while True:  # at most once for each link
            through = between + paid + rest
            best = through.argmin(axis=1)
            lower = through[np.arange(len(rest)), best]
            pays = lower < rest
            if not pays.any():
                break
            rest, goals = np.where(pays, lower, rest), np.where(pays, goals[best], goals)
        return _Table(version, hops, fields, paid + rest, goals)


def _by_entry(hops: list[Hop], fields: list[Any]) -> dict[tuple[float, float], Any]:
    return {hop.entry: field for hop, field in zip(hops, fields, strict=True)}


def _known_hops(world: World, radius: float) -> list[Hop] | None:
    """None: there is a link that fields refuse."""
    try:
        return hops_of(world, radius)
    except InvalidInput:
        return None


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
