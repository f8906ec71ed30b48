"""A world or grid from what a page knows of it: SUMMARY, and the answer of `objects` or `cells`.

The page sends it when its session has ended without it, for example because the server was started
again. Objects keep their handles, which the page goes on using.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _features as features
from .._arguments import as_truth
from .._errors import InvalidInput, shown
from .._features import Placed, apply_features
from .._frame import Projection
from .._grid import Grid
from .._input import as_handle, as_point
from .._lengths import as_radius
from .._obstacles import geojson_geometry
from .._world import World
from .checks import as_object, as_text, as_whole
from .errors import TooLarge
from .history import Thing
from .limits import LabLimits

_OBSTACLES = ("obstacle", "wall", "post")  # the first kinds of objects


def restored(summary: Any, contents: Any, limits: LabLimits) -> Thing:
    """The world or grid; `InvalidInput` if they do not describe one."""
    facts, given = as_object(summary, "world"), as_object(contents, "contents")
    kind = facts.get("kind")
    if kind not in ("world", "grid"):
        raise InvalidInput(f"kind is {shown(kind)}: 'world' or 'grid'", value=kind)
    thing = _grid(facts, given, limits) if kind == "grid" else _world(facts, given)
    crs, place = facts.get("crs"), facts.get("projection")
    thing.y_down = as_truth(facts.get("y_down", False), "y_down")
    thing.crs = None if crs is None else as_text(crs, "crs")
    if place is not None:
        [[longitude, latitude]] = as_point(place, "projection").tolist()
        thing.projection = Projection(longitude, latitude)
    return thing


def _grid(facts: dict[str, Any], given: dict[str, Any], limits: LabLimits) -> Grid:
    width = as_whole(facts.get("width"), "width", 1, limits.cells)
    height = as_whole(facts.get("height"), "height", 1, limits.cells)
    if width * height > limits.cells:
        raise TooLarge(f"{width * height} cells: more than limits.cells, which is {limits.cells}")
    cells = _array(given, "cells", np.uint8).ravel()
    if len(cells) != width * height or cells.max(initial=0) > 1:
        raise InvalidInput(f"cells has {len(cells)} numbers: {width} x {height}, 0 or 1 each")
    rule = as_truth(facts.get("corner_cutting", False), "corner_cutting")
    blocked = cells.reshape(height, width).astype(bool)
    return Grid(blocked, facts.get("cell", 1.0), facts.get("origin", (0, 0)), corner_cutting=rule)


def _world(facts: dict[str, Any], given: dict[str, Any]) -> World:
    bounds = as_object(given.get("bounds"), "bounds")
    listed = given.get("features", [])
    if not isinstance(listed, list):
        raise InvalidInput(f"features is {shown(listed)}: a list of objects", value=listed)
    obstacles = _obstacles(given)
    placed = dict(_feature(one) for one in listed)
    handles = obstacles["handles"].tolist()
    if len(placed) < len(listed) or set(placed) & set(handles):
        raise InvalidInput("two objects have the same handle")
    largest = facts.get("max_radius")
    # The reader of pickles: it takes arrays from strangers.
    world = World._from_state(
        {
            "ground_starts": _array(bounds, "chain_starts", np.int64),
            "ground_roles": _array(bounds, "roles", np.uint8),
            "ground_points": _points(bounds),
            **obstacles,
            "max_radius": np.array([math.inf if largest is None else as_radius(largest)]),
            "next_handle": np.array([1 + max([-1, *handles, *placed])]),
        }
    )
    if placed:
        apply_features(world._core, [], {}, placed, {})
    return world


def _obstacles(given: dict[str, Any]) -> dict[str, Any]:
    """The rows of obstacles, walls and posts; those of features, behind them, are left out."""
    kinds = _array(given, "kinds", np.uint8)
    count = int((kinds < len(_OBSTACLES)).sum())
    if (kinds[:count] >= len(_OBSTACLES)).any():
        raise InvalidInput("kinds has an obstacle behind a feature")
    starts = _array(given, "object_starts", np.int64)[: count + 1]
    chains = max(0, int(starts[-1])) if len(starts) else 0
    chain_starts = _array(given, "chain_starts", np.int64)[: chains + 1]
    points = max(0, int(chain_starts[-1])) if len(chain_starts) else 0
    return {
        "handles": _array(given, "handles", np.int64)[:count],
        "obstacle_starts": starts,
        "chain_starts": chain_starts,
        "roles": _array(given, "roles", np.uint8)[:chains],
        "points": _points(given)[:points],
    }


def _feature(given: Any) -> tuple[int, Placed]:
    """An area, door or link as OBJECT of docs/reference/lab-protocol.md has it."""
    one = as_object(given, "a feature")
    kind, name = one.get("kind"), one.get("name")
    chains, roles = one.get("chains"), one.get("roles")
    if not isinstance(chains, list) or not isinstance(roles, list) or len(chains) != len(roles):
        raise InvalidInput("a feature needs chains, and as many roles", value=shown(chains))
    if kind == "link":
        if len(chains) != 2:
            raise InvalidInput(f"a link has {len(chains)} ends: two are needed", value=chains)
        radius = one.get("radius")
        placed = features.link(
            chains[0],
            chains[1],
            one.get("cost"),
            one.get("two_way", True),
            math.inf if radius is None else radius,
            name,
        )
        is_on = as_truth(one.get("enabled", True), "enabled")
        placed = placed._replace(record=placed.record._replace(is_on=is_on))
    elif kind in ("area", "door"):
        shape = geojson_geometry(
            [
                (as_whole(role, "role", 0, 3), _plain_points(chain))
                for role, chain in zip(roles, chains, strict=True)
            ]
        )
        if kind == "area":
            placed = features.area(shape, name)
        else:
            placed = features.door(shape, one.get("open", True), one.get("direction"), name)
    else:
        raise InvalidInput(f"a feature is {shown(kind)}: 'area', 'door' or 'link'", value=kind)
    return as_handle(one.get("handle")), placed


def _plain_points(chain: Any) -> Any:
    return _as_array(chain, "a chain", np.float64).reshape(-1, 2)


def _points(given: dict[str, Any]) -> Any:
    flat = _array(given, "points", np.float64).ravel()
    if len(flat) % 2:
        raise InvalidInput("points has an odd number of coordinates")
    return flat.reshape(-1, 2)


def _array(given: dict[str, Any], name: str, kind: Any) -> Any:
    if name not in given:
        raise InvalidInput(f"{name} is missing")
    return _as_array(given[name], name, kind)


def _as_array(value: Any, name: str, kind: Any) -> Any:
    try:
        array = np.asarray(value)
        with np.errstate(invalid="ignore"):
            out = array.astype(kind)
        exact = array.dtype.kind in "biuf" and bool((out == array).all())
    except (ValueError, TypeError, OverflowError):
        exact = False
    if not exact and not (isinstance(value, list) and not value):
        raise InvalidInput(f"{name} is {shown(value)}: an array of numbers", value=shown(value))
    return out
