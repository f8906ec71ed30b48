"""Radii, distances and other numbers in the numeric domain: checked, one or many.

Malformed input raises `InvalidInput`, which names the index and the value at fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from ._core import MAX_COORDINATE, MIN_COORDINATE
from ._doubles import as_floats
from ._errors import InvalidInput, shown
from ._input import Floats


def as_radius(value: Any, name: str = "radius") -> float:
    """A radius: finite, not negative, at most 2**100; below 2**-100 it counts as 0."""
    if type(value) is float and (value == 0.0 or MIN_COORDINATE <= value <= MAX_COORDINATE):
        return abs(value)
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        kind = value.dtype.kind if isinstance(value, np.ndarray | np.generic) else "O"
        if kind not in "fiu" or np.ndim(value) != 0:
            raise InvalidInput(f"{name} must be a real number, not {shown(value)}", value=value)
    try:
        radius = float(value)
    except OverflowError:
        radius = np.inf if value > 0 else -np.inf
    if not 0.0 <= radius <= MAX_COORDINATE:
        raise InvalidInput(f"{name} is {radius!r}: it must lie between 0 and 2**100", value=value)
    return radius if radius >= MIN_COORDINATE else 0.0


def as_positive(value: Any, name: str) -> float:
    """A length, a speed or the like: as `as_radius`, but not 0."""
    number = as_radius(value, name)
    if number == 0.0:
        raise InvalidInput(
            f"{name} is {shown(value)}: it must be positive, at least 2**-100", value=value
        )
    return number


def as_distances(value: Any, name: str = "s") -> tuple[Floats, bool]:
    """Distances along a path, one or many, as an array, and whether it was one.

    They are finite; the caller clamps them to the length of the path.
    """
    array = as_floats(value, name)
    if array.ndim > 1:
        raise InvalidInput(
            f"{name} must be a number or a row of them, not of shape {array.shape}",
            value=array.shape,
        )
    single = array.ndim == 0
    array = array.reshape(-1)
    bad = ~np.isfinite(array)
    if bad.any():
        i = int(np.argmax(bad))
        where = name if single else f"{name}[{i}]"
        at_fault = float(array[i])
        raise InvalidInput(
            f"{where} is {at_fault!r}: it must be finite", None if single else i, at_fault
        )
    return array, single


def as_limit(value: Any, name: str) -> float:
    """A largest radius: as `as_radius`, or None or infinity for no limit."""
    is_infinite = isinstance(value, float | np.floating) and value == np.inf
    return np.inf if value is None or is_infinite else as_radius(value, name)


def as_radii(value: Any, count: int, name: str = "radius") -> Floats:
    """One radius for all queries, or one for each of `count`."""
    if type(value) is float and value == 0.0:
        return np.zeros(count)
    if not isinstance(value, Iterable) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return np.full(count, as_radius(value, name))
    array = as_numbers(value, count, name)
    array[array < MIN_COORDINATE] = 0.0
    return array


# How the ends of the numeric domain are shown.
_ENDS = {MAX_COORDINATE: "2**100", -MAX_COORDINATE: "-2**100", MIN_COORDINATE: "2**-100"}


def as_numbers(
    value: Any, count: int, name: str, least: float = 0.0, most: float = MAX_COORDINATE
) -> Floats:
    """One number for all, or one for each of `count`, from `least` to `most`."""
    array = as_floats(value, name)
    if array.shape not in ((), (count,)):
        raise InvalidInput(
            f"{name} must be one number or {count} of them, not of shape {array.shape}",
            value=array.shape,
        )
    bad = ~((array >= least) & (array <= most))
    if bad.any():
        i = int(np.argmax(bad))
        at_fault = float(array.reshape(-1)[i])
        where, index = (f"{name}[{i}]", i) if array.ndim else (name, None)
        low, high = (_ENDS.get(end, f"{end:g}") for end in (least, most))
        raise InvalidInput(
            f"{where} is {at_fault!r}: it must lie between {low} and {high}", index, at_fault
        )
    return array if array.ndim else np.full(count, array)


def as_side(cell: Any, name: str = "cell") -> float:
    """The side of a cell; it must be positive."""
    side = as_radius(cell, name)
    if side == 0.0:
        raise InvalidInput(f"{name} is 0: it must be positive", value=cell)
    return side
