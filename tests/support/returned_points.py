"""What the library hands out, it accepts: points of its paths as ends of queries.

    run(count=200, seed=0)      worlds of every kind, near and far from the origin
    python -m support.returned_points --count 500

Counts the points that were tried, by where they come from, and the failures.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import Scene, build

PLANNERS = ("optimal", "channel", "ta*", "tra*", "thpa*")
FOR_POINTS = ("vg", "vgo", "bsp*")
SHIFTS = (0.0, 0.0, 1e3, 1e6, 1e7)
FEW = 24  # points of one path that are asked about, of each source


def moved(scene, x, y):
    def by(points):
        return [(float(px) + x, float(py) + y) for px, py in points]

    return Scene(by(scene.bounds), {h: (k, by(p)) for h, (k, p) in scene.obstacles.items()})


def sources(path, rng):
    """Points that the path hands out, by name."""
    ends = [p for s in path.segments for p in (s.start, s.end)]
    at = rng.uniform(0, path.length, 8)
    out = {
        "points": path.points,
        "ends": np.array(ends).reshape(-1, 2),
        "at": path.at(at),
        "resample": path.resample(path.length / 7) if path.length else path.points,
        "after": np.array([path.after(s).start for s in at[:3]]),
        "before": np.array([path.before(s).goal for s in at[:3]]),
    }
    return {name: pick(points, rng) for name, points in out.items()}


def pick(points, rng):
    if len(points) <= FEW:
        return points
    return points[rng.choice(len(points), FEW, replace=False)]


def check_path(world, path, rng, tried, failures, note):
    radius, goal = path.radius, path.goal
    for name, points in sources(path, rng).items():
        tried[name] += len(points)
        if not len(points):
            continue
        free = world.is_free(points, radius)
        failures += [(name, "is_free", p.tolist(), note) for p in points[~free]]
        for p in points[rng.choice(len(points), min(3, len(points)), replace=False)]:
            failures += [(name, what, p.tolist(), note) for what in refusals(world, path, p, goal)]
    snapped = world.snap(path.points[len(path.points) // 2], radius)
    tried["snap"] += 1
    if snapped is None or not world.is_free(snapped, radius):
        failures.append(("snap", "is_free", snapped, note))


def refusals(world, path, p, goal):
    """The queries that do not take the point as an end, or whose path is not legal."""
    r, planner = path.radius, path.planner
    size = max(np.abs(goal).max(), np.abs(p).max(), 20.0)
    slack = 2.0**-43 * size + 2.0**-38 * r
    for one, other in ((p, goal), (goal, p)):
        found = world.find_path(tuple(one), tuple(other), radius=r, planner=planner)
        if not found.found:
            yield f"find_path: {found.status.name}"
        elif not (np.array_equal(found.points[0], one) and np.array_equal(found.points[-1], other)):
            yield "the path does not begin and end at the points asked for"
        else:
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
    if r == 0 and np.isnan(world.max_radius(p, goal)):
        yield "max_radius"
    hit = world.raycast(p, goal, r)
    if hit is not None and hit.distance == 0 and hit.point == (p[0], p[1]) and r > 0:
        # Blocked at once: legal only if an obstacle touches the disc ahead.
        ahead = p + (goal - p) * (slack / max(np.hypot(*(goal - p)), slack))
        if world.clearance(ahead) > r + slack:
            yield "raycast"


def check_journey(world, a, b, radius, tried, failures, note):
    journey = cw.THPAStar(world, radii=(radius,)).begin(a, b, radius)
    while (leg := journey.next()) is not None:
        for p in (leg.points[0], leg.points[-1]):
            tried["leg"] += 1
            if not world.is_free(p, radius):
                failures.append(("leg", "is_free", p.tolist(), note))
            elif not world.find_path(tuple(p), b, radius=radius).found:
                failures.append(("leg", "find_path", p.tolist(), note))


def check_world(kind, seed, tried, failures, pairs=3):
    rng = np.random.default_rng([seed, 5])
    shift = SHIFTS[seed % len(SHIFTS)]
    scene, queries = make(kind, seed, pairs)
    scene = moved(scene, shift, 0.7 * shift)
    world = build(cw, scene)
    for (x, y), (u, v), radius in queries:
        r = radius if rng.random() < 0.75 else 0.0
        a, b = (x + shift, y + 0.7 * shift), (u + shift, v + 0.7 * shift)
        for planner in PLANNERS + (FOR_POINTS if r == 0 else ()):
            path = world.find_path(a, b, radius=r, planner=planner)
            if not path.found or path.length == 0:
                continue
            note = f"{kind} {seed} {planner} r={r!r} {a} {b}"
            tried["paths"] += 1
            check_path(world, path, rng, tried, failures, note)
        if world.find_path(a, b, radius=r).found:
            check_journey(world, a, b, r, tried, failures, f"{kind} {seed} journey r={r!r} {a} {b}")


def run(count=20, seed=0, kinds=None):
    """(how many points were tried, by source; the failures)."""
    kinds, tried, failures = sorted(kinds or KINDS), Counter(), []
    for k in range(count):
        check_world(kinds[k % len(kinds)], seed + k, tried, failures)
    return tried, failures


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    counts, failed = run(asked.count, asked.seed)
    print(dict(counts), counts.total())
    print(Counter(f[:2] for f in failed))
    for failure in failed[:20]:
        print(*failure)
