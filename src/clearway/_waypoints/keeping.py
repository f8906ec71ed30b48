"""Waypoint graphs of a world, kept from version to version."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._errors import InvalidInput
from .._mesh import Ints, Mesh
from .building import Layout, layout_of
from .edges import Key, Measured, measure, unchanged
from .graph import Waypoints

if TYPE_CHECKING:
    from .._world import World

MOST = 8  # graphs kept for each world


Place = tuple[float, ...]


class Ids(NamedTuple):
    """The ids of nodes by their places, and the first that was never used."""

    by_place: dict[Place, int]
    fresh: int


class Kept(NamedTuple):
    """The parts of the last graph for one radius, and what later ones take over from it.

    They do not refer to the world, which keeps them; `used` is the graph if somebody uses it.
    """

    layout: Layout
    numbers: Ints
    measured: dict[Key, Measured]
    mesh: Mesh
    ids: Ids
    used: weakref.ref[Waypoints]

    def graph(self, world: World, radius: float, dead_ends: bool) -> Waypoints:
        """The graph that is in use, or another with the same parts."""
        known = self.used()
        if known is not None:
            return known
        return Waypoints(world, radius, dead_ends, self.layout, self.numbers, self.measured)


def waypoints_of(world: World, radius: float, dead_ends: bool) -> Waypoints:
    """The graph of the current version. Paths that an edit cannot have changed are kept."""
    kept: dict[tuple[float, bool], Kept] = world._waypoint_graphs
    key = radius, dead_ends
    old = kept.get(key)
    if old is not None and old.layout.version == world.version:
        graph = old.graph(world, radius, dead_ends)
        kept[key] = old._replace(used=weakref.ref(graph))
        return graph
    _check_features(world)
    while True:
        layout, mesh = layout_of(world, radius, dead_ends), world.mesh()
        if mesh.version != layout.version:
            continue
        known = {} if old is None else unchanged(old.measured, radius, old.mesh, mesh)
        paths = measure(world, layout.points[layout.ends], radius, known)
        if world.version == mesh.version:
            break
    ids, named = _ids(layout, Ids({}, 0) if old is None else old.ids)
    graph = Waypoints(world, radius, dead_ends, layout, ids, paths)
    kept.pop(key, None)
    kept[key] = Kept(layout, ids, paths, mesh, named, weakref.ref(graph))
    while len(kept) > MOST:
        kept.pop(next(iter(kept)), None)
    return graph


def _check_features(world: World) -> None:
    if world.links:
        raise InvalidInput("waypoints: the graph of a world with links is not available")
    if any(door.direction is not None for door in world.doors.values()):
        raise InvalidInput("waypoints: the graph of a world with one-way doors is not available")


def _ids(layout: Layout, old: Ids) -> tuple[Ints, Ids]:
    """An id for each node: the old one where a node was, else the next one that was never used."""
    named: dict[Place, int] = {}
    fresh = old.fresh
    ids = []
    for kind, point, gate in zip(
        layout.kinds, layout.points.tolist(), layout.gates.tolist(), strict=True
    ):
        place = (*gate[0], *gate[1]) if kind == "gate" else tuple(point)
        while place in named:  # two nodes in one place
            place = (*place, 0.0)
        number = old.by_place.get(place, -1)
        if number < 0:
            number, fresh = fresh, fresh + 1
        named[place] = number
        ids.append(number)
    return np.array(ids, dtype=np.int32), Ids(named, fresh)
