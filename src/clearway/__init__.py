"""Shortest clear paths in the plane, for agents of any size, in worlds that change.

>>> import clearway as cw
>>> world = cw.World(bounds=(0, 0, 10, 10))
>>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
>>> path = world.find_path((1, 5), (9, 5))
>>> path.found
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core, shapes
from ._abstraction import Abstraction
from ._avoid import Avoidance, Encounter
from ._core import VERSION
from ._costs import AVOID
from ._crowd import Crowd, CrowdEvent, CrowdReport, Trajectories
from ._errors import ClearwayError, InternalError, InvalidInput, MissingExtra, UnknownHandle
from ._features import Area, Door, LinkFeature
from ._field import Field, FieldRaster
from ._frame import Projection
from ._grid import Grid
from ._grid_field import GridField
from ._grid_journey import GridJourney
from ._journey import Journey
from ._limits import Limits
from ._mesh import Mesh
from ._motion import Move, Mover, Reservations, TimedPath, Wait
from ._obstacles import Obstacle, Obstacles
from ._path import Path, Paths, Snapped, Status
from ._planners import (
    JPS,
    VG,
    VGO,
    AStar,
    BSPStar,
    Channel,
    Dijkstra,
    Front,
    HPAStar,
    Labels,
    Optimal,
    Planner,
    PRAStar,
    TAStar,
    THPAStar,
    TRAStar,
    planners,
)
from ._radii import RadiusRange
from ._segments import Arc, Line, Link
from ._sight import Hit
from ._variants import Variant
from ._watch import Reason, Report, Watch
from ._world import World

if TYPE_CHECKING:
    from . import generate
    from . import render as render
    from ._group import GroupPlan, GroupRoute, plan_group
    from ._scenarios import Scenarios, load_scenarios
    from ._waypoints import Waypoint, WaypointEdge, Waypoints
    from .formats import load

__version__ = VERSION

__all__ = [
    "AStar",
    "AVOID",
    "Abstraction",
    "Arc",
    "Area",
    "Avoidance",
    "BSPStar",
    "Channel",
    "ClearwayError",
    "Crowd",
    "CrowdEvent",
    "CrowdReport",
    "Dijkstra",
    "Door",
    "Encounter",
    "Field",
    "FieldRaster",
    "Front",
    "Grid",
    "GridField",
    "GridJourney",
    "GroupPlan",
    "GroupRoute",
    "HPAStar",
    "Hit",
    "InternalError",
    "InvalidInput",
    "JPS",
    "Journey",
    "Labels",
    "Limits",
    "Line",
    "Link",
    "LinkFeature",
    "Mesh",
    "MissingExtra",
    "Move",
    "Mover",
    "Obstacle",
    "Obstacles",
    "Optimal",
    "PRAStar",
    "Path",
    "Paths",
    "Planner",
    "Projection",
    "RadiusRange",
    "Reason",
    "Report",
    "Reservations",
    "Scenarios",
    "Snapped",
    "Status",
    "TAStar",
    "THPAStar",
    "TRAStar",
    "TimedPath",
    "Trajectories",
    "UnknownHandle",
    "VG",
    "VGO",
    "Variant",
    "Wait",
    "Watch",
    "Waypoint",
    "WaypointEdge",
    "Waypoints",
    "World",
    "__version__",
    "generate",
    "load",
    "load_scenarios",
    "plan_group",
    "planners",
    "shapes",
]

if not _core.self_test():
    raise InternalError("this build breaks exact arithmetic (fast-math or contraction): rebuild it")


# Reading files and generating worlds are not imported at start-up.
_LATER = {
    "GroupPlan": "_group",
    "GroupRoute": "_group",
    "Scenarios": "_scenarios",
    "Waypoint": "_waypoints",
    "WaypointEdge": "_waypoints",
    "Waypoints": "_waypoints",
    "cluster": "cluster",
    "experiments": "experiments",
    "generate": "generate",
    "jupedsim": "jupedsim",
    "load": "formats",
    "load_scenarios": "_scenarios",
    "plan_group": "_group",
    "render": "render",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from ._imports import importing

    with importing():
        module = import_module(f".{_LATER[name]}", __name__)
    if name == _LATER[name]:
        return module
    value = getattr(module, name)
    value.__module__ = __name__
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_LATER})


for _name in __all__:  # reprs and docs show the public path
    _object = globals().get(_name)
    if isinstance(_object, type) or callable(_object):
        _object.__module__ = __name__
del _name, _object
