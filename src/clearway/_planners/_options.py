"""Options of questions to planners: what each takes, checked in one place.

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


MOST_GREED = 1e6  # beyond it a search is as greedy as can be, and estimates may overflow


def _greed(value: Any) -> float:
    number = _number_above_zero("greed")(value)
    if not 1 <= number <= MOST_GREED:
        raise InvalidInput(
            f"greed is {shown(value)}: a number from 1 to {MOST_GREED:g}", value=value
        )
    return number


CHECKS: dict[str, Callable[[Any], Any]] = {
    "closing": _truth("closing"),
    "effort": _number_above_zero("effort"),
    "greed": _greed,
    "limit": _limit,
    "metric": _metric,
    "partial": _truth("partial"),
    "smooth": _truth("smooth"),
    "property_two": _truth("property_two"),
}
