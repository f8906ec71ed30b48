"""Grid planners on the same queries: CPU time beside A* and pyastar2d, by kind of map."""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

from . import peers
from .measure import in_child

TITLE = "grid"
DATA = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data")) / "grid"
KINDS = ("dao", "sc1", "room", "bg512", "wc3", "street", "maze", "random")
LONG = 0.67  # the last third of the queries of a map, by length, count as long


def run(quick=False):
    if not DATA.is_dir():
        print(f"no maps in {DATA}: set CLEARWAY_DATA; generated rooms and caves instead")
        return [in_child(row, kind, quick) for kind in ("rooms", "caves")]
    return [in_child(row, kind, quick) for kind in KINDS]


def maps(kind, quick):
    """(grid, starts, goals) of the maps of a kind, ordered by length."""
    if kind in ("rooms", "caves"):
        grid = getattr(cw.generate, kind)(512, seed=1, form="grid")
        rng = np.random.default_rng(1)
        ends = rng.choice(np.argwhere(~grid.blocked)[:, ::-1], (200, 2))
        return [(grid, *by_length(grid, ends[:, 0], ends[:, 1]))]
    out = []
    for path in sorted((DATA / kind).glob("*.map"))[: 2 if quick else 9]:
        queries = cw.load_scenarios(str(path) + ".scen.gz")
        starts, goals = (np.asarray(e, dtype=int) for e in (queries.starts, queries.goals))
        step = max(1, len(starts) // (30 if quick else 120))
        grid = cw.load(path)
        out.append((grid, *by_length(grid, starts[::step], goals[::step])))
    return out


def by_length(grid, starts, goals):
    """Queries with an answer, the shortest first."""
    length = grid.find_paths(starts, goals).length
    order = np.argsort(length, kind="stable")
    order = order[np.isfinite(length[order])]
    return starts[order], goals[order]


def row(kind, quick=False):
    names = ("a*", "dijkstra", "jps", "hpa*", "pra*")
    spent, long = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    peer, queries, sums = 0.0, 0, {}
    for grid, starts, goals in maps(kind, quick):
        if len(starts) < 3:
            continue
        cut = int(LONG * len(starts))
        for name in names:
            grid.find_paths(starts[:2], goals[:2], planner=name)  # prepares, makes scratch
            for part, into in ((slice(None), spent), (slice(cut, None), long)):
                began = process_time()
                found = grid.find_paths(starts[part], goals[part], planner=name, threads=1)
                into[name] += process_time() - began
                if part.start is None:
                    sums[name] = sums.get(name, 0.0) + float(found.length.sum())
        queries += len(starts)
        if peers.installed("pyastar2d"):
            peer += pyastar2d_seconds(grid, starts, goals)
    out = {"maps": kind, "queries": queries, "a*_us": 1e6 * spent["a*"] / queries}
    if peer:
        out["pyastar2d/a*"] = peer / spent["a*"]
    for name in names[1:]:
        out[f"a*/{name}"] = spent["a*"] / spent[name]
    out["long a*/hpa*"] = long["a*"] / long["hpa*"]
    out["long a*/pra*"] = long["a*"] / long["pra*"]
    for name in ("hpa*", "pra*"):
        out[f"{name}_length"] = sums[name] / sums["a*"]
    return out


def pyastar2d_seconds(grid, starts, goals):
    """Its native search alone, on weights made ready before; it knows no corner cutting."""
    import pyastar2d

    height, width = grid.shape
    weights = np.where(grid.blocked, np.inf, 1.0).astype(np.float32).ravel()
    began = process_time()
    for a, b in zip(starts.tolist(), goals.tolist(), strict=True):
        first, last = a[1] * width + a[0], b[1] * width + b[0]
        pyastar2d.astar.astar(weights, height, width, first, last, True, 0)
    return process_time() - began
