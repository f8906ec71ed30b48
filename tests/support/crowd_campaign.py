"""Hostile walks of crowds: random worlds, sizes, steps, edits and orders, held against the law.

The check is by plain distances (oracle/crowd_law.py) and keeps obstacles of its own. It alone
decides who was put into an obstacle or into another: those must be reported, may be where they are,
and may not get deeper into each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

import clearway as cw
from oracle import crowd_law

STEPS = (1e-6, 0.01, 0.05, 0.05, 0.2, 1.0, 7.0, 1e6)
NEIGHBOURS = (0, 1, 4, 10, 1000)
HORIZONS = (0.02, 0.5, 2.0, 10.0)
SIZES = (1e-3, 1.0, 1.0, 1.0, 5e4)


class Hostile:
    """One crowd, and another that gets the same orders and walks with three threads."""

    def __init__(self, seed: int, agents: int = 40) -> None:
        self.rng = rng = np.random.default_rng(seed)
        self.size = float(rng.choice(SIZES))
        self.corner = self.size * rng.choice([0.0, -5.0, 1000.0], 2)
        self.side = 20.0 * self.size
        self.bounds = (*self.corner, *(self.corner + self.side))
        self.world = cw.World(bounds=self.bounds)
        self.parts: dict[int, Any] = {}  # by handle
        self.doors: dict[int, tuple[Any, bool]] = {}  # the line, and whether it is closed
        for _ in range(int(rng.integers(0, 12))):
            self.build()
        for _ in range(int(rng.integers(0, 3))):
            line = self.points(2)
            self.doors[self.world.add_door([tuple(p) for p in line])] = (
                shapely.LineString(line),
                False,
            )
        options = {
            "horizon": float(rng.choice(HORIZONS)),
            "neighbours": int(rng.choice(NEIGHBOURS)),
        }
        self.crowds = [cw.Crowd(self.world, **options) for _ in range(2)]
        self.overlaps: set[tuple[int, int]] = set()  # reported
        self.inside: set[int] = set()  # reported
        self.breaches: list[tuple[int, str, Any]] = []
        self.number = 0
        self.add(agents)

    @property
    def crowd(self) -> cw.Crowd:
        return self.crowds[0]

    def points(self, count: int) -> Any:
        return self.corner + self.side * self.rng.uniform(0.02, 0.98, (count, 2))

    def order(self, name: str, *arguments: Any, **options: Any) -> None:
        """The same to both crowds."""
        for crowd in self.crowds:
            getattr(crowd, name)(*arguments, **options)

    def build(self) -> None:
        rng, kind = self.rng, self.rng.integers(3)
        at = self.points(1)[0]
        if kind == 0:
            turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
            ring = at + self.size * rng.uniform(0.2, 2.5) * np.column_stack(
                (np.cos(turns), np.sin(turns))
            )
            self.parts[self.world.add(ring)] = shapely.Polygon(ring)
        elif kind == 1:
            line = at + self.size * rng.uniform(-4, 4, (int(rng.integers(2, 4)), 2))
            self.parts[self.world.add_wall(line)] = shapely.LineString(line)
        else:
            self.parts[self.world.add_post(at)] = shapely.Point(at)

    def edit(self) -> None:
        rng = self.rng
        kind = rng.integers(3)
        if kind == 0 or not (self.parts or self.doors):
            self.build()
        elif kind == 1 and self.parts:
            gone = int(rng.choice(list(self.parts)))
            self.world.remove(gone)
            del self.parts[gone]
        elif self.doors:
            door = int(rng.choice(list(self.doors)))
            line, closed = self.doors[door]
            (self.world.open if closed else self.world.close)(door)
            self.doors[door] = line, not closed

    def solid(self) -> Any:
        x0, y0, x1, y1 = self.bounds
        ring = shapely.LinearRing([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        closed = [line for line, is_closed in self.doors.values() if is_closed]
        return shapely.union_all([*self.parts.values(), *closed, ring])

    def radii(self, count: int) -> Any:
        kinds = self.rng.choice([0.0, 0.05, 0.2, 0.3, 0.4, 0.9, 3.0], count)
        kinds[self.rng.random(count) < 0.5] = 0.25
        return self.size * kinds

    def goal(self) -> Any:
        rng, kind = self.rng, self.rng.integers(5)
        if kind == 0:
            return None
        if kind == 1 and len(self.crowd):
            return int(rng.integers(len(self.crowd)))
        if kind == 2:
            return [tuple(p) for p in self.points(2)]
        if kind == 3:
            at = self.points(1)[0]
            return [tuple(at + self.size * np.array(d)) for d in ((0, 0), (1, 0), (0, 1), (0, 0))]
        return tuple(self.points(1)[0])

    def add(self, count: int) -> None:
        rng, first = self.rng, len(self.crowd)
        points, radii = self.points(count), self.radii(count)
        self.order(
            "add", points, radius=radii,
            speed=self.size * rng.choice([0.0, 0.5, 1.4, 1.4, 6.0], count),
            priority=rng.integers(-1, 2, count), avoid=rng.random(count) > 0.1,
        )  # fmt: skip
        self.take_reports()
        for pair in self.overlapping(np.arange(len(self.crowd)) >= first):
            if pair not in self.overlaps:
                self.breaches.append((self.number, "an overlap was not reported", pair))
        for agent in range(first, len(self.crowd)):
            goal = self.goal()
            if goal != agent:
                leave = None if rng.random() < 0.7 else bool(rng.random() < 0.5)
                self.order("send", agent, goal, leave=leave)

    def overlapping(self, new: Any) -> list[tuple[int, int]]:
        """Pairs that overlap, one of them new."""
        at = self.crowd.positions
        pairs = crowd_law.overlapping_pairs(at, at, self.crowd.radii)
        return sorted(pair for pair in pairs if new[pair[0]] or new[pair[1]])

    def command(self) -> None:
        rng = self.rng
        some = np.unique(rng.integers(0, len(self.crowd), int(rng.integers(1, 12))))
        kind = rng.integers(7)
        if kind == 0:
            self.add(int(rng.integers(1, 6)))
        elif kind == 1:
            self.order("remove", some[:2])
        elif kind == 2:
            goal = self.goal()
            if not isinstance(goal, int):
                self.order("send", some, goal)
        elif kind == 3:
            self.order(str(rng.choice(["stop", "resume", "resume"])), some)
        elif kind == 4:
            self.order("set_speed", some, self.size * float(rng.choice([0.0, 0.3, 2.0, 8.0])))
        elif kind == 5:
            self.order("set_priority", some, int(rng.integers(-2, 3)))
        else:
            self.edit()

    def take_reports(self) -> None:
        reports = [crowd.reports() for crowd in self.crowds]
        if reports[0] != reports[1]:
            self.breaches.append((self.number, "reports depend on threads", None))
        for report in reports[0]:
            if report.event is cw.CrowdEvent.OVERLAP:
                self.overlaps.add(tuple(sorted((report.agent, report.other))))
            if report.event in (cw.CrowdEvent.INSIDE, cw.CrowdEvent.SHUT_IN):
                self.inside.add(report.agent)

    def step(self, dt: float) -> None:
        crowd, radii = self.crowd, self.crowd.radii
        before, speeds, solid = crowd.positions, crowd.speeds, self.solid()
        crowd.step(dt, threads=1)
        self.crowds[1].step(dt, threads=3)
        after = crowd.positions
        for name in ("positions", "velocities", "arrived", "waiting", "inside", "remaining"):
            one, other = (getattr(c, name) for c in self.crowds)
            if not np.array_equal(
                one, other, equal_nan=name in ("positions", "velocities", "remaining")
            ):
                self.breaches.append((self.number, f"{name} depends on threads", None))
        self.take_reports()
        put = set(crowd_law.too_near_to_walls(solid, before, before, radii).tolist())
        for agent in put - self.inside:
            self.breaches.append((self.number, "one inside was not reported", agent))
        found = crowd_law.too_near_to_walls(solid, before, after, radii, sorted(put))
        self.breaches += [(self.number, "wall", int(i)) for i in found]
        self.breaches += [(self.number, "crossed", i) for i in self.crossings(solid, before, after)]
        apart = crowd_law.least_distances(before, before)
        for i, j in sorted(crowd_law.overlapping_pairs(before, after, radii)):
            least = crowd_law.least_distances(before[[i, j]], after[[i, j]])[0, 1]
            size = np.abs(after[[i, j]]).max() + radii[i] + radii[j]
            if least < min(apart[i, j], radii[i] + radii[j]) - crowd_law.ROUNDING * size:
                self.breaches.append((self.number, "pair", (i, j)))
        gone = np.hypot(*(after - before).T)
        size = np.abs(before).max(axis=1)
        fast = gone > speeds * dt * (1 + 1e-9) + crowd_law.ROUNDING * size
        self.breaches += [(self.number, "speed", int(i)) for i in np.nonzero(fast)[0]]
        self.inside &= put | set(np.nonzero(crowd.inside)[0].tolist())
        self.number += 1

    def crossings(self, solid: Any, before: Any, after: Any) -> list[int]:
        """Points that have crossed an obstacle: their discs cannot overlap it.

        They may touch its corners.
        """
        at = np.nonzero((self.crowd.radii == 0) & ~np.isnan(before[:, 0]) & ~np.isnan(after[:, 0]))[
            0
        ]
        ends = shapely.points(np.concatenate((before[at], after[at])))
        least = shapely.distance(ends, solid).reshape(2, -1).min(axis=0)
        lines = shapely.linestrings(np.stack((before[at], after[at]), axis=1))
        size = crowd_law.ROUNDING * np.abs(before[at]).max(axis=1, initial=0.0)
        corners = shapely.multipoints(shapely.get_coordinates(solid))
        corners = corners.buffer(crowd_law.ROUNDING * np.abs(self.bounds).max())
        met = shapely.difference(shapely.intersection(lines, solid), corners)
        return at[~shapely.is_empty(met) & (least > size)].tolist()

    def run(self, steps: int) -> list[tuple[int, str, Any]]:
        for _ in range(steps):
            if self.rng.random() < 0.3:
                self.command()
            if self.rng.random() < 0.1:
                self.edit()
            self.step(float(self.rng.choice(STEPS)))
        return self.breaches
