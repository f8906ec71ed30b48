"""What does a proved path cost: beside pythoncdt's build, discs beside points, calls beside
batches, one search to many goals beside many searches?"""

from __future__ import annotations

from time import process_time

import numpy as np

from . import ours, peers, worlds
from .measure import in_child, seconds

TITLE = "optimal"


def run(quick=False):
    names = ("boxes_1000",) if quick else ("boxes_1000", "boxes_10000", "cave512")
    return [in_child(row, name) for name in names]


def row(name, queries=200, goals=100, part_of_clearance=0.25):
    """Times of one thread are processor time, which other work on the machine disturbs less."""
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    places = worlds.free_places(2 * queries, rings, outer)
    a, b = places[:queries], places[queries:]
    radius = part_of_clearance * float(sorted(world.clearance(places))[len(places) // 2])

    def batch(r):
        return lambda: world.find_paths(a, b, radius=r, threads=1)

    point, disc = least(batch(0.0)) / queries, least(batch(radius)) / queries
    single = least(lambda: [world.find_path(p, q) for p, q in zip(a, b, strict=True)]) / queries
    wall = [
        min(seconds(lambda: world.find_paths(a, b, threads=t)) for _ in range(5))  # noqa: B023
        for t in (1, 2)
    ]
    turns = radius * (0.8 + 0.1 * (np.arange(queries) % 5))
    many = least(lambda: world.distances(a[0], b[:goals])) / goals
    each = least(lambda: world.find_paths(a[0], b[:goals], threads=1)) / goals
    whole = world.find_paths(a, b, threads=1)
    out = {
        "world": name,
        "point_us": 1e6 * point,
        "disc_us": 1e6 * disc,
        "disc/point": disc / point,
        "five radii in turns/one": least(batch(turns)) / queries / disc,
        "call_us": 1e6 * (single - point),
        "threads2": wall[0] / wall[1],
        "one_to_many": each / many,
        "expanded": sum(p.stats["expanded"] for p in whole) / queries,
    }
    if peers.installed("pythoncdt"):
        by_rings = peers.graph_by_rings
        out["point/cdt"] = point / least(lambda: peers.pythoncdt_build(outer, rings, by_rings))
        out["point/cdt arrays"] = point / least(lambda: peers.pythoncdt_build(outer, rings))
    return out


def least(run, repetitions=5):
    taken = []
    for _ in range(repetitions):
        start = process_time()
        run()
        taken.append(process_time() - start)
    return min(taken)
