"""A moving obstacle in an agent's channel (Demyen 2007, 10.2.1)."""

from __future__ import annotations

import copy
import enum
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from . import shapes
from ._arguments import as_truth
from ._errors import InvalidInput, shown
from ._input import Floats, as_pair
from ._lengths import as_positive
from ._path.sampling import ROUNDING
from ._segments import Arc, Line, Link

if TYPE_CHECKING:
    from ._motion import TimedPath
    from ._path import Path
    from ._world import World

DISC_ERROR = 1.21e-3  # of the radius: by how much a polygon of 64 sides exceeds its disc

Disc = tuple[float, float, float]  # x, y, radius


class Encounter(enum.IntEnum):
    """How to react to a moving obstacle.

    >>> import clearway as cw
    >>> [encounter.name for encounter in cw.Encounter]
    ['CLEAR', 'PASS', 'REPLAN', 'WAIT', 'SLOW']
    """

    CLEAR = 0
    """The obstacle is not on the path: continue."""
    PASS = 1
    """There is a path around it within the channel."""
    REPLAN = 2
    """It closes the channel; there is a path elsewhere."""
    WAIT = 3
    """It closes every route: wait until it has moved."""
    SLOW = 4
    """Slow down until it has passed; movers only."""

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__


class _Answer(NamedTuple):
    encounter: Encounter
    path: Path | None


class Avoidance(_Answer):
    """An `Encounter` and the path to take; None when the agent must wait and no time is known.

    It is a pair of these two. For movers, which have a velocity, it has more attributes: `wait` is
    how long to wait before walking along `path`; infinity if no schedule is known. `speed` is the
    speed at first, and `timed` the whole schedule, from the time 0 on.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
    >>> path.avoid((1, 9, 0.5)).encounter
    Encounter.CLEAR
    """

    wait: float
    speed: float | None
    timed: TimedPath | None

    def __new__(
        cls,
        encounter: Encounter,
        path: Path | None,
        wait: float = 0.0,
        speed: float | None = None,
        timed: TimedPath | None = None,
    ) -> Self:
        made = super().__new__(cls, encounter, path)
        made.wait, made.speed, made.timed = wait, speed, timed
        return made


def avoid(path: Path, discs: Any, s: float, keep: bool, speed: float | None) -> Avoidance:
    """`Path.avoid`."""
    world = path._of_world("avoid")
    if speed is not None:
        from ._motion.encounter import meet
        from ._motion.mover import Mover, as_movers

        movers = as_movers(discs)
        if as_truth(keep, "keep"):
            movers += [Mover((x, y), r) for x, y, r in path._avoided]
        return meet(path.after(s), movers, speed)
    new = _discs(discs)
    path = path.after(s)
    known = path._avoided if as_truth(keep, "keep") else ()
    every = tuple(dict.fromkeys((*known, *new)))
    encounter, detour = _around(world, path, new, every)
    if detour is not None:
        detour._avoided = every
    return Avoidance(encounter, detour)


def _around(
    world: World, path: Path, new: list[Disc], every: tuple[Disc, ...]
) -> tuple[Encounter, Path | None]:
    if all(_is_clear(path, disc) for disc in new):
        return Encounter.CLEAR, path
    if not path.segments:
        return Encounter.WAIT, None
    rings = [shapes.disc((x, y), r, tolerance=DISC_ERROR * r) for x, y, r in every]
    margin = 2 * (max(r for _, _, r in every) + path.radius)
    detour = _find(_near_path(world, path, margin), rings, path)
    if detour.found:
        return Encounter.PASS, detour._moved_to(world)
    detour = _find(copy.copy(world), rings, path)
    if detour.found:
        return Encounter.REPLAN, detour._moved_to(world)
    return Encounter.WAIT, None


def _find(world: World, rings: list[Floats], path: Path) -> Path:
    """The shortest path between the ends of a path, past the rings, which are added."""
    with world.editing():
        for ring in rings:
            world.add(ring)
    # A path that touches a ring or an obstacle may end inside it by rounding.
    rounding = ROUNDING * (max(map(abs, world.bounds)) + path.radius)
    return world.find_path(path.start, path.goal, path.radius, snap=rounding)


def _discs(value: Any) -> list[Disc]:
    """One disc or several."""
    try:
        members = list(value)
    except TypeError:
        members = []
    if members and all(isinstance(member, Iterable) for member in members):
        return [_disc(member, i) for i, member in enumerate(members)]
    if isinstance(value, np.ndarray) and value.ndim == 2 and not len(value):
        return []
    return [] if isinstance(value, list | tuple) and not members else [_disc(value)]


def _disc(disc: Any, i: int | None = None) -> Disc:
    name = "disc" if i is None else f"discs[{i}]"
    try:
        *where, radius = disc
        center = where[0] if len(where) == 1 else where
    except (TypeError, ValueError):
        raise InvalidInput(
            f"{name} is {shown(disc)}: give (x, y, radius) or (center, radius)", i, disc
        ) from None
    x, y = as_pair(center, f"center of {name}")
    return x, y, as_positive(radius, f"radius of {name}")


def _is_clear(path: Path, disc: Disc) -> bool:
    """Whether the disc is not on the path."""
    center, apart = disc[:2], disc[2] + path.radius
    pieces = [piece for piece in path.segments if not isinstance(piece, Link)]
    gap = min((_distance(piece, center) for piece in pieces), default=math.inf)
    return gap >= apart and math.dist(path.start, center) >= apart


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


def _near_path(world: World, path: Path, margin: float) -> World:
    """A world that consists of the triangles within `margin` of the path."""
    walls, rim, posts = _neighbourhood(world, path, margin)
    # Beyond the walls of this world nothing is blocked, and a point may lie on a wall.
    if path.radius > 0 or np.all(np.asarray(world.clearance([path.start, path.goal])) > 0):
        return type(world).from_obstacles(walls=[*walls, *rim], posts=posts)
    local: World = copy.copy(world)
    with local.editing():
        for wall in rim:
            local.add_wall(wall)
    return local


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
