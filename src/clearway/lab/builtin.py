"""Worlds to begin with: small, and each shows something."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .. import generate
from .._errors import InvalidInput, shown
from .._grid import Grid
from .._world import World


class Builtin(NamedTuple):
    """A world with a query to ask first."""

    summary: str
    kind: str
    make: Callable[[], World | Grid]
    start: tuple[float, float]
    goal: tuple[float, float]
    radius: float


def _empty() -> World:
    return World((0, 0, 100, 60))


def _demo() -> World:
    from .._demo import demo_world

    return demo_world()


def _door() -> World:
    """Two rooms, a door, mud before it, a ladder over the wall."""
    world = World((0, 0, 100, 60))
    with world.editing():
        world.add_wall([(50, 0), (50, 26)])
        world.add_wall([(50, 34), (50, 60)])
        world.add_door([(50, 26), (50, 34)], name="gate")
        world.add_area([(30, 20), (48, 20), (48, 40), (30, 40)], "mud")
        world.add_link((48, 8), (52, 8), cost=12.0, name="ladder")
        world.add([(70, 15), (85, 15), (85, 45), (70, 45)])
        for x in (12, 20, 28):
            world.add_post((x, 48))
    return world


def _gaps() -> World:
    """Walls whose gaps become narrower: how far a disc comes depends on its radius."""
    world = World((0, 0, 100, 60))
    with world.editing():
        for i, gap in enumerate((16, 10, 6, 3, 1.5)):
            x, middle = 15 + 17 * i, 20 + 20 * (i % 2)
            world.add([(x, 0), (x + 3, 0), (x + 3, middle - gap / 2), (x, middle - gap / 2)])
            world.add([(x, middle + gap / 2), (x + 3, middle + gap / 2), (x + 3, 60), (x, 60)])
    return world


def _many_boxes() -> World:
    rng = np.random.default_rng(1)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    angle = rng.uniform(0, math.pi, (10_000, 1))
    turned = np.stack(
        (
            corners[:, 0] * np.cos(angle) - corners[:, 1] * np.sin(angle),
            corners[:, 0] * np.sin(angle) + corners[:, 1] * np.cos(angle),
        ),
        axis=2,
    )
    places = np.stack(np.meshgrid(np.arange(100), np.arange(100)), axis=2).reshape(-1, 1, 2)
    rings = (
        10 * places
        + 5
        + rng.uniform(-2, 2, (10_000, 1, 2))
        + turned * rng.uniform(1, 2.2, (10_000, 1, 1))
    )
    return World.from_obstacles(list(rings), (0, 0, 1000, 1000))


BUILTINS: dict[str, Builtin] = {
    "demo": Builtin(
        "Islands, a bay of walls, rows of posts.", "world", _demo, (5, 33), (115, 39), 1.0
    ),
    "empty": Builtin("Nothing: draw obstacles.", "world", _empty, (10, 30), (90, 30), 1.0),
    "gaps": Builtin(
        "Walls with ever narrower gaps: move the radius.", "world", _gaps, (5, 30), (95, 30), 0.5
    ),
    "door": Builtin("A door, a ladder and mud.", "world", _door, (10, 30), (92, 30), 1.0),
    "boxes": Builtin(
        "Sixty boxes, turned.",
        "world",
        lambda: generate.make("boxes", seed=4),
        (2, 2),
        (98, 98),
        0.5,
    ),
    "boxes-10000": Builtin(
        "Ten thousand boxes.",
        "world",
        _many_boxes,
        (5, 5),
        (995, 995),
        0.5,
    ),
    "city": Builtin(
        "Streets.", "world", lambda: generate.make("city", size=100, seed=2), (1, 1), (99, 99), 0.3
    ),
    "rooms": Builtin(
        "Rooms and doors.",
        "world",
        lambda: generate.make("rooms", size=64, seed=3),
        (1, 1),
        (62, 62),
        0.3,
    ),
    "maze": Builtin(
        "A maze.",
        "world",
        lambda: generate.make("maze", size=41, seed=5),
        (1.5, 1.5),
        (39.5, 39.5),
        0.2,
    ),
    "caves-grid": Builtin(
        "Caves, as cells to paint.",
        "grid",
        lambda: generate.make("caves", size=64, seed=6, form="grid"),
        (3.5, 3.5),
        (60.5, 60.5),
        0.0,
    ),
    "maze-grid": Builtin(
        "A maze, as cells.",
        "grid",
        lambda: generate.make("maze", size=31, seed=7, form="grid"),
        (1.5, 1.5),
        (29.5, 29.5),
        0.0,
    ),
    "empty-grid": Builtin(
        "Free cells to paint.",
        "grid",
        lambda: Grid([[False] * 48] * 32),
        (2.5, 16.5),
        (45.5, 16.5),
        0.0,
    ),
}


@cache
def _made(name: str) -> tuple[World | Grid, dict[str, Any]]:
    """The world, with ends moved to free points."""
    known = BUILTINS[name]
    thing = known.make()
    ends = []
    for end in (known.start, known.goal):
        if isinstance(thing, World):
            moved = thing.snap(np.array([end]), known.radius)[0]
        else:
            moved = thing.centres(_free_cell(thing, end))
        ends.append([float(c) for c in moved])
    return thing, {"start": ends[0], "goal": ends[1], "radius": known.radius}


def _free_cell(grid: Grid, point: tuple[float, float]) -> Any:
    """The free cell nearest to a point."""
    free = np.argwhere(~grid.blocked)[:, ::-1]
    return free[np.argmin(((grid.centres(free) - point) ** 2).sum(axis=1))]


def make(name: Any) -> tuple[World | Grid, dict[str, Any]]:
    """A copy of a world, and what to ask there."""
    if not isinstance(name, str) or name not in BUILTINS:
        raise InvalidInput(
            f"no builtin {shown(name)}; there are: {', '.join(BUILTINS)}", value=name
        )
    thing, suggested = _made(name)
    return copy.copy(thing), dict(suggested)


def listing() -> list[dict[str, Any]]:
    """As `about` tells them."""
    return [
        {
            "name": name,
            "summary": known.summary,
            "kind": known.kind,
            "start": list(known.start),
            "goal": list(known.goal),
            "radius": known.radius,
        }
        for name, known in BUILTINS.items()
    ]
