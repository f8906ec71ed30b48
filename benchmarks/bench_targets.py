"""Are the paths as fast as they are meant to be? Ratios in one run, each beside its target."""

from __future__ import annotations

from time import perf_counter

import numpy as np

import clearway as cw

from . import bench_channel, bench_clearance, bench_optimal, ours, worlds
from .bench_optimal import least
from .measure import in_child

TITLE = "targets"
AT_MOST, AT_LEAST = "<=", ">="


def run(quick=False):
    large = "boxes_1000" if quick else "boxes_10000"
    cave = "cave128" if quick else "cave512"
    rows = []
    for name, most in ((large, 2.7e-3), (cave, 6.0e-3)):
        found = in_child(bench_optimal.row, name)
        if "point/cdt" in found:
            what = "point query / pythoncdt from rings"
            rows.append(target(name, what, found["point/cdt"], most))
            what = "point query / pythoncdt from arrays"
            rows.append(target(name, what, found["point/cdt arrays"], most))
        rows.append(target(name, "disc query / point query", found["disc/point"], 2.5))
    by = {r["weight"]: r for r in in_child(bench_channel.rows, large, 0.5) if r["metric"] == 4}
    for weight, r in by.items():
        what = f"discs: optimal / channel, weight {weight:g}"
        rows.append(target(large, what, r["optimal/channel"], 5.0))
    rows.append(target("one box", "a call from Python, us beyond a batch", in_child(call), 3.0))
    two = in_child(threads, large)
    rows.append(target(large, "two threads / one, batch", two, 1.7, AT_LEAST))
    built = in_child(bench_clearance.world_row, large, 3 if quick else 9)["ratio"]
    rows.append(target(large, "clearance layer / plain build", built, 1.5))
    return rows


def target(world, what, measured, owed, sense=AT_MOST):
    kept = measured <= owed if sense == AT_MOST else measured >= owed
    return {
        "world": world,
        "what": what,
        "measured": measured,
        "target": f"{sense} {owed:g}",
        "kept": "yes" if kept else "no",
    }


def call(queries=2000, repetitions=15):
    """Overhead of one call in microseconds: `find_path` minus a query of a batch."""
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    a, b = (1.0, 5.0), (9.0, 5.0)
    starts, goals = np.tile(a, (queries, 1)), np.tile(b, (queries, 1))
    single = least(lambda: [world.find_path(a, b) for _ in range(queries)], repetitions)
    batch = least(lambda: world.find_paths(starts, goals, threads=1), repetitions)
    return 1e6 * (single - batch) / queries


def threads(name, queries=400, repetitions=7):
    """How many times as fast a batch is with two threads; both in turns, the best of each."""
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    places = worlds.free_places(2 * queries, rings, outer)
    taken = {1: [], 2: []}
    for _ in range(repetitions):
        for count, times in taken.items():
            begin = perf_counter()
            world.find_paths(places[:queries], places[queries:], threads=count)
            times.append(perf_counter() - begin)
    return min(taken[1]) / min(taken[2])
