"""Options of planners: the core declares them (core/session), this module checks values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _core
from .._core import Option, PlannerInfo
from .._errors import InvalidInput, shown

WORLD: dict[str, PlannerInfo] = {info.name: info for info in _core.world_planners()}
GRID: dict[str, PlannerInfo] = {info.name: info for info in _core.grid_planners()}

# Deprecated in 0.1: accepted with a warning.
OLD_NAMES = {
    "closing": "prove_with_optimal",
    "greed": "weight",
    "property_two": "prune_successors",
}


def option_of(planner: str, name: str) -> Option:
    """The declaration of an option."""
    info = WORLD.get(planner) or GRID[planner]
    return next(option for option in info.options if option.name == name)


def checked(option: Option, value: Any) -> float | bool:
    """The value, of the option's type and within its range."""
    if option.type == "flag":
        is_taken = isinstance(value, bool | np.bool_)
    else:
        is_number = isinstance(value, int | float | np.integer | np.floating)
        is_taken = is_number and not isinstance(value, bool) and _is_in_range(option, value)
    if not is_taken:
        raise InvalidInput(f"{option.name} is {shown(value)}: {option.range}", value=value)
    if option.type == "flag":
        return bool(value)
    try:
        return float(value)
    except OverflowError:  # an integer above all floats
        return math.inf


def as_count(planner: str, name: str, value: Any) -> int:
    """The value of an option that is a whole number."""
    return int(checked(option_of(planner, name), value))


def _is_in_range(option: Option, value: Any) -> bool:
    if not option.least <= value <= option.most or (option.is_open and value == option.least):
        return False
    if option.type == "number" or isinstance(value, int | np.integer):
        return True
    # A bound that may be infinite is often computed: a float with an integer value is accepted.
    return option.most == math.inf and bool(value == np.floor(value))
