"""Well-known text.

Any number of geometries, one after the other. Polygons are walkable (united if there are several;
the option `role="obstacle"` makes them obstacles instead), lines are walls and points posts. Z and
M ordinates are dropped, EMPTY geometries skipped. A world is written as the polygons of its free
space, with its walls and posts: handles are not kept. A world that was projected on reading is
written in the coordinates of its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .. import _geometry as geometry
from .._batches import box_around
from .._errors import InvalidInput, shown
from .._frame import written
from .._geometry import Geometry
from .._input import Floats
from .._limits import DEFAULT, Limits
from .._walkable import walkable_area
from .._world import World
from . import Format
from ._free import free_space
from ._text import decoded, fault, number

_TOKEN = re.compile(r"([A-Za-z]+)|([-+0-9.][-+0-9.eE]*)|([(),;=])|(\s+)|(.)", re.DOTALL)
_KINDS = {
    "POINT": ("Point", 0),
    "LINESTRING": ("LineString", 1),
    "LINEARRING": ("LineString", 1),
    "POLYGON": ("Polygon", 2),
    "TRIANGLE": ("Polygon", 2),
    "MULTIPOINT": ("MultiPoint", 1),
    "MULTILINESTRING": ("MultiLineString", 2),
    "MULTIPOLYGON": ("MultiPolygon", 3),
}


_NOTE = (
    "the polygons of a WKT file are walkable areas and all else is blocked; if they are obstacles, "
    "load it with role='obstacle'"
)
_TOKEN_KINDS = ("", "word", "number", "mark", "blank", "strange")


def geometries(text: str, name: str, limits: Limits = DEFAULT) -> list[dict[str, Any]]:
    """The geometries of a text, as GeoJSON has them; `name` is for messages."""
    found = [shape for shape, _ in _Parser(text, name, limits).geometries()]
    if not found:
        raise InvalidInput(f"{name} is {shown(text)}: no geometry", value=text)
    return found


class _Token(NamedTuple):
    kind: str  # "word", "number", "mark", "strange" or "end"
    text: str
    line: int


class _Parser:
    def __init__(self, text: str, name: str, limits: Limits) -> None:
        self.name, self.limits = name, limits
        self.tokens = _tokens(text)
        self.ahead = next(self.tokens)
        self.entities = self.points = 0

    def take(self) -> _Token:
        token = self.ahead
        if token.kind != "end":
            self.ahead = next(self.tokens)
        return token

    def check(self, limit: str, count: int, what: str) -> None:
        self.limits.check(limit, count, f"{self.name}: line {self.ahead.line}: {what}")

    def fault(self, wanted: str, token: _Token | None = None) -> InvalidInput:
        token = token or self.ahead
        what = "the file ends" if token.kind == "end" else shown(token.text)
        return fault(self.name, token.line, f"{what} instead of {wanted}", token.text)

    def mark(self, text: str) -> None:
        if self.ahead.text != text:
            raise self.fault(f"'{text}'")
        self.take()

    def geometries(self) -> list[tuple[dict[str, Any], int]]:
        """Every geometry with its line."""
        found = []
        while self.ahead.kind != "end":
            if self.ahead.text in (";", ","):
                self.take()
                continue
            line = self.ahead.line
            found += [(shape, line) for shape in self.geometry(0)]
        return found

    def geometry(self, depth: int) -> list[dict[str, Any]]:
        self.entities += 1
        self.check("depth", depth + 1, "nested collections")
        self.check("entities", self.entities, "geometries")
        token = self.take()
        kind = token.text.upper()
        if kind == "SRID":
            self.mark("=")
            self.take()
            self.mark(";")
            return self.geometry(depth + 1)
        if self.ahead.text.upper() in ("Z", "M", "ZM"):
            self.take()
        elif kind not in _KINDS and kind.rstrip("ZM") in (*_KINDS, "GEOMETRYCOLLECTION"):
            kind = kind.rstrip("ZM")
        if kind != "GEOMETRYCOLLECTION" and kind not in _KINDS:
            raise self.fault("a geometry", token)
        if self.ahead.text.upper() == "EMPTY":
            self.take()
            return []
        if kind == "GEOMETRYCOLLECTION":
            return self.collection(depth)
        name, levels = _KINDS[kind]
        coordinates = self.nested(levels)
        return [{"type": name, "coordinates": coordinates[0] if levels == 0 else coordinates}]

    def collection(self, depth: int) -> list[dict[str, Any]]:
        self.mark("(")
        members = self.geometry(depth + 1)
        while self.ahead.text == ",":
            self.take()
            members += self.geometry(depth + 1)
        self.mark(")")
        return members

    def nested(self, levels: int) -> list[Any]:
        """A list in brackets: of points, or of lists one level lower."""
        self.mark("(")
        items: list[Any] = []
        while True:
            if levels > 1:
                if self.ahead.text.upper() == "EMPTY":
                    self.take()
                else:
                    items.append(self.nested(levels - 1))
            elif self.ahead.text == "(":  # MULTIPOINT ((1 2), (3 4))
                self.take()
                items.append(self.point())
                self.mark(")")
            else:
                items.append(self.point())
            if self.ahead.text != ",":
                break
            self.take()
        self.mark(")")
        return items

    def point(self) -> tuple[float, float]:
        self.points += 1
        if self.points > self.limits.points:
            self.check("points", self.points, "points")
        values: list[float] = []
        while self.ahead.kind == "number" and len(values) < 5:
            token = self.take()
            values.append(number(token.text, self.name, token.line))
        if not 2 <= len(values) <= 4:
            raise self.fault("a point of 2 to 4 numbers" if values else "a number")
        return values[0], values[1]


def _tokens(text: str) -> Iterator[_Token]:
    line = last = 1
    for match in _TOKEN.finditer(text):
        kind = _TOKEN_KINDS[match.lastindex or 0]
        if kind == "blank":
            line += match[0].count("\n")
        else:
            last = line
            yield _Token(kind, match[0], line)
    yield _Token("end", "", last)


def read(data: bytes, name: str, limits: Limits = DEFAULT, role: str | None = None) -> World:
    """The world of a file's bytes."""
    if role not in (None, "walkable", "obstacle"):
        raise InvalidInput(f"role is {shown(role)}: 'walkable' or 'obstacle'", value=role)
    free_area: list[Any] = []
    obstacles: list[Geometry] = []
    for shape, line in _Parser(decoded(data, name), name, limits).geometries():
        try:
            if role != "obstacle" and shape["type"].endswith("Polygon"):
                geometry.area(shape, "the polygon")
                free_area.append(shape)
            else:
                obstacles.append(geometry.obstacle(shape, "the geometry"))
        except InvalidInput as error:
            raise fault(name, line, error.args[0], error.value) from None
    if not free_area and not obstacles:
        raise fault(name, 1, "no geometry in the file")
    try:
        batch = geometry.pack(obstacles)
        world = World._from_bounds(
            walkable_area(free_area) if free_area else box_around(batch.points)
        )
        world._add_batch(batch)
        if role is None and free_area:
            world._note = _NOTE
    except InvalidInput as error:
        raise fault(name, 1, error.args[0], error.value) from None
    return world


