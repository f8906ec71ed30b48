"""What the library hands out, it accepts: points of its paths as ends of queries.

    run(count=200, seed=0)      worlds of every kind and place
    python -m support.returned_points --count 500

Counts the points that were tried, by where they come from, and lists the failures.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter

import numpy as np

import clearway as cw

from .placed_worlds import KINDS, make, of_world, real_maps

PLANNERS = ("optimal", "channel", "ta*", "tra*", "thpa*")
FOR_POINTS = ("vg", "vgo", "bsp*", "labels")
FEW = 24  # points of one path that are asked about, of each source
MOST_MEMORY = 100 << 20  # of one world: they have a few hundred triangles
LEAST_RADIUS = 2.0**-40  # of the largest coordinate: the law holds from here on


def few(points, rng):
    if len(points) <= FEW:
        return points
    return points[rng.choice(len(points), FEW, replace=False)]


def points_of(path, rng):
    """Points that the path hands out, by name."""
    at = rng.uniform(0, path.length, 8)
    step = path.length / 7
    out = {
        "points": path.points,
        "ends": np.array([p for s in path.segments for p in (s.start, s.end)]),
        "at": path.at(at),
        "resample": path.resample(step),
        "poses": path.poses(step)[:, :2],
        "after": np.array([path.after(s).start for s in at[:3]]),
        "before": np.array([path.before(s).goal for s in at[:3]]),
        "goal": path.goal[None],
    }
    return {name: few(points.reshape(-1, 2), rng) for name, points in out.items()}


def rounding(radius, *points):
    """More than an end that counts as free is blocked by, as `docs/how-to/radius.md` states it."""
    size = max(radius, *(float(np.abs(p).max()) for p in points))
    return 2.0**-39 * radius + 2.0**-44 * max(size, 20.0)


class Check:
    """Tries points as ends of queries; `tried` counts them, `failures` lists what refused one."""

    def __init__(self, rng):
        self.rng = rng
        self.tried = Counter()
        self.failures = []

    def fail(self, source, what, point, note):
        self.failures.append((source, what, np.asarray(point).tolist(), note))

    def free(self, world, source, points, radius, note):
        """Each counts as free, and `snap` leaves it."""
        self.tried[source] += len(points)
        for p in points[~world.is_free(points, radius)]:
            self.fail(source, "is_free", p, note)
        snapped = world.snap(points, radius)
        for p in points[(snapped != points).any(axis=1)]:
            self.fail(source, "snap", p, note)

    def path(self, world, path, note):
        for source, points in points_of(path, self.rng).items():
            if not len(points):
                continue
            self.free(world, source, points, path.radius, note)
            for p in points[self.rng.permutation(len(points))[:3]]:
                for what in refusals(world, path, p):
                    self.fail(source, what, p, note)

    def field(self, world, path, note):
        """Distances from all points to the goal, at once."""
        distance = world.field(path.goal, path.radius).distance
        for source, points in points_of(path, self.rng).items():
            for p in points[~np.isfinite(distance(points))]:
                self.fail(source, "field", p, note)

    def hit(self, world, a, b, radius, note):
        hit = world.raycast(a, b, radius)
        if hit is not None and hit.distance > 0:
            self.free(world, "hit", np.array([hit.point]), radius, note)

    def snap(self, world, p, radius, note):
        snapped = world.snap(p, radius)
        if snapped is not None:
            self.free(world, "snap", snapped[None], radius, note)

    def journey(self, world, a, b, radius, note):
        journey = cw.THPAStar(world, radii=(radius,)).begin(a, b, radius)
        while (leg := journey.next()) is not None:
            for p in (leg.points[0], leg.points[-1]):
                self.free(world, "leg", p[None], radius, note)
                if not world.find_path(p, b, radius=radius).found:
                    self.fail("leg", "find_path", p, note)

    def watch(self, world, path, note):
        """The position of a disturbed watch, and the free point that it reports."""
        watch = world.watch(path)
        watch.advance(path.length * self.rng.uniform(0.1, 0.6))
        handle = world.add_post(path.goal)
        for report in world.disturbed():
            if report.reason is cw.Reason.BLOCKED:
                self.free(world, "watch", report.position[None], path.radius, note)
            if report.free is not None:
                self.free(world, "watch free", report.free[None], path.radius, note)
        watch.stop()
        world.remove(handle)

    def world(self, world, queries, note):
        for a, b, radius in queries:
            r = radius if self.rng.random() < 0.75 else 0.0
            note_r = f"{note} r={r!r} {a} {b}"
            if 0 < r < LEAST_RADIUS * max(np.abs(world.bounds).max(), r):
                continue
            for planner in PLANNERS + (FOR_POINTS if r == 0 else ()):
                path = world.find_path(a, b, radius=r, planner=planner)
                if not path.found or path.length == 0:
                    continue
                self.tried["paths"] += 1
                self.path(world, path, f"{note_r} {planner}")
            self.hit(world, a, b, r, note_r)
            self.snap(world, b, 1.5 * r, note_r)
            path = world.find_path(a, b, radius=r)
            if path.found and path.length > 0:
                self.field(world, path, note_r)
                self.journey(world, a, b, r, note_r)
                self.watch(world, path, note_r)


def refusals(world, path, p):
    """The queries that do not take the point as an end, or whose path is not legal."""
    r, planner, goal = path.radius, path.planner, path.goal
    slack = rounding(r, p, goal)
    for one, other in ((p, goal), (goal, p)):
        found = world.find_path(one, other, radius=r, planner=planner)
        if not found.found:
            yield f"find_path: {found.status.name}"
        elif not (np.array_equal(found.start, one) and np.array_equal(found.goal, other)):
            yield "start or goal"
        elif len(found.points) and not (
            np.array_equal(found.points[0], one) and np.array_equal(found.points[-1], other)
        ):
            yield "the path does not begin and end at the points asked for"
        elif found.length > 0:
            verdict = found.verify()
            if verdict["crosses"] or not verdict["free"] or verdict["clearance"] < r - slack:
                yield f"verify: {dict(verdict)}"
    if not world.reachable(p, goal, r):
        yield "reachable"
    if not np.isfinite(world.distances(p, [goal], r)).all():
        yield "distances"
    if not np.isfinite(world.distances(goal, [p], r)).all():
        yield "distances to it"
    if world.find_nearest(p, [goal], r)[0] is None or world.find_nearest(goal, [p], r)[0] is None:
        yield "find_nearest"
    if not world.max_radius(p, goal) >= r - slack:
        yield "max_radius"
    hit = world.raycast(p, goal, r)
    if hit is not None and hit.distance == 0 and r > 0:
        # Blocked at once: legal only if an obstacle touches the disc ahead.
        ahead = p + (goal - p) * (slack / max(np.hypot(*(goal - p)), slack))
        if world.clearance(ahead) > r + slack:
            yield "raycast"


def peak():
    """The most memory that this process has used, in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run(count=20, seed=0, kinds=KINDS, pairs=3):
    """(how many points were tried, by source; the failures).

    A world whose queries need more than `MOST_MEMORY` is a failure: it names the world.
    """
    check, used = Check(np.random.default_rng([seed, 5])), peak()
    for k in range(count):
        world, queries, note = make(kinds[k % len(kinds)], seed + k, pairs)
        check.world(world, queries, note)
        if peak() > used + MOST_MEMORY:
            check.fail("memory", f"{(peak() - used) >> 20} MB", queries[0][0], note)
        used = max(used, peak())
    return check.tried, check.failures


def run_maps(pairs=3, seed=0, count=None):
    """The same on real maps, where the data folder has them."""
    check = Check(np.random.default_rng([seed, 6]))
    for path in real_maps()[:count]:
        plane = {"project": False} if "json" in path.suffix else {}
        check.world(*of_world(cw.load(path, **plane), seed, pairs), path.name)
    return check.tried, check.failures


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--maps", action="store_true")
    asked = parser.parse_args()
    began = time.perf_counter()
    tried, failed = (
        run_maps(asked.count, asked.seed) if asked.maps else run(asked.count, asked.seed)
    )
    print(dict(tried), tried.total(), f"{time.perf_counter() - began:.0f} s")
    print(Counter(f[:2] for f in failed))
    for failure in failed[:20]:
        print(*failure)
