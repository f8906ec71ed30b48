"""Maps of the Tiled editor, XML or JSON.

Only orthogonal maps. The bounds are the map's rectangle, in pixels; y grows downwards as in the
editor. Objects are obstacles: rectangles, ellipses (with 64 corners) and polygons block, polylines
are walls, points posts; texts and pictures are ignored. A tile of a tile layer blocks if the
property `blocked` of the tile or of its layer is true; a tile with collision shapes contributes
these shapes instead. Invisible layers and objects are ignored, and so is an object whose
property `blocked` is false. An object with the property `role` is a feature: "area" (named as the
object), "door" (a polyline; `open`, `direction`) or "link" (a polyline from its first to its last
point; `cost`, `two_way`, `radius`, `enabled`). Blocking tiles are traced as regions; use
`to_grid(side of a tile)` for a grid. Tilesets and templates are read from the map's folder or
below, unless `allow_outside=True` is given to `cw.load`.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _geometry as geometry
from .._errors import InvalidInput, shown
from .._features import Placed, apply_features
from .._geometry import Geometry
from .._input import Floats
from .._limits import DEFAULT, Limits
from .._obstacles import geojson_geometry
from .._tracing import trace
from .._world import World
from . import Format
from . import _geojson_features as more
from ._files import Folder, inflated
from ._grids import check_cells
from ._tiled_fields import is_true, list_of, name_of, number_of, points_of, whole_of
from ._tiled_files import Others, properties, read_document

_FLAGS = 0xF0000000  # of a tile's number: mirrored and rotated
_CORNERS = 64
_AT_ONCE = 2**20

Cells = npt.NDArray[np.int64]


class _Tile(NamedTuple):
    """A tile that blocks, or whose collision shapes do; `height` is that of its tileset."""

    objects: list[Any] | None  # None: all of it blocks
    height: int
    base: str


def read(data: bytes, name: str, limits: Limits = DEFAULT, *, folder: Folder) -> World:
    """The world of a file; its tilesets are read from the same folder."""
    document = read_document(data, name, limits, "map")
    try:
        return _Map(document, limits, Others(folder)).world()
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None


class _Map:
    def __init__(self, document: dict[str, Any], limits: Limits, others: Others) -> None:
        self.document, self.limits, self.others = document, limits, others
        orientation = document.get("orientation")
        if orientation != "orthogonal":
            raise InvalidInput(f"the map is {shown(orientation)}, not orthogonal")
        self.columns, self.rows = whole_of(document, "width"), whole_of(document, "height")
        self.width, self.height = whole_of(document, "tilewidth"), whole_of(document, "tileheight")
        infinite = is_true(document, "infinite", False)
        if infinite or min(self.columns, self.rows, self.width, self.height) < 1:
            raise InvalidInput(
                f"a map of {self.columns} x {self.rows} tiles "
                f"of {self.width} x {self.height} pixels"
            )
        check_cells(self.columns, self.rows, limits, "the map")
        self.points = self.copies = self.cells = self.entities = 0
        self.features: list[Placed] = []

    def world(self) -> World:
        shapes: list[Geometry] = []
        blocked = np.zeros((self.rows, self.columns), dtype=bool)
        firsts, tiles = self.tilesets()
        for layer, offset in self.layers(self.document, np.zeros(2), 1):
            if layer.get("type") == "objectgroup":
                shapes += self.objects(list_of(layer, "objects"), offset, "")
            elif layer.get("type") == "tilelayer" and layer.get("data") is not None:
                if offset.any():
                    raise InvalidInput(f"tile layer {name_of(layer)} has an offset")
                shapes += self.tiles(layer, firsts, tiles, blocked)
        for polygon in trace(blocked).polygons if blocked.any() else []:
            roles = [geometry.SHELL] + [geometry.HOLE] * (len(polygon) - 1)
            scale = np.array([self.width, self.height], dtype=float)
            shapes.append([(r, ring * scale) for r, ring in zip(roles, polygon, strict=True)])
        world = World((0, 0, self.columns * self.width, self.rows * self.height))
        world._add_batch(geometry.pack(shapes))
        if self.features:
            first = int(world._core.reserve_handles(len(self.features)))
            apply_features(world._core, [], {}, dict(enumerate(self.features, first)), {})
        world.y_down = True
        return world

    def layers(
        self, group: dict[str, Any], offset: Floats, depth: int
    ) -> Iterator[tuple[dict[str, Any], Floats]]:
        """Visible layers that are not groups, with their offsets."""
        self.limits.check("depth", depth, "nested groups")
        for layer in list_of(group, "layers"):
            self.count(1)
            if not is_true(layer, "visible", True):
                continue
            by = number_of(layer, "offsetx", 0.0), number_of(layer, "offsety", 0.0)
            moved = np.add(offset, by)
            if layer.get("type") == "group":
                yield from self.layers(layer, moved, depth + 1)
            else:
                yield layer, moved

    def tilesets(self) -> tuple[list[int], dict[int, _Tile]]:
        """The first number of each tileset, and the relevant tiles by number."""
        tiles: dict[int, _Tile] = {}
        found: dict[int, tuple[dict[str, Any], str]] = {}
        for entry in list_of(self.document, "tilesets"):
            first, base = whole_of(entry, "firstgid"), ""
            if entry.get("source") is not None:
                entry, base = self.others.read("", entry["source"], "tileset")
            if first in found:
                raise InvalidInput(f"two tilesets start with the tile {first}", value=first)
            found[first] = entry, base
        firsts = sorted(found)
        after = dict(zip(firsts, [*firsts[1:], 2**32], strict=False))
        for first, (tileset, base) in found.items():
            height = whole_of(tileset, "tileheight")
            for tile in list_of(tileset, "tiles"):
                self.count(1)
                number = first + whole_of(tile, "id")
                collision = tile.get("objectgroup")
                objects = list_of(collision, "objects") if isinstance(collision, dict) else []
                if not first <= number < after[first]:
                    continue
                if properties(tile.get("properties")).get("blocked"):
                    tiles[number] = _Tile(None, height, base)
                elif objects:
                    tiles[number] = _Tile(objects, height, base)
        return firsts, tiles

    def tiles(
        self,
        layer: dict[str, Any],
        firsts: list[int],
        tiles: dict[int, _Tile],
        blocked: npt.NDArray[np.bool_],
    ) -> list[Geometry]:
        """Marks the blocking tiles; returns the collision shapes of the others."""
        numbers = self.numbers(layer)
        plain = numbers & ~np.int64(_FLAGS)
        used = plain[plain > 0]
        if len(used) and not (firsts and firsts[0] <= used.min()):
            number = int(used.min())
            raise InvalidInput(f"no tileset has the tile {number}", value=number)
        if properties(layer.get("properties")).get("blocked"):
            blocked |= plain > 0
            return []
        blocked |= _among(plain, [n for n, tile in tiles.items() if tile.objects is None])
        bearing = {n: tile for n, tile in tiles.items() if tile.objects is not None}
        rows, columns = np.nonzero(_among(plain, list(bearing)))
        places = sorted(
            zip(plain[rows, columns].tolist(), rows.tolist(), columns.tolist(), strict=True)
        )
        shapes: list[Geometry] = []
        for number, y, x in places:
            if numbers[y, x] != number:
                raise InvalidInput(
                    f"tile {number} of layer {name_of(layer)} has collision shapes and is rotated"
                )
            # Tiles larger than the map's are aligned to the lower edge of their cell.
            corner = np.array([x * self.width, (y + 1) * self.height - bearing[number].height])
            objects = bearing[number].objects or []
            self.copies += len(objects)
            self.limits.check("copies", self.copies, "collision shapes of tiles")
            shapes += self.objects(objects, corner.astype(float), bearing[number].base)
        return shapes

    def numbers(self, layer: dict[str, Any]) -> Cells:
        """The numbers of a layer's tiles, with their flags."""
        count = self.columns * self.rows
        self.cells += count
        self.limits.check("cells", self.cells, "tiles of all layers")
        data, encoding = layer["data"], layer.get("encoding")
        try:
            if encoding == "base64":
                flat: Cells = _unpacked(data, layer.get("compression"), count)
            elif encoding not in (None, "", "csv"):
                raise InvalidInput(f"the encoding {shown(encoding)} of a tile layer")
            else:
                # An empty text after the last comma is not a tile.
                words = data.strip().split(",") if isinstance(data, str) else data
                if not isinstance(words, list) or len(words) != count:
                    raise InvalidInput(f"tile layer {name_of(layer)} does not have {count} tiles")
                flat = np.array([int(word) for word in words], dtype=np.int64)
        except InvalidInput:
            raise
        except (ValueError, TypeError, OverflowError, zlib.error):
            raise InvalidInput(f"tile layer {name_of(layer)} is damaged") from None
        if len(flat) != count:
            raise InvalidInput(f"tile layer {name_of(layer)} has {len(flat)} tiles, not {count}")
        if ((flat < 0) | (flat >= 2**32)).any():
            raise InvalidInput(f"tile layer {name_of(layer)} has a number out of range")
        return flat.reshape(self.rows, self.columns)

    def objects(self, objects: list[Any], offset: Floats, base: str) -> list[Geometry]:
        shapes = []
        for entry in objects:
            self.count(1)
            thing = self.from_template(entry, base)
            given = properties(thing.get("properties"))
            if not is_true(thing, "visible", True) or given.get("blocked") is False:
                continue
            shape = self.shape(thing, offset)
            if shape is not None and given.get("role") is not None:
                self.features.append(_feature(thing, given, shape))
            elif shape is not None:
                shapes.append(shape)
        return shapes

    def from_template(self, thing: dict[str, Any], base: str) -> dict[str, Any]:
        if not thing.get("template"):
            return thing
        template, _ = self.others.read(base, thing["template"], "template")
        original = template.get("object")
        if not isinstance(original, dict):
            raise InvalidInput(f"the template {shown(thing['template'])} has no object")
        merged = original | thing
        merged["properties"] = properties(original.get("properties")) | properties(
            thing.get("properties")
        )
        return merged

    def count(self, entities: int) -> None:
        self.entities += entities
        self.limits.check("entities", self.entities, "layers, tiles and objects")

    def shape(self, thing: dict[str, Any], offset: Floats) -> Geometry | None:
        """The geometry that an object blocks; None for texts and pictures."""
        name = f"object {shown(thing.get('id'))}"
        place = np.add(offset, (number_of(thing, "x"), number_of(thing, "y")))
        if thing.get("gid") or thing.get("text"):
            return None
        if thing.get("point"):
            return geometry.post(place)
        line = thing.get("polyline") or None
        corners = thing.get("polygon") or line
        if corners is not None and not thing.get("ellipse"):
            local = points_of(corners, name)
        else:
            line = None
            w, h = number_of(thing, "width", 0.0), number_of(thing, "height", 0.0)
            local = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
            if thing.get("ellipse"):
                angle = np.linspace(0.0, math.tau, _CORNERS, endpoint=False)
                local = np.column_stack((np.cos(angle) + 1, np.sin(angle) + 1)) * (w / 2, h / 2)
        self.points += len(local)
        self.limits.check("points", self.points, "points of the objects")
        turn = math.radians(number_of(thing, "rotation", 0.0))
        if turn:
            c, s = math.cos(turn), math.sin(turn)
            local = local @ np.array([(c, s), (-s, c)])
        if line is not None and not thing.get("polygon"):
            return geometry.wall(local + place, name)
        return geometry.area(local + place, name)


