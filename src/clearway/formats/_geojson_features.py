"""Areas, doors and links as features of GeoJSON.

- role "area": a Polygon or MultiPolygon with the property "name";
- role "door": a LineString or MultiLineString; "open" (true), "direction" (null, "left", "right"),
  "name";
- role "link": a LineString of two points from a to b, or a MultiLineString of the two ends, where
  an end is a segment (a point is given twice); "cost" (null: the distance), "two_way" (true),
  "radius" (null: any), "enabled" (true), "name".
"""

from __future__ import annotations

import math
from typing import Any

from .. import _features as features
from .._errors import InvalidInput, shown
from .._features import AREA, DOOR, KINDS, LINK, Placed
from .._frame import mapped_geometry
from .._obstacles import geojson_geometry
from .._world import World

ROLES = KINDS[:3]
_DIRECTIONS = {0: None, 1: "left", -1: "right"}


def written(handle: int, placed: Placed, world: World) -> dict[str, Any]:
    """A feature, as GeoJSON."""
    record = placed.record
    properties: dict[str, Any] = {"role": KINDS[record.kind]}
    if record.name:
        properties["name"] = record.name
    shape = geojson_geometry(placed.shape) if record.kind != LINK else _link_geometry(placed)
    if record.kind == DOOR:
        properties |= {"open": record.is_on, "direction": _DIRECTIONS[record.direction]}
    elif record.kind == LINK:
        limit = None if math.isinf(record.radius) else record.radius
        properties |= {"cost": record.cost, "two_way": record.two_way}
        properties |= {"radius": limit, "enabled": record.is_on}
    return {
        "type": "Feature",
        "id": handle,
        "properties": properties,
        "geometry": mapped_geometry(shape, world),
    }


def _link_geometry(placed: Placed) -> dict[str, Any]:
    ends = [points.tolist() for _, points in placed.shape]
    if all(len(end) == 1 for end in ends):
        return {"type": "LineString", "coordinates": [end[0] for end in ends]}
    pairs = [end * 2 if len(end) == 1 else end for end in ends]
    return {"type": "MultiLineString", "coordinates": pairs}


def read(role: str, shape: dict[str, Any], properties: dict[str, Any], where: str) -> Placed:
    """The feature of a GeoJSON feature with one of the `ROLES`."""
    name = properties.get("name")
    try:
        if role == KINDS[AREA]:
            return features.area(shape, name)
        if role == KINDS[DOOR]:
            is_open = _flag(properties, "open")
            return features.door(shape, is_open, properties.get("direction"), name)
        radius = properties.get("radius")
        placed = features.link(
            *_link_ends(shape),
            properties.get("cost"),
            _flag(properties, "two_way"),
            math.inf if radius is None else radius,
            name,
        )
        is_on = _flag(properties, "enabled")
        return placed._replace(record=placed.record._replace(is_on=is_on))
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.args[0]}", error.index, error.value) from None


def _flag(properties: dict[str, Any], name: str) -> bool:
    value = properties.get(name, True)
    if not isinstance(value, bool):
        raise InvalidInput(f"{name} is {shown(value)}: true or false", value=value)
    return value


def _link_ends(shape: dict[str, Any]) -> tuple[Any, Any]:
    ends = shape.get("coordinates")
    if shape["type"] not in ("LineString", "MultiLineString"):
        raise InvalidInput(f"a link is a LineString, not a {shown(shape['type'])}")
    if not isinstance(ends, list | tuple) or len(ends) != 2:
        raise InvalidInput(f"a link has two ends, not {shown(ends)}", value=ends)
    kind = "Point" if shape["type"] == "LineString" else "LineString"
    a, b = ({"type": kind, "coordinates": end} for end in ends)
    return a, b
