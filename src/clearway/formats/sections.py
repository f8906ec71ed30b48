"""The section text of the Iron Harvest polygon maps.

::

    [SCALE]       optional; a factor for every coordinate
    0.01
    [BORDER]      one ring, the bounds: a point "x y" per line
    ...
    [OBSTACLE]    a blocking ring; any number of them
    ...

Rings are not closed by a repeated point; blank lines are skipped. Handles are 0, 1, ... in the
order of the file.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .. import _geometry as geometry
from .._errors import InvalidInput, shown
from .._geometry import Batch
from .._input import Floats, check_range
from .._limits import DEFAULT, Limits
from .._world import World
from . import Format
from ._free import free_space
from ._text import decoded, fault, lines_of, number

_NAMES = ("[SCALE]", "[BORDER]", "[OBSTACLE]")
_PICTURE = "if it is a map drawn in characters, make it an array of cells: cw.Grid"


def read(data: bytes, name: str, limits: Limits = DEFAULT) -> World:
    """The world of a file's bytes."""
    scale, rings = _sections(decoded(data, name), name, limits)
    borders = [r for r in rings if r[0] == "[BORDER]"]
    if not borders:
        raise fault(name, 1, "no [BORDER] in the file")
    shapes = []
    for section, line, points in [borders[0], *(r for r in rings if r[0] != "[BORDER]")]:
        if section == "[OBSTACLE]" and not points:
            continue  # as at the end of some published files
        try:
            array = check_range(np.array(points, dtype=float).reshape(-1, 2) * scale, section)
            shapes.append([(geometry.SHELL, geometry.ring(array, section))])
        except InvalidInput as error:
            raise fault(name, line, error.args[0], error.value) from None
    if len(borders) > 1:
        raise fault(name, borders[1][1], "a second [BORDER]")
    try:
        world = World._from_bounds(geometry._with_area(shapes[0]))
        world._add_batch(geometry.pack(shapes[1:]))
    except InvalidInput as error:
        raise fault(name, borders[0][1], error.args[0], error.value) from None
    return world


_Section = tuple[str, int, list[tuple[float, float]]]


def _sections(text: str, name: str, limits: Limits) -> tuple[float, list[_Section]]:
    scale: float | None = None
    points = 0
    rings: list[_Section] = []
    into = ""
    for i, line in enumerate(lines_of(text), 1):
        words = line.split()
        if not words:
            continue
        if words[0].startswith("["):
            into = words[0]
            if len(words) > 1 or into not in _NAMES:
                raise fault(name, i, f"{shown(line)} is not one of {', '.join(_NAMES)}", line)
            if into != "[SCALE]":
                rings.append((into, i, []))
                limits.check("entities", len(rings), f"{name}: line {i}: sections")
            elif scale is not None:
                raise fault(name, i, "a second [SCALE]")
        elif not into:
            raise fault(name, i, f"{shown(line)} before the first section; {_PICTURE}", line)
        elif into == "[SCALE]":
            if len(words) != 1 or scale is not None:
                raise fault(name, i, f"{shown(line)}: a scale is one number", line)
            scale = number(words[0], name, i)
            if scale <= 0:
                raise fault(name, i, f"the scale {scale!r} is not positive", scale)
        else:
            if len(words) != 2:
                raise fault(name, i, f"{shown(line)} is not a point 'x y'", line)
            points += 1
            if points > limits.points:
                limits.check("points", points, f"{name}: line {i}: points")
            rings[-1][2].append((number(words[0], name, i), number(words[1], name, i)))
    return scale or 1.0, rings


def write(world: World, name: str) -> bytes:
    """The bytes of a file.

    A world with one ring for bounds and obstacles of one ring each is written as it is; others as
    the outline of their free space, which must then be connected and without walls and posts.
    """
    rings = _own_rings(world) or _outline(world)
    text = ["[SCALE]\n1.0\n"]
    for i, ring in enumerate(rings):
        rows = "".join(f"{x!r} {y!r}\n" for x, y in ring.tolist())
        text.append(f"{'[OBSTACLE]' if i else '[BORDER]'}\n{rows}")
    return "\n".join(text).encode()


def _own_rings(world: World) -> list[Floats] | None:
    state = world._state()
    obstacles = geometry.unpack(Batch(*(state[key] for key in Batch._fields)))
    simple = all(len(g) == 1 and g[0][0] == geometry.SHELL and len(g[0][1]) > 2 for g in obstacles)
    if not simple or len(state["ground_roles"]) != 1:
        return None
    return [state["ground_points"], *(g[0][1] for g in obstacles)]


def _outline(world: World) -> Sequence[Floats]:
    space = free_space(world)
    if space.walls or len(space.posts):
        raise InvalidInput("format 'sections' has no walls and posts")
    if len(space.polygons) != 1:
        raise InvalidInput(
            f"format 'sections' holds one piece of free space, not {len(space.polygons)}"
        )
    return space.polygons[0]


FORMAT = Format(
    name="sections",
    summary="Section text of the Iron Harvest polygon maps: [BORDER], [OBSTACLE]",
    suffixes=(".txt",),
    read=read,
    write=write,
    looks_like=lambda data: data.lstrip()[:8] in (b"[SCALE]\n", b"[SCALE]\r", b"[BORDER]"),
)
