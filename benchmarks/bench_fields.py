"""What does a field cost, and what does a query of it gain over a search?

`build_per_distances`: the time of building a field, over that of `distances` to 1,000 random
points. `gain`: the time of `find_path`, over that of a distance from the field. Processor time, the
least of some rounds, taken in turns.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from . import ours, worlds
from .measure import in_child

TITLE = "fields"
RADIUS = 0.05  # of a disc, in spacings


def run(quick=False):
    names = ("boxes_1000",) if quick else ("boxes_10000", "cave512")
    return [in_child(row, name, radius) for name in names for radius in (0.0, RADIUS)]


def row(name, share, points=1000, queries=200_000):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    radius = share * _spacing(name)
    places = worlds.free_places(2 * points, rings, outer)
    places = places[world.is_free(places, radius)][: points + 1]
    goal, rest = places[0], places[1:]
    world.find_path(goal, rest[0], radius)
    made, few = {}, rest[:200]
    build = _least(
        3,
        lambda: world.distances(goal, rest, radius),
        lambda: made.update(field=world.field(tuple(goal), radius)),
    )
    field, rng = made["field"], np.random.default_rng(3)
    anywhere = rest[rng.integers(0, len(rest), queries)]
    pairs = [(tuple(p), tuple(goal.tolist())) for p in few.tolist()]
    query = _least(
        3,
        lambda: field.distance(anywhere, threads=1),
        lambda: made.update(lengths=[world.find_path(*p, radius).length for p in pairs]),
    )
    asked, searched = query[0] / queries, query[1] / len(few)
    stats = field.stats
    return {
        "world": name,
        "agent": "disc" if radius else "point",
        "triangles": ours.triangles(world),
        "records": stats["records"],
        "mb": stats["bytes"] / 1e6,
        "build_ms": 1e3 * build[1],
        "build_per_distances": build[1] / build[0],
        "distance_us": 1e6 * asked,
        "find_path_us": 1e6 * searched,
        "gain": searched / asked,
        "largest_error": float(_error(field.distance(few), np.array(made["lengths"]))),
    }


def _least(rounds, *works):
    """The least processor seconds of each work, in turns."""
    best = [np.inf] * len(works)
    for _ in range(rounds):
        for k, work in enumerate(works):
            begin = process_time()
            work()
            best[k] = min(best[k], process_time() - begin)
    return best


def _spacing(name):
    """The side of a box's share of the world, or of a cell of a cave."""
    if name.startswith("cave"):
        return worlds.SCALE / int(name.removeprefix("cave"))
    return worlds.SCALE / np.sqrt(int(name.removeprefix("boxes_")))


def _error(found, expected):
    reached = np.isfinite(expected)
    if (np.isfinite(found) != reached).any():
        return np.inf
    return np.abs(found[reached] - expected[reached]).max() / expected[reached].max()