def _feature(thing: dict[str, Any], given: dict[str, Any], shape: Geometry) -> Placed:
    """The area, door or link of an object."""
    role = given["role"]
    where = f"object {shown(thing.get('id'))}"
    if not isinstance(role, str) or role not in more.ROLES:
        roles = ", ".join(more.ROLES)
        raise InvalidInput(f"{where} has the role {shown(role)}; roles are: {roles}", value=role)
    form = geojson_geometry(shape)
    if role == "link" and form["type"] == "LineString":
        form["coordinates"] = [form["coordinates"][0], form["coordinates"][-1]]
    return more.read(role, form, {"name": thing.get("name") or None} | given, where)


def _unpacked(data: Any, compression: Any, count: int) -> Cells:
    """The numbers in base64 text, at most one more than expected."""
    raw = base64.b64decode(data)
    if compression in ("zlib", "gzip"):
        raw = inflated(raw, 4 * count, zlib.MAX_WBITS | 32)
    elif compression:
        raise InvalidInput(f"the compression {shown(compression)} is not supported")
    if len(raw) != 4 * count:
        raise InvalidInput(f"a tile layer of {len(raw)} bytes, not {4 * count}")
    return np.frombuffer(raw, "<u4").astype(np.int64)


def _among(numbers: Cells, wanted: list[int]) -> npt.NDArray[np.bool_]:
    """Whether each number is one of `wanted`; by rows, to save memory."""
    out = np.zeros(numbers.shape, dtype=bool)
    if wanted:
        ordered = np.sort(np.array(wanted, dtype=np.int64))
        step = max(1, _AT_ONCE // numbers.shape[1])
        for row in range(0, len(numbers), step):
            part = numbers[row : row + step]
            at = np.minimum(np.searchsorted(ordered, part), len(ordered) - 1)
            out[row : row + step] = ordered[at] == part
    return out


FORMAT = Format(
    name="tiled",
    summary="Maps of the Tiled editor: objects and tiles that block",
    suffixes=(".tmx", ".tmj"),
    read=read,
    write=None,
    looks_like=lambda data: b"<map " in data[:400] and b"orientation=" in data[:600],
    beside=True,
)
