"""Values of requests that the library does not check itself."""

from __future__ import annotations

import math
from typing import Any

from .._errors import InvalidInput, shown

_DEEPEST = 100  # levels of lists and objects; GeoJSON needs about ten


def as_text(value: Any, name: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} is {shown(value)}: a text is needed", value=value)
    return value


def as_texts(value: Any, name: str) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InvalidInput(f"{name} is {shown(value)}: a list of texts is needed", value=value)
    return value


def as_object(value: Any, name: str) -> dict[str, Any]:
    """A JSON object; {} for None."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InvalidInput(f"{name} is {shown(value)}: a JSON object is needed", value=value)
    return value


def as_whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidInput(
            f"{name} is {shown(value)}: a whole number from {least} to {most}", value=value
        )
    return value


def as_seconds(value: Any, most: float) -> float:
    """The deadline of a query; None: the longest."""
    if value is None:
        return most
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise InvalidInput(f"seconds is {shown(value)}: a positive number", value=value)
    return float(min(value, most))


def point_count(value: Any) -> int:
    """How many points a value of JSON holds, at least: pairs of numbers at any depth.

    Refuses values nested so deeply that the library could not read them.
    """
    count, level = 0, [value]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                if one and not isinstance(one[0], list | dict):
                    count += 1
                else:
                    inner += one
        if not inner:
            return count
        level = inner
    raise InvalidInput(f"the request is nested deeper than {_DEEPEST} levels")
