"""What does a disc's path cost by channel, by each metric, beside the shortest?"""

from __future__ import annotations

from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "channel"
PAIRS = 300


def run(quick=False):
    names = ("boxes_1000",) if quick else ("boxes_1000", "boxes_10000", "cave512")
    return [r for name in names for radius in (0.0, 0.5) for r in in_child(rows, name, radius)]


def rows(name, radius):
    world = ours.build(*worlds.named(name))
    rng = np.random.default_rng(3)
    places = np.array([world.random_point(radius=radius, rng=rng) for _ in range(2 * PAIRS)])
    pairs = places[:PAIRS], places[PAIRS:]
    best, best_us = _timed(cw.Optimal(world), pairs, radius)
    found = best.found & (best.length > 0)
    out = []
    for metric, weight in ((4, 1.05), (4, 1.0), (3, 1.0), (2, 1.0), (1, 1.0)):
        paths, us = _timed(cw.Channel(world), pairs, radius, metric=metric, weight=weight)
        if (paths.found != best.found).any():
            raise AssertionError(f"{name}, radius {radius}: channel and optimal disagree")
        longer = paths.length[found] / best.length[found]
        out.append(
            {
                "world": name,
                "radius": radius,
                "found": f"{int(best.found.sum())}/{PAIRS}",
                "metric": metric,
                "weight": weight,
                "channel_us": us,
                "optimal_us": best_us,
                "optimal/channel": best_us / us,
                "longer_mean": float(longer.mean()),
                "longer_most": float(longer.max()),
                "shortest": float(np.mean(longer < 1 + 1e-9)),
            }
        )
    return out


def _timed(planner, pairs, radius, repetitions=3, **options):
    """The answers, and the processor time per query in microseconds: the minimum of some runs."""
    least = np.inf
    for _ in range(repetitions):
        t0 = process_time()
        paths = planner.find_paths(*pairs, radius=radius, threads=1, **options)
        least = min(least, process_time() - t0)
    return paths, 1e6 * least / len(pairs[0])
