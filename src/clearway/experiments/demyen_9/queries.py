"""Figures 9.3 to 9.13: time, expansions and length of each query with each planner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._grid import Grid
from ..._planners import PRAStar, TAStar, TRAStar
from ..tables import Row
from ..worlds import Cells, by_bucket, grid_of, queries_of, random_pairs
from .layers import layers_of

BUCKETS, WIDTH = 128, 4.0  # tiles
FACTORS = (1, 2, 4, 6, 10)
RADIUS = 0.5 * (1 - 2.0**-20)  # "just less than half the length of a tile"
HIGHEST = 64  # no cap on the level where PRA* starts
# Expansions, as a multiple of those of the first path, after which the anytime search ends: so
# many that ten times the time of the first path has passed before.
EFFORT = 40
RANDOM = 6000  # pairs from which buckets are filled where no queries are published


def measure_queries(kind: str, place: str, each: int, repeats: int) -> Iterator[Row]:
    """A row for each query, with columns of every planner."""
    for passable in layers_of(kind, place):
        grid = grid_of(place, passable)
        starts, goals = _queries(grid, place)
        if not len(starts):
            continue
        starts, goals, length = by_bucket(grid, starts, goals, WIDTH, BUCKETS, each)
        if len(starts):
            common = {"map": place.rpartition("/")[2], "kind": kind, "terrain": passable}
            yield from _measure(grid, starts, goals, length, repeats, common)


def _queries(grid: Grid, place: str) -> tuple[Cells, Cells]:
    """The published queries with both ends on this kind of terrain, or random ones."""
    known = queries_of(place) if place.endswith(".map") else None
    if known is None:
        return random_pairs(grid, RANDOM)
    free = grid.is_free(known[0]) & grid.is_free(known[1])
    return known[0][free], known[1][free]


def _measure(
    grid: Grid, starts: Cells, goals: Cells, length: Any, repeats: int, common: dict[str, Any]
) -> Iterator[Row]:
    world: Any = grid.to_world()
    a, b = grid.centres(starts), grid.centres(goals)
    pra = PRAStar(grid, level=HIGHEST)
    asked: dict[str, Any] = {
        "a": lambda: grid.find_paths(starts, goals, planner="a*", threads=1),
        "heap": lambda: grid.find_paths(starts, goals, planner="a*", threads=1, queue="binary"),
        "pra": lambda: pra.find_paths(starts, goals, threads=1, smooth=False),
        "ta": lambda: world.find_paths(a, b, RADIUS, "ta*", 1, effort=1),
        "tra": lambda: world.find_paths(a, b, RADIUS, "tra*", 1, effort=1),
        "channel": lambda: world.find_paths(a, b, RADIUS, "channel", 1),
        "optimal": lambda: world.find_paths(a, b, RADIUS, "optimal", 1),
    }
    for ask in asked.values():
        ask()  # prepares, and warms the caches
    columns: dict[str, Any] = {}
    seconds: dict[str, list[Any]] = {name: [] for name in asked}
    for _ in range(repeats):  # in turns
        for name, ask in asked.items():
            paths = ask()
            seconds[name].append(paths.seconds)
            columns[f"{name}_length"] = np.where(paths.found, paths.length, np.nan)
            columns[f"{name}_expanded"] = paths.expanded
    for name in asked:
        columns[f"{name}_us"] = 1e6 * np.min(seconds[name], axis=0)
    for name, planner in (("ta", TAStar(world)), ("tra", TRAStar(world))):
        lengths = np.array([anytime(planner, p, q) for p, q in zip(a, b, strict=True)])
        for i, factor in enumerate(FACTORS):
            columns[f"{name}_{factor}"] = lengths[:, i]
    for i in range(len(starts)):
        row = {name: float(values[i]) for name, values in columns.items()}
        yield common | {"bucket": int(length[i] // WIDTH), "grid_length": float(length[i])} | row


def anytime(planner: Any, start: Any, goal: Any) -> list[float]:
    """The length of the best path at each multiple of the time of the first path."""
    found = []
    search = planner.improve(start, goal, RADIUS, effort=EFFORT, prove_with_optimal=False)
    for path in search:  # the time is read at once: the end of the search adds its own to the last
        if path.found:
            found.append((path.stats["seconds"], path.length))
    if not found:
        return [np.nan] * len(FACTORS)
    first = found[0][0]
    return [min(length for s, length in found if s <= factor * first) for factor in FACTORS]
