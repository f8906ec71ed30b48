"""The abstraction in pictures: levels as in the figures of Demyen 2007, abstract graph, rooms."""

from __future__ import annotations

import numpy as np

from .._abstraction import Abstraction
from .._regions import outlines
from . import palette as p
from .shapes import Area, Dots, Lines, Shape


def layers(
    abstraction: Abstraction, levels: bool, rooms: bool, radius: float
) -> tuple[list[Shape], list[Shape]]:
    """Shapes below the obstacles, and above them."""
    below: list[Shape] = []
    above: list[Shape] = []
    if levels:
        below += _level_areas(abstraction)
    if rooms:
        below += _room_areas(abstraction)
        above += _tree(abstraction)
    if levels:
        above += _graph(abstraction, radius)
    return below, above


def _level_areas(abstraction: Abstraction) -> list[Shape]:
    return [
        Area(outlines(abstraction.mesh, abstraction.levels == level), p.LEVELS[level])
        for level in range(4)
        if (abstraction.levels == level).any()
    ]


def _room_areas(abstraction: Abstraction) -> list[Shape]:
    return [
        Area(
            outlines(abstraction.mesh, abstraction.room_of == room.number),
            p.ROOMS[room.number % len(p.ROOMS)],
        )
        for room in abstraction.rooms
    ]


def _graph(abstraction: Abstraction, radius: float) -> list[Shape]:
    """Corridors that a disc can use: bold; the others: thin. The gates that stop the disc.

    For a point, the narrowest gate of each corridor, and of each component without a corridor.
    """
    graph = abstraction.at(radius)
    usable = {c for passage in graph.passages for c in passage.corridors}
    routes = [abstraction.route(c) for c in abstraction.corridors]
    if radius > 0:
        gates = [c.gate for c in abstraction.choke_points() if c.width < 2 * radius]
    else:
        gates = [c.gate for c in abstraction.corridors]
        gates += [d.gate for d in abstraction.dead_ends if d.root is None and d.gate is not None]
    nodes = [abstraction.decision_nodes[d].point for d in graph.decision_nodes]
    return [
        Lines([r for i, r in enumerate(routes) if i not in usable], p.ABSTRACT, p.MESH_WIDTH, 0.6),
        Lines([r for i, r in enumerate(routes) if i in usable], p.ABSTRACT, p.ABSTRACT_WIDTH),
        Lines(gates, p.GATE, p.GATE_WIDTH),
        Dots(np.array(nodes).reshape(-1, 2), p.ABSTRACT, p.NODE_RADIUS, p.CASING),
    ]


def _tree(abstraction: Abstraction) -> list[Shape]:
    between = sorted({c for room in abstraction.rooms for c, _ in room.bridges})
    return [
        Lines(
            [abstraction.route(abstraction.corridors[c]) for c in between],
            p.GATE,
            p.ABSTRACT_WIDTH,
        )
    ]
