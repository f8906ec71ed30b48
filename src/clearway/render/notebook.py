"""Small pictures for notebooks, for `_repr_svg_` and `_repr_html_`."""

from __future__ import annotations

from html import escape

import numpy as np

from .._field import Field
from .._grid import Grid
from .._grid_field import GridField
from .._mesh import Mesh
from .._path import Path, Paths, Status
from .._path.absent import AbsentWorld
from .._world import World
from . import _picture, _svg
from .heat import grid_field_shapes, small_field_shapes
from .scene import band_shapes, mesh_shapes, path_shapes, solid_shapes
from .svg import to_svg

_WIDTH = 480.0
_MOST_TRIANGLES = 100_000  # larger worlds are shown as text: their picture would take megabytes
_MOST_CELLS = 2**22
_MOST_PATHS = 100
_MOST_ROWS = 10


def world_svg(world: World | Grid, paths: list[Path] | None = None) -> str | None:
    """A world with paths; None if it is too large for a small picture."""
    if isinstance(world, World):
        too_large = world.stats["triangles"] > _MOST_TRIANGLES
    else:
        too_large = world.width * world.height > _MOST_CELLS
    return None if too_large else _svg(_picture(world, paths or [], {}, _WIDTH), _WIDTH, None)


def mesh_svg(mesh: Mesh) -> str | None:
    """A mesh alone."""
    if not 0 < len(mesh) <= _MOST_TRIANGLES:
        return None
    low, high = mesh.vertices.min(axis=0).tolist(), mesh.vertices.max(axis=0).tolist()
    return to_svg(mesh_shapes(mesh), (*low, *high), _WIDTH)


def path_svg(path: Path) -> str | None:
    """A path in its world; alone if it was pickled without it."""
    if not isinstance(path._world, AbsentWorld):
        return world_svg(path._world, [path])
    points = np.vstack((path.points, path.start, path.goal))
    low, high = points.min(axis=0) - path.radius, points.max(axis=0) + path.radius
    room = 0.05 * max(float((high - low).max()), 1e-9)
    low, high = (low - room).tolist(), (high + room).tolist()
    shapes = [*band_shapes(path), *path_shapes(path)]
    return to_svg(shapes, (*low, *high), _WIDTH, None, path._world.y_down)


def field_svg(field: Field) -> str | None:
    """The heat map of a field; None if its world is too large to be drawn in passing."""
    world = field.world
    if world.stats["triangles"] > _MOST_TRIANGLES:
        return None
    mesh = world.mesh()
    shapes = [*small_field_shapes(field, mesh), *solid_shapes(world, mesh)]
    return to_svg(shapes, world.bounds, _WIDTH, None, world.y_down)


def grid_field_svg(field: GridField) -> str | None:
    """The heat map of a field over a grid; None if the grid is too large."""
    grid = field._grid
    if grid.width * grid.height > _MOST_CELLS:
        return None
    return to_svg(grid_field_shapes(field), grid.bounds, _WIDTH, None, grid.y_down)


def paths_html(paths: Paths) -> str:
    """The first paths in their world, and a table of fewer of them."""
    world = paths._fields[0]
    drawn = None
    if len(paths) and not isinstance(world, AbsentWorld):
        drawn = world_svg(world, list(paths[:_MOST_PATHS]))
    rows = [
        f"<tr><td>{i}</td><td>{Status(int(status)).name}</td><td>{length:.6g}</td>"
        f"<td>{radius:g}</td></tr>"
        for i, (status, length, radius) in enumerate(
            zip(
                paths.status[:_MOST_ROWS],
                paths.length[:_MOST_ROWS],
                paths.radius[:_MOST_ROWS],
                strict=True,
            )
        )
    ]
    if len(paths) > _MOST_ROWS:
        rows.append(f"<tr><td colspan=4>and {len(paths) - _MOST_ROWS} more</td></tr>")
    head = "<tr><th>path</th><th>status</th><th>length</th><th>radius</th></tr>"
    return f"{drawn or ''}<p>{escape(repr(paths))}</p><table>{head}{''.join(rows)}</table>"
