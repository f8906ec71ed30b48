"""What searches of a world expand, as shapes: triangles coloured by their first expansion."""

from __future__ import annotations

import numpy as np

from .._mesh import Mesh
from .._path import Path
from .._planners import planner_class
from .._regions import outlines
from .._world import World
from .heat import COLOURS
from .scene import Area, Shape


def explored_shapes(world: World, mesh: Mesh, paths: list[Path]) -> list[Shape]:
    """The triangles that the search of each path expands, found by repeating it.

    A triangle has the colour of its first expansion: ten colours, from early to late.
    """
    shapes: list[Shape] = []
    for path in paths:
        planner = planner_class(path.planner)(world)
        rows = planner.explored(path.start, path.goal, path.radius)
        first = np.full(len(mesh), len(rows))
        np.minimum.at(first, rows, np.arange(len(rows)))
        band = first * len(COLOURS) // max(1, len(rows))
        for number, colour in enumerate(COLOURS):
            chosen = band == number
            if chosen.any():
                shapes.append(Area(outlines(mesh, chosen), colour, 0.8))
    return shapes
