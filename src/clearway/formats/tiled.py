"""Maps of the Tiled editor (needs pytiled-parser, `clearway[tiled]`).

Only orthogonal maps. The ground is the map's rectangle, in pixels; y grows downwards as in the
editor. Objects are obstacles: rectangles, ellipses (by 64 corners) and polygons block, polylines
are walls, points posts; texts and pictures are passed over. Of tile layers, tiles block whose own
property `blocked` is true, or all tiles of a layer with this property; tiles with collision shapes
bring those instead. Layers and objects that are not visible are passed over, and so is an object
whose property `blocked` is false. Tiles that block are traced as regions; use `to_grid(side of a
tile)` for a grid.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import _geometry as geometry
from .._cells import too_large
from .._errors import InvalidInput, MissingExtra, shown
from .._geometry import Geometry
from .._input import Floats
from .._tracing import trace
from .._world import World
from . import Format
from ._text import decoded

_FLAGS = 0xF0000000  # of a tile's number: mirrored and turned
_CORNERS = 64


def read(data: bytes, name: str, folder: Path) -> World:
    """The world of a file; its tilesets are read from the same folder."""
    try:
        import pytiled_parser
    except ModuleNotFoundError:
        raise MissingExtra("Tiled", "tiled") from None
    if name.lower().endswith(".gz"):
        raise InvalidInput(f"{name}: a map of Tiled is read unpacked")
    try:
        if name.lower().endswith(".tmj"):
            json.loads(decoded(data, name))  # the parser hides where JSON breaks off
        tiled = pytiled_parser.parse_map(folder / name)
        return _world(tiled)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None
    except MissingExtra:
        raise
    except Exception as error:  # whatever the parser of a damaged file may raise
        line = _line(error)
        where = f"line {line}: " if line else ""
        raise InvalidInput(
            f"{name}: {where}not a map of Tiled: {type(error).__name__}: {shown(str(error))}", line
        ) from None


def _line(error: Exception) -> int | None:
    position = getattr(error, "position", None)
    return position[0] if isinstance(position, tuple) else getattr(error, "lineno", None)


def _world(tiled: Any) -> World:
    if tiled.orientation != "orthogonal":
        raise InvalidInput(f"the map is {shown(tiled.orientation)}, not orthogonal")
    columns, rows = (int(n) for n in tiled.map_size)
    width, height = (int(n) for n in tiled.tile_size)
    if tiled.infinite or min(columns, rows, width, height) < 1:
        raise InvalidInput(f"a map of {columns} x {rows} tiles of {width} x {height} pixels")
    if message := too_large(columns, rows):
        raise InvalidInput(message, value=(columns, rows))
    blocked = np.zeros((rows, columns), dtype=bool)
    shapes: list[Geometry] = []
    for layer, offset in _layers(tiled.layers or [], np.zeros(2)):
        if hasattr(layer, "tiled_objects"):
            shapes += _objects(layer.tiled_objects, offset)
        elif getattr(layer, "data", None) is not None:
            if offset.any():
                raise InvalidInput(f"tile layer {shown(layer.name)} has an offset")
            shapes += _tiles(layer, tiled, blocked)
    for polygon in trace(blocked).polygons if blocked.any() else []:
        roles = [geometry.SHELL] + [geometry.HOLE] * (len(polygon) - 1)
        scaled = [ring * np.array([width, height], dtype=float) for ring in polygon]
        shapes.append(list(zip(roles, scaled, strict=True)))
    world = World((0, 0, columns * width, rows * height))
    world._add_batch(geometry.pack(shapes))
    return world


def _layers(layers: list[Any], offset: Floats) -> Iterator[tuple[Any, Floats]]:
    """Visible layers that are not groups, with their offsets."""
    for layer in layers:
        if layer.visible is False:
            continue
        moved = offset + (tuple(layer.offset) if layer.offset else (0.0, 0.0))
        if hasattr(layer, "layers"):
            yield from _layers(layer.layers or [], moved)
        else:
            yield layer, moved


def _tiles(layer: Any, tiled: Any, blocked: Any) -> list[Geometry]:
    """Marks the tiles that block; returns the collision shapes of the others."""
    every = bool((layer.properties or {}).get("blocked", False))
    numbers = np.array(layer.data, dtype=np.int64)
    if numbers.shape != blocked.shape:
        raise InvalidInput(f"tile layer {shown(layer.name)} has the shape {numbers.shape}")
    turned = numbers & _FLAGS
    numbers &= ~_FLAGS
    shapes: list[Geometry] = []
    for number in np.unique(numbers[numbers > 0]).tolist():
        tileset, tile = _tile(tiled, number)
        here = numbers == number
        collision = getattr(tile, "objects", None) if tile is not None else None
        if every or (tile is not None and (tile.properties or {}).get("blocked")):
            blocked |= here
        elif collision is not None and getattr(collision, "tiled_objects", None):
            if (turned[here] != 0).any():
                raise InvalidInput(
                    f"tile {number} of layer {shown(layer.name)} has collision shapes and is turned"
                )
            for y, x in np.argwhere(here).tolist():
                # Tiles of another size than the map's stand on the lower edge of their place.
                corner = (
                    x * tiled.tile_size.width,
                    (y + 1) * tiled.tile_size.height - tileset.tile_height,
                )
                shapes += _objects(collision.tiled_objects, np.array(corner, dtype=float))
    return shapes


def _tile(tiled: Any, number: int) -> tuple[Any, Any]:
    firsts = [first for first in tiled.tilesets if first <= number]
    if not firsts:
        raise InvalidInput(f"no tileset has the tile {number}", value=number)
    tileset = tiled.tilesets[max(firsts)]
    return tileset, (tileset.tiles or {}).get(number - max(firsts))


def _objects(objects: list[Any], offset: Floats) -> list[Geometry]:
    shapes = []
    for thing in objects:
        if thing.visible is False or (thing.properties or {}).get("blocked") is False:
            continue
        shape = _shape(thing, offset)
        if shape is not None:
            shapes.append(shape)
    return shapes


def _shape(thing: Any, offset: Floats) -> Geometry | None:
    kind = type(thing).__name__
    place = offset + tuple(thing.coordinates)
    if kind == "Point":
        return geometry.post(place)
    if kind in ("Polygon", "Polyline"):
        local = np.array([tuple(p) for p in thing.points], dtype=float).reshape(-1, 2)
    elif kind in ("Rectangle", "Ellipse"):
        w, h = map(float, tuple(thing.size))
        local = np.array([(0, 0), (w, 0), (w, h), (0, h)])
        if kind == "Ellipse":
            angle = np.linspace(0.0, math.tau, _CORNERS, endpoint=False)
            local = np.column_stack((np.cos(angle) + 1, np.sin(angle) + 1)) * (w / 2, h / 2)
    else:
        return None
    turn = math.radians(thing.rotation or 0.0)
    if turn:
        c, s = math.cos(turn), math.sin(turn)
        local = local @ np.array([(c, s), (-s, c)])
    name = f"object {thing.id}"
    if kind == "Polyline":
        return geometry.wall(local + place, name)
    return geometry.area(local + place, name)


FORMAT = Format(
    name="tiled",
    summary="Maps of the Tiled editor: objects and tiles that block",
    suffixes=(".tmx", ".tmj"),
    read=read,
    write=None,
    looks_like=lambda data: b"<map " in data[:400] and b"orientation=" in data[:600],
    beside=True,
)
