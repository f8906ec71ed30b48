"""The area of `World.from_walkable`: polygons with holes, united if there are several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ._errors import InvalidInput
from ._geometry import SHELL, Geometry, area, each
from ._input import geo_interface
from ._regions import outlines


def walkable_area(value: Any) -> Geometry:
    """Shells and holes that bound the walkable area."""
    polygons = _polygons(value)
    if not polygons:
        raise InvalidInput("the walkable area has no polygons", value=value)
    if len(polygons) == 1:
        return polygons[0]
    return _united(polygons)


def _polygons(value: Any) -> list[Geometry]:
    """One geometry for each polygon."""
    if not _is_collection(value):
        return [area(value, "area")]
    out = []
    for geometry in each(area, value, "area"):
        shells = [i for i, (role, _) in enumerate(geometry) if role == SHELL]
        out += [geometry[a:b] for a, b in zip(shells, [*shells[1:], None], strict=True)]
    return out


def _is_collection(value: Any) -> bool:
    if not isinstance(value, list | tuple | np.ndarray):
        geometry = geo_interface(value)
        if geometry is not None:
            return geometry["type"] in ("MultiPolygon", "GeometryCollection", "FeatureCollection")
        return isinstance(value, Iterable)
    if isinstance(value, np.ndarray):
        return value.ndim > 2
    # A ring is a sequence of pairs; a sequence of rings or polygons has deeper members.
    first = value[0] if len(value) else None
    if isinstance(first, list | tuple | np.ndarray):
        return bool(len(first)) and _is_nested(first[0])
    return first is not None and geo_interface(first) is not None


def _is_nested(value: Any) -> bool:
    try:
        return np.ndim(value) > 0
    except (ValueError, TypeError, RecursionError):  # ragged, or containing itself
        return True


def _united(polygons: list[Geometry]) -> Geometry:
    """The outline of the union, from the mesh of a world with the polygons as obstacles."""
    from ._batches import box_around
    from ._geometry import pack
    from ._world import World

    batch = pack(polygons)
    world = World._from_bounds(box_around(batch.points), max_radius=0.0)
    world._add_batch(batch)
    mesh = world.mesh()
    rings = outlines(mesh, mesh.blocked)
    if not rings:
        raise InvalidInput("the walkable area is empty", value=polygons)
    return [(SHELL, ring) for ring in rings]
