"""Grids as shapes: blocked cells, expanded cells, paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .._cells import Mask
from .._errors import InvalidInput
from .._grid import Grid
from .._input import Floats
from .._path import Path
from .._planners import planner_class
from .._planners._grid_base import GridPlanner
from .._tracing import trace
from . import palette as p
from .scene import path_colours, path_shapes
from .shapes import Area, Lines, Shape

_FEWEST_PIXELS = 6.0  # smaller cells have no lines between them


def grid_scene(
    grid: Grid,
    paths: Path | Iterable[Path] = (),
    *,
    explored: bool = False,
    mesh: bool = False,
    constraints: bool = False,
    channel: bool = False,
    labels: bool = False,
    colours: Sequence[int] | None = None,
) -> list[Shape]:
    """The shapes to draw, back to front.

    explored: the cells that the search of each path expands, found by repeating it; channel: the
    cells of each path; mesh: lines between cells; colours: a number for each path. Grids have
    neither constraints nor labels.
    """
    if constraints or labels:
        raise InvalidInput("a grid has neither constraints nor labels to draw")
    paths = [paths] if isinstance(paths, Path) else list(paths)
    blocked = grid.blocked
    x0, y0, x1, y1 = grid.bounds
    box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    shapes: list[Shape] = [Area([box], p.FREE)]
    if explored:
        for path in paths:
            shapes.append(Area(_rings(grid, _mask(grid, _expanded(grid, path))), p.CHANNEL, 0.6))
    if channel:
        for path in paths:
            shapes.append(Area(_rings(grid, _mask(grid, path.cells)), p.CHANNEL, 0.9))
    if mesh and max(grid.width, grid.height) * _FEWEST_PIXELS < 960:
        shapes.append(Lines(_between(grid), p.MESH, p.MESH_WIDTH))
    shapes.append(Area(_rings(grid, blocked), p.SOLID))
    for path, colour in zip(paths, path_colours(len(paths), colours), strict=True):
        shapes += path_shapes(path, colour)
    return shapes


def _expanded(grid: Grid, path: Path) -> np.ndarray:
    cells = np.floor((np.stack((path.start, path.goal)) - grid.origin) / grid.cell).astype(int)
    made = planner_class(path.planner, "Grid")(grid)  # type: ignore[arg-type]
    assert isinstance(made, GridPlanner)
    return made.explored(*cells)


def _mask(grid: Grid, cells: np.ndarray) -> Mask:
    mask = np.zeros(grid.shape, dtype=bool)
    mask[cells[:, 1], cells[:, 0]] = True
    return mask


def _rings(grid: Grid, mask: Mask) -> list[Floats]:
    return [
        np.asarray(grid.origin) + grid.cell * ring
        for polygon in trace(mask).polygons
        for ring in polygon
    ]


def _between(grid: Grid) -> list[Floats]:
    x0, y0, x1, y1 = grid.bounds
    xs = x0 + grid.cell * np.arange(1, grid.width)
    ys = y0 + grid.cell * np.arange(1, grid.height)
    return [np.array([(x, y0), (x, y1)]) for x in xs] + [np.array([(x0, y), (x1, y)]) for y in ys]
