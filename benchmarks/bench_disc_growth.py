"""How does a disc's search grow with the world, beside a point's, with the dominance rule and
without it? Fresh pairs: the first search with a radius for each; seconds are processor time."""

from __future__ import annotations

import math
from time import process_time

import numpy as np

from . import ours, worlds
from .measure import in_child

TITLE = "disc-growth"
PARTS = (0.02, 0.0001)  # radius, relative to the spacing of the boxes


def run(quick=False):
    sizes = {"boxes_1000": 40} if quick else {
        "boxes_10000": 40, "boxes_40000": 20, "boxes_90000": 12, "boxes_160000": 8, "cave512": 40,
    }  # fmt: skip
    return [row for name, queries in sizes.items() for row in in_child(rows, name, queries)]


def rows(name, queries, repetitions=3):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    spacing = worlds.SCALE / (math.sqrt(len(rings)) if outer is None else 128)
    asked = pairs(world, queries, PARTS[0] * spacing)
    measure(world, asked, 0.0, True)
    point = least(measure(world, asked, 0.0, True) for _ in range(repetitions))
    out = []
    for part in PARTS:
        # A slightly different radius reuses nothing from the previous search.
        radii = iter(part * spacing * (1 + 1e-10 * np.arange(2 * repetitions)))
        turns = [
            [measure(world, asked, float(next(radii)), rule) for rule in (True, False)]
            for _ in range(repetitions)
        ]
        disc, without = (least(taken) for taken in zip(*turns, strict=True))
        out.append({
            "world": name,
            "radius/spacing": part,
            "point ms": 1e3 * point[0] / queries,
            "disc/point": disc[0] / point[0],
            "without": without[0] / point[0],
            "expanded": disc[1] / point[1],
            "expanded without": without[1] / point[1],
            "generated": disc[2] / point[2],
            "generated without": without[2] / point[2],
        })  # fmt: skip
    return out


def pairs(world, count, radius, seed=3):
    """Pairs between which a disc of that radius has a path."""
    rng = np.random.default_rng(seed)
    out = []
    while len(out) < count:
        a, b = (tuple(p) for p in rng.uniform(0, worlds.SCALE, (2, 2)).tolist())
        free = world.is_free(a, radius=radius) and world.is_free(b, radius=radius)
        if free and world.reachable(a, b, radius):
            out.append((a, b))
    return out


def measure(world, asked, radius, rule):
    """Seconds, triangles expanded and nodes generated of all searches."""
    options = {} if rule else {"dominance_from": math.inf}
    begin = process_time()
    found = [world._core.find_path("optimal", a, b, radius, options) for a, b in asked]
    taken = process_time() - begin
    return taken, *(sum(int(getattr(p, n)[0]) for p in found) for n in ("expanded", "generated"))


def least(taken):
    return min(taken, key=lambda t: t[0])
