"""Options of queries, for type checkers; a test compares them with those of the core.

The names are those that planners declare (`Planner.options`); the core checks the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict


class OptimalOptions(TypedDict, total=False):
    """Options of planner "optimal"."""

    effort: float
    limit: float
    partial: bool
    prefer: float
    seconds: float
    tolerance: float


class WorldOptions(OptimalOptions, total=False):
    """Options of all planners on worlds."""

    metric: int
    prove_with_optimal: bool
    prune_successors: bool
    stop_early: bool
    weight: float


class JPSOptions(TypedDict, total=False):
    """Planner "jps" has no options."""


class GridOptions(JPSOptions, total=False):
    """Options of all planners on grids."""

    heuristic: str | Callable[[Any, Any], Any]
    queue: str
    smooth: bool
