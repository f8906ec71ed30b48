"""How does the cost of one item grow with the number of items? Nothing may be quadratic."""

from __future__ import annotations

from math import log
from statistics import median
from time import perf_counter

from . import ours, worlds
from .measure import in_child, peak_mb

TITLE = "curves"


def run(quick=False):
    counts = (1000, 10_000) if quick else (1000, 10_000, 100_000, 1_000_000)
    rows = []
    for kind in ("boxes", "uniform", "clustered", "grid", "circle", "line"):
        before = None
        for n in counts:
            row = in_child(measure, kind, n)
            if before:
                # 1 is linear, 2 quadratic
                growth = log(row["build_s"] / before["build_s"])
                row["exponent"] = growth / log(n / before["vertices"])
            rows.append(row)
            before = row
    return rows


def measure(kind, vertices):
    ours.build_posts(worlds.posts(10))  # what the first call imports is not the question
    base = peak_mb()
    if kind == "boxes":
        rings = list(worlds.lattice(vertices // 4))
        start = perf_counter()
        world = ours.build(None, rings)
    else:
        points = worlds.posts(vertices, kind)
        start = perf_counter()
        world = ours.build_posts(points)
    taken = perf_counter() - start
    row = {
        "kind": kind,
        "vertices": vertices,
        "build_s": taken,
        "per_vertex_us": 1e6 * taken / vertices,
        "peak_mb": peak_mb() - base,
    }
    if kind not in ("circle", "line"):  # there a new post sees most of the others
        first, usual = in_and_out(world)
        row.update(first_edit_ms=1e3 * first, edit_us=1e6 * usual)
    return row


def in_and_out(world, edits=200):
    """Seconds for a post in and out again: the first time, and the median."""
    taken = []
    for p in worlds.posts(edits, seed=77):
        start = perf_counter()
        world.remove(world.add_post(p))
        taken.append(perf_counter() - start)
    return taken[0], median(taken)
