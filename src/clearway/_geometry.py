"""Obstacles as chains of points: from user input to the flat arrays of the core.

A geometry is a list of chains (role, points), as in `clearway::Obstacles` of the core, which
drops closing points and repeats. This module checks whatever an error must name as given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from os import PathLike
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ._arguments import as_list
from ._doubles import as_floats, holds_bool
from ._errors import InvalidInput, shown
from ._input import (
    Floats,
    as_point,
    as_points,
    check_range,
    geo_interface,
    plain_pairs,
    without_altitude,
)

SHELL, HOLE, WALL, POST = 0, 1, 2, 3
Geometry = list[tuple[int, Floats]]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
T = TypeVar("T")

_DEEPEST = 32  # levels of nested collections

_ONE = np.array([0, 1])
_ROLES = [np.array([role], dtype=np.uint8) for role in (SHELL, HOLE, WALL, POST)]


class Batch(NamedTuple):
    """Several obstacles in flat arrays, in the order that the core expects."""

    obstacle_starts: Ints
    chain_starts: Ints
    roles: Bytes
    points: Floats


def area(value: Any, name: str = "ring", depth: int = 0) -> Geometry:
    """An obstacle that blocks an area: a ring of points, or one or several polygons with holes.

    `depth`: the number of collections that contain it.
    """
    geometry = geo_interface(value)
    if geometry is None:
        return [(SHELL, ring(value, name))]
    kind = geometry["type"]
    if kind == "LinearRing":
        return [(SHELL, ring(without_altitude(geometry.get("coordinates")), name))]
    if kind == "Polygon":
        return polygon(geometry.get("coordinates"), name)
    if kind == "MultiPolygon":
        polygons = enumerate(parts_of(geometry, name))
        return [c for i, p in polygons for c in at(polygon, p, name, i)]
    if kind == "GeometryCollection":
        members = enumerate(parts_of(geometry, name))
        return [c for i, g in members for c in at(partial(_member, depth=depth), g, name, i)]
    hint = {"LineString": "; use add_wall", "Point": "; use add_post"}.get(kind, "")
    raise InvalidInput(f"{name} must be a polygon, not a {shown(kind)}{hint}", value=kind)


def _member(value: Any, name: str, depth: int) -> Geometry:
    if depth == _DEEPEST:
        raise InvalidInput(f"collections are nested more than {_DEEPEST} deep")
    if geo_interface(value) is None:
        raise InvalidInput(f"{name} is {shown(value)}: not a geometry", value=value)
    return area(value, name, depth + 1)


def parts_of(geometry: dict[str, Any], name: str) -> Sequence[Any]:
    """The parts of a Multi or the members of a collection; at least one."""
    key = "geometries" if geometry["type"] == "GeometryCollection" else "coordinates"
    parts = geometry.get(key)
    if not isinstance(parts, list | tuple | np.ndarray):
        raise InvalidInput(f"{name} has {key} that are not a list: {shown(parts)}", value=parts)
    if len(parts) == 0:
        raise InvalidInput(f"{name} is an empty {geometry['type']}", value=geometry)
    return parts  # type: ignore[return-value]


def obstacle(value: Any, name: str) -> Geometry:
    """An area, a wall or a post, by the type of the geometry; arrays are rings."""
    geometry = geo_interface(value)
    kind = "" if geometry is None else geometry["type"].removeprefix("Multi")
    return {"LineString": wall, "Point": post}.get(kind, area)(value, name)


def wall(value: Any, name: str = "line") -> Geometry:
    """An open polyline; at least 2 points."""
    geometry = geo_interface(value)
    if geometry is None:
        return [(WALL, line(value, name))]
    kind = geometry["type"]
    if kind in ("LineString", "LinearRing"):
        return [(WALL, line(without_altitude(geometry.get("coordinates")), name))]
    if kind == "MultiLineString":
        parts = enumerate(parts_of(geometry, name))
        return [(WALL, at(line, without_altitude(part), name, i)) for i, part in parts]
    raise InvalidInput(f"{name} must be a line, not a {shown(kind)}", value=kind)


def post(value: Any, name: str = "point") -> Geometry:
    """A blocking point, or a MultiPoint."""
    geometry = geo_interface(value)
    if geometry is not None and geometry["type"] == "MultiPoint":
        points = as_points(without_altitude(parts_of(geometry, name)), name)
        return [(POST, points[i : i + 1]) for i in range(len(points))]
    return [(POST, as_point(value, name))]


def bounds(value: Any) -> Geometry:
    """(x0, y0, x1, y1), or a ring, or a polygon with holes."""
    if geo_interface(value) is not None:
        return _with_area(area(value, "bounds"))
    array = as_floats(value, "bounds")
    if array.shape == (4,):
        x0, y0, x1, y1 = check_range(array.reshape(2, 2), "bounds").reshape(4).tolist()
        if not (x0 < x1 and y0 < y1):
            raise InvalidInput(
                f"bounds ({x0!r}, {y0!r}, {x1!r}, {y1!r}) enclose nothing: "
                "they are (x0, y0, x1, y1) with x0 < x1 and y0 < y1",
                value=(x0, y0, x1, y1),
            )
        return [(SHELL, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))]
    if array.ndim != 2 or array.shape[1] != 2:
        raise InvalidInput(
            "bounds must be (x0, y0, x1, y1) or a ring, an N x 2 array, "
            f"not of shape {array.shape}",
            value=array.shape,
        )
    return _with_area([(SHELL, ring(array, "bounds"))])


def polygon(rings: Any, name: str) -> Geometry:
    """A shell and its holes, nested as in GeoJSON."""
    if not isinstance(rings, list | tuple | np.ndarray) or len(rings) == 0:
        raise InvalidInput(f"{name} is a polygon without rings", value=rings)
    roles = [SHELL] + [HOLE] * (len(rings) - 1)
    return [(role, at(ring, without_altitude(rings[i]), name, i)) for i, role in enumerate(roles)]


def ring(value: Any, name: str) -> Floats:
    """At least 3 points, closed or not."""
    pairs = plain_pairs(value)
    if pairs is not None and len(pairs) >= 3:
        return np.array(pairs)
    points = as_points(value, name)
    if len(points) < 3:
        raise InvalidInput(f"{name} needs at least 3 points, not {len(points)}", value=len(points))
    return points


def line(value: Any, name: str) -> Floats:
    """At least 2 points."""
    points = as_points(value, name)
    if len(points) < 2:
        raise InvalidInput(f"{name} needs at least 2 points, not {len(points)}", value=len(points))
    return points


def obstacles(values: Any) -> Batch:
    """Many obstacles at once; one conversion for all if they are plain rings or points."""
    if isinstance(values, dict) and values.get("type") == "MultiPoint":
        return pack_posts(as_points(without_altitude(values.get("coordinates")), "obstacles"))
    values = members(values)
    plain = _plain_rings(values)
    if plain is not None:
        return plain
    return pack([at(obstacle, v, "obstacles", i) for i, v in enumerate(values)])


def each(convert: Callable[[Any, str], T], values: Any, name: str) -> list[T]:
    """`convert` for every member of a sequence or collection."""
    return [at(convert, v, name, i) for i, v in enumerate(members(values))]


def members(values: Any) -> list[Any]:
    """The members of a sequence, a FeatureCollection, a MultiPolygon and the like."""
    geometry = None
    if not isinstance(values, list | tuple | np.ndarray):
        geometry = geo_interface(values)
    if geometry is None:
        if isinstance(values, str | PathLike):
            raise InvalidInput(
                f"the input is {shown(values)}: several geometries are needed; cw.load reads files",
                value=values,
            )
        return as_list(values, "the input", "several geometries")
    kind = geometry["type"]
    lists = {"FeatureCollection": "features", "GeometryCollection": "geometries"}
    if kind not in lists and not kind.startswith("Multi"):
        return [geometry]
    key = lists.get(kind, "coordinates")
    parts = geometry.get(key)
    if not isinstance(parts, list | tuple | np.ndarray):
        raise InvalidInput(
            f"a {shown(kind)} needs a list of {key}, not {shown(parts)}", value=parts
        )
    if kind in lists:
        return list(parts)
    return [{"type": kind.removeprefix("Multi"), "coordinates": part} for part in parts]


def pack(geometries: Sequence[Geometry]) -> Batch:
    """Flat arrays of several obstacles."""
    chains = list(chain.from_iterable(geometries))
    if len(geometries) == 1 and len(chains) == 1:
        role, points = chains[0]
        return Batch(_ONE, np.array([0, len(points)]), _ROLES[role], points)
    return Batch(
        starts([len(g) for g in geometries]),
        starts([len(points) for _, points in chains]),
        np.array([role for role, _ in chains], dtype=np.uint8),
        np.concatenate([p for _, p in chains]) if chains else np.empty((0, 2)),
    )


def pack_posts(points: Floats) -> Batch:
    """One post per row."""
    every = np.arange(len(points) + 1)
    return Batch(every, every, np.full(len(points), POST, dtype=np.uint8), points)


def unpack(batch: Batch) -> list[Geometry]:
    """The inverse of `pack`."""
    chains = [
        (int(role), batch.points[a:b])
        for role, a, b in zip(
            batch.roles, batch.chain_starts[:-1], batch.chain_starts[1:], strict=True
        )
    ]
    cuts = zip(batch.obstacle_starts[:-1], batch.obstacle_starts[1:], strict=True)
    return [chains[a:b] for a, b in cuts]


def starts(lengths: Sequence[int] | Ints) -> Ints:
    """0 and the cumulative sums: the start of each part, and the end of the last one."""
    out = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=out[1:])
    return out


def _plain_rings(values: list[Any]) -> Batch | None:
    """Rings of plain numbers, in one conversion; None if the input needs other checks."""
    if not values:
        return None
    if all(isinstance(v, np.ndarray) and v.ndim == 2 and v.dtype.kind in "fiu" for v in values):
        if any(v.shape[1] != 2 for v in values):
            return None
        flat = np.concatenate(values).astype(np.float64)
    elif all(isinstance(v, list | tuple) for v in values):
        try:
            flat = np.array(list(chain.from_iterable(values)))
        except (ValueError, TypeError, OverflowError):
            return None
        if flat.ndim != 2 or flat.shape[1] != 2 or flat.dtype.kind not in "fiu":
            return None
        if holds_bool(values, 3):
            return None
        flat = flat.astype(np.float64)
    else:
        return None
    lengths = np.array([len(v) for v in values], dtype=np.int64)
    if lengths.min() < 3:
        return None
    try:
        check_range(flat, "obstacles")
    except InvalidInput:
        return None
    count = len(values)
    return Batch(np.arange(count + 1), starts(lengths), np.zeros(count, dtype=np.uint8), flat)


def _with_area(geometry: Geometry) -> Geometry:
    for _, points in geometry:
        if len(points) >= 3 and (np.ptp(points, axis=0) > 0).all():
            return geometry
    raise InvalidInput("bounds enclose no area", value=geometry)


def at(convert: Callable[[Any, str], T], value: Any, name: str, i: int) -> T:
    """convert(value); adds the position in the input to the index of an error."""
    try:
        return convert(value, f"{name}[{i}]")
    except InvalidInput as error:
        inner = error.index
        tail = () if inner is None else inner if isinstance(inner, tuple) else (inner,)
        error.index = (i, *tail) if tail else i
        if f"{name}[{i}]" not in error.args[0]:
            error.args = (f"{name}[{i}]: {error.args[0]}",)
        raise
