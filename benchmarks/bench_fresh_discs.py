"""What does a disc cost beside a point, for pairs that have a path and were not asked before?

Processor time of one thread. Each round has pairs of its own, so that what searches keep of corners
and tangents is that of other pairs; the median of the rounds counts. Game maps (CLEARWAY_DATA) are
measured with random pairs, too.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "fresh-discs"
DATA = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data"))
# World, radius: of the spacing of boxes or 1/128 of a cave's width; on maps, in cells.
GENERATED = (
    ("boxes_100", 0.02),
    ("boxes_1000", 0.02),
    ("boxes_10000", 0.02),
    ("boxes_10000", 0.0002),
    ("boxes_10000", 0.05),
    ("cave128", 0.02),
    ("cave512", 0.02),
)
MAPS = (("bg512/AR0700SR", 0.4), ("dao/lak303d", 0.4))
PAIRS, ROUNDS = 200, 5


def run(quick=False):
    count, rounds = (20, 2) if quick else (PAIRS, ROUNDS)
    asked = [(name, radius) for name, radius in GENERATED if not quick or name == "boxes_100"]
    maps = [(str(DATA / "grid" / f"{name}.map"), radius) for name, radius in MAPS]
    for file, _ in maps:
        if not Path(file).is_file():
            print(f"fresh-discs: {Path(file).name} skipped, not in CLEARWAY_DATA")
    asked += [(file, radius) for file, radius in maps if not quick and Path(file).is_file()]
    return [in_child(row, name, radius, count, rounds) for name, radius in asked]


def row(name, radius, count, rounds):
    if name.endswith(".map"):
        world = cw.load(name).to_world()
        size, unit = max(world.bounds[2:]), 1.0
    else:
        outer, rings = worlds.named(name)
        world = ours.build(outer, rings)
        size, unit = worlds.SCALE, worlds.SCALE / (math.sqrt(len(rings)) if outer is None else 128)
    rng = np.random.default_rng(5)
    groups = [pairs(world, count, radius * unit, size, rng) for _ in range(rounds + 1)]
    times = np.array([[taken(world, *g, r) for r in (0.0, radius * unit)] for g in groups])
    point, disc = np.median(times[1:], axis=0)  # the first one fills the caches
    return {
        "world": Path(name).stem,
        "radius": radius,
        "triangles": ours.triangles(world),
        "point_us": 1e6 * point / count,
        "disc_us": 1e6 * disc / count,
        "ratio": disc / point,
    }


def pairs(world, count, radius, size, rng):
    """Pairs between which the disc has a path: starts and goals."""
    starts, goals = np.empty((0, 2)), np.empty((0, 2))
    while len(starts) < count:
        a, b = rng.uniform(0, size, (2, 4 * count, 2))
        fits = world.is_free(a, radius=radius) & world.is_free(b, radius=radius)
        a, b = a[fits], b[fits]
        joined = [bool(world.reachable(p, q, radius)) for p, q in zip(a, b, strict=True)]
        starts, goals = (np.r_[old, new[joined]] for old, new in ((starts, a), (goals, b)))
    return starts[:count], goals[:count]


def taken(world, starts, goals, radius):
    begin = process_time()
    world.find_paths(starts, goals, radius, threads=1)
    return process_time() - begin
