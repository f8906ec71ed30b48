"""Costs of areas and states of doors, as a query gives them."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._arguments import as_truth
from ._errors import InvalidInput, UnknownHandle, shown
from ._features import DOOR
from ._input import as_handle

if TYPE_CHECKING:
    from ._world import World

AVOID = math.inf  # the factor of an area that a path must not enter
_LARGEST = int(sys.float_info.max)
_MOST_NAMES = 20  # that a message lists


class Costs(NamedTuple):
    """The argument `costs` of a query: areas that it avoids, and factors other than 1."""

    avoided: tuple[str, ...]
    weights: dict[str, float]


def as_costs(costs: Any) -> Costs:
    """Names of areas with factors above 0; `AVOID` forbids."""
    if costs is None:
        return Costs((), {})
    if not isinstance(costs, Mapping):
        raise InvalidInput(
            f"costs is {shown(costs)}: a dict of names of areas and factors", value=costs
        )
    avoided, weights = [], {}
    for name, factor in costs.items():
        if not isinstance(name, str):
            raise InvalidInput(f"costs has the key {shown(name)}: not a name", value=name)
        number = factor.item() if isinstance(factor, np.generic) else factor
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        is_huge = isinstance(number, int) and number > _LARGEST
        if not is_number or not number > 0 or is_huge:
            raise InvalidInput(
                f"costs[{name!r}] is {shown(factor)}: a factor above 0, or cw.AVOID", value=factor
            )
        if number == AVOID:
            avoided.append(name)
        elif number != 1:
            weights[name] = float(number)
    return Costs(tuple(sorted(avoided)), weights)


def check_names(world: World, costs: Any) -> None:
    """Refuses names that no area has, and lists the names."""
    for name in costs:
        if not _is_text(name) or not world._core.has_area(name):
            known = sorted({area.name for area in world.areas.values()})
            names = ", ".join(map(shown, known[:_MOST_NAMES])) or "none"
            if len(known) > _MOST_NAMES:
                names += f" and {len(known) - _MOST_NAMES} more"
            raise InvalidInput(
                f"costs names {shown(name)}, which no area has; names are: {names}", value=name
            )


def _is_text(name: str) -> bool:
    """Whether it can be encoded: a lone surrogate cannot, and no area has such a name."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_doors(world: World, doors: Any) -> tuple[tuple[int, bool], ...]:
    """Doors by handle or by name, with their states; ascending. No door has two states."""
    if doors is None:
        return ()
    if not isinstance(doors, Mapping):
        raise InvalidInput(
            f"doors is {shown(doors)}: a dict of handles or names and True or False", value=doors
        )
    states: dict[int, bool] = {}
    given_by: dict[int, Any] = {}
    for key, value in doors.items():
        is_open = as_truth(value, f"doors[{shown(key)}]")
        if isinstance(key, str):
            handles = world.doors.named(key)
            if not handles:
                raise InvalidInput(f"doors names {key!r}, which no door has", value=key)
        else:
            handles = [as_handle(key)]
            if world._core.kind(handles[0]) != DOOR:
                raise UnknownHandle(f"no door has the handle {handles[0]}", value=key)
        for handle in handles:
            first = given_by.setdefault(handle, key)
            if states.setdefault(handle, is_open) != is_open:
                raise InvalidInput(
                    f"doors has two states for door {handle}: doors[{first!r}] is"
                    f" {states[handle]}, doors[{key!r}] is {is_open}",
                    value=key,
                )
    return tuple(sorted(states.items()))
