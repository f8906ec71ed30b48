"""What does it cost and what does it lose to end an anytime search by the rule of Demyen 2007, 9.3?

Each anytime search on game maps, if there are any (`CLEARWAY_DATA`), and on generated worlds: ended
at fixed multiples of the expansions of its first path (`effort=`), and at the multiple that
`stop_early=True` chooses. `expanded`: the mean, as a multiple of that of the first paths; `longer`:
by what share all paths together are longer than the shortest, and the 95th percentile of the share;
`shortest`: the share of queries whose path is. `seconds/first`: CPU time, as a multiple of that of
the first paths.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds

TITLE = "stop-early"
PAIRS = 400
MAPS = ("grid/bg512/AR0205SR.map", "grid/bg512/AR0412SR.map", "grid/dao/brc501d.map",
        "grid/wc3/frostsabre.map")  # fmt: skip
RULES = {f"effort={f}": {"effort": f} for f in (1, 2, 4, 10)} | {"stop_early": {"stop_early": True}}


def run(quick=False):
    return [row for name, world, radius in _worlds(quick) for row in rows(name, world, radius)]


def _worlds(quick):
    yield "boxes_1000", ours.build(*worlds.named("boxes_1000")), 0.5
    if quick:
        return
    yield "cave512", ours.build(*worlds.named("cave512")), 0.5
    data = os.environ.get("CLEARWAY_DATA")
    for place in MAPS if data else ():
        file = Path(data, place)
        if file.is_file():
            yield file.stem, cw.load(file).to_world(), 0.49


def rows(name, world, radius):
    pairs = _pairs(world, radius)
    best = world.find_paths(*pairs, radius)
    reached = best.found & (best.length > 0)
    a, b, shortest = pairs[0][reached], pairs[1][reached], best.length[reached]
    for planner in ("ta*", "tra*"):
        first = None
        for rule, options in RULES.items():
            begin = process_time()
            paths = world.find_paths(a, b, radius, planner, 1, **options)
            seconds = process_time() - begin
            first = first or (paths.expanded.mean(), seconds)
            longer = paths.length / shortest - 1
            yield {
                "world": name,
                "planner": planner,
                "rule": rule,
                "queries": len(a),
                "expanded/first": float(paths.expanded.mean() / first[0]),
                "seconds/first": seconds / first[1],
                "longer": float(paths.length.sum() / shortest.sum() - 1),
                "longer_95": float(np.percentile(longer, 95)),
                "shortest": float(np.mean(longer < 1e-9)),
                "proved": float(paths.optimal.mean()),
            }


def _pairs(world, radius):
    points = world.random_points(2 * PAIRS, radius, rng=3)
    return points[:PAIRS], points[PAIRS:]
