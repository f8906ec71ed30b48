"""What do areas, doors and links cost? Queries in turns with the same ones in the plain world.

1,000 areas and 100 links at random places; processor time over that of the plain world. `links`:
without costs; `avoid`: 50 areas avoided, in a variant that is built; `few`: these 50 with the
factor 3, to 1 %, with what that needs built; `all`: all 1,000 with the factor 3. Each with links
that are disabled (`_0`), with links that cost their length (`_1`: none pays) and half of it (`_2`).
`with_links`: the share of paths that take one of the latter. `gap`: the largest cost over the
proved bound, less 1. `switch_us`: opening or closing a door; `follow_us`: the next query in a
variant less one that has nothing to replay.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import alternate, in_child

TITLE = "features"
AREAS, AVOIDED, LINKS = 1000, 50, 100


def run(quick=False):
    sizes = (100, 1000) if quick else (1000, 10_000)
    return [in_child(row, n) for n in sizes]


def row(count, queries=100, repetitions=3):
    outer, rings = worlds.named(f"boxes_{count}")
    plain, full = (ours.build(outer, rings) for _ in range(2))
    places = worlds.free_places(2 * queries + 2 * LINKS, rings, outer)
    rng = np.random.default_rng(1)
    with full.editing():
        for i in range(AREAS):
            at, side = rng.uniform(0, worlds.SCALE, 2), 0.02 * worlds.SCALE
            square = at + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
            full.add_area(square, "enemy" if i < AVOIDED else "mud")
    ends = list(zip(places[:LINKS], places[LINKS : 2 * LINKS], strict=True))
    starts, goals = places[2 * LINKS :: 2], places[2 * LINKS + 1 :: 2]
    pairs = list(zip(map(tuple, starts.tolist()), map(tuple, goals.tolist()), strict=False))
    pairs = pairs[:queries]
    out = {"boxes": count, "agent": "point", "gap": 0.0}
    for state, share in enumerate((None, 1.0, 0.5)):
        with full.editing():
            full.remove(list(full.links))
            for a, b in ends:
                link = full.add_link(a, b, cost=(share or 1.0) * float(np.hypot(*(a - b))))
                if share is None:
                    full.disable(link)
        out |= {f"{name}_{state}": ratio for name, ratio in ratios(plain, full, pairs, repetitions)}
        if state == 0:
            out |= gaps(full, pairs[: queries // 5])
    found = [full.find_path(a, b) for a, b in pairs]
    out["with_links"] = sum(bool(path.links) for path in found) / len(pairs)
    out |= switching(plain, worlds.SCALE / np.sqrt(count))
    return out


COSTS = {
    "links": None,
    "avoid": {"enemy": cw.AVOID},
    "few": {"enemy": 3.0},
    "all": {"enemy": 3.0, "mud": 3.0},
}


def ratios(plain, full, pairs, repetitions):
    """Each case in turns with the plain world, which all use."""
    for name, costs in COSTS.items():
        some = pairs[: len(pairs) // 5] if name == "all" else pairs
        full.find_path(*some[0], costs=costs)  # what searches prepare once
        plain.find_path(*some[0])
        taken = alternate(
            {
                "plain": lambda some=some: [plain.find_path(a, b) for a, b in some],
                "full": lambda some=some, costs=costs: [
                    full.find_path(a, b, costs=costs) for a, b in some
                ],
            },
            1 if name == "all" else repetitions,
            clock=process_time,
        )
        yield name, taken["full"] / taken["plain"]


def gaps(full, pairs):
    found = [full.find_path(a, b, costs=COSTS["all"]) for a, b in pairs]
    return {"gap": max((p.cost / p.lower_bound - 1 for p in found if p), default=0.0)}


def switching(world, spacing, repetitions=200):
    middle = worlds.SCALE / 2
    gate = world.add_door([(middle, middle), (middle + spacing, middle)])
    variant_of = world.add_area([(0, 0), (1e-3, 0), (0, 1e-3)], "corner")
    seen = world.variant({"corner": cw.AVOID})
    seen.is_free((middle, middle))
    switch, follow = [], []
    for i in range(repetitions):
        t0 = perf_counter()
        (world.open if i % 2 else world.close)(gate)
        t1 = perf_counter()
        seen.is_free((middle, middle))
        t2 = perf_counter()
        seen.is_free((middle, middle))
        t3 = perf_counter()
        switch.append(t1 - t0)
        follow.append((t2 - t1) - (t3 - t2))
    world.remove([gate, variant_of])
    return {"switch_us": 1e6 * median(switch), "follow_us": 1e6 * median(follow)}
