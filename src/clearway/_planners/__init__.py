"""Planners: one interface, chosen by name or by class. One module a planner."""

from __future__ import annotations

from .._errors import InvalidInput, shown
from ._base import Planner
from .channel import Channel
from .optimal import Optimal
from .thpa import THPAStar

__all__ = [
    "WORLD_PLANNERS",
    "Channel",
    "Optimal",
    "Planner",
    "THPAStar",
    "planner_class",
    "planners",
]

WORLD_PLANNERS: dict[str, type[Planner]] = {
    cls.name: cls
    for cls in (
        Channel,
        Optimal,
        THPAStar,
    )
}


def planners() -> dict[str, str]:
    """Names of the planners and one line on each."""
    return {name: WORLD_PLANNERS[name].summary for name in sorted(WORLD_PLANNERS)}


def planner_class(planner: str | type[Planner]) -> type[Planner]:
    """The class for a name or a class."""
    if isinstance(planner, type) and issubclass(planner, Planner) and hasattr(planner, "name"):
        return planner
    found = WORLD_PLANNERS.get(planner) if isinstance(planner, str) else None
    if found is None:
        names = ", ".join(sorted(WORLD_PLANNERS))
        raise InvalidInput(f"no planner {shown(planner)}; there are: {names}", value=planner)
    return found
