"""Goals as shapes: points, lines and areas, as `World.find_path` takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._geometry import POST, WALL
from .._goals import as_place
from . import palette as p
from .features import wound
from .shapes import Area, Dots, Lines, Shape


def goal_shapes(goals: Any, is_numbered: bool) -> list[Shape]:
    """The goals; if `is_numbered`, each has the colour of the paths with its number."""
    shapes: list[Shape] = []
    for part in as_place(goals, "goals"):
        colour = p.PATHS[part.goal % len(p.PATHS)] if is_numbered else p.GOAL
        role, points = part.chains[0]
        if role == POST:
            shapes.append(Dots(points, colour, p.END_RADIUS, p.CASING))
        elif role == WALL:
            shapes.append(Lines([points], colour, p.GOAL_WIDTH))
        else:
            rings = [wound(ring, kind) for kind, ring in part.chains]
            closed = [np.vstack((ring, ring[:1])) for ring in rings]
            shapes += [Area(rings, colour, 0.3), Lines(closed, colour, p.OUTLINE_WIDTH)]
    return shapes
