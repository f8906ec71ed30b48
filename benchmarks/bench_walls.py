"""What does an edit beside a long wall cost, and does it grow with the posts along the wall?"""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "walls"
HARD = {  # the limits named in docs/explanation/clearance.md, and their sizes
    "across a busy wall": (1000, 10_000),
    "beside its empty side": (1000, 10_000),
    "slanted across a comb": (1000, 4000),
    "row of posts in a wide room": (1000,),
    "round obstacle": (8000, 32_000),
    "round obstacle, points only": (32_000,),
}


def run(quick=False):
    counts = (100, 1000) if quick else (100, 1000, 10_000)
    rows = [in_child(posts_row, n, kind) for kind in ("rough", "row") for n in counts]
    for first in (0, len(counts)):
        for row in rows[first : first + len(counts)]:
            row["growth"] = row["pair_us"] / rows[first]["pair_us"]
    rows.append(in_child(boxes_row, 1000 if quick else 10_000))
    for case, counts in HARD.items():
        rows += [in_child(hard_row, case, n) for n in (counts[:1] if quick else counts)]
    return rows


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


def hard_row(case, n):
    """Milliseconds to add and to remove the slowest kind of edit, or to build a round obstacle."""
    row = {"world": case, "count": n}
    if case.startswith("round"):
        angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
        ring = 10 + 9 * np.c_[np.cos(angle), np.sin(angle)]
        world = cw.World((0, 0, 20, 20), max_radius=0 if "only" in case else None)
        build_ms = _ms(lambda: world.add(ring))
        return {**row, "build_ms": build_ms, "mb": world.stats["bytes"] / 1e6}
    x = np.arange(n) + 0.5
    half = 2 * n if "room" in case else 50
    world = cw.World((-10, -half, n + 10, half))
    if "comb" in case:
        teeth = np.stack([np.c_[x, np.zeros(n)], np.c_[x, np.full(n, 1.0)]], axis=1)
        with world.editing():
            world.add_wall([(-5, 0), (n + 5, 0)])
            for tooth in teeth:
                world.add_wall(tooth)
    elif "room" in case:
        world.add_posts(np.c_[x, np.zeros(n)])
    else:
        with world.editing():
            world.add_wall([(-5, 0), (n + 5, 0)])
            world.add_posts(np.c_[x, np.random.default_rng(5).uniform(0.5, 1.5, n)])
    edit = {
        "across a busy wall": [(n / 2, -1), (n / 2 + 0.3, 0.3)],
        "beside its empty side": [(n / 2, -1), (n / 2 + 0.3, -0.7)],
        "slanted across a comb": [(-4, -0.4), (n + 4, 0.4)],
        "row of posts in a wide room": [(n / 2, half / 2), (n / 2 + 0.3, half / 2 + 1)],
    }[case]
    handles = []
    add_ms = _ms(lambda: handles.append(world.add_wall(edit)))
    return {**row, "add_ms": add_ms, "remove_ms": _ms(lambda: world.remove(handles[0]))}


def _ms(action):
    began = process_time()
    action()
    return 1e3 * (process_time() - began)


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
