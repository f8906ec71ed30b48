"""GeoJSON worlds.

Polygons and MultiPolygons are obstacles, LineStrings walls, Points posts (a Multi or a
GeometryCollection: one obstacle of several parts, or one for each member). The property
"role" of a feature overrides this:

- "bounds": a Polygon or MultiPolygon that is the free area, by the even-odd rule;
- "walkable": free area too, but united with all other features of this role;
- "obstacle", "wall", "post": the default for the geometry, stated explicitly;
- "area" (property `name`), "door" (a LineString; `open`, `direction`, `name`), "link" (a
  LineString from a to b; `cost`, `two_way`, `radius`, `enabled`, `name`).

Without bounds and walkable features the bounds are the bounding box, grown by 5 %. If every
obstacle's feature has its own integer "id", these become the handles. A member "max_radius" of the
FeatureCollection is that of the world.
Coordinates are plane: x and y; altitudes are dropped. Longitudes and latitudes count as x and y
too, with a warning if a file seems to contain them, unless the option `project` is given: True
projects them to metres around their centre, False suppresses the warning.
A projected world is written in degrees, and the member "crs" is kept.
Features with a null geometry, or with an empty Multi or collection, are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from .. import _geometry as geometry
from .._batches import box_around
from .._errors import InvalidInput, shown
from .._feature_arrays import features_of_arrays
from .._features import Placed, apply_features
from .._frame import crs_member, mapped_geometry
from .._geometry import Batch, Geometry
from .._limits import DEFAULT, Limits
from .._obstacles import geojson_geometry
from .._walkable import walkable_area
from .._world import World
from . import Format
from . import _degrees as degrees
from . import _geojson_features as more

_NOTE = (
    "polygons of a GeoJSON file are obstacles unless their property 'role' says otherwise; if they "
    "are the free area, give them the role 'walkable'"
)
_NATURAL = {"Polygon": "obstacle", "LineString": "wall", "Point": "post"}
_ROLES = (*more.ROLES, "bounds", "obstacle", "post", "walkable", "wall")


def to_geojson(world: World) -> dict[str, Any]:
    """A FeatureCollection: the bounds, then the obstacles with their handles as ids.

    In the coordinates of the file if the world was projected, with its reference system.
    """
    state = world._state()
    free_area = Batch(
        np.array([0, len(state["ground_roles"])]),
        state["ground_starts"],
        state["ground_roles"],
        state["ground_points"],
    )
    features = [
        {
            "type": "Feature",
            # A number that no obstacle has: readers give features without an id the number 0.
            "id": int(state["next_handle"][0]),
            "properties": {"role": "bounds"},
            "geometry": mapped_geometry(geojson_geometry(geometry.unpack(free_area)[0]), world),
        }
    ]
    obstacles = geometry.unpack(Batch(*(state[name] for name in Batch._fields)))
    for handle, chains in zip(state["handles"].tolist(), obstacles, strict=True):
        role = ("obstacle", "obstacle", "wall", "post")[chains[0][0]]
        features.append(
            {
                "type": "Feature",
                "id": handle,
                "properties": {"role": role},
                "geometry": mapped_geometry(geojson_geometry(chains), world),
            }
        )
    if "feature_handles" in state:
        placed = features_of_arrays(state)
        features += [more.written(handle, feature, world) for handle, feature in placed.items()]
    limit = {"max_radius": world._limit} if np.isfinite(world._limit) else {}
    return {"type": "FeatureCollection", **crs_member(world), **limit, "features": features}


def write(world: World, name: str) -> bytes:
    """The bytes of a file, one feature per line."""
    document = to_geojson(world)
    features = document.pop("features")
    lines = ",\n".join(json.dumps(f, separators=(",", ":")) for f in features)
    head = json.dumps(document, separators=(",", ":"))[:-1]
    return f'{head},"features":[\n{lines}\n]}}\n'.encode()


def read(data: bytes, name: str, limits: Limits = DEFAULT, project: bool | None = None) -> World:
    """The world of a file's bytes."""
    if project not in (None, True, False):
        raise InvalidInput(f"project is {shown(project)}: True, False or None", value=project)
    try:
        # A hook in Python, because an interrupt is noticed only between objects.
        document = json.loads(data, object_hook=lambda members: members)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"{name}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}",
            error.pos,
        ) from None
    except RecursionError:
        raise limits.too_deep(name) from None
    except ValueError as error:  # not text; integers of thousands of digits
        raise InvalidInput(f"{name}: not JSON: {shown(str(error))[1:-1]}") from None
    try:
        _measure(document, limits)
        projection = None
        if project:
            document, projection = degrees.projected(document)
        world = from_geojson(document)
        world.crs, world.projection = degrees.crs_of(document), projection
        if project is None and degrees.looks_like(document):
            degrees.warn(name)
        return world
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None
    except RecursionError:
        raise limits.too_deep(name) from None
    except (AttributeError, KeyError, IndexError, OverflowError, TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: not GeoJSON: {shown(str(error))[1:-1]}") from error


def _measure(document: Any, limits: Limits) -> None:
    """Refuses too many features or points and too deeply nested collections."""
    features = document.get("features") if isinstance(document, dict) else None
    stack = [(f, 1) for f in (features if isinstance(features, list) else [document])]
    entities = points = 0
    while stack:
        value, depth = stack.pop()
        shape = value.get("geometry", value) if isinstance(value, dict) else None
        if not isinstance(shape, dict):
            continue
        entities += 1
        limits.check("entities", entities, "features and geometries")
        limits.check("depth", depth, "nested collections")
        if isinstance(shape.get("geometries"), list):
            stack += [(member, depth + 1) for member in shape["geometries"]]
        points += _count(shape.get("coordinates"))
        limits.check("points", points, "points of the features")


def _count(coordinates: Any) -> int:
    """An upper bound on the positions in nested lists."""
    stack, count = [coordinates], 0
    while stack:
        value = stack.pop()
        if isinstance(value, list) and value:
            if isinstance(value[0], list) and value[0] and isinstance(value[0][0], list):
                stack += value
            else:
                count += len(value)
    return count


def from_geojson(document: Any) -> World:
    """The world of a GeoJSON object."""
    bounds: Geometry = []
    walkable: list[Any] = []
    obstacles: list[Geometry] = []
    ids: list[Any] = []
    polygons_by_default = False
    placed: list[Placed] = []
    placed_ids: list[Any] = []
    for i, (role, shape, identity, properties) in enumerate(_features(document)):
        where = f"feature {i}"
        try:
            if _is_empty(shape):
                continue
            if role in more.ROLES:
                placed.append(more.read(role, shape, properties, where))
                placed_ids.append(identity)
            elif role == "bounds":
                bounds += geometry.area(shape, where)
            elif role == "walkable":
                geometry.area(shape, where)
                walkable.append(shape)
            else:
                obstacles += _obstacle(shape, role, where)
                polygons_by_default |= role is None and shape["type"].endswith("Polygon")
                ids.append(identity)
        except InvalidInput as error:
            tail = error.index if isinstance(error.index, tuple) else (error.index,)
            index = (i, *(n for n in tail if n is not None))
            raise InvalidInput(error.args[0], index, error.value) from None
    if bounds and walkable:
        raise InvalidInput("features with role 'bounds' and with role 'walkable': use only one")
    batch = geometry.pack(obstacles)
    free_area = bounds or (walkable_area(walkable) if walkable else box_around(batch.points))
    max_radius = document.get("max_radius")
    world = World._from_bounds(free_area, max_radius)
    handles = _handles(ids + placed_ids, len(obstacles) + len(placed))
    if handles is None:
        handles = np.arange(len(obstacles) + len(placed))
    world._add_batch(batch, handles[: len(obstacles)])
    if placed:
        own = dict(zip(handles[len(obstacles) :].tolist(), placed, strict=True))
        world._core.reserve_handles(max(0, max(own) + 1 - world._core.reserve_handles(0)))
        apply_features(world._core, [], {}, own, {})
    if polygons_by_default and not (bounds or walkable):
        world._note = _NOTE
    return world


def _features(document: Any) -> Iterator[tuple[str | None, dict[str, Any], Any, dict[str, Any]]]:
    """Role, geometry, id and properties of every feature."""
    if not isinstance(document, dict) or not isinstance(document.get("type"), str):
        raise InvalidInput("not GeoJSON: an object with a 'type' is needed", value=document)
    if document["type"] == "FeatureCollection":
        features = document.get("features")
        if not isinstance(features, list):
            raise InvalidInput("not GeoJSON: a FeatureCollection needs 'features'", value=features)
    else:
        features = [document]
    for i, feature in enumerate(features):
        if not isinstance(feature, dict) or not isinstance(feature.get("type"), str):
            raise InvalidInput(f"feature {i} is not a GeoJSON object", i, feature)
        if feature["type"] != "Feature":
            yield None, feature, None, {}
            continue
        properties = feature.get("properties")
        if not isinstance(properties, dict | None):
            raise InvalidInput(
                f"feature {i} has properties that are not an object: {shown(properties)}",
                i,
                properties,
            )
        role = (properties or {}).get("role")
        if role is not None and role not in _ROLES:
            raise InvalidInput(
                f"feature {i} has the role {shown(role)}; roles are: {', '.join(_ROLES)}", i, role
            )
        shape = feature.get("geometry")
        if shape is None:  # legal in GeoJSON: a feature without a location
            continue
        if not isinstance(shape, dict) or not isinstance(shape.get("type"), str):
            raise InvalidInput(f"feature {i} has no geometry", i, shape)
        yield role, shape, feature.get("id"), properties or {}


def _obstacle(shape: dict[str, Any], role: str | None, where: str) -> list[Geometry]:
    kind = shape["type"]
    if kind == "GeometryCollection":
        members = enumerate(geometry.parts_of(shape, where))
        member = partial(_member, role=role)
        return [g for i, m in members for g in geometry.at(member, m, where, i)]
    natural = _NATURAL.get(kind.removeprefix("Multi"))
    if natural is None:
        raise InvalidInput(f"{where} has a geometry of unknown type {shown(kind)}", value=kind)
    if (role or natural) != natural:
        raise InvalidInput(f"{where} has the role {role!r} but is a {kind}", value=role)
    return [geometry.obstacle(shape, where)]


def _member(value: Any, where: str, role: str | None) -> list[Geometry]:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise InvalidInput(f"{where} is {shown(value)}: not a geometry", value=value)
    return [] if _is_empty(value) else _obstacle(value, role, where)


def _is_empty(shape: dict[str, Any]) -> bool:
    """A Multi without parts or a collection without members, both legal in GeoJSON."""
    if shape["type"] == "GeometryCollection":
        return shape.get("geometries") == []
    return shape["type"].startswith("Multi") and shape.get("coordinates") == []


def _handles(ids: list[Any], count: int) -> Any:
    usable = all(type(i) is int and 0 <= i < 2**62 for i in ids)
    if len(ids) != count or not usable or len(set(ids)) != count:
        return None
    return np.array(ids, dtype=np.int64)


FORMAT = Format(
    name="geojson",
    summary="GeoJSON: polygons, lines and points; roles by property",
    suffixes=(".geojson", ".json"),
    read=read,
    write=write,
    looks_like=lambda data: data.lstrip()[:1] == b"{",
    options=("project",),
    complete=True,
)
