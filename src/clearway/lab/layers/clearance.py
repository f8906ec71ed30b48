"""What a disc can pass: turn widths and gates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._lengths import as_radius
from ..session import Session
from .registry import layer, version_of

_BITS = np.array([1, 2, 4], dtype=np.uint8)


@layer("clearances")
def clearances(session: Session, radius: float = 0.0) -> dict[str, Any]:
    """The width at each corner of each triangle, and whether a disc passes there."""
    mesh = session.world("clearances").mesh()
    width = 2 * as_radius(radius)
    free = ~mesh.blocked
    turns = mesh.clearances[free]
    return {
        "version": version_of(session, mesh.version),
        "ids": mesh.ids[free],
        "corners": turns.astype(np.float32),
        "passable": (turns >= width) @ _BITS,
    }


@layer("gates")
def gates(session: Session, radius: float = 0.0) -> dict[str, Any]:
    """The gates between obstacles, and which of them a disc passes."""
    terrain = session.world("gates").abstraction()
    width = 2 * as_radius(radius)
    widths = terrain._source.choke_widths
    return {
        "version": version_of(session, terrain.version),
        "segments": np.asarray(terrain._source.choke_gates).reshape(-1, 4),
        "widths": widths,
        "passable": widths >= width,
    }
