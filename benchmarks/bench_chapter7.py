"""Bhatena, chapter 7: A*, HPA*, TA* and THPA* on uniform worlds (a block on every cell with even
coordinates, size 10 to 100, and larger) and nonuniform ones (300 x 300, 50 to 2,000 blocks): time
per query, abstract edges, time and size of the cache, length over the optimum. CPU time, one
thread."""

from __future__ import annotations

import numpy as np

import clearway as cw

from .bench_thpa import taken
from .measure import in_child

TITLE = "chapter7"


def run(quick=False):
    sizes = (10, 40) if quick else (10, 20, 40, 60, 80, 100, 200, 400)
    counts = (50, 300) if quick else (50, 100, 200, 500, 1000, 1500, 2000)
    rows = [in_child(compare, "uniform", "size", n) for n in sizes]
    return rows + [in_child(compare, "nonuniform", "obstacles", n) for n in counts]


def compare(kind, what, value, queries=100):
    world = cw.generate.make(kind, **{what: value})
    grid = cw.generate.make(kind, **{what: value}, form="grid")
    a, b = world.random_points(queries, 0.0, 1), world.random_points(queries, 0.0, 2)
    cache, planner = taken(lambda: cw.THPAStar(world, threads=1), 1)
    stats = planner.stats[0.0]
    optimal, exact = taken(lambda: world.find_paths(a, b, threads=1))
    out = {
        "world": kind,
        what: value,
        "triangles": stats["triangles"],
        "cells": int((~grid.blocked).sum()),
        "optimal_us": 1e6 * optimal / queries,
    }
    begin, _ = taken(lambda: [planner.begin(x, y).next() for x, y in zip(a, b, strict=True)])
    cells = [np.floor((p - np.asarray(grid.origin)) / grid.cell).astype(int) for p in (a, b)]
    # One query first, so that its preparation is not measured.
    hpa = cw.HPAStar(grid)
    hpa_cache, _ = taken(lambda: hpa.find_path(cells[0][0], cells[1][0]), 1)
    asked = {
        "astar": (cw.AStar(grid), cells),
        "hpa": (hpa, cells),
        "ta": (cw.TAStar(world), (a, b)),
        "thpa": (planner, (a, b)),
    }
    for name, (by, ends) in asked.items():
        slow = name == "ta" and stats["triangles"] > 100_000
        time, answers = taken(
            lambda by=by, ends=ends: by.find_paths(*ends, threads=1), 1 if slow else 3
        )
        both = exact.found & answers.found & (exact.length > 10 * (name in ("astar", "hpa")))
        both &= exact.length > 0
        out[f"{name}_us"] = 1e6 * time / queries
        ratio = answers.length[both] / exact.length[both]
        out[f"{name}_length"] = float(ratio.mean()) if len(ratio) else None
    out["thpa_first_leg_us"] = 1e6 * begin / queries
    for name in ("clusters", "nodes", "edges", "cut"):
        out[f"thpa_{name}"] = stats[name]
    out["thpa_cache_s"] = cache
    out["thpa_cache_bytes"] = stats["bytes"]
    out["hpa_cache_s"] = hpa_cache
    return out
