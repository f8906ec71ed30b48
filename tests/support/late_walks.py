"""Crowds in plans, rooms, caves and mazes, whose worlds are edited while they walk: is anybody late
and silent, or said to have arrived elsewhere?

Distances to goals are measured by paths of the world, and the law by `oracle.crowd_law`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely

import clearway as cw
from oracle import crowd_law

PLACES = ("plan", "rooms", "caves", "maze")
SPEED, DT = 1.4, 0.05
EVERY = 1.0  # seconds between two looks at who is late
SILENT = 90.0  # seconds: the crowd reports after a minute without progress
SIDE = 24


class LateWalk:
    """A crowd with followers, priorities, agents that do not avoid, and two kinds of goals."""

    def __init__(self, place: str, seed: int, *, edits: bool = False, plain: bool = False) -> None:
        self.rng = rng = np.random.default_rng([PLACES.index(place), edits, plain, seed])
        self.parts: dict[int, Any] = {}  # obstacles by handle; -1: those of a grid
        self.built: list[int] = []
        if place == "plan":
            self.world = cw.World((0, 0, SIDE, SIDE))
            for _ in range(int(rng.integers(5, 40))):
                self.build(4.0)
            self.built = []  # these stay
        else:
            size = 15 if place == "maze" else SIDE
            grid = getattr(cw.generate, place)(size=size, seed=seed, form="grid")
            rows, columns = np.nonzero(grid.blocked)
            self.world = grid.to_world()
            boxes = shapely.box(columns, rows, columns + 1, rows + 1)
            self.parts[-1] = shapely.union_all(boxes)
        self.edits = edits
        count = int(rng.choice([6, 10, 20] if place == "maze" else [10, 20, 40]))
        sizes = [0.2, 0.3, 0.45] if rng.random() < 0.5 else [float(rng.choice([0.3, 0.45]))]
        radii = rng.choice(sizes, count)
        starts, self.goals = self.places(radii), self.places(radii)
        self.leave = bool(rng.random() < 0.5)
        self.crowd = cw.Crowd(self.world)
        self.crowd.add(
            starts, radius=radii, speed=SPEED, goals=self.goals, leave=self.leave,
            priority=0 if plain else rng.integers(-1, 2, count),
            avoid=plain or rng.random(count) > 0.1,
        )  # fmt: skip
        self.leaders = np.full(count, -1)
        for i in range(0 if plain else count):
            leader = int(rng.integers(count))
            if rng.random() < 0.3 and leader != i:
                self.leaders[i] = leader
                self.crowd.send(i, leader)
        self.nearest, self.since = np.full(count, np.inf), np.zeros(count)
        self.at = starts.copy()  # where it was then
        self.begun = np.zeros(count)  # the same, or when an edit has made its way longer
        self.last = np.full(count, np.nan)  # how far it had to go
        self.named = np.full(count, -np.inf)  # when it was in a report
        self.wrong: list[Any] = []

    def places(self, radii: Any) -> Any:
        """A free point for each disc, none of which overlap; fewer where there is no room."""
        out: list[Any] = []
        x0, y0, x1, y1 = self.world.bounds
        for radius in radii:
            for p in self.rng.uniform((x0, y0), (x1, y1), (5000, 2)):
                away = (np.hypot(*(p - q)) - s for q, s in zip(out, radii, strict=False))
                if self.world.is_free(p, float(radius)) and all(d > radius + 0.01 for d in away):
                    out.append(p)
                    break
        assert len(out) == len(radii)
        return np.array(out)

    def build(self, size: float) -> None:
        x0, y0, x1, y1 = self.world.bounds
        low = self.rng.uniform((x0, y0), (x1 - size, y1 - size))
        high = low + self.rng.uniform(0.2, size, 2)
        box = shapely.box(*low, *high)
        handle = self.world.add(shapely.get_coordinates(box)[:-1])
        self.parts[handle] = box
        self.built.append(handle)

    def edit(self) -> None:
        if self.built and self.rng.random() < 0.55:
            gone = self.built.pop(int(self.rng.integers(len(self.built))))
            self.world.remove(gone)
            del self.parts[gone]
        else:
            self.build(1.5)

    def run(self, seconds: float) -> list[Any]:
        """What is wrong; ends when all have arrived."""
        crowd, radii, solid = self.crowd, self.crowd.radii, self.solid()
        before = crowd.positions
        for step in range(round(seconds / DT)):
            if self.edits and step % round(3 / DT) == 0:
                self.edit()
                solid = self.solid()
            inside = crowd_law.too_near_to_walls(solid, before, before, radii)
            crowd.step(DT, threads=1)
            now = crowd.positions
            walls = crowd_law.too_near_to_walls(solid, before, now, radii, inside)
            pairs = crowd_law.overlapping_pairs(before, now, radii)
            self.wrong += [("law", crowd.time, *walls, *pairs)] if len(walls) or pairs else []
            before = now
            for report in crowd.reports():
                for agent in (report.agent, report.other):
                    if agent is not None:
                        self.named[agent] = report.time
            if step % round(EVERY / DT) == 0:
                self.look(now)
                if crowd.arrived.all():
                    break
        return self.wrong

    def solid(self) -> Any:
        ring = shapely.box(*self.world.bounds).exterior
        out = shapely.union_all([*self.parts.values(), ring])
        shapely.prepare(out)
        return out

    def look(self, now: Any) -> None:
        time, radii, arrived = self.crowd.time, self.crowd.radii, self.crowd.arrived
        for i in np.flatnonzero(~self.crowd.left):
            leader = self.leaders[i]
            goal = now[leader] if leader >= 0 else self.goals[i]
            away = float(np.hypot(*(now[i] - goal)))
            if arrived[i]:
                beside = 1.5 * radii[i] + radii[leader] + 3 * SPEED * DT
                if not away <= (beside if leader >= 0 else 2.001 * radii[i]):
                    self.wrong.append(("has not arrived", time, int(i), away))
                self.nearest[i], self.since[i], self.begun[i] = np.inf, time, time
                continue
            path = None if np.isnan(away) else self.world.find_path(now[i], goal, radii[i])
            left = path.length if path else np.inf
            if self.edits and leader < 0 and left > self.last[i] + SPEED * EVERY + 0.5 * radii[i]:
                self.begun[i] = time
            self.last[i] = left
            # A leader may go away as fast as an agent follows.
            has_followed = leader >= 0 and math.dist(now[i], self.at[i]) > 4 * radii[i]
            if left < self.nearest[i] - 0.5 * radii[i] or has_followed:
                self.nearest[i], self.begun[i], self.at[i] = left, time, now[i]
                # What the crowd counts as progress of a follower depends on its leader's way, too:
                # one that was named since it was last there is not silent.
                self.since[i] = time if leader < 0 else self.since[i]
            elif self.named[i] < self.since[i] - EVERY and time > self.begun[i] + SILENT:
                self.wrong.append(("silent", time, int(i)))
                self.named[i] = time
