"""Which planners tell what their searches expand."""

from __future__ import annotations

from typing import Any


def explores(planner: type[Any]) -> bool:
    """Whether `planner.explored` works."""
    return bool(planner._info and planner._info.reports_expansions)
