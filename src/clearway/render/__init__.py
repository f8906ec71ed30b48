"""Pictures: SVG without dependencies, PNG and plots with matplotlib.

`what` is any of mesh=True, constraints=True, channel=True, labels=True; on a World corridor=True or
corridor=radius, levels=True, rooms=True (for `radius=`), visible=[points] and graph="vg", "vgo" or
"both" (side by side); on a Grid explored=True.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from .._errors import InvalidInput, shown
from .._grid import Grid
from .._mesh import Mesh
from .._path import Path
from .._planners import VG, VGO
from .._saving import replace_file
from .._world import World
from ..formats import as_file
from ..formats._files import display_name
from .grid_scene import grid_scene
from .mpl import axes, draw, to_png
from .options import as_paths, as_title, as_width, checked_options
from .palette import INK
from .scene import Label, Shape, band_shapes, mesh_shapes, moved, path_shapes, scene
from .svg import to_svg

_APART = 0.06  # of the width: gap between two pictures side by side, and height of their titles

Box = tuple[float, float, float, float]


def _picture(
    world: World | Grid, paths: Path | Iterable[Path], what: dict[str, Any]
) -> tuple[list[Shape], Box]:
    """Shapes, and their bounding box."""
    if not isinstance(world, World | Grid):
        raise InvalidInput(f"a World or a Grid is drawn, not {shown(world)}", value=world)
    what, paths = checked_options(what), as_paths(paths)
    if what.get("graph") != "both" or isinstance(world, Grid):
        return shapes_of(world, paths, **what), world.bounds
    x0, y0, x1, y1 = world.bounds
    gap = _APART * (x1 - x0)
    panels = []
    for planner in (VG, VGO):
        title = f"{planner.name.upper()}: {planner(world).edge_count:,} edges"
        above = Label(((x0 + x1) / 2, y1 + gap / 2), title, INK)
        panels.append([*shapes_of(world, paths, **{**what, "graph": planner.name}), above])
    step = x1 - x0 + gap
    return panels[0] + moved(panels[1], (step, 0.0)), (x0, y0, x1 + step, y1 + gap)


def shapes_of(world: World | Grid, paths: Path | Iterable[Path] = (), **what: Any) -> list[Shape]:
    """The picture of a world or a grid, back to front."""
    if isinstance(world, Grid):
        what.pop("radius", None)
        for name in ("visible", "graph", "levels", "rooms", "corridor"):
            if what.pop(name, None):
                raise InvalidInput(f"{name} is drawn on a World only")
        return grid_scene(world, paths, **what)
    if what.pop("explored", False):
        raise InvalidInput("explored cells are drawn on a Grid only")
    return scene(world, paths, **what)


def svg(
    world: World | Grid,
    paths: Path | Iterable[Path] = (),
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Any,
) -> str:
    """An SVG document of the world and these paths."""
    return to_svg(*_picture(world, paths, what), as_width(width), as_title(title))


def png(
    world: World | Grid, paths: Path | Iterable[Path] = (), *, width: float = 960.0, **what: Any
) -> bytes:
    """The same picture as PNG; needs matplotlib."""
    return to_png(*_picture(world, paths, what), as_width(width))


def save(
    world: World | Grid,
    file: str | os.PathLike[str],
    paths: Path | Iterable[Path] = (),
    **options: Any,
) -> None:
    """Writes a picture, completely or not at all; the suffix .svg or .png decides the format."""
    target = as_file(file)
    suffix = target.suffix.lower()
    if suffix not in (".svg", ".png"):
        raise InvalidInput(f"{display_name(target)}: pictures are .svg or .png", value=str(file))
    if suffix == ".svg":
        data = svg(world, paths, **options).encode()
    else:
        data = png(world, paths, **options)
    replace_file(target, data)


def plot_world(world: World | Grid, ax: Any = None, paths: Any = (), **what: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    return draw(_picture(world, paths, what)[0], axes(ax))


def plot_mesh(mesh: Mesh, ax: Any = None, **style: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    return draw(mesh_shapes(mesh), axes(ax), **style)


def plot_path(path: Path, ax: Any = None, **style: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    return draw([*band_shapes(path), *path_shapes(path)], axes(ax), **style)
