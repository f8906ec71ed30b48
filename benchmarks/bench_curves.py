"""How does the cost of one item grow with the number of items? Nothing may be quadratic."""

from __future__ import annotations

from math import log
from time import perf_counter

from . import ours, worlds
from .measure import in_child, peak_mb

TITLE = "curves"


def run(quick=False):
    counts = (1000, 10_000) if quick else (1000, 10_000, 100_000, 1_000_000)
    kinds = ("boxes", "uniform", "clustered", "grid", "circle", "line")
    rows = []
    for kind in kinds:
        before = None
        for n in counts:
            row = in_child(measure, kind, n)
            if before:
                # 1 is linear, 2 quadratic
                row["exponent"] = log(row["build_s"] / before["build_s"]) / log(n / before["vertices"])
            rows.append(row)
            before = row
    return rows


def measure(kind, vertices):
    base = peak_mb()
    if kind == "boxes":
        rings = list(worlds.lattice(vertices // 4))
        t0 = perf_counter()
        world = ours.build(None, rings)
        t1 = perf_counter()
    else:
        points = worlds.posts(vertices, kind)
        t0 = perf_counter()
        world = ours.build_posts(points)
        t1 = perf_counter()
    edits = min(200, vertices)
    t2 = perf_counter()
    for x, y in worlds.posts(edits, seed=77):
        world.remove(world.add_post((x, y)))
    t3 = perf_counter()
    return {
        "kind": kind,
        "vertices": vertices,
        "build_s": t1 - t0,
        "per_vertex_us": 1e6 * (t1 - t0) / vertices,
        "post_in_and_out_us": 1e6 * (t3 - t2) / edits,
        "peak_mb": peak_mb() - base,
    }
