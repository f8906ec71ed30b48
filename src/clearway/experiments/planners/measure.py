"""Measures all planners on one map, on its cells and on its polygons."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from ..._grid import Grid
from ..._planners import GRID_PLANNERS, WORLD_PLANNERS
from ..measuring import mean, percentile
from ..tables import Row
from ..worlds import Cells, grid_of, queries_of, random_pairs

# Bytes of scratch per cell for each querying thread, from the headers of the core.
SCRATCH = {"dijkstra": 12, "a*": 12, "jps": 20, "hpa*": 4, "pra*": 12}
RADIUS = 0.45  # of a disc, in cells
DISCS = ("channel", "optimal", "ta*", "thpa*", "tra*")
# A planner variant: its name in the table, the planner, its options.
FIRST = {"ta*(1)": ("ta*", {"effort": 1}), "tra*(1)": ("tra*", {"effort": 1})}
# Corners above which a graph of all visible pairs is not built, nor hub labels on it.
MOST_CORNERS = {"vg": 60_000, "vgo": 60_000, "bsp*": 60_000, "labels": 25_000}


def measure(kind: str, place: str, queries: int, repeats: int) -> Iterator[Row]:
    """A row for each planner, for points and for discs."""
    grid = grid_of(place)
    starts, goals = _queries(grid, place, queries)
    begin = process_time()
    world = grid.to_world()
    built = process_time() - begin
    a, b = grid.centres(starts), grid.centres(goals)
    common: dict[str, Any] = {"kind": kind, "map": place.rpartition("/")[2], "queries": len(starts)}
    common |= {"cells": grid.stats["free_cells"], "triangles": world.stats["free_triangles"]}
    for radius in (0.0, RADIUS):
        best = world.find_paths(a, b, radius, threads=1).length
        variants: dict[str, Any] = {name: (name, {}) for name in sorted(WORLD_PLANNERS)} | FIRST
        for name, (planner, options) in variants.items():
            if radius and planner not in DISCS:
                continue
            if world.stats["vertices"] > MOST_CORNERS.get(planner, np.inf):
                continue
            row = _on_polygons(world, planner, options, (a, b, radius), best, repeats)
            if row is None:
                continue
            about = {"planner": name, "on": "polygons", "radius": radius, "build_ms": 1e3 * built}
            yield common | about | row
    best = world.find_paths(a, b, threads=1).length
    for name in sorted(GRID_PLANNERS):
        row = _on_cells(grid, name, (starts, goals), best, repeats)
        about = {"planner": name, "on": "cells", "radius": 0.0, "build_ms": 0.0}
        yield common | about | row


def _queries(grid: Grid, place: str, count: int) -> tuple[Cells, Cells]:
    known = queries_of(place) if place.endswith(".map") else None
    if known is None:
        return random_pairs(grid, count)
    rows = np.linspace(0, len(known[0]) - 1, min(count, len(known[0]))).astype(int)
    free = grid.is_free(known[0][rows]) & grid.is_free(known[1][rows])
    return known[0][rows[free]], known[1][rows[free]]


def _on_polygons(
    world: Any, planner: str, options: dict[str, Any], ends: Any, best: Any, repeats: int
) -> dict[str, Any] | None:
    """None: the planner's memory does not suffice for this map, so that another would answer."""
    a, b, radius = ends
    begin = process_time()
    made = (
        WORLD_PLANNERS[planner](world, radius)  # type: ignore[call-arg]
        if planner == "thpa*"
        else WORLD_PLANNERS[planner](world)
    )
    if hasattr(made, "prepare") and made.prepare().get("over_budget"):
        return None
    made.find_paths(a[:1], b[:1], radius, 1, **options)  # the first query prepares what is left
    prepared = process_time() - begin
    paths = [made.find_paths(a, b, radius, 1, **options) for _ in range(repeats)]
    memory = world.stats["bytes"] + kept_by(made)
    return _facts(paths, best) | {"prepare_ms": 1e3 * prepared, "memory_kB": memory / 1e3}


def _on_cells(grid: Grid, planner: str, ends: Any, best: Any, repeats: int) -> dict[str, Any]:
    fresh = grid.copy()  # nothing prepared by others
    begin = process_time()
    made: Any = GRID_PLANNERS[planner](fresh)  # type: ignore[arg-type]
    kept = made.prepare()
    prepared = process_time() - begin
    made.find_paths(ends[0][:1], ends[1][:1])
    paths = [made.find_paths(*ends, threads=1) for _ in range(repeats)]
    memory = fresh.stats["bytes"] + kept + SCRATCH.get(planner, 0) * fresh.blocked.size
    return _facts(paths, best) | {"prepare_ms": 1e3 * prepared, "memory_kB": memory / 1e3}


def kept_by(planner: Any) -> int:
    """Bytes that a planner on a world keeps beside it; the abstraction of "tra*" is not known."""
    if planner.name == "labels":
        return int(planner.stats["bytes"])
    if hasattr(planner, "prepare"):  # again: what is prepared stays
        return int(planner.prepare()["bytes"])
    if planner.name == "thpa*":
        return sum(level["bytes"] for level in planner.stats.values())
    return 0


def _facts(repeated: list[Any], best: Any) -> dict[str, Any]:
    """Times are the least of the repetitions, of each query."""
    paths = repeated[-1]
    seconds = np.min([paths.seconds for paths in repeated], axis=0)
    known = paths.found & np.isfinite(best) & (best > 0)
    ratio = paths.length[known] / best[known]
    return {
        "found": int(paths.found.sum()),
        "missed": int((np.isfinite(best) & ~paths.found).sum()),
        "proved": mean(paths.optimal[paths.found]),
        "us_50": 1e6 * percentile(seconds, 50),
        "us_95": 1e6 * percentile(seconds, 95),
        "us_mean": 1e6 * mean(seconds),
        "expanded": mean(paths.expanded),
        "over_mean": mean(ratio),
        "over_95": percentile(ratio, 95),
        "over_max": float(ratio.max()) if len(ratio) else float("nan"),
    }
