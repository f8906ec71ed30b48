"""The polygons that a grid is traced to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..answers import rings
from ..session import Session
from .registry import layer


@layer("traced", ("grid",))
def traced(session: Session, smooth: float | None = None) -> dict[str, Any]:
    """The polygons of the blocked cells."""
    grid = session.grid("traced")
    version = session.version
    world = session.polygons() if smooth is None else grid.to_world(smooth)
    return {"version": version, **rings(outlined(world))}


def outlined(world: Any) -> list[Any]:
    """The rings of its bounds and obstacles."""
    chains = [chain for obstacle in world.obstacles.values() for chain in obstacle.chains]
    starts, _, points = world._core.bounds()
    borders = [points[a:b] for a, b in pairwise(starts.tolist())]
    return [*borders, *chains]
