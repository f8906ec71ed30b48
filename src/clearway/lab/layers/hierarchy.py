"""The clusters of THPA*."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._lengths import as_radius
from ..._planners import THPAStar
from ..session import Session
from ..versions import with_mesh
from .registry import layer, version_of


@layer("clusters")
def clusters(session: Session, radius: float = 0.0) -> dict[str, Any]:
    """The clusters of THPA*, and the paths between their entrances."""
    world = session.world("clusters")
    r = as_radius(radius)
    planner = THPAStar._cached_for(world)
    mesh, (numbers, (a, b, _)) = with_mesh(
        world, lambda: (np.asarray(planner.clusters(r)), planner.edges(r))
    )
    free = numbers >= 0
    return {
        "version": version_of(session, mesh.version),
        "ids": mesh.ids[free],
        "clusters": numbers[free],
        "count": int(numbers.max(initial=-1)) + 1,
        "edges": np.hstack((a, b)),
    }
