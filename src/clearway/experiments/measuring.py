"""Clocks, percentiles and fits that experiments share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

import numpy as np


def least_seconds(work: Callable[[], Any], repetitions: int = 3) -> tuple[float, Any]:
    """The least processor time of some repetitions, and the last result."""
    best, result = math.inf, None
    for _ in range(repetitions):
        begin = process_time()
        result = work()
        best = min(best, process_time() - begin)
    return best, result


def in_turns(
    works: Mapping[str, Callable[[], Any]], repetitions: int
) -> dict[str, tuple[float, Any]]:
    """The least processor time of each work, and its last result; the works alternate.

    A change of the machine's speed then meets all of them.
    """
    best: dict[str, tuple[float, Any]] = dict.fromkeys(works, (math.inf, None))
    for _ in range(repetitions):
        for name, work in works.items():
            begin = process_time()
            result = work()
            best[name] = min(best[name][0], process_time() - begin), result
    return best


def percentile(values: Any, percent: float) -> float:
    """The percentile as Demyen 2007, 9.1, takes it: a value of the sample; NaN without values."""
    kept = np.asarray(values, dtype=float)
    kept = kept[~np.isnan(kept)]
    return float(np.percentile(kept, percent, method="lower")) if len(kept) else math.nan


def mean(values: Any) -> float:
    """The mean of what is not missing; NaN without values."""
    kept = np.asarray(values, dtype=float)
    kept = kept[np.isfinite(kept)]
    return float(kept.mean()) if len(kept) else math.nan


def fit(x: Any, y: Any, degree: int) -> tuple[Any, float]:
    """A polynomial of this degree, the highest coefficient first, and its R squared."""
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    kept = np.isfinite(a) & np.isfinite(b)
    a, b = a[kept], b[kept]
    if len(a) <= degree:
        return np.full(degree + 1, math.nan), math.nan
    coefficients = np.polyfit(a, b, degree)
    total = float(((b - b.mean()) ** 2).sum())
    rest = float(((b - np.polyval(coefficients, a)) ** 2).sum())
    return coefficients, 1.0 - rest / total if total else math.nan


def exponent(x: Any, y: Any) -> float:
    """The slope in logarithms: 1 is linear growth, 2 quadratic."""
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    kept = (a > 0) & (b > 0)
    if kept.sum() < 2:
        return math.nan
    return float(np.polyfit(np.log(a[kept]), np.log(b[kept]), 1)[0])
