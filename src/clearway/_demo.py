"""The demonstration: discs on one mesh, an edit, several planners, pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import copy
from pathlib import Path as File
from typing import Any, NamedTuple

import numpy as np

from . import render
from ._errors import MissingExtra
from ._input import Floats
from ._path import Path
from ._planners import THPAStar
from ._world import World

BOUNDS = (0.0, 0.0, 120.0, 72.0)
TRIPS = {
    "west to east": ((5, 33), (115, 39)),
    "south to north": ((60, 4), (50, 68)),
    "into the bay": ((8, 66), (97, 22)),
    "corner to corner": ((4, 4), (116, 68)),
}


RADII = (0.5, 1.5, 2.5)
PLANNERS = ("channel", "tra*", "optimal")  # and "thpa*"
_WIDE = 1920.0  # pixels, of pictures side by side


class Demo(NamedTuple):
    """The results and files of the demonstration."""

    world: World
    before: dict[str, Path]
    after: dict[str, Path]
    discs: dict[float, Path]
    planners: dict[str, Path]
    files: list[File]


def run(output: File) -> Demo:
    """Discs of several radii on one mesh, an edit, several planners; pictures into `output`."""
    world = demo_world()
    trip = TRIPS["west to east"]
    before = find_trips(world)
    discs = {radius: world.find_path(*trip, radius=radius) for radius in RADII}
    planners = {
        name: world.find_path(*TRIPS["corner to corner"], planner=name) for name in PLANNERS
    }
    # By the partition that needs no extra: the demonstration runs right after the installation.
    hierarchy = THPAStar(world, partition="grow")
    planners["thpa*"] = hierarchy.find_path(*TRIPS["corner to corner"])
    output.mkdir(parents=True, exist_ok=True)
    plain = {"scale_bar": True, "legend": True}
    names = list(before)
    files = draw(
        world, output, "1-paths-and-mesh", list(before.values()), {"mesh": True, "legend": names}
    )
    files += draw(
        world,
        output,
        "2-discs-on-one-mesh",
        list(discs.values()),
        {"mesh": True, "discs": 16, **plain},
    )
    panels = [(world, [path], f"{name}: {path.length:.2f}") for name, path in planners.items()]
    files += draw_panels(output, "3-planners", panels, {"mesh": True, "channel": True})
    old = copy(world)
    world.add(barrier())
    after = find_trips(world)
    panels = [(old, list(before.values()), "before"), (world, list(after.values()), "after")]
    files += draw_panels(output, "4-an-edit", panels, {})
    return Demo(world, before, after, discs, planners, files)


def demo_world() -> World:
    """Organic islands, a bay of walls, rows of posts."""
    world = World(BOUNDS)
    with world.editing():
        for i, (x, y, size) in enumerate(ISLANDS):
            world.add(blob(x, y, size, seed=i))
        world.add_wall(bay(97.0, 22.0, 9.0))
        world.add_wall([(38, 72), (38, 60), (46, 54)])
        world.add_wall([(70, 0), (70, 9), (78, 14)])
        world.add_posts([(8 + 4 * i, 44 + 1.5 * math.sin(i)) for i in range(6)])
        world.add_posts([(100 + 3.5 * i, 52 - 2 * i) for i in range(5)])
    return world


ISLANDS = (
    (22, 18, 9.5),
    (22, 57, 7.5),
    (44, 36, 10.5),
    (52, 12, 7.0),
    (64, 57, 9.0),
    (72, 31, 8.5),
    (86, 49, 6.5),
    (88, 8, 5.0),
    (97, 63, 5.5),
    (110, 9, 4.5),
)


def blob(x: float, y: float, size: float, seed: int, corners: int = 36) -> Floats:
    """A smooth closed curve around a centre."""
    rng = np.random.default_rng(seed)
    angle = np.linspace(0.0, math.tau, corners, endpoint=False)
    radius = np.ones(corners)
    for waves, most in ((2, 0.16), (3, 0.14), (5, 0.05)):
        radius += rng.uniform(most / 2, most) * np.cos(waves * angle + rng.uniform(0, math.tau))
    curve = np.column_stack((np.cos(angle) * 1.15, np.sin(angle) * 0.9))
    outline: Floats = np.array([x, y]) + size * radius[:, None] * curve
    return outline.round(3)


def bay(x: float, y: float, size: float) -> Floats:
    """An arc open to the south-east."""
    angle = np.linspace(-0.15 * math.pi, 1.25 * math.pi, 24)
    return np.column_stack((x + size * np.cos(angle), y + size * np.sin(angle))).round(3)


def barrier() -> Floats:
    """The obstacle added later: a slanted block across the south."""
    return np.array([(43.0, 20.4), (66.4, 23.9), (66.0, 27.1), (42.5, 23.6)])


def find_trips(world: World) -> dict[str, Path]:
    """The path of every trip."""
    starts, goals = zip(*TRIPS.values(), strict=True)
    return dict(zip(TRIPS, world.find_paths(starts, goals), strict=True))


def draw(world: World, folder: File, name: str, paths: Any, what: dict[str, Any]) -> list[File]:
    """One picture as SVG, and as PNG if matplotlib is installed."""
    return _both(folder, name, lambda file: render.save(world, file, paths, **what))


def draw_panels(folder: File, name: str, panels: Any, what: dict[str, Any]) -> list[File]:
    """Pictures side by side, in the same formats as `draw`."""
    return _both(folder, name, lambda file: render.save_panels(file, panels, width=_WIDE, **what))


def _both(folder: File, name: str, save: Callable[[File], None]) -> list[File]:
    files = []
    for suffix in (".svg", ".png"):
        file = folder / f"{name}{suffix}"
        try:
            save(file)
        except MissingExtra:
            continue
        files.append(file)
    return files
