"""Places: goals that are points, lines, areas, or several of these.

`as_place` converts one of them to parts. Each part has chains as in `_geometry`, whose roles give
its kind: a ring with holes is an area, a wall is a line, a post is a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._errors import InvalidInput, shown
from ._geometry import (
    SHELL,
    WALL,
    Geometry,
    Ints,
    area,
    at,
    line,
    members,
    pack,
    post,
    starts,
    wall,
)
from ._input import Floats, as_point, geo_interface

_DEEPEST = 8  # levels of lists and collections


class Part(NamedTuple):
    """A point, a line or an area of a place, and the index of the goal that contains it."""

    chains: Geometry
    goal: int


Place = list[Part]


class Places:
    """Several places in the form that the core takes."""

    def __init__(self, places: Sequence[Place]) -> None:
        parts = [part for place in places for part in place]
        batch = pack([part.chains for part in parts])
        self._first = starts([len(place) for place in places])
        self._goals = np.array([part.goal for part in parts], dtype=np.int64)
        self.core = _core.Places(self._first, *batch)

    def __len__(self) -> int:
        return len(self._first) - 1

    def goal_index(self, place_of: Ints, parts: Ints) -> Ints:
        """The goal that each path reaches, from the part that it reaches; -1: none."""
        if not len(self._goals):
            return np.full(len(parts), -1)
        found = self._goals[np.maximum(self._first[place_of] + parts, 0)]
        return np.where(parts < 0, -1, found)


def is_place(value: Any) -> bool:
    """Whether a goal is more than one point: a geometry, or an array of points."""
    geometry = geo_interface(value)
    if geometry is not None:
        return bool(geometry["type"] != "Point")
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.ndim >= 2
    return isinstance(value, list | tuple | np.ndarray) and any(_is_several(v) for v in value)


def are_places(values: Any) -> bool:
    """Whether goals are places, in calls where N x 2 numbers are N points."""
    if type(values) is np.ndarray and values.dtype == np.float64:
        return values.ndim == 3
    geometry = None if isinstance(values, list | tuple | np.ndarray) else geo_interface(values)
    if geometry is not None:
        return bool(geometry["type"] != "Point")
    if isinstance(values, np.ndarray):
        return values.ndim == 3 or (values.dtype == object and any(map(is_place, values.tolist())))
    return isinstance(values, list | tuple) and any(is_place(v) for v in values)


def as_place(value: Any, name: str = "goal", depth: int = 0) -> Place:
    """The parts of a goal; in a list or a collection, each member is one goal.

    N x 2 numbers are a polyline, or an area if the last point repeats the first.
    """
    if depth == _DEEPEST:
        raise InvalidInput(f"{name} is nested more than {_DEEPEST} deep", value=None)
    geometry = geo_interface(value)
    if geometry is None:
        if not is_place(value):
            return [Part(post(value, name), 0)]
        if _is_chain(value):
            return [Part(_chain(value, name), 0)]
        several = list(value)
    else:
        kind = geometry["type"]
        if kind in ("Polygon", "LinearRing"):
            return [Part(area(geometry, name), 0)]
        if kind == "LineString":
            return [Part(wall(geometry, name), 0)]
        if kind == "Point":
            return [Part(post(geometry, name), 0)]
        if kind != "FeatureCollection" and kind != "GeometryCollection" and kind[:5] != "Multi":
            raise InvalidInput(f"{name} is a {shown(kind)}: not a goal", value=kind)
        several = members(geometry)
    if not several:
        raise InvalidInput(f"{name} is empty", value=value)
    return [
        Part(part.chains, i)
        for i, member in enumerate(several)
        for part in at(lambda v, n: as_place(v, n, depth + 1), member, name, i)
    ]


def as_places(values: Any, name: str = "goals") -> list[Place]:
    """A place for each member; one place for one geometry."""
    if not isinstance(values, list | tuple | np.ndarray):
        return [as_place(values, name)]
    return [at(as_place, value, name, i) for i, value in enumerate(values)]


def point_places(points: Floats) -> list[Place]:
    """A place for each point."""
    return [[Part(post(p), 0)] for p in points]


def _is_several(value: Any) -> bool:
    if isinstance(value, list | tuple | dict) or geo_interface(value) is not None:
        return True
    return isinstance(value, np.ndarray) and value.ndim > 0


def _is_chain(value: Any) -> bool:
    """Whether all members are pairs, so that they are the points of a line."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.ndim == 2
    return all(geo_interface(v) is None and not is_place(v) for v in value)


def _chain(value: Any, name: str) -> Geometry:
    if len(value) == 1:
        return post(as_point(value[0], name)[0], name)
    points = line(value, name)
    if len(points) > 3 and (points[0] == points[-1]).all():
        return [(SHELL, points)]
    return [(WALL, points)]
