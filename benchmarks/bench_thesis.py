"""How do TA* and TRA* do on the thesis' own maps and queries (Demyen 2007, chapter 9)?

Each row is a planner on the queries of one range of grid path lengths: percentiles of time, of
expansions, of length over the optimum. ta*(F) ends at F times the expansions of its first path.
Of each map and range 20 queries are asked; in the rows "256-" all that are published, of first
paths only. Each is asked three times, the planners in turns, and the least time counts. The rows
"build" compare triangulation (with the clearance layer) and reduction. Maps: grid/bg512 and
grid/wc3 of the data folder; the disc is just under half a tile wide.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from time import process_time

import numpy as np

TITLE = "thesis"
DATA = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data")) / "grid"
RANGES = ((0, 64), (64, 128), (128, 256), (256, 512))
FACTORS = (1, 2, 4, 6, 10)
PLANNERS = ("a*", "pra*", "optimal", *(f"{p}({f})" for p in ("ta*", "tra*") for f in FACTORS))
FIRST = ("optimal", "ta*(1)", "tra*(1)")
REPEATS = 3
LONG = (256, np.inf)
RADIUS = 0.5 * (1 - 2.0**-20)


def run(quick=False):
    rows = []
    pooled = defaultdict(list)
    for folder in ("bg512", "wc3"):
        files = sorted((DATA / folder).glob("*.map"))
        if not files:
            print(f"no maps in {DATA / folder}: set CLEARWAY_DATA")
            continue
        seen = defaultdict(list)  # (range, planner) -> arrays of (seconds, expanded, ratio)
        builds = [measure(f, 10 if quick else 20, seen) for f in files[:: 12 if quick else 1]]
        rows += [*build_rows(folder, builds), *query_rows(folder, seen)]
        for key, values in seen.items():
            pooled[key] += values
    # As in the thesis: all maps together.
    return rows + query_rows("both", pooled)


def query_rows(folder, seen):
    """Rows of one class of maps."""
    rows = []
    for tiles in (*RANGES, LONG):
        if not seen[tiles, "ta*(1)"]:
            continue
        for planner in FIRST if tiles == LONG else PLANNERS:
            rows.append(row(folder, tiles, planner, np.concatenate(seen[tiles, planner], axis=1)))
        if tiles != LONG:  # Figure 9.7
            grid = np.concatenate(seen[tiles, "a*"], axis=1)[0]
            for r in rows[-len(PLANNERS) :]:
                taken = np.concatenate(seen[tiles, r["planner"]], axis=1)[0]
                r["a*/this"] = float(np.median(grid / taken))
        ta, tra = (np.concatenate(seen[tiles, p], axis=1)[0] for p in ("ta*(1)", "tra*(1)"))
        rows[-1]["ta(1)/tra(1)"] = float(np.median(ta) / np.median(tra))
    return rows


def build(file):
    """The grid and the world of a map; its size, and seconds for tracing, building, reduction."""
    import clearway as cw
    from clearway._tracing import trace

    grid = cw.load(file)
    free = np.argwhere(~grid.blocked)[0, ::-1] + 0.5
    place = tuple(free.tolist())
    taken = []
    for _ in range(REPEATS):
        t0 = process_time()
        trace(grid.blocked)
        t1 = process_time()
        world = grid.to_world()
        t2 = process_time()
        world._core.find_path("tra*", place, place, 0.0, {})  # makes the abstraction
        t3 = process_time()
        world._core.find_path("tra*", place, place, 0.0, {})
        t4 = process_time()
        taken.append((t1 - t0, t2 - t1, (t3 - t2) - (t4 - t3)))
    tracing, both, reduction = np.min(taken, axis=0)
    size = world.stats["free_triangles"], world.stats["constrained_edges"]
    decisions = len(world.abstraction().decision_nodes)
    return grid, world, (*size, decisions, tracing, both - tracing, reduction)


def measure(file, queries, seen):
    from clearway._scenarios import load_scenarios

    grid, world, facts = build(file)
    scenarios = load_scenarios(file.with_suffix(".map.scen.gz"))
    rng = np.random.default_rng(1)
    for low, high in RANGES:
        inside = np.flatnonzero((scenarios.lengths >= low) & (scenarios.lengths < high))
        chosen = rng.permutation(inside)[:queries]
        if len(chosen):
            chosen_ends = scenarios.starts[chosen], scenarios.goals[chosen]
            ask(grid, world, *chosen_ends, (low, high), PLANNERS, seen)
    long = scenarios.lengths >= LONG[0]
    if long.any():
        ask(grid, world, scenarios.starts[long], scenarios.goals[long], LONG, FIRST, seen)
    return facts


def ask(grid, world, starts, goals, tiles, planners, seen):
    """These planners on the same queries; those without a way are left out."""
    a, b = starts + 0.5, goals + 0.5

    def answer(planner):
        if planner in ("a*", "pra*"):
            return grid.find_paths(starts, goals, planner=planner, threads=1)
        name, _, factor = planner.partition("(")
        effort = {"effort": int(factor[:-1])} if factor else {}
        return world.find_paths(a, b, radius=RADIUS, planner=name, threads=1, **effort)

    answers, seconds = {}, defaultdict(list)
    for _ in range(REPEATS):
        for planner in planners:
            answers[planner] = answer(planner)
            seconds[planner].append(answers[planner].seconds)
    best = answers["optimal"]
    kept = np.all([paths.found for paths in answers.values()], axis=0) & (best.length > 0)
    if not kept.any():
        return
    for planner, paths in answers.items():
        expanded = np.array([p.stats["expanded"] for p in paths])
        values = np.array([np.min(seconds[planner], axis=0), expanded, paths.length])[:, kept]
        values[2] /= best.length[kept]
        seen[tiles, planner].append(values)


def build_rows(folder, builds):
    """Quarters of the maps by number of triangles (Figures 9.1 and 9.2), and all of them."""
    ordered = np.array(sorted(builds))
    quarters = [q for q in np.array_split(ordered, 4) if len(q)]
    names = [f"build {i + 1}/4" for i in range(len(quarters))]
    return [
        build_row(folder, *named)
        for named in zip((*names, "build"), (*quarters, ordered), strict=True)
    ]


def build_row(folder, name, builds):
    triangles, constraints, decisions, tracing, triangulation, reduction = builds.T
    return {
        "maps": folder,
        "tiles": name,
        "count": len(builds),
        "triangles": int(np.median(triangles)),
        "constraints": int(np.median(constraints)),
        "level-3": int(np.median(decisions)),
        "trace_ms": 1e3 * float(np.median(tracing)),
        "build_ms": 1e3 * float(np.median(triangulation)),
        "reduction_ms": 1e3 * float(np.median(reduction)),
        "build_us/triangle": 1e6 * float(np.median(triangulation / triangles)),
        "reduction_us/triangle": 1e6 * float(np.median(reduction / triangles)),
        "reduction/build": float(reduction.sum() / (triangulation + reduction).sum()),
    }


def row(folder, tiles, planner, values):
    seconds, expanded, ratio = values
    return {
        "maps": folder,
        "tiles": f"{tiles[0]}-{tiles[1] if tiles != LONG else ''}",
        "count": len(seconds),
        "planner": planner,
        **{f"us_{p}": 1e6 * float(np.percentile(seconds, p)) for p in (25, 50, 75, 95)},
        "expanded_50": float(np.percentile(expanded, 50)),
        "expanded_90": float(np.percentile(expanded, 90)),
        "optimal": float((ratio < 1 + 1e-9).mean()),
        "over_75": float(np.percentile(ratio, 75)),
        "over_95": float(np.percentile(ratio, 95)),
    }
