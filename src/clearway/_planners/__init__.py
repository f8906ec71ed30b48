"""Planners: one interface, chosen by name or by class. One module per planner."""

from __future__ import annotations

from .._errors import InvalidInput, shown
from ._base import BUILT_IN, Planner
from ._fronts import Front
from ._grid_base import GridPlanner
from ._options import GRID, WORLD
from .a_star import AStar
from .bsp_star import BSPStar
from .channel import Channel
from .dijkstra import Dijkstra
from .hpa_star import HPAStar
from .jps import JPS
from .labels import Labels
from .optimal import Optimal
from .pra_star import PRAStar
from .ta_star import TAStar
from .thpa_star import THPAStar
from .tra_star import TRAStar
from .vg import VG, VGO

__all__ = [
    "AStar",
    "BSPStar",
    "Channel",
    "Dijkstra",
    "Front",
    "GRID_PLANNERS",
    "GridPlanner",
    "HPAStar",
    "JPS",
    "Labels",
    "Optimal",
    "PRAStar",
    "Planner",
    "TAStar",
    "THPAStar",
    "TRAStar",
    "VG",
    "VGO",
    "WORLD_PLANNERS",
    "planner_class",
    "planners",
]

# The core lists the planners; each has its class here.
WORLD_PLANNERS: dict[str, type[Planner]] = {name: BUILT_IN[name] for name in WORLD}
GRID_PLANNERS: dict[str, type[Planner]] = {name: BUILT_IN[name] for name in GRID}


def planners() -> dict[str, str]:
    """The names of all planners, sorted, with one line of description each.

    A line begins with "World: " or "Grid: ", the object that the planner searches.

    >>> import clearway as cw
    >>> [name for name, line in cw.planners().items() if line.startswith("Grid: ")]
    ['a*', 'dijkstra', 'hpa*', 'jps', 'pra*']
    """
    lines = {name: f"World: {cls.summary}" for name, cls in WORLD_PLANNERS.items()}
    lines |= {name: f"Grid: {cls.summary}" for name, cls in GRID_PLANNERS.items()}
    return dict(sorted(lines.items()))


def planner_class(planner: str | type[Planner], on: str = "World") -> type[Planner]:
    """The class for a name or a class; it must search `on`, "World" or "Grid"."""
    known, others = WORLD_PLANNERS, GRID_PLANNERS
    if on == "Grid":
        known, others = others, known
    if type(planner) is str and planner in known:
        return known[planner]
    names = ", ".join(sorted(known))
    bases = (Planner, GridPlanner)
    if isinstance(planner, type) and issubclass(planner, Planner) and planner not in bases:
        planner._check_usable()
        if issubclass(planner, GridPlanner) == (on == "Grid"):
            return planner
        name = planner.name
    elif isinstance(planner, str):
        if planner in known:  # a kind of str
            return known[planner]
        name = planner
    else:
        raise InvalidInput(f"no planner {shown(planner)}; there are: {names}", value=planner)
    if isinstance(planner, type) or planner in others:
        raise InvalidInput(f"planner {name!r} is not for a {on}; there are: {names}", value=planner)
    raise InvalidInput(f"no planner {shown(planner)}; there are: {names}", value=planner)
