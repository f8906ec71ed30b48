"""Fields of the objects in a Tiled map: points, lists, numbers, truth values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats


def points_of(value: Any, name: str) -> Floats:
    """Corners: "x,y x,y ..." in XML, [{"x": x, "y": y}, ...] in JSON."""
    try:
        if isinstance(value, str):
            pairs = [pair.split(",") for pair in value.split()]
            flat = [(float(x), float(y)) for x, y in pairs]
        else:
            flat = [(number_of(p, "x"), number_of(p, "y")) for p in value]
    except InvalidInput:
        raise
    except (ValueError, TypeError):
        raise InvalidInput(f"{name} has the points {shown(value)}", value=value) from None
    return np.array(flat, dtype=float).reshape(-1, 2)


def list_of(parent: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = parent.get(key)
    if value is None:
        return []
    if isinstance(value, dict):  # tiles of old files, by id
        value = [{"id": k, **v} if isinstance(v, dict) else v for k, v in value.items()]
    if not isinstance(value, list) or not all(isinstance(member, dict) for member in value):
        raise InvalidInput(f"{key} are {shown(value)}: not a list of objects", value=value)
    return value


def number_of(parent: Any, key: str, default: float | None = None) -> float:
    value = parent.get(key, default) if isinstance(parent, dict) else None
    try:
        if not isinstance(value, bool) and isinstance(value, str | int | float):
            number = float(value)
            if math.isfinite(number):
                return number
    except (ValueError, OverflowError):
        pass
    raise InvalidInput(f"{key} is {shown(value)}: not a number", value=value)


def whole_of(parent: dict[str, Any], key: str) -> int:
    number = number_of(parent, key)
    if number != int(number) or abs(number) > 2**40:
        raise InvalidInput(f"{key} is {shown(parent.get(key))}: not a whole number")
    return int(number)


def is_true(parent: dict[str, Any], key: str, default: bool) -> bool:
    value = parent.get(key, default)
    return value if isinstance(value, bool) else number_of(parent, key) != 0


def name_of(layer: dict[str, Any]) -> str:
    return shown(layer.get("name"))
