"""Areas, doors and links in a picture, and their lines in its legend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._input import Floats
from .._world import World
from . import palette as p
from .shapes import Area, Dots, Label, Lines, Shape

_DASHES = 16  # of a dashed line


def area_shapes(world: World) -> list[Shape]:
    """Areas, in a colour for each name, below everything that blocks."""
    colours = _colours(world)
    shapes: list[Shape] = []
    for area in world.areas.values():
        rings = [wound(points, role) for role, points in area._geometry]
        closed = [np.vstack((ring, ring[:1])) for ring in rings]
        shapes.append(Area(rings, colours[area.name], 0.35))
        shapes.append(Lines(closed, colours[area.name], p.OUTLINE_WIDTH))
    return shapes


def door_shapes(world: World) -> list[Shape]:
    """Doors: closed ones as lines, open ones dashed, one-way doors with an arrow."""
    shapes: list[Shape] = []
    for door in world.doors.values():
        lines = door.chains if not door.is_open else [d for c in door.chains for d in _dashed(c)]
        shapes.append(Lines(lines, p.DOOR, p.WALL_WIDTH))
        if door.direction is not None:
            side = 1.0 if door.direction == "left" else -1.0
            shapes.append(Lines([_arrow(c, side) for c in door.chains], p.DOOR, p.OUTLINE_WIDTH))
    return shapes


def link_shapes(world: World) -> list[Shape]:
    """Links: dashed lines between their ends; those that are disabled fainter."""
    shapes: list[Shape] = []
    for link in world.links.values():
        ends = [np.atleast_2d(end) for end in (link.a, link.b)]
        line = np.vstack([end.mean(axis=0) for end in ends])
        opacity = 0.9 if link.enabled else 0.3
        shapes.append(Lines(_dashed(line), p.LINK, p.LINK_WIDTH, opacity))
        shapes.append(Lines([end for end in ends if len(end) == 2], p.LINK, p.WALL_WIDTH, opacity))
        shapes.append(Dots(line, p.LINK, p.POST_RADIUS, p.CASING))
    return shapes


def legend_rows(world: Any, x0: float, pixel: float) -> list[Any]:
    """For each kind of feature that the world has: a function of y that draws a line."""
    if not isinstance(world, World):
        return []
    colours = _colours(world)
    rows = [(colour, name) for name, colour in colours.items()]
    doors = list(world.doors.values())
    for is_open, text in ((False, "door, closed"), (True, "door, open")):
        if any(door.is_open is is_open for door in doors):
            rows.append((p.DOOR, text))
    if len(world.links):
        rows.append((p.LINK, "link"))

    def row(colour: str, text: str) -> Any:
        def drawn(y: float) -> list[Shape]:
            line = np.array([(x0, y), (x0 + 24 * pixel, y)])
            if text in colours and colour != p.DOOR:
                high = 6 * pixel
                ring = np.vstack((line - (0, high), np.add(line[::-1], (0, high))))
                swatch: Shape = Area([ring], colour, 0.5)
            else:
                dashed = text in ("door, open", "link")
                parts = _dashed(line, 4) if dashed else [line]
                swatch = Lines(parts, colour, p.WALL_WIDTH)
            return [swatch, Label((x0 + 32 * pixel, y), text, p.INK, "start")]

        return drawn

    return [row(colour, text) for colour, text in rows]


def _colours(world: World) -> dict[str, str]:
    names = sorted({area.name for area in world.areas.values()})
    return {name: p.AREAS[i % len(p.AREAS)] for i, name in enumerate(names)}


def wound(points: Floats, role: int) -> Floats:
    """Shells counter-clockwise, holes clockwise, for the non-zero rule."""
    x, y = points.T
    doubled = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return points if (doubled > 0) == (role == 0) else points[::-1]


def _dashed(line: Floats, dashes: int = _DASHES) -> list[Floats]:
    """Pieces of a polyline, half of its length."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    total = float(steps.sum())
    ends = np.concatenate(([0.0], np.cumsum(steps)))
    out = []
    for i in range(dashes):
        cuts = np.array([i, i + 0.5]) * total / dashes
        inner = ends[(ends > cuts[0]) & (ends < cuts[1])]
        at = np.concatenate((cuts[:1], inner, cuts[1:]))
        out.append(np.column_stack([np.interp(at, ends, line[:, k]) for k in (0, 1)]))
    return out


def _arrow(line: Floats, side: float) -> Floats:
    """From the middle of the first segment to the side where the door leads."""
    a, b = line[0], line[1]
    middle, along = (a + b) / 2, (b - a) / 4
    across = side * np.array((-along[1], along[0]))
    tip = middle + across
    turned = [_turn(-across, angle) / 3 for angle in (-0.5, 0.5)]
    return np.array((middle, tip, tip + turned[0], tip, tip + turned[1]))


def _turn(v: Floats, angle: float) -> Floats:
    c, s = math.cos(angle), math.sin(angle)
    return np.array((c * v[0] - s * v[1], s * v[0] + c * v[1]))
