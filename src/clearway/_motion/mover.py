"""Moving obstacles: discs at constant velocity."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats, as_pair
from .._lengths import as_positive


class Mover(NamedTuple):
    """A disc that moves at constant velocity, through obstacles too; for `Path.avoid`.

    Its centre is at `position` at the time 0. `radius` is above 0. With a `velocity` of (0, 0) it
    rests.

    >>> import clearway as cw
    >>> cw.Mover((2, 5), 0.5, (1, 0)).velocity
    (1, 0)
    """

    position: tuple[float, float]
    radius: float
    velocity: tuple[float, float] = (0.0, 0.0)


def as_movers(value: Any) -> list[Mover]:
    """One mover or several.

    Each is a `Mover`, (position, radius, velocity) or (x, y, radius, vx, vy); or a disc at rest,
    (x, y, radius) or (center, radius).
    """
    try:
        members = list(value)
    except TypeError:
        raise _refused(value) from None
    if all(isinstance(member, Iterable) for member in members):  # one mover holds a number
        return [_mover(member, i) for i, member in enumerate(members)]
    return [_mover(value)]


def _mover(value: Any, i: int | None = None) -> Mover:
    name = "mover" if i is None else f"movers[{i}]"
    try:
        members = list(value)
    except TypeError:
        raise _refused(value, i) from None
    flat = not any(isinstance(member, Iterable) for member in members)
    if flat and len(members) in (3, 5):
        x, y, radius, *rest = members
        position, velocity = (x, y), tuple(rest) or (0.0, 0.0)
    elif not flat and len(members) in (2, 3):
        position, radius = members[:2]
        velocity = members[2] if len(members) == 3 else (0.0, 0.0)
    else:
        raise _refused(value, i)
    return Mover(
        as_pair(position, f"position of {name}"),
        as_positive(radius, f"radius of {name}"),
        as_pair(velocity, f"velocity of {name}"),
    )


def _refused(value: Any, i: int | None = None) -> InvalidInput:
    name = "mover" if i is None else f"movers[{i}]"
    forms = "(position, radius, velocity) or (x, y, radius, vx, vy)"
    return InvalidInput(f"{name} is {shown(value)}: give {forms}", i, value)


def rows_of(mover: Mover, bounds: tuple[float, float, float, float], margin: float) -> Floats:
    """Its motion from the time 0 until it can no longer touch an agent within the bounds."""
    (x, y), radius, (vx, vy) = mover
    if vx == vy == 0:
        return np.array([[0.0, math.inf, x, y, x, y, 0.0, 0.0, 0.0, 0.0]])
    reach = radius + margin
    x0, y0, x1, y1 = bounds
    ends = [math.inf]
    for at, speed, low, high in ((x, vx, x0 - reach, x1 + reach), (y, vy, y0 - reach, y1 + reach)):
        if speed != 0:
            ends.append(((high if speed > 0 else low) - at) / speed)
        elif not low <= at <= high:
            ends.append(0.0)
    end = max(0.0, min(ends))
    if end == 0:
        return np.empty((0, 10))
    return np.array([[0.0, end, x, y, x + vx * end, y + vy * end, 0.0, 0.0, 0.0, 0.0]])
