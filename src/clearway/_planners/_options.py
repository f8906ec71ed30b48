"""Options of a query: the type and range of each, checked in one place.

The names are those of `clearway::SearchOptions` in the core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._errors import InvalidInput, shown


def _number_above_zero(name: str) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        is_number = isinstance(value, int | float | np.integer | np.floating)
        if isinstance(value, bool) or not is_number or not value > 0:
            raise InvalidInput(f"{name} is {shown(value)}: a number above 0", value=value)
        try:
            return float(value)
        except OverflowError:  # an integer above all floats
            return float("inf")

    return check


def _limit(value: Any) -> float:
    number = _number_above_zero("limit")(value)
    if number != np.inf and number != np.floor(number):
        raise InvalidInput(f"limit is {shown(value)}: a whole number above 0", value=value)
    return number


def _truth(name: str) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise InvalidInput(f"{name} is {shown(value)}: True or False", value=value)
        return bool(value)

    return check


def _metric(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= 4:
        raise InvalidInput(f"metric is {shown(value)}: 1, 2, 3 or 4", value=value)
    return int(value)


MOST_WEIGHT = 1e6  # a larger weight changes nothing, and estimates may overflow


def _weight(value: Any) -> float:
    number = _number_above_zero("weight")(value)
    if not 1 <= number <= MOST_WEIGHT:
        raise InvalidInput(
            f"weight is {shown(value)}: a number from 1 to {MOST_WEIGHT:g}", value=value
        )
    return number


CHECKS: dict[str, Callable[[Any], Any]] = {
    "effort": _number_above_zero("effort"),
    "limit": _limit,
    "metric": _metric,
    "partial": _truth("partial"),
    "prove_with_optimal": _truth("prove_with_optimal"),
    "prune_successors": _truth("prune_successors"),
    "smooth": _truth("smooth"),
    "weight": _weight,
}

# Deprecated in 0.1: accepted with a warning.
OLD_NAMES = {
    "closing": "prove_with_optimal",
    "greed": "weight",
    "property_two": "prune_successors",
}
