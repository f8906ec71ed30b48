"""What does an edit beside a long wall cost, and does it grow with what stands along the wall?"""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "walls"


def run(quick=False):
    counts = (100, 1000) if quick else (100, 1000, 10_000)
    rows = [in_child(posts_row, n, kind) for kind in ("rough", "row") for n in counts]
    for first in (0, len(counts)):
        for row in rows[first : first + len(counts)]:
            row["growth"] = row["pair_us"] / rows[first]["pair_us"]
    return [*rows, in_child(boxes_row, 1000 if quick else 10_000)]


def posts_row(count, kind):
    """Posts one apart along a wall, at heights from 0.5 to 1.5, or all at 1."""
    rng = np.random.default_rng(5)
    x = np.arange(count) + rng.uniform(0.2, 0.8, count)
    y = rng.uniform(0.5, 1.5, count) if kind == "rough" else np.ones(count)
    bounds = (-10, 0, count + 10, 50)
    world = cw.World.from_obstacles(posts=np.c_[x, y], bounds=bounds)
    places = np.c_[rng.uniform(20, count - 20, 60), rng.uniform(0.2, 1.5, 60)]
    return {"world": f"posts {kind}", "count": count, **edits(world, places)}


def boxes_row(count):
    world = ours.build(None, list(worlds.boxes(count)))
    rng = np.random.default_rng(5)
    step = worlds.SCALE / np.sqrt(count)
    beside = np.c_[rng.uniform(1, worlds.SCALE - 1, 60), rng.uniform(0.02, 0.2, 60) * step]
    elsewhere = rng.uniform(2 * step, worlds.SCALE - 2 * step, (60, 2))
    row = {"world": "boxes, beside the bounds", "count": count, **edits(world, beside)}
    row["growth"] = row["pair_us"] / edits(world, elsewhere)["pair_us"]  # beside / elsewhere
    return row


def edits(world, places):
    taken = []
    for p in places:
        t = process_time()
        world.remove(world.add_post(p))
        taken.append(1e6 * (process_time() - t))
    return {
        "refinements": world.stats["refinements"],
        "pair_us": median(taken),
        "worst_us": max(taken),
    }
