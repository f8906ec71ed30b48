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
        return float(value)

    return check


def _truth(name: str) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise InvalidInput(f"{name} is {shown(value)}: True or False", value=value)
        return bool(value)

    return check


CHECKS: dict[str, Callable[[Any], Any]] = {
    "effort": _number_above_zero("effort"),
    "limit": _number_above_zero("limit"),
    "partial": _truth("partial"),
    "smooth": _truth("smooth"),
}
