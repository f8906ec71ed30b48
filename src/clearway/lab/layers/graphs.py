"""Structures of the planners that search corners: visibility graphs, the BSP, what a point sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._errors import InvalidInput, shown
from ..._input import as_point
from ..._planners import VG, VGO, BSPStar
from ..answers import rings
from ..bsp import clipped_cuts
from ..session import Session
from .registry import layer


@layer("graph")
def graph(session: Session, planner: str = "vgo") -> dict[str, Any]:
    """The visibility graph of planner "vg" or "vgo"."""
    made = {"vg": VG, "vgo": VGO}.get(planner) if isinstance(planner, str) else None
    if made is None:
        raise InvalidInput(f"planner is {shown(planner)}: 'vg' or 'vgo'", value=planner)
    version = session.version
    corners, edges = made(session.world("graph")).graph()
    return {"version": version, "corners": corners, "edges": edges}


@layer("bsp")
def bsp(session: Session) -> dict[str, Any]:
    """The cells of the BSP of planner "bsp*", as the cuts between them."""
    world = session.world("bsp")
    version = session.version
    BSPStar(world).prepare()
    lines, children = world._core.bsp()
    segments, depths = clipped_cuts(lines.reshape(-1, 4), children, world.bounds)
    return {"version": version, "box": list(world.bounds), "segments": segments, "depths": depths}


@layer("visible", ("world", "grid"))
def visible(session: Session, point: Any) -> dict[str, Any]:
    """The region that a point sees."""
    version = session.version
    [place] = as_point(point, "point")
    ring = np.asarray(session.polygons().visible_region(place))
    return {"version": version, **rings([ring] if len(ring) else [])}
