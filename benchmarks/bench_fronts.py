"""Kallmann 2010, Table 1: what does the proof by funnel fronts cost beside the first path?"""

from __future__ import annotations

from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "fronts"
PAIRS = 100
# t_global / t_local by the segments of the environment.
PAPER = {171: 2.4, 313: 2.6, 1207: 7.8, 5550: 27.6, 14963: 42.2, 29198: 90.8, 63426: 129.2}


def run(quick=False):
    names = ("boxes_100", "boxes_300", "boxes_1000", "boxes_3000", "boxes_10000", "boxes_16000")
    names = names[:3] if quick else names
    return [row for name in names for radius in (0.0, 0.5) for row in in_child(rows, name, radius)]


def rows(name, radius):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    rng = np.random.default_rng(3)
    places = np.array([world.random_point(radius=radius, rng=rng) for _ in range(2 * PAIRS)])
    pairs = places[:PAIRS], places[PAIRS:]
    channel = cw.Channel(world)

    def improve():
        return [
            list(channel.improve(a, b, radius, by="fronts", weight=1.0))[-1]
            for a, b in zip(*pairs, strict=True)
        ]

    local, local_us = _timed(lambda: channel.find_paths(*pairs, radius, threads=1, weight=1.0))
    best, best_us = _timed(lambda: cw.Optimal(world).find_paths(*pairs, radius, threads=1))
    proved, proved_us = _timed(improve)
    for path, last in zip(best, proved, strict=True):
        if path.found and not (last.optimal and abs(last.length / path.length - 1) < 1e-9):
            raise AssertionError(f"{name}, radius {radius}: fronts and optimal disagree")
    segments = sum(len(r) for r in rings) + 4
    nearest = min(PAPER, key=lambda n: abs(np.log(n / segments)))
    return [
        {
            "world": name,
            "segments": segments,
            "radius": radius,
            "found": f"{int(best.found.sum())}/{PAIRS}",
            "channel_us": local_us,
            "fronts_us": proved_us,
            "optimal_us": best_us,
            "fronts/channel": proved_us / local_us,
            "optimal/channel": best_us / local_us,
            "paper": f"{PAPER[nearest]} at {nearest}",
            "fronts": float(np.mean([path.stats["expanded"] for path in proved])),
            "wedges": float(np.mean([path.stats["expanded"] for path in best])),
            "len_local": float(local.length[best.found].mean()),
            "len_global": float(best.length[best.found].mean()),
        }
    ]


def _timed(ask):
    """The answers, and the processor time per query in microseconds: the minimum of two runs."""
    least = np.inf
    for _ in range(2):
        t0 = process_time()
        answers = ask()
        least = min(least, process_time() - t0)
    return answers, 1e6 * least / PAIRS
