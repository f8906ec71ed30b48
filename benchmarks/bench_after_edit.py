"""What does the first query after an edit pay for what the edit has put off?

One small triangle is added, then the same query is asked twice, then one between other points; the
edit is repeated at other places. `without_ms`: queries without an edit before. `first_ms`
is the first query in the world, which builds what later edits repair.
"""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

from . import ours, worlds
from .measure import in_child

TITLE = "after-edit"
RADIUS = 0.02  # in spacings


def run(quick=False):
    size = 1000 if quick else 10_000
    return [in_child(row, size, query, 8 if quick else 40) for query in QUERIES]


def reachable(world, a, b, radius):
    return world.reachable(a, b, radius)


def find_path(world, a, b, radius):
    return world.find_path(a, b, radius)


def max_radius(world, a, b, radius):
    return world.max_radius(a, b)


def clearance(world, a, b, radius):
    return world.clearance(a)


QUERIES = {
    "reachable, point": (reachable, 0.0),
    "reachable, disc": (reachable, RADIUS),
    "max_radius": (max_radius, 0.0),
    "find_path, point": (find_path, 0.0),
    "find_path, disc": (find_path, RADIUS),
    "clearance": (clearance, 0.0),
}


def row(size, name, edits):
    ask, share = QUERIES[name]
    outer, rings = worlds.named(f"boxes_{size}")
    world = ours.build(outer, rings)
    spacing = worlds.SCALE / np.sqrt(size)
    radius = share * spacing
    places = worlds.free_places(8 * edits + 400, rings, outer)
    places = places[np.asarray(world.is_free(places, radius))]
    pairs = [
        (tuple(a), tuple(b))
        for a, b in zip(places[::2].tolist(), places[1::2].tolist(), strict=False)
    ]
    pairs = [pair for pair in pairs if world.reachable(*pair, radius)]
    fresh = ours.build(outer, rings)

    def timed(pair, world=world):
        begin = process_time()
        ask(world, *pair, radius)
        return 1e3 * (process_time() - begin)

    first = timed(pairs[0], fresh)
    without = [timed(pair) for pair in pairs[: 2 * edits]][edits:]
    taken = {"after": [], "again": [], "other": []}
    corner = 0.05 * spacing * np.array([[0, 0], [1, 0], [0, 1]])
    for k in range(edits):
        world.add(np.array(pairs[-1 - k][0]) + corner)
        taken["after"].append(timed(pairs[k]))
        taken["again"].append(timed(pairs[k]))
        taken["other"].append(timed(pairs[k + edits]))
    return {
        "query": name,
        "first_ms": first,
        "without_ms": median(without),
        **{f"{when}_ms": median(times) for when, times in taken.items()},
        "longest_ms": max(taken["after"]),
    }
