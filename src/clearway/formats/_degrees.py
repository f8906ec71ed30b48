"""Longitudes and latitudes: recognising them, and projecting them to metres."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._errors import InvalidInput
from .._frame import Projection
from .._input import Floats

_FEW_DECIMALS, _DECIMALS = 100.0, 1000.0
_WHOLE = 1e-6  # scaled numbers this near to a whole one have no further decimals
_NARROW = 0.25  # size of a town or country over its longitude or latitude
_BOX = (180.0 + 1e-9, 90.0 + 1e-9)  # files have 180.00000000000003
_MOST = 5000  # coordinates examined
_LONGEST_NAME = 10_000  # of a reference system: some are whole definitions


def looks_like(document: Any) -> bool:
    """Whether a GeoJSON document is in degrees.

    A "crs" member decides, if there is one. Otherwise False if a feature has a "role" (the file was
    written for Clearway) or a coordinate lies beyond 180 by 90. Small plane worlds lie within that
    box too, but have round numbers, while geographic coordinates have four and more decimals: True
    if more than half of the coordinates have a fourth decimal. With three decimals, which a plane
    in metres may have too, True if the coordinates also lie close together, far from the origin:
    plane worlds begin near it.
    """
    if not isinstance(document, dict):
        return False
    crs = document.get("crs")
    if isinstance(crs, dict):
        name = str((crs.get("properties") or {}).get("name", "")).upper()
        return "CRS84" in name or name.endswith(("4326", "4258"))
    features = document.get("features")
    for feature in features if isinstance(features, list) else [document]:
        properties = feature.get("properties") if isinstance(feature, dict) else None
        if isinstance(properties, dict) and "role" in properties:
            return False
    points = [p for p, _ in zip(_positions(document), range(_MOST), strict=False)]
    if not points:
        return False
    xy = np.abs(np.array(points))
    if not ((xy <= _BOX).all() and np.isfinite(xy).all()):
        return False
    size = np.ptp(np.array(points), axis=0).max()
    is_narrow = 0 < size < _NARROW * xy.max()
    return _share_beyond(_DECIMALS, xy) > 0.5 or (
        is_narrow and _share_beyond(_FEW_DECIMALS, xy) > 0.5
    )


def _share_beyond(unit: float, xy: Floats) -> float:
    """The share of numbers with decimals beyond 1 / unit."""
    scaled = xy * unit
    return float((np.abs(scaled - np.round(scaled)) > _WHOLE).mean())


def crs_of(document: Any) -> str | None:
    """The name of the coordinate reference system that a document states in its member "crs"."""
    crs = document.get("crs") if isinstance(document, dict) else None
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else None
    return name if isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME else None


def warn(name: str) -> None:
    """Warns that lengths will be in degrees."""
    warnings.warn(
        f"{name} looks like longitudes and latitudes: lengths are in degrees. Load it with "
        "project=True for metres around its centre, or project=False if its coordinates are plane.",
        stacklevel=5,  # who called `load`
    )


def projected(document: Any) -> tuple[Any, Projection | None]:
    """The document in metres, east and north of the centre of its coordinates; the projection.

    None if it has no coordinates.
    """
    xy = np.array(list(_positions(document)) or np.empty((0, 2)))
    bad = ~((np.abs(xy) <= (540.0, _BOX[1])).all(axis=1))
    if bad.any():
        x, y = xy[int(np.argmax(bad))].tolist()
        raise InvalidInput(
            f"({x!r}, {y!r}) is not a longitude and latitude: load the file without project=True",
            value=(x, y),
        )
    if not len(xy):
        return document, None
    (west, south), (east, north) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
    projection = Projection((west + east) / 2, (south + north) / 2)
    scale_x, scale_y = projection.scales

    def move(p: list[Any]) -> list[float]:
        return [(p[0] - projection.longitude) * scale_x, (p[1] - projection.latitude) * scale_y]

    return _mapped(document, move), projection


def _positions(value: Any) -> Iterator[tuple[float, float]]:
    """Every valid position of a document, in order; the reader refuses the others."""
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            keys = ("features", "geometry", "geometries", "coordinates")
            stack += [
                value[key] for key in reversed(keys) if isinstance(value.get(key), dict | list)
            ]
        elif isinstance(value, list) and _is_position(value):
            yield float(value[0]), float(value[1])
        elif isinstance(value, list):
            stack += [member for member in reversed(value) if isinstance(member, dict | list)]


def _mapped(value: Any, move: Any) -> Any:
    if isinstance(value, dict):
        keys = ("features", "geometry", "geometries", "coordinates")
        return {k: _mapped(v, move) if k in keys else v for k, v in value.items()}
    if not isinstance(value, list):
        return value
    return move(value) if _is_position(value) else [_mapped(member, move) for member in value]


def _is_position(value: list[Any]) -> bool:
    return len(value) in (2, 3) and all(type(c) in (int, float) for c in value)
