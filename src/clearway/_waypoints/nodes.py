"""Nodes and edges of waypoint graphs, as tuples."""

from __future__ import annotations

from typing import NamedTuple


class Waypoint(NamedTuple):
    """A node of a waypoint graph.

    `id` is kept by later graphs of the world as long as the node stays where it is. The disc fits
    at `point`. `kind` is "decision", "gate", "dead_end", or "room" (a component without gates).
    `width` is that of the gate, else of the largest disc that fits at the point. `gate` has the
    two obstacle points of a gate, else None.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world.waypoints(0.5).nodes[0].kind
    'gate'
    """

    id: int
    point: tuple[float, float]
    kind: str
    width: float
    gate: tuple[tuple[float, float], tuple[float, float]] | None


class WaypointEdge(NamedTuple):
    """An edge of a waypoint graph: a part of a corridor.

    `a` and `b` are the ids of its nodes. `length` is that of the shortest path of the disc between
    them. `width` is that of the largest disc that can move from one to the other along the
    corridor.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world.waypoints(0.5).edges[0].width
    2.0
    """

    a: int
    b: int
    length: float
    width: float
