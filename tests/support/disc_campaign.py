"""Random discs in random worlds: compares the planners with the oracles.

    run(seconds=60)  or  run(count=500, seed=7, planners=("optimal", "channel"), kinds=("gaps",))
    python -m support.disc_campaign --seconds 60 --seed 7 --planner optimal --kind gaps

Each disagreement is printed as a script, without the obstacles and vertices that it does not need.
Planner "fronts" is the last path of `Channel.improve(by="fronts")`.
"tie" marks a disagreement where the oracle itself gives the planner's answer for a radius changed
by 1e-11 of itself.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import RING, Scene, build, script
from support.end_checks import TIE, is_tie

NEAR = 1e-9  # relative: lengths, clearance
PROVED = ("optimal", "fronts")  # planners whose every path must be shortest


def run(
    seconds=math.inf,
    count=None,
    seed=0,
    planners=("optimal",),
    kinds=None,
    queries=40,
    most=10,
    radius=None,
):
    """Checks `count` worlds, or as many as `seconds` allow; returns the disagreements, each a
    dict with kind, seed, what, planner, tie and script. Stops after `most` of them."""
    kinds, failures, done = list(kinds or KINDS), [], Counter()
    if count is None and seconds == math.inf:
        count = len(kinds)
    end, k = time.monotonic() + seconds, 0
    while (count is None or k < count) and time.monotonic() < end and len(failures) < most:
        kind, number = kinds[k % len(kinds)], seed + k // len(kinds)
        failures += check_world(kind, number, planners, queries, done, radius)
        k += 1
    print(f"{k} worlds, {done.total()} queries {dict(done)}: {len(failures)} disagreements")
    return failures


def check_world(kind, seed, planners, queries=40, done=None, radius=None):
    """Checks one world; prints at most one reduced disagreement of each kind and planner."""
    scene, chosen = make(kind, seed, queries)
    if radius is not None:
        chosen = [(a, b, radius) for a, b, _ in chosen]
    world, discs = build(cw, scene), Discs(scene.bounds, scene.obstacles)
    failures, seen = [], set()
    for query in chosen:
        expected = discs.status(*query)
        if done is not None:
            done[expected] += 1
        for planner in planners:
            what, note = check(world, discs, *query, planner)
            if what and (what, planner) not in seen:
                seen.add((what, planner))
                failures.append(_report(kind, seed, scene, query, planner, what, note))
    return failures


def check(world, discs, a, b, r, planner):
    """(kind of the error, figures); ("", "") if there is none."""
    expected, length = discs.status(a, b, r), discs.shortest(a, b, r)[0]
    sure = discs.reachable(a, b, r)
    if sure is not None and sure != (expected == "FOUND"):
        return "oracles", f"shapely says {sure}, the tangent graph {expected} {length!r}"
    try:
        path = _find(world, a, b, r, planner)
    except Exception as e:
        return "raises", f"{type(e).__name__}: {e}"
    figures = f"found {path.status.name} {path.length!r}, expected {expected} {length!r}"
    if path.status.name != expected:
        is_rounding = hasattr(world, "clearance") and is_tie(world, discs, a, b, r)
        return ("", "") if is_rounding else ("status", figures)
    if (
        hasattr(world, "reachable")
        and getattr(world, "_limit", math.inf) >= r
        and bool(world.reachable(a, b, r)) != (expected == "FOUND")
    ):
        return "reachable", figures
    if not path.found:
        return ("length", figures) if path.length != math.inf else ("", "")
    return _check_found(discs, path, a, b, r, length, planner, figures)


def _find(world, a, b, r, planner):
    if planner == "fronts":
        *_, last = cw.Channel(world).improve(a, b, r, by="fronts", metric=1, weight=50.0)
        return last
    return world.find_path(a, b, radius=r, planner=planner)


def _check_found(discs, path, a, b, r, length, planner, figures):
    slack = NEAR * length
    if path.length < length - slack or (planner in PROVED and path.length > length + slack):
        return "length", f"{figures}, ratio {path.length / length if length else math.nan!r}"
    if planner in PROVED and not (path.optimal and path.lower_bound == path.length):
        return "proof", f"{figures}, optimal {path.optimal}, lower bound {path.lower_bound!r}"
    if path.lower_bound > length + slack:
        return "bound", f"{figures}, lower bound {path.lower_bound!r}"
    at, total, pieces = a, 0.0, []
    for s in path.segments:
        if math.dist(at, s.start) > NEAR * (r + length):
            return "gap", f"{figures}, from {at} to {tuple(s.start)}"
        at, total = tuple(s.end), total + s.length
        if not hasattr(s, "ccw"):
            pieces.append(("line", s.start, s.end))
        elif math.isclose(s.radius, r, rel_tol=1e-12):
            pieces.append(("arc", s.center, s.start_angle, s.end_angle))
        else:
            return "arc", f"{figures}, arc of radius {s.radius!r}"
    if math.dist(at, b) > NEAR * (r + length) or not math.isclose(
        total, path.length, rel_tol=1e-9, abs_tol=1e-12
    ):
        return "pieces", f"{figures}, pieces end at {at} and measure {total!r}"
    if discs.clearance(pieces, r) < r * (1 - NEAR):
        return "clearance", f"{figures}, clearance {discs.clearance(pieces, r)!r} of {r!r}"
    return "", ""


def _report(kind, seed, scene, query, planner, what, note):
    def fails(obstacles):
        trial = Scene(scene.bounds, dict(enumerate(obstacles)))
        try:
            return (
                check(build(cw, trial), Discs(trial.bounds, obstacles), *query, planner)[0] == what
            )
        except cw.ClearwayError:
            return False

    few = shrink(list(scene.obstacles.values()), fails)
    small = Scene(scene.bounds, dict(enumerate(few)))
    world, discs = build(cw, small), Discs(small.bounds, few)
    note = check(world, discs, *query, planner)[1] or note
    a, b, r = query
    tie = any(
        check(world, Shifted(discs, s), *query, planner)[0] != what for s in (1 - TIE, 1 + TIE)
    )
    text = f"{script(small)}\np = w.find_path({a!r}, {b!r}, radius={r!r}, planner={planner!r})"
    print(f"--- {what}{' (tie)' if tie else ''}: {kind} {seed}\n{text}\n# {note}\n", flush=True)
    return {
        "kind": kind,
        "seed": seed,
        "what": what,
        "planner": planner,
        "tie": tie,
        "note": note,
        "script": text,
    }


class Shifted:
    """The oracle, queried for a slightly different radius."""

    def __init__(self, discs, factor):
        self.discs, self.factor = discs, factor

    def status(self, a, b, r):
        return self.discs.status(a, b, r * self.factor)

    def shortest(self, a, b, r):
        return self.discs.shortest(a, b, r * self.factor)

    def reachable(self, a, b, r):
        return None

    def clearance(self, pieces, r):
        return self.discs.clearance(pieces, r)


def shrink(obstacles, fails):
    """A locally minimal set of obstacles and vertices for which fails(obstacles)."""
    changed = True
    while changed:
        changed = False
        for trial in _smaller(obstacles):
            if fails(trial):
                obstacles, changed = trial, True
                break
    return obstacles


def _smaller(obstacles):
    size = (len(obstacles) + 1) // 2
    while size:
        for i in range(0, len(obstacles), size):
            yield obstacles[:i] + obstacles[i + size :]
        size //= 2
    for i, (kind, points) in enumerate(obstacles):
        if len(points) > (3 if kind == RING else 2):
            for k in range(len(points)):
                yield [*obstacles[:i], (kind, points[:k] + points[k + 1 :]), *obstacles[i + 1 :]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--count", type=int, help="worlds")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--queries", type=int, default=40, help="a world")
    parser.add_argument("--most", type=int, default=10, help="disagreements")
    parser.add_argument("--radius", type=float, help="instead of the worlds' own")
    parser.add_argument("--planner", action="append", dest="planners")
    parser.add_argument("--kind", action="append", dest="kinds", choices=sorted(KINDS))
    given = vars(parser.parse_args())
    given["planners"] = given["planners"] or ["optimal"]
    raise SystemExit(bool(run(**given)))


if __name__ == "__main__":
    main()
