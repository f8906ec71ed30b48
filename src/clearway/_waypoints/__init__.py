"""Waypoint graphs: decision nodes, gates and corridors for a disc of one radius."""

from .graph import Waypoints
from .keeping import waypoints_of
from .nodes import Waypoint, WaypointEdge

__all__ = ["Waypoint", "WaypointEdge", "Waypoints", "waypoints_of"]
