"""Waypoint graphs in pictures."""

from __future__ import annotations

import numpy as np

from .._path.path import Path
from .._waypoints import Waypoints
from . import palette as p
from .shapes import Dots, Lines, Shape


def waypoint_shapes(graph: Waypoints) -> list[Shape]:
    """The shortest paths along the edges, the gates, and the nodes by kind."""
    paths: list[Path] = [graph.path(edge) for edge in range(len(graph.ends))]
    gates = graph._layout.gates
    is_gate = ~np.isnan(gates[:, 0, 0])
    ends = np.array([kind in ("dead_end", "room") for kind in graph.kinds], dtype=bool)
    return [
        Lines([path.points for path in paths if len(path.points) > 1], p.GRAPH, p.LINK_WIDTH),
        Lines(list(gates[is_gate]), p.GATE, p.MESH_WIDTH, 0.7),
        Dots(graph.points[is_gate], p.GATE, 0.7 * p.NODE_RADIUS, p.CASING),
        Dots(graph.points[ends], p.LINK, p.NODE_RADIUS, p.CASING),
        Dots(graph.points[~is_gate & ~ends], p.GRAPH, 1.2 * p.NODE_RADIUS, p.CASING),
    ]
