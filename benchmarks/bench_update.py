"""What does adding and removing one small square cost, and does it grow with the world?"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import numpy as np

from . import ours, worlds
from .measure import alternate, in_child

TITLE = "update"


def run(quick=False):
    sizes = (100, 1000) if quick else (1000, 10_000)
    rows = [in_child(row, n, where) for where in ("free", "anywhere") for n in sizes]
    for small, large in ((0, 1), (2, 3)):
        rows[large]["growth"] = rows[large]["pair_us"] / rows[small]["pair_us"]
    return rows


def row(count, where, repetitions=600):
    rings = worlds.boxes(count)
    world = ours.build(None, list(rings))
    side = 0.1 * worlds.SCALE / np.sqrt(count)
    centers = worlds.free_places(4 * repetitions, rings, None)
    if where == "free":
        centers = centers[np.asarray(world.is_free(centers, radius=side))]
    else:
        centers = np.random.default_rng(3).uniform(side, worlds.SCALE - side, (repetitions, 2))
    square = 0.5 * side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    add, remove = [], []
    for c in centers[:repetitions]:
        ring = c + square
        t0 = perf_counter()
        handle = world.add(ring)
        t1 = perf_counter()
        world.remove(handle)
        t2 = perf_counter()
        add.append(t1 - t0)
        remove.append(t2 - t1)
    world.validate()
    build = alternate({"build": lambda: ours.build(None, list(rings))}, 3)["build"]
    both = median(a + r for a, r in zip(add, remove, strict=True))
    return {
        "boxes": count,
        "where": where,
        "add_us": 1e6 * median(add),
        "remove_us": 1e6 * median(remove),
        "pair_us": 1e6 * both,
        "p99_us": 1e6 * float(np.percentile(np.add(add, remove), 99)),
        "rebuild_s": build,
        "rebuild_per_edit": build / (both / 2),
    }
