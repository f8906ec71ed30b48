"""What searches of a world expand, as shapes: triangles or corners, coloured by their order."""

from __future__ import annotations

import numpy as np

from .._mesh import Mesh
from .._path import Path
from .._planners import planner_class
from .._planners._visibility import CornerPlanner
from .._regions import outlines
from .._world import World
from .heat import COLOURS
from .scene import Area, Dots, Lines, Shape

_LINE, _CORNER = 1.2, 2.5  # pixels


def explored_shapes(world: World, mesh: Mesh, paths: list[Path]) -> list[Shape]:
    """What the search of each path expands, found by repeating it.

    Triangles have the colour of their first expansion: ten colours, from early to late. Of
    planners that search corners: the corners, and the lines of the search tree to them.
    """
    shapes: list[Shape] = []
    for path in paths:
        planner = planner_class(path.planner)(world)
        if isinstance(planner, CornerPlanner):
            shapes += _corners(planner, path)
        else:
            rows = planner.explored(path.start, path.goal, path.radius)
            shapes += _triangles(mesh, rows.astype(np.int64))
    return shapes


def _triangles(mesh: Mesh, rows: np.ndarray) -> list[Shape]:
    first = np.full(len(mesh), len(rows))
    np.minimum.at(first, rows, np.arange(len(rows)))
    bands = first * len(COLOURS) // max(1, len(rows))
    chosen = [(bands == number, colour) for number, colour in enumerate(COLOURS)]
    return [Area(outlines(mesh, some), colour, 0.8) for some, colour in chosen if some.any()]


def _corners(planner: CornerPlanner, path: Path) -> list[Shape]:
    tree = planner.explored_corners(path.start, path.goal)
    bands = np.arange(len(tree)) * len(COLOURS) // max(1, len(tree))
    chosen = [(tree[bands == number], colour) for number, colour in enumerate(COLOURS)]
    shown = [(some, colour) for some, colour in chosen if len(some)]
    lines: list[Shape] = [Lines(list(some), colour, _LINE) for some, colour in shown]
    return lines + [Dots(some[:, 1], colour, _CORNER) for some, colour in shown]
