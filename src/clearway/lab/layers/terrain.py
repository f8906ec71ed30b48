"""The abstraction: levels, corridors, rooms, components."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._abstraction import Abstraction
from ..session import Session
from .registry import layer, version_of


def _free(session: Session, terrain: Abstraction) -> tuple[dict[str, Any], Any]:
    """The common part of layers per triangle, and which triangles are free."""
    free = ~terrain.mesh.blocked
    return {"version": version_of(session, terrain.version), "ids": terrain.mesh.ids[free]}, free


@layer("levels")
def levels(session: Session) -> dict[str, Any]:
    """The level of each triangle: island, dead end, corridor, decision node."""
    terrain = session.world("levels").abstraction()
    common, free = _free(session, terrain)
    return {**common, "levels": terrain.levels[free].astype(np.uint8)}


@layer("components")
def components(session: Session) -> dict[str, Any]:
    """The connected parts of free space."""
    terrain = session.world("components").abstraction()
    common, free = _free(session, terrain)
    return {**common, "components": terrain.components[free], "count": terrain.component_count}


@layer("rooms")
def rooms(session: Session) -> dict[str, Any]:
    """Rooms: parts that are doubly connected."""
    terrain = session.world("rooms").abstraction()
    common, free = _free(session, terrain)
    return {**common, "rooms": terrain.room_of[free], "count": len(terrain.rooms)}


@layer("corridors")
def corridors(session: Session, radius: float = 0.0) -> dict[str, Any]:
    """The abstract graph: decision nodes, corridors, and which of them a disc uses."""
    terrain = session.world("corridors").abstraction()
    graph = terrain.at(radius)
    source = terrain._source
    route_starts, points = terrain._routes
    nodes = terrain.decision_nodes
    return {
        "version": version_of(session, terrain.version),
        "nodes": np.array([n.point for n in nodes]).reshape(-1, 2),
        "node_used": _marked(len(nodes), graph.decision_nodes),
        "route_starts": route_starts,
        "points": points,
        "widths": source.corridors[:, 0],
        "used": _marked(len(source.corridors), [c for p in graph.passages for c in p.corridors]),
        "gates": source.gates.reshape(-1, 4),
    }


def _marked(count: int, numbers: Any) -> Any:
    """An array of zeros, with ones at these indices."""
    out = np.zeros(count, dtype=np.uint8)
    out[np.array(numbers, dtype=np.int64)] = 1
    return out
