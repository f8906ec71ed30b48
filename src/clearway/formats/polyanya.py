"""Polygon meshes of Polyanya, versions 2 and 3.

Version 2: `mesh`, `2`, `V P`; V times `x y k p1..pk`, the polygons around a vertex (-1: blocked);
P times `n v1..vn p1..pn`, vertices from 0, counter-clockwise, pi the polygon across the edge
(v[i-1], v[i]), -1 where there is none.

Version 3: `mesh`, `3`, `V F`; V times `x y`; F times `t n v1..vn p1..pn`, t = 1 for walkable
faces, vertices from 1; k > 0: open to face k, -k: face k is there but the edge is closed, 0: none.

The faces cover the free space of the world; closed edges between two walkable faces become walls.
A world is written as the triangulation of its free space, in version 2 or (`version=3`) 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _geometry as geometry
from .._errors import InvalidInput, shown
from .._input import Floats
from .._limits import DEFAULT, Limits
from .._regions import simple_rings
from .._world import World
from . import Format
from ._text import Words, decoded

Edge = tuple[int, int]


class _Face(NamedTuple):
    number: int
    at: int  # its first word
    vertices: list[int]
    beyond: list[int | None]  # face across the edge that ends at each vertex; None: closed


def read(data: bytes, name: str, limits: Limits = DEFAULT) -> World:
    """The world of a file's bytes."""
    words = Words(decoded(data, name), name)
    if words.word("the word 'mesh'") != "mesh":
        raise words.fault(f"{shown(words.words[0])} instead of 'mesh'", value=words.words[0])
    version = words.count("a version")
    if version not in (2, 3):
        raise words.fault(f"version {version}, not 2 or 3", value=version)
    count, faces = words.count("a number of vertices"), words.count("a number of polygons")
    limits.check("points", count, f"{name}: line {words.line()}: {count} vertices")
    limits.check("entities", faces, f"{name}: line {words.line()}: {faces} polygons")
    body = _Body(words, count)
    vertices = body.vertices(version)
    members = list(body.faces(version, faces))
    if body.at < len(body.values):
        raise words.fault("more numbers than the counts announce", words.at + body.at)
    return _world(words, vertices, members)


class _Body:
    """The numbers after the header."""

    def __init__(self, words: Words, count: int) -> None:
        self.words, self.count = words, count
        self.values: list[float] = words.numbers().tolist()
        self.at = 0

    def fault(self, message: str, value: Any = None) -> InvalidInput:
        return self.words.fault(message, self.words.at + self.at, value)

    def vertices(self, version: int) -> Floats:
        if 2 * self.count > len(self.values):
            self.at = len(self.values)
            raise self.fault(f"the file ends before {self.count} vertices")
        points = np.empty((self.count, 2))
        for i in range(self.count):
            points[i] = self.take(2, f"vertex {i}")
            if version == 2:
                self.take(self.whole(f"vertex {i}"), f"the polygons around vertex {i}")
        return points

    def faces(self, version: int, faces: int) -> Iterator[_Face]:
        first = version - 2
        for f in range(faces):
            start = self.at
            what = f"polygon {f + first}"
            walk = self.whole(what) if version == 3 else 1
            if walk not in (0, 1):
                self.at = start
                raise self.fault(f"{what} is of kind {walk}, not 0 or 1", walk)
            n = self.whole(what)
            if n < 3:
                raise self.fault(f"{what} has {n} vertices", n)
            corners = [self.index(v, first, self.count, what) for v in self.take(n, what)]
            beyond = [self.neighbour(p, version, faces, what) for p in self.take(n, what)]
            if walk:
                yield _Face(f, self.words.at + start, corners, beyond)

    def take(self, n: int, what: str) -> list[float]:
        if self.at + n > len(self.values):
            self.at = len(self.values)
            raise self.fault(f"the file ends in {what}")
        self.at += n
        return self.values[self.at - n : self.at]

    def whole(self, what: str) -> int:
        value = self.take(1, what)[0]
        if value < 0 or value != int(value):
            self.at -= 1
            raise self.fault(f"{value!r} in {what} is not a count", value)
        return int(value)

    def index(self, value: float, first: int, count: int, what: str) -> int:
        if value != int(value) or not 0 <= value - first < count:
            self.at -= 1
            raise self.fault(f"{what} has the vertex {value!r}, of {count}", value)
        return int(value) - first

    def neighbour(self, value: float, version: int, faces: int, what: str) -> int | None:
        if value != int(value) or not -faces <= value <= faces:
            self.at -= 1
            raise self.fault(f"{what} has the neighbour {value!r}, of {faces}", value)
        number = int(value) - (version - 2)
        if number >= faces or (version == 2 and number < -1):
            self.at -= 1
            raise self.fault(f"{what} has the neighbour {value!r}, of {faces}", value)
        return number if number >= 0 else None


