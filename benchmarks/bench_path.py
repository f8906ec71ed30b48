"""What does a path cost, beside one build by pythoncdt; in batch; and when there is none?"""

from __future__ import annotations

from statistics import mean, median
from time import perf_counter

import numpy as np

from . import ours, peers, worlds
from .measure import alternate, in_child, seconds

TITLE = "path"


def run(quick=False):
    names = (
        ("boxes_100", "boxes_1000")
        if quick
        else ("boxes_100", "boxes_1000", "boxes_10000", "cave512")
    )
    return [in_child(row, name) for name in names]


def row(name, queries=200, planner="channel"):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    places = worlds.free_places(2 * queries, rings, outer)
    starts, goals = places[:queries], places[queries:]
    world.find_path(starts[0], goals[0], planner=planner)
    taken, found = [], 0
    for a, b in zip(starts, goals, strict=True):
        t0 = perf_counter()
        path = world.find_path(a, b, planner=planner)
        taken.append(1e6 * (perf_counter() - t0))
        found += path.found
    batch = {
        t: 1e6 * min(
            seconds(lambda: world.find_paths(starts, goals, planner=planner, threads=t))  # noqa: B023
            for _ in range(3)
        ) / queries
        for t in (1, 2)
    }  # fmt: skip
    out = {
        "world": name,
        "found": f"{found}/{queries}",
        "median_us": median(taken),
        "mean_us": mean(taken),
        "p95_us": float(np.percentile(taken, 95)),
        "batch1_us": batch[1],
        "batch2_us": batch[2],
        "no_path_us": no_path(world, starts, places[-1], planner),
    }
    if peers.installed("pythoncdt"):
        build = alternate({"cdt": lambda: peers.pythoncdt_build(outer, rings)}, 3)["cdt"]
        out.update(pythoncdt_build_us=1e6 * build, ratio=out["mean_us"] / (1e6 * build))
    return out


def no_path(world, starts, goal, planner):
    """The goal is walled in: the search expands all that the start can reach."""
    side = 1e-3 * max(float(world.clearance(goal)), 1e-6)
    loop = goal + side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], float)
    handle = world.add_wall(loop)
    taken = [seconds(lambda: world.find_path(a, goal, planner=planner)) for a in starts[:20]]  # noqa: B023
    world.remove(handle)
    return 1e6 * median(taken)
