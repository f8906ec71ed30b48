"""A moving obstacle in an agent's channel (Demyen 2007, 10.2.1)."""

from __future__ import annotations

import copy
import enum
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._errors import InvalidInput, shown
from ._input import Floats, as_point, as_radius
from ._segments import Arc, Line

if TYPE_CHECKING:
    from ._path import Path
    from ._world import World

DISC_SIDES = 64  # of the polygon around the moving disc: at most 0.12 % wider than the disc


class Encounter(enum.IntEnum):
    """What to do about a moving obstacle."""

    CLEAR = 0
    """It is not on the path: go on."""
    PASS = 1
    """There is a path around it within the channel."""
    REPLAN = 2
    """It closes the channel; there is a path elsewhere."""
    WAIT = 3
    """It closes every route: wait until it has moved."""

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__


class Avoidance(NamedTuple):
    """An `Encounter` and the path to take; None when the agent must wait."""

    encounter: Encounter
    path: Path | None


def avoid(path: Path, disc: Any) -> Avoidance:
    """`Path.avoid`."""
    world = path._of_world("avoid")
    center, radius = _disc(disc)
    if min((_distance(s, center) for s in path.segments), default=math.inf) >= (
        radius + path.radius
    ) and math.dist(path.start, center) >= (radius + path.radius):
        return Avoidance(Encounter.CLEAR, path)
    if not path.segments:
        return Avoidance(Encounter.WAIT, None)
    ring = _around(center, radius)
    detour = _within_channel(world, path, ring, 2 * (radius + path.radius))
    if detour.found:
        return Avoidance(Encounter.PASS, detour._moved_to(world))
    other: World = copy.copy(world)
    other.add(ring)
    detour = other.find_path(path.start, path.goal, path.radius)
    if detour.found:
        return Avoidance(Encounter.REPLAN, detour._moved_to(world))
    return Avoidance(Encounter.WAIT, None)


def _disc(disc: Any) -> tuple[tuple[float, float], float]:
    try:
        *where, radius = disc
        center = where[0] if len(where) == 1 else where
    except (TypeError, ValueError):
        raise InvalidInput(
            f"disc is {shown(disc)}: give (x, y, radius) or (center, radius)", value=disc
        ) from None
    x, y = as_point(center, "disc")[0].tolist()
    checked = as_radius(radius, "radius of the disc")
    if checked == 0.0:
        raise InvalidInput(
            f"radius of the disc is {shown(radius)}: it must be positive", value=disc
        )
    return (x, y), checked


def _distance(piece: Line | Arc, p: tuple[float, float]) -> float:
    if isinstance(piece, Line):
        (ax, ay), (bx, by) = piece
        ux, uy = bx - ax, by - ay
        square = ux * ux + uy * uy
        t = 0.0 if square == 0 else ((p[0] - ax) * ux + (p[1] - ay) * uy) / square
        t = min(1.0, max(0.0, t))
        return math.dist(p, (ax + t * ux, ay + t * uy))
    low, high = sorted((piece.start_angle, piece.end_angle))
    angle = math.atan2(p[1] - piece.center[1], p[0] - piece.center[0])
    if (angle - low) % math.tau <= high - low:
        return abs(math.dist(p, piece.center) - piece.radius)
    return min(math.dist(p, piece.start), math.dist(p, piece.end))


def _around(center: tuple[float, float], radius: float) -> Floats:
    """The regular polygon whose sides touch the disc."""
    angles = math.tau * np.arange(DISC_SIDES) / DISC_SIDES
    reach = radius / math.cos(math.pi / DISC_SIDES)
    return np.column_stack((center[0] + reach * np.cos(angles), center[1] + reach * np.sin(angles)))


def _within_channel(world: World, path: Path, ring: Floats, margin: float) -> Path:
    """The path past the ring in the triangles within `margin` of the path, if there is one."""
    walls, rim, posts = _neighbourhood(world, path, margin)
    # These triangles alone form a small world. Beyond their walls nothing is blocked, and a point
    # may lie on a wall.
    if path.radius > 0 or np.all(np.asarray(world.clearance([path.start, path.goal])) > 0):
        local = type(world).from_obstacles(walls=[*walls, *rim], posts=posts)
    else:
        local = copy.copy(world)
        with local.editing():
            for wall in rim:
                local.add_wall(wall)
    local.add(ring)
    return local.find_path(path.start, path.goal, path.radius)


def _neighbourhood(world: World, path: Path, margin: float) -> tuple[Floats, Floats, Floats]:
    """The triangles within `margin` of the path: constrained sides, other rim sides, corners."""
    version = None
    while version != world.version:  # an edit in between would renumber the rows
        version = world.version
        mesh = world.mesh()
        rows = world._core.swept(np.ascontiguousarray(path._rows), margin)
    within = np.zeros(len(mesh.triangles), dtype=bool)
    within[rows] = True
    beyond = mesh.neighbours[rows]
    solid = mesh.constrained[rows] | (beyond < 0)
    corners = mesh.triangles[rows]
    sides = mesh.vertices[np.stack((corners, np.roll(corners, -1, axis=1)), axis=2)]
    return sides[solid], sides[~solid & ~within[beyond]], mesh.vertices[np.unique(corners)]
