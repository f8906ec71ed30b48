"""How does the cost of one item grow with the number of items? Nothing may be quadratic."""

from __future__ import annotations

from math import log
from statistics import median
from time import perf_counter

from . import ours, worlds
from .measure import in_child, peak_mb, seconds

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
                row["exponent"] = log(row["build_s"] / before["build_s"]) / log(
                    n / before["vertices"]
                )
            rows.append(row)
            before = row
    return rows


def measure(kind, vertices):
    ours.build_posts(worlds.posts(10))  # what the first call imports is not the question
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
    row = {
        "kind": kind,
        "vertices": vertices,
        "build_s": t1 - t0,
        "per_vertex_us": 1e6 * (t1 - t0) / vertices,
        "peak_mb": peak_mb() - base,
    }
    if kind not in ("circle", "line"):  # there a new post sees most of the others
        first, usual = in_and_out(world)
        row.update(first_edit_ms=1e3 * first, edit_us=1e6 * usual)
    return rows


def measure(kind, vertices):
    ours.build_posts(worlds.posts(10))  # what the first call imports is not the question
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
    row = {
        "kind": kind,
        "vertices": vertices,
        "build_s": t1 - t0,
        "per_vertex_us": 1e6 * (t1 - t0) / vertices,
        "peak_mb": peak_mb() - base,
    }
    if kind not in ("circle", "line"):  # there a new post sees most of the others
        row["post_in_and_out_us"] = 1e6 * in_and_out(world)
    return row


def in_and_out(world, edits=200):
    """Seconds for a post in and out again: the first time, and the median."""
    taken = [seconds(lambda: world.remove(world.add_post(p))) for p in worlds.posts(edits, seed=77)]
    return taken[0], median(taken)
