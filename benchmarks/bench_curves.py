"""How does the cost of one item grow with the number of items? Nothing may be quadratic."""

from __future__ import annotations

from math import log
from statistics import median
from subprocess import TimeoutExpired
from time import perf_counter

from . import ours, worlds
from .measure import in_child, peak_mb, seconds

TITLE = "curves"
POSTS = ("uniform", "clustered", "grid", "circle", "line")
KINDS = ("boxes", *POSTS, "nested", "star", "identical", "unreachable")
LONG = 300.0  # seconds; a kind that takes longer is not measured at ten times the size


def run(quick=False):
    counts = (1000, 10_000) if quick else (1000, 10_000, 100_000, 1_000_000)
    rows = []
    for kind in KINDS:
        before = None
        for n in counts:
            try:
                row = in_child(measure, kind, n, timeout=LONG)
            except TimeoutExpired:
                rows.append({"kind": kind, "vertices": n, "build_s": f"> {LONG:g}"})
                break
            if before:
                # 1 is linear, 2 quadratic
                growth = log(row["build_s"] / before["build_s"])
                row["exponent"] = growth / log(n / before["vertices"])
                if "query_ms" in row:
                    growth = log(row["query_ms"] / before["query_ms"])
                    row["query_exponent"] = growth / log(n / before["vertices"])
            rows.append(row)
            before = row
    return rows


def measure(kind, vertices):
    ours.build_posts(worlds.posts(10))  # imports of the first call are not measured
    base = peak_mb()
    build = builder(kind, vertices)
    start = perf_counter()
    world = build()
    taken = perf_counter() - start
    row = {
        "kind": kind,
        "vertices": vertices,
        "build_s": taken,
        "per_vertex_us": 1e6 * taken / vertices,
        "peak_mb": peak_mb() - base,
    }
    if kind == "unreachable":
        row["query_ms"] = 1e3 * no_way(world)
    elif kind not in ("circle", "line", "star"):  # there a new post sees most of the others
        first, usual = in_and_out(world)
        row.update(first_edit_ms=1e3 * first, edit_us=1e6 * usual)
    return row


def builder(kind, vertices):
    """A function that builds the world; its input is made here."""
    if kind in POSTS:
        points = worlds.posts(vertices, kind)
        return lambda: ours.build_posts(points)
    if kind == "star":
        walls = worlds.star(vertices)
        return lambda: ours.build_walls(walls)
    make = {"nested": worlds.nested, "identical": worlds.identical}.get(kind, worlds.lattice)
    rings = list(make(vertices // 4))
    return lambda: ours.build(None, rings)


def in_and_out(world, edits=200):
    """Seconds to add and remove a post: the first time, and the median."""
    taken = []
    for p in worlds.posts(edits, seed=77):
        start = perf_counter()
        world.remove(world.add_post(p))
        taken.append(perf_counter() - start)
    return taken[0], median(taken)


def no_way(world, queries=3):
    """Seconds of a search for a goal that is walled in: it expands all that the start can reach."""
    start, goal = world.random_points(2, rng=5)
    side = 0.1 * float(world.clearance(goal))
    world.add_wall(goal + side * worlds.CORNERS[[0, 1, 2, 3, 0]])
    if world.find_path(start, goal).found:
        raise RuntimeError("a way into a closed cell")
    return median(seconds(lambda: world.find_path(start, goal)) for _ in range(queries))
