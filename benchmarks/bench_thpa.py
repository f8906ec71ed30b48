"""THPA*: plan and first leg against "optimal", repair against preparing afresh, and the worlds
of Bhathena's chapter 7 with A*, HPA*, TA* and THPA*. CPU time of one process, one thread."""

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
    sizes = (50, 100) if quick else (100, 200, 400)
    rows += [in_child(chapter_7, "uniform", "size", n) for n in sizes]
    counts = (50, 500) if quick else (50, 500, 2000)
    rows += [in_child(chapter_7, "nonuniform", "obstacles", n) for n in counts]
    return rows


def taken(work, repetitions=3):
    """Least CPU seconds of some repetitions, and the last result."""
    best = np.inf
    for _ in range(repetitions):
        begin = process_time()
        result = work()
        best = min(best, process_time() - begin)
    return best, result


def speed(count, radius, questions=300):
    world = ours.build(None, list(worlds.boxes(count)))
    prepare, planner = taken(lambda: cw.THPAStar(world, radius, threads=1), 1)
    a, b = world.random_points(questions, radius, 1), world.random_points(questions, radius, 2)
    pairs = list(zip(a, b, strict=True))
    optimal, exact = taken(lambda: [world.find_path(x, y, radius) for x, y in pairs])
    whole, paths = taken(lambda: [planner.find_path(x, y, radius) for x, y in pairs])
    first, _ = taken(lambda: [planner.begin(x, y, radius).next() for x, y in pairs])
    ratio = [p.length / e.length for p, e in zip(paths, exact, strict=True) if e.found]
    return {
        "question": "plan and first leg",
        "boxes": count,
        "radius": radius,
        "optimal_us": 1e6 * optimal / questions,
        "whole_us": 1e6 * whole / questions,
        "first_leg_us": 1e6 * first / questions,
        "optimal_per_first_leg": optimal / first,
        "optimal_per_whole": optimal / whole,
        "length_mean": float(np.mean(ratio)),
        "length_max": float(np.max(ratio)),
        "prepare_s": prepare,
        **planner.stats[radius],
    }


def repair(count, radius, edits=60):
    """One building in a free place, with all that must be computed again for a question."""
    world = ours.build(None, list(worlds.boxes(count)))
    prepare, planner = taken(lambda: cw.THPAStar(world, radius, threads=1), 1)
    side = 0.1 * worlds.SCALE / np.sqrt(count)
    square = 0.5 * side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    hierarchy = planner._levels[0].hierarchy
    add, remove, paths = [], [], []
    for place in world.random_points(edits, side, 3):
        begin = process_time()
        handle = world.add(place + square)
        paths.append(hierarchy.pending)
        hierarchy.compute(2**31, 1)
        middle = process_time()
        world.remove(handle)
        paths.append(hierarchy.pending)
        hierarchy.compute(2**31, 1)
        add.append(middle - begin)
        remove.append(process_time() - middle)
    return {
        "question": "repair after one building",
        "boxes": count,
        "radius": radius,
        "prepare_s": prepare,
        "add_s": float(np.mean(add)),
        "remove_s": float(np.mean(remove)),
        "paths_computed": float(np.mean(paths)),
        "prepare_per_add": prepare / float(np.mean(add)),
        "prepare_per_remove": prepare / float(np.mean(remove)),
    }


def cells_of(grid, places):
    return np.floor((places - np.asarray(grid.origin)) / grid.cell).astype(int)


def chapter_7(kind, what, value, questions=100):
    """Time a question for each planner, and what the hierarchies hold."""
    world = cw.generate.make(kind, **{what: value})
    grid = cw.generate.make(kind, **{what: value}, form="grid")
    a, b = world.random_points(questions, 0.0, 1), world.random_points(questions, 0.0, 2)
    begin = process_time()
    planner = cw.THPAStar(world, threads=1)
    cache = process_time() - begin
    stats = planner.stats[0.0]
    optimal, exact = taken(lambda: world.find_paths(a, b, threads=1))
    thpa, paths = taken(lambda: planner.find_paths(a, b, threads=1))
    found = exact.found & (exact.length > 0)
    out = {
        "question": "chapter 7",
        "world": kind,
        what: value,
        "triangles": int((~world.mesh().blocked).sum()),
        "optimal_us": 1e6 * optimal / questions,
        "thpa_us": 1e6 * thpa / questions,
        "thpa_length": float(np.mean(paths.length[found] / exact.length[found])),
        "thpa_edges": stats["edges"],
        "thpa_cache_s": cache,
        "thpa_cache_bytes": stats["bytes"],
    }
    for name, ground in (("ta*", world), ("a*", grid), ("hpa*", grid)):
        from_, to = (a, b) if ground is world else (cells_of(grid, a), cells_of(grid, b))
        cells, answers = taken(
            lambda name=name, ground=ground, ends=(from_, to): ground.find_paths(
                *ends, planner=name, threads=1
            ),
            2,
        )
        both = found & answers.found & (exact.length > 10)
        key = name.replace("*", "star")
        out[f"{key}_us"] = 1e6 * cells / questions
        out[f"{key}_length"] = float(np.mean(answers.length[both] / exact.length[both]))
    return out