def _world(words: Words, vertices: Floats, faces: list[_Face]) -> World:
    if not faces:
        raise words.fault("no walkable polygon")
    sides: dict[Edge, _Face] = {}
    for face in faces:
        for i, v in enumerate(face.vertices):
            edge = face.vertices[i - 1], v
            other = sides.setdefault(edge, face)
            if other is not face:
                raise words.fault(
                    f"polygons {other.number} and {face.number} (from 0) lie on the same side "
                    f"of edge {edge}",
                    face.at,
                )
    exits: dict[int, list[int]] = {}
    walls: list[Edge] = []
    for face in faces:
        for i, (v, number) in enumerate(zip(face.vertices, face.beyond, strict=True)):
            edge = face.vertices[i - 1], v
            across = sides.get((v, edge[0]))
            if number is not None and (across is None or across.number != number):
                raise words.fault(
                    f"polygon {face.number} (from 0) is not beside {number} at edge {edge}", face.at
                )
            if across is None:
                exits.setdefault(edge[0], []).append(v)
            elif number is None and edge[0] < v:
                walls.append(edge)
    rings = [vertices[ring] for ring in simple_rings(exits)]
    try:
        free_area = [(geometry.SHELL, ring) for ring in rings if len(ring) > 2]
        world = World._from_bounds(geometry._with_area(free_area))
        world._add_batch(geometry.pack([[(geometry.WALL, vertices[list(w)])] for w in walls]))
    except InvalidInput as error:
        raise words.fault(error.args[0], value=error.value) from None
    return world


def write(world: World, name: str, version: int = 2) -> bytes:
    """The bytes of a file."""
    if version not in (2, 3):
        raise InvalidInput(f"version is {shown(version)}: 2 or 3", value=version)
    mesh = world.mesh()
    free = np.flatnonzero(~mesh.blocked)
    if not len(free):
        raise InvalidInput("a world without free space has no mesh")
    row = np.full(len(mesh.blocked) + 1, -1)
    row[free] = np.arange(len(free))
    used, corners = np.unique(mesh.triangles[free], return_inverse=True)
    corners = corners.reshape(-1, 3)
    open_to = np.where(mesh.constrained[free], -1, row[mesh.neighbours[free]])
    # Files give for each vertex the edge that ends there, the mesh the one that starts there.
    beyond = np.roll(open_to, 1, axis=1)
    points = [f"{x!r} {y!r}" for x, y in mesh.vertices[used].tolist()]
    lines = ["mesh", str(version), f"{len(points)} {len(free)}"]
    if version == 2:
        around = _around(corners, open_to, len(points))
        lines += [
            f"{p} {len(a)} {' '.join(map(str, a))}" for p, a in zip(points, around, strict=True)
        ]
        rows = np.column_stack((np.full(len(free), 3), corners, beyond))
    else:
        beside = np.roll(row[mesh.neighbours[free]], 1, axis=1) + 1
        links = np.where(beyond >= 0, beyond + 1, -beside)
        head = np.broadcast_to([1, 3], (len(free), 2))
        lines += points
        rows = np.column_stack((head, corners + 1, links))
    lines += [" ".join(map(str, r)) for r in rows.tolist()]
    return ("\n".join(lines) + "\n").encode()


def _around(corners: npt.NDArray[Any], open_to: npt.NDArray[Any], count: int) -> list[list[int]]:
    """The triangles around each vertex, counter-clockwise; -1 for blocked sectors."""
    ahead: list[dict[int, int]] = [{} for _ in range(count)]  # triangle -> next one ccw, or -1
    for t, (triangle, beyond) in enumerate(zip(corners.tolist(), open_to.tolist(), strict=True)):
        for i, v in enumerate(triangle):
            ahead[v][t] = beyond[i - 1]  # across the edge that ends at v
    out = []
    for links in ahead:
        entered = set(links.values())
        firsts = [t for t in links if t not in entered] or [next(iter(links))]
        ring: list[int] = []
        for first in firsts:
            t = first
            while True:
                ring.append(t)
                t = links[t]
                if t < 0 or t == first:
                    break
            if t < 0:
                ring.append(-1)
        out.append(ring)
    return out


FORMAT = Format(
    name="polyanya",
    summary="Polygon meshes of Polyanya, versions 2 and 3",
    suffixes=(".mesh",),
    read=read,
    write=write,
    looks_like=lambda data: data.split(None, 1)[:1] == [b"mesh"],
    write_options=("version",),
)
