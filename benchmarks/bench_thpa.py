"""THPA*: plan and first leg against "optimal", repair against preparing afresh, ranges of radii
against single ones. CPU time of one process, one thread."""

from __future__ import annotations

from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "thpa"


def run(quick=False):
    count = 1000 if quick else 10_000
    rows = [in_child(speed, count, radius) for radius in (0.0, 1.0)]
    rows += [in_child(repair, count, radius) for radius in (0.0, 1.0)]
    rows += [in_child(ranges, 100 if quick else 400)]
    return rows


def taken(work, repetitions=3):
    """Least CPU seconds of some repetitions, and the last result."""
    best = np.inf
    for _ in range(repetitions):
        begin = process_time()
        result = work()
        best = min(best, process_time() - begin)
    return best, result


def speed(count, radius, queries=300):
    world = ours.build(None, list(worlds.boxes(count)))
    prepare, planner = taken(lambda: cw.THPAStar(world, radius, threads=1), 1)
    a, b = world.random_points(queries, radius, 1), world.random_points(queries, radius, 2)
    pairs = list(zip(a, b, strict=True))
    works = (
        lambda: [world.find_path(x, y, radius) for x, y in pairs],
        lambda: [planner.find_path(x, y, radius) for x, y in pairs],
        lambda: [planner.begin(x, y, radius).next() for x, y in pairs],
    )
    rounds = [[taken(work, 1) for work in works] for _ in range(5)]  # in turns
    optimal, whole, first = (min(t for t, _ in column) for column in zip(*rounds, strict=True))
    exact, paths = rounds[0][0][1], rounds[0][1][1]
    ratio = [p.length / e.length for p, e in zip(paths, exact, strict=True) if e.found]
    return {
        "question": "plan and first leg",
        "boxes": count,
        "radius": radius,
        "optimal_us": 1e6 * optimal / queries,
        "whole_us": 1e6 * whole / queries,
        "first_leg_us": 1e6 * first / queries,
        "optimal_per_first_leg": optimal / first,
        "optimal_per_whole": optimal / whole,
        "length_mean": float(np.mean(ratio)),
        "length_max": float(np.max(ratio)),
        "prepare_s": prepare,
        **planner.stats[radius],
    }


def repair(count, radius, edits=67):
    """A building that comes, moves and goes, in free places, each time with all that must be
    computed again for a query."""
    world = ours.build(None, list(worlds.boxes(count)))
    prepare, planner = taken(lambda: cw.THPAStar(world, radius, threads=1), 1)
    side = 0.1 * worlds.SCALE / np.sqrt(count)
    square = 0.5 * side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    level = planner._levels[0]
    times = {"add": [], "move": [], "remove": []}
    paths = []

    def measure(name, edit):
        begin = process_time()
        result = edit()
        planner._kept.refresh(level)
        paths.append(level.hierarchy.pending)
        level.hierarchy.compute(2**31, 1)
        times[name].append(process_time() - begin)
        return result

    for a, b in world.random_points(2 * edits, side, 3).reshape(-1, 2, 2):
        handle = measure("add", lambda a=a: world.add(a + square))
        measure("move", lambda b=b, handle=handle: world.move(handle, b + square))
        measure("remove", lambda handle=handle: world.remove(handle))
    out = {
        "question": "repair after one building",
        "boxes": count,
        "radius": radius,
        "prepare_s": prepare,
        "paths_computed": float(np.mean(paths)),
    }
    for name, each in times.items():
        out[f"{name}_ms"] = 1e3 * float(np.mean(each))
        out[f"prepare_per_{name}"] = prepare / float(np.mean(each))
        out[f"prepare_per_worst_{name}"] = prepare / max(each)
    every = np.concatenate(list(times.values()))
    out["over_one_per_cent"] = float(np.mean(every > prepare / 100))
    return out


def ranges(count, queries=100):
    """One planner for any radius, against "optimal" and against what one radius takes."""
    world = ours.build(None, list(worlds.boxes(count)))
    one, _ = taken(lambda: cw.THPAStar(world, threads=1), 1)
    every, planner = taken(lambda: cw.THPAStar(world, "any", threads=1), 1)
    (stats,) = planner.stats.values()
    room = 0.12 * worlds.SCALE / np.sqrt(count)
    radii = np.random.default_rng(4).uniform(0, room, queries)
    a, b = (world.random_points(queries, room, seed) for seed in (1, 2))
    optimal, exact = taken(lambda: world.find_paths(a, b, radii, threads=1), 1)
    whole, paths = taken(lambda: planner.find_paths(a, b, radii, threads=1), 1)
    found = exact.found & (exact.length > 0)
    ratio = paths.length[found] / exact.length[found]
    return {
        "question": "any radius",
        "boxes": count,
        "prepare_s": every,
        "prepare_per_one": every / one,
        "edges": stats["edges"],
        "cached_paths_per_edge": stats["cached_paths"] / stats["edges"],
        "bytes": stats["bytes"],
        "optimal_per_whole": optimal / whole,
        "length_mean": float(ratio.mean()),
        "length_max": float(ratio.max()),
    }