def write(world: World, name: str) -> bytes:
    """The bytes of a file: one geometry."""
    space = free_space(world)
    parts = []
    if space.polygons:
        polygons = [[_in_file(r, world) for r in rings] for rings in space.polygons]
        bodies = [f"({', '.join(_ring(r) for r in rings)})" for rings in polygons]
        parts.append(_one_or_many("POLYGON", bodies))
    if space.walls:
        parts.append(_one_or_many("LINESTRING", [_points(_in_file(w, world)) for w in space.walls]))
    if len(space.posts):
        parts.append(
            _one_or_many("POINT", [_points(p[None]) for p in _in_file(space.posts, world)])
        )
    text = parts[0] if len(parts) == 1 else f"GEOMETRYCOLLECTION ({', '.join(parts)})"
    return f"{text if parts else 'POLYGON EMPTY'}\n".encode()


def _in_file(points: Floats, world: World) -> Floats:
    return points if not len(points) else written(np.asarray(points), world)


def _one_or_many(kind: str, bodies: list[str]) -> str:
    if len(bodies) == 1:
        return f"{kind} {bodies[0]}"
    return f"MULTI{kind} ({', '.join(bodies)})"


def _ring(ring: Floats) -> str:
    return _points([*ring, ring[0]])


def _points(points: Any) -> str:
    return "(" + ", ".join(f"{float(x)!r} {float(y)!r}" for x, y in points) + ")"


FORMAT = Format(
    name="wkt",
    summary="Well-known text: polygons are walkable, lines walls, points posts",
    suffixes=(".wkt",),
    read=read,
    write=write,
    looks_like=lambda data: bool(
        re.match(
            rb"\s*(SRID=|POINT|LINESTRING|POLYGON|MULTI[A-Z]{4,12}|GEOMETRYCOLLECTION)\b", data
        )
    ),
    options=("role",),
)
