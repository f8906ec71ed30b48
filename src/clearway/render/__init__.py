"""Pictures: SVG without dependencies, PNG, PDF and plots with matplotlib.

`what` is any of mesh=True, constraints=True, channel=True, labels=True; on a World corridor=True or
corridor=radius, levels=True, rooms=True (for `radius=`), visible=[points], distances=points (a heat
map, for `radius=`), waypoints=True (for `radius=`) or a `Waypoints`, and graph="vg", "vgo" or
"both" (side by side), group=a `GroupPlan`, goals=points, lines and areas; explored=True: what the
searches of the paths expand. Around them: axes=True, scale_bar=True or its unit, legend=True or
names of the paths, discs=N along each path, colours=a number for each path (then the legend names
the numbers), y_down=True or False (by default as in the file).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path as File
from typing import Any, Unpack

import numpy as np

from .._arguments import as_list, as_truth
from .._errors import InvalidInput, shown
from .._grid import Grid
from .._mesh import Mesh
from .._path import Path
from .._planners import VG, VGO
from .._saving import replace_file
from .._world import World
from ..formats import as_file
from ..formats._files import display_name
from .decoration import (
    Key,
    Picture,
    described,
    disc_shapes,
    with_axes,
    with_legend,
    with_scale_bar,
)
from .grid_scene import grid_scene
from .heat import COLOURS, heat_map
from .mpl import axes, draw, to_bytes, turned
from .options import (
    PictureOptions,
    as_colours,
    as_discs,
    as_legend,
    as_paths,
    as_title,
    as_unit,
    as_width,
    checked_options,
)
from .palette import INK
from .scene import band_shapes, mesh_shapes, path_colours, path_shapes, scene
from .shapes import Label, Shape, moved
from .svg import MARGIN, scale_of, to_svg

_GAP = 0.06  # of the width: gap between two pictures side by side, and height of their titles


def _picture(
    world: World | Grid,
    paths: Path | Iterable[Path],
    what: dict[str, Any],
    width: float = 960.0,
) -> Picture:
    if not isinstance(world, World | Grid):
        raise InvalidInput(f"only a World or a Grid can be drawn, not {shown(world)}", value=world)
    what, paths = checked_options(what), as_paths(paths)
    axes, unit = what.pop("axes", False), as_unit(what.pop("scale_bar", False))
    colours = what["colours"] = as_colours(what.pop("colours", None), paths)
    legend = as_legend(what.pop("legend", False), paths, colours)
    discs = as_discs(what.pop("discs", None))
    y_down = what.pop("y_down", None)
    y_down = world.y_down if y_down is None else as_truth(y_down, "y_down")
    keys = _keys(world, what)
    if what.get("graph") != "both" or isinstance(world, Grid):
        picture = Picture(shapes_of(world, paths, **what), world.bounds, y_down)
    else:
        pictures = []
        for planner in (VG, VGO):
            drawn = shapes_of(world, paths, **{**what, "graph": planner.name})
            title = f"{planner.name.upper()}: {planner(world).edge_count:,} edges"
            pictures.append((Picture(drawn, world.bounds, y_down), title))
        picture = _side_by_side(pictures)
    if discs:
        picture = picture._replace(shapes=picture.shapes + disc_shapes(paths, discs, colours))
    pixel = 1.0 / scale_of(picture.box, width)
    if axes:
        picture = with_axes(picture, pixel)
    if unit is not None:
        picture = with_scale_bar(picture, pixel, unit or ("m" if world.projection else ""))
    if legend:
        rows = _legend_rows(paths, legend, colours)
        picture = with_legend(picture, pixel, rows, keys, world)
    return picture


def _keys(world: World | Grid, what: dict[str, Any]) -> list[Key]:
    """What the colours of heat maps and of searches mean. The heat map is made here, once."""
    keys = []
    if isinstance(world, World) and what.get("distances") is not None:
        heat = heat_map(world, world.mesh(), what["distances"], what.get("radius", 0.0))
        what["distances"] = heat
        keys.append(Key(COLOURS, f"distance, 0 to {heat.longest:.4g}"))
    if isinstance(world, World) and what.get("explored"):
        keys.append(Key(COLOURS, "expanded, first to last"))
    return keys


def _legend_rows(
    paths: list[Path], legend: list[str] | bool, colours: list[int] | None
) -> list[tuple[str, str]]:
    """Colour and text of each row: of a path, or of a number of `colours` with a name."""
    if isinstance(legend, bool):
        texts = [described(path) for path in paths]
        return list(zip(path_colours(len(paths), colours), texts, strict=True))
    return list(zip(path_colours(len(legend)), legend, strict=True))


def _side_by_side(pictures: list[tuple[Picture, str]]) -> Picture:
    """Pictures side by side, their upper edges in one line, each with a title above."""
    first = pictures[0][0]
    x0, y0, x1, y1 = first.box
    gap = _GAP * (x1 - x0)
    tall = max(picture.box[3] - picture.box[1] for picture, _ in pictures)
    box = (x0, y0 - gap, x1, y0 + tall) if first.y_down else (x0, y1 - tall, x1, y1 + gap)
    shapes: list[Shape] = []
    left = x0
    for picture, title in pictures:
        px0, py0, px1, py1 = picture.box
        top = py0 - gap / 2 if first.y_down else py1 + gap / 2
        above = Label(((px0 + px1) / 2, top), title, INK)
        up = y0 - py0 if first.y_down else y1 - py1
        shapes += moved([*picture.shapes, above], (left - px0, up))
        left += px1 - px0 + gap
    return Picture(shapes, (box[0], box[1], left - gap, box[3]), first.y_down)


def shapes_of(world: World | Grid, paths: Path | Iterable[Path] = (), **what: Any) -> list[Shape]:
    """The picture of a world or a grid, back to front."""
    if isinstance(world, Grid):
        what.pop("radius", None)
        for name in (
            "visible",
            "graph",
            "levels",
            "rooms",
            "corridor",
            "distances",
            "waypoints",
            "group",
            "goals",
        ):
            if _is_given(what.pop(name, None)):
                raise InvalidInput(f"{name} is drawn on a World only")
        return grid_scene(world, paths, **what)
    return scene(world, paths, **what)


def _is_given(value: Any) -> bool:
    """Whether an option is set; arrays have no truth value."""
    return value is not None and value is not False and bool(np.size(value))


def svg(
    world: World | Grid,
    paths: Path | Iterable[Path] = (),
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Unpack[PictureOptions],
) -> str:
    """An SVG document of the world and these paths.

    >>> import clearway as cw
    >>> cw.render.svg(cw.World((0, 0, 10, 10)), scale_bar=True)[:4]
    '<svg'
    """
    pixels = as_width(width)
    return _svg(_picture(world, paths, {**what}, pixels), pixels, as_title(title))


def png(
    world: World | Grid,
    paths: Path | Iterable[Path] = (),
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Unpack[PictureOptions],
) -> bytes:
    r"""The same picture as PNG; needs matplotlib.

    >>> import clearway as cw
    >>> cw.render.png(cw.World((0, 0, 10, 10)), width=100)[:4]
    b'\x89PNG'
    """
    pixels = as_width(width)
    return _bytes(_picture(world, paths, {**what}, pixels), pixels, as_title(title), "png")


def pdf(
    world: World | Grid,
    paths: Path | Iterable[Path] = (),
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Unpack[PictureOptions],
) -> bytes:
    """The same picture as PDF, of lines and areas; needs matplotlib.

    >>> import clearway as cw
    >>> cw.render.pdf(cw.World((0, 0, 10, 10)), width=100)[:4]
    b'%PDF'
    """
    pixels = as_width(width)
    return _bytes(_picture(world, paths, {**what}, pixels), pixels, as_title(title), "pdf")


def save(
    world: World | Grid,
    file: str | os.PathLike[str],
    paths: Path | Iterable[Path] = (),
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Unpack[PictureOptions],
) -> None:
    """Writes a picture, completely or not at all; the suffix .svg, .png or .pdf decides.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import clearway as cw
    >>> world = cw.World((0, 0, 10, 10))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "world.svg"
    ...     cw.render.save(world, file, world.find_path((1, 1), (9, 9)), legend=True)
    ...     file.read_text()[:4]
    '<svg'
    """
    target, kind, pixels = _target(file), _kind(file), as_width(width)
    _write(target, kind, _picture(world, paths, {**what}, pixels), pixels, as_title(title))


def save_panels(
    file: str | os.PathLike[str],
    panels: Iterable[tuple[World | Grid, Path | Iterable[Path], str]],
    *,
    width: float = 960.0,
    title: str | None = None,
    **what: Unpack[PictureOptions],
) -> None:
    """Writes several pictures side by side: (world, paths, title) for each, as `save`.

    For example before and after an edit, or one query with several planners. All are drawn with
    the same options, and with the scale of the first.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import clearway as cw
    >>> world = cw.World((0, 0, 10, 10))
    >>> names = ("optimal", "channel")
    >>> panels = [(world, world.find_path((1, 1), (9, 9), planner=n), n) for n in names]
    >>> cw.render.save_panels(Path(tempfile.mkdtemp()) / "planners.svg", panels)
    """
    target, kind, pixels = _target(file), _kind(file), as_width(width)
    drawn = []
    listed = as_list(panels, "panels", "(world, paths, title)")
    for i, panel in enumerate(listed):
        if not isinstance(panel, tuple | list) or len(panel) != 3:
            raise InvalidInput(f"panels[{i}] is {shown(panel)}: (world, paths, title)", i, panel)
        world, paths, name = panel
        picture = _picture(world, paths, {**what}, _panel_width(pixels, len(listed)))
        drawn.append((picture, as_title(name) or ""))
    if not drawn:
        raise InvalidInput("panels is empty: (world, paths, title) for each picture")
    _write(target, kind, _side_by_side(drawn), pixels, as_title(title))


def _panel_width(width: float, count: int) -> float:
    """The width of one of several pictures side by side, so that its text has its size."""
    return (width - 2 * MARGIN) / (count + (count - 1) * _GAP) + 2 * MARGIN


def _target(file: str | os.PathLike[str]) -> File:
    return as_file(file)


def _kind(file: str | os.PathLike[str]) -> str:
    target = as_file(file)
    suffix = target.suffix.lower()
    if suffix not in (".svg", ".png", ".pdf"):
        raise InvalidInput(
            f"{display_name(target)}: pictures are .svg, .png or .pdf", value=str(file)
        )
    return suffix[1:]


def _write(target: File, kind: str, picture: Picture, width: float, title: str | None) -> None:
    if kind == "svg":
        data = _svg(picture, width, title).encode()
    else:
        data = _bytes(picture, width, title, kind)
    replace_file(target, data)


def _svg(picture: Picture, width: float, title: str | None) -> str:
    return to_svg(picture.shapes, picture.box, width, title, picture.y_down)


def _bytes(picture: Picture, width: float, title: str | None, kind: str) -> bytes:
    shapes, box, y_down = picture
    return to_bytes(shapes, box, width, kind=kind, title=title, y_down=y_down)


def plot_world(world: World | Grid, ax: Any = None, paths: Any = (), **what: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    picture = _picture(world, paths, what)
    return turned(draw(picture.shapes, axes(ax)), picture.y_down)


def plot_mesh(mesh: Mesh, ax: Any = None, **style: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    return draw(mesh_shapes(mesh), axes(ax), **style)


def plot_path(path: Path, ax: Any = None, **style: Any) -> Any:
    """Draws on matplotlib axes; returns them."""
    drawn = draw([*band_shapes(path), *path_shapes(path)], axes(ax), **style)
    return turned(drawn, path._world.y_down)
