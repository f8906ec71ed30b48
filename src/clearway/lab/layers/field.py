"""Distance fields: a heat map and contours."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._input import Floats
from ..answers import rings
from ..checks import as_whole
from ..contours import contour
from ..session import Session
from .registry import layer


@layer("field", ("world", "grid"))
def field(
    session: Session, goals: Any, radius: float = 0.0, cells: int = 120, contours: int = 10
) -> dict[str, Any]:
    """The distance from everywhere to the nearest goal: a heat map and contours."""
    along, lines = as_whole(cells, "cells", 2, 1000), as_whole(contours, "contours", 0, 100)
    world = session.polygons()
    version = session.version
    x0, y0, x1, y1 = world.bounds
    raster = world.field(goals, radius).raster(max(x1 - x0, y1 - y0) / along)
    reached = raster.distance[np.isfinite(raster.distance)]
    longest = float(reached.max(initial=0.0))
    levels = longest * np.arange(1, lines + 1) / (lines + 1)
    drawn: list[list[Floats]] = [contour(raster.x, raster.y, raster.distance, at) for at in levels]
    counts = np.concatenate(([0], np.cumsum([len(some) for some in drawn], dtype=np.int64)))
    return {
        "version": version,
        "box": [x0, y0, x1, y1],
        "x": raster.x,
        "y": raster.y,
        "distance": raster.distance.astype(np.float32),
        "longest": longest,
        "levels": levels,
        "contour_starts": counts,
        **rings([line for some in drawn for line in some]),
    }
