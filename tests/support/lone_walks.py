"""Agents alone in random worlds: each must arrive in the time of its shortest path."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

import clearway as cw

SPEED = 1.4
SIZE = 20.0


class LoneWalk(NamedTuple):
    world: cw.World
    start: tuple[float, float]
    goal: Any
    radius: float
    dt: float


def random_world(rng: Any, *, on_lattice: bool) -> cw.World:
    """Polygons, walls, posts and boxes that overlap; on a lattice they touch and align."""
    world = cw.World(bounds=(0, 0, SIZE, SIZE))
    rounded = np.round if on_lattice else np.asarray
    for _ in range(int(rng.integers(3, 25))):
        at, kind = rounded(rng.uniform(0, SIZE, 2)), rng.integers(4)
        if kind == 0:
            turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
            ring = at + rng.uniform(0.3, 2.5) * np.c_[np.cos(turns), np.sin(turns)]
            _try(world.add, rounded(ring))
        elif kind == 1:
            _try(world.add_wall, rounded(at + rng.uniform(-5, 5, (2, 2))))
        elif kind == 2:
            _try(world.add_post, at)
        else:
            _try(world.add, at + rng.integers(1, 4, 2) * ((0, 0), (1, 0), (1, 1), (0, 1)))
    return world


def _try(add: Any, shape: Any) -> None:
    with suppress(cw.InvalidInput):  # rounding has made it flat
        add(shape)


def walks(seed: int) -> list[LoneWalk]:
    """Some walks in one world, with radii that fit gaps of the lattice exactly."""
    rng, out = np.random.default_rng(seed), []
    on_lattice = seed % 2 == 0
    world = random_world(rng, on_lattice=on_lattice)
    for radius in (0.5, 0.25, 0.0, float(rng.uniform(0.05, 1))):
        for half in (False, True):
            a, b = rng.uniform(0, SIZE, (2, 2))
            if on_lattice and half:
                a, b = np.round(a * 2) / 2, np.round(b * 2) / 2
            goal: Any = tuple(b.tolist())
            if rng.integers(3) == 0:
                goal = [goal, tuple(np.clip(b + rng.uniform(-2, 2, 2), 0, SIZE).tolist())]
            dt = float(rng.choice([0.02, 0.05, 0.1, 0.5]))
            out.append(LoneWalk(world, tuple(a.tolist()), goal, radius, dt))
    return out


def late(walk: LoneWalk) -> str:
    """Why the agent is late; empty if it is not, or if there is no path."""
    path = walk.world.find_path(walk.start, walk.goal, walk.radius)
    if not path.found:
        return ""
    crowd = cw.Crowd(walk.world)
    crowd.add(walk.start, radius=walk.radius, speed=SPEED, goals=walk.goal, leave=True)
    most = 1.1 * path.length / SPEED + 10 * walk.dt + 1
    while crowd.time < most and not crowd.arrived.all():
        crowd.step(walk.dt, threads=1)
    if crowd.arrived.all():
        return ""
    return f"{walk}: at {crowd.positions[0]}, {crowd.remaining[0]} of {path.length} remain"
