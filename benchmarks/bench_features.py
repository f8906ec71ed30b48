"""What do areas, doors and links cost? Queries in turns with the same ones in the plain world.

`links`: 100 links and 1,000 areas at random places; `links_that_pay`: the links cost half of their
length, `with_links`: the share of paths that take one. `avoid`: 50 areas avoided, in a variant
that is built. `weights`: 50 areas with the factor 3 among the 1,000, without links, to 1 %, with
what it needs built; `weights_gap`: the largest cost over the proved bound, less 1. `switch_us`:
opening or closing a door; `follow_us`: the next query in a variant less one that has nothing to
replay.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import alternate, in_child

TITLE = "features"
AREAS, AVOIDED, LINKS = 1000, 50, 100


def run(quick=False):
    sizes = (100, 1000) if quick else (1000, 10_000)
    return [in_child(row, n) for n in sizes]


def row(count, queries=200, repetitions=5):
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
        links = [full.add_link(a, b) for a, b in ends]
    starts, goals = places[2 * LINKS :: 2], places[2 * LINKS + 1 :: 2]
    pairs = list(zip(map(tuple, starts.tolist()), map(tuple, goals.tolist()), strict=False))[
        :queries
    ]
    variant = full.variant({"enemy": cw.AVOID})
    for world in (plain, full, variant):  # what searches prepare once
        world.find_path(*pairs[0])
    out = {"boxes": count, "agent": "point"}
    taken = alternate(
        {
            "plain": lambda: [plain.find_path(a, b) for a, b in pairs],
            "links": lambda: [full.find_path(a, b) for a, b in pairs],
            "avoid": lambda: [full.find_path(a, b, costs={"enemy": cw.AVOID}) for a, b in pairs],
        },
        repetitions,
    )
    out["plain_us"] = 1e6 * taken["plain"] / len(pairs)
    out["links"] = taken["links"] / taken["plain"]
    out["avoid"] = taken["avoid"] / taken["plain"]
    with full.editing():
        for link, (a, b) in zip(links, ends, strict=True):
            full.remove(link)
            full.add_link(a, b, cost=0.5 * float(np.hypot(*(a - b))))
    found = [full.find_path(a, b) for a, b in pairs]
    out["with_links"] = sum(bool(path.links) for path in found) / len(pairs)
    taken = alternate(
        {
            "plain": lambda: [plain.find_path(a, b) for a, b in pairs],
            "links": lambda: [full.find_path(a, b) for a, b in pairs],
        },
        repetitions,
    )
    out["links_that_pay"] = taken["links"] / taken["plain"]
    for link in list(full.links):
        full.disable(link)
    few = pairs[: max(10, queries // 10)]
    found = [full.find_path(a, b, costs={"enemy": 3.0}) for a, b in few]
    out["weights_gap"] = max((p.cost / p.lower_bound - 1 for p in found if p), default=0.0)
    taken = alternate(
        {
            "plain": lambda: [plain.find_path(a, b) for a, b in few],
            "weights": lambda: [full.find_path(a, b, costs={"enemy": 3.0}) for a, b in few],
        },
        1,
    )
    out["weights"] = taken["weights"] / taken["plain"]
    out |= switching(plain, worlds.SCALE / np.sqrt(count))
    return out


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
