"""What searches of a world expand, as shapes: triangles, and search trees, coloured by order."""

from __future__ import annotations

import numpy as np

from .._input import Floats
from .._mesh import Mesh
from .._path import Path
from .._planners import planner_class
from .._regions import outlines
from .._world import World
from .heat import COLOURS
from .shapes import Area, Dots, Lines, Shape

_LINE, _NODE = 1.2, 2.5  # pixels


def explored_shapes(world: World, mesh: Mesh, paths: list[Path]) -> list[Shape]:
    """What the search of each path expands, found by repeating it.

    Triangles have the colour of their first expansion: ten colours, from early to late. Of planners
    that search corners, or nodes of a hierarchy, or read labels of corners: these, and the lines of
    the search tree to them, coloured in the same way.
    """
    shapes: list[Shape] = []
    for path in paths:
        planner = planner_class(path.planner)._cached_for(world)
        rows, tree = planner._expansions(path.start, path.goal, path.radius, {})
        shapes += _triangles(mesh, rows.astype(np.int64))
        shapes += _tree(tree)
    return shapes


def _triangles(mesh: Mesh, rows: np.ndarray) -> list[Shape]:
    if not len(rows):
        return []
    first = np.full(len(mesh), len(rows))
    np.minimum.at(first, rows, np.arange(len(rows)))
    bands = first * len(COLOURS) // len(rows)
    chosen = [(bands == number, colour) for number, colour in enumerate(COLOURS)]
    return [Area(outlines(mesh, some), colour, 0.8) for some, colour in chosen if some.any()]


def _tree(lines: Floats) -> list[Shape]:
    bands = np.arange(len(lines)) * len(COLOURS) // max(1, len(lines))
    chosen = [(lines[bands == number], colour) for number, colour in enumerate(COLOURS)]
    shown = [(some, colour) for some, colour in chosen if len(some)]
    out: list[Shape] = [Lines(list(some), colour, _LINE) for some, colour in shown]
    return out + [Dots(some[:, 1], colour, _NODE) for some, colour in shown]
