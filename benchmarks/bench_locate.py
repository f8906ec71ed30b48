"""What does finding a point's triangle cost, and does it grow with the mesh?"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from . import ours, worlds
from .measure import in_child

TITLE = "locate"


def run(quick=False):
    sizes = (1000, 10_000) if quick else (1000, 10_000, 100_000, 1_000_000)
    return [in_child(row, n, d) for d in ("uniform", "clustered") for n in sizes]


def row(triangles, distribution, queries=200_000):
    world = ours.build_posts(worlds.posts(triangles // 2, distribution))
    points = np.random.default_rng(9).uniform(0, worlds.SCALE, (queries, 2))
    ours.locate(world, points[:1000])
    t0 = perf_counter()
    _, steps = ours.locate(world, points)
    t1 = perf_counter()
    world.is_free(points)
    t2 = perf_counter()
    world.clearance(points)
    t3 = perf_counter()
    return {
        "triangles": ours.triangles(world),
        "posts": distribution,
        "locate_us": 1e6 * (t1 - t0) / queries,
        "is_free_us": 1e6 * (t2 - t1) / queries,
        "clearance_us": 1e6 * (t3 - t2) / queries,
        "steps_mean": float(np.mean(steps)),
        "steps_max": int(np.max(steps)),
    }
