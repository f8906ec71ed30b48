"""One map: what each planner prepares, and how long the document's trips take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from ... import generate
from ..._errors import InternalError
from ..._grid import Grid
from ..._planners import WORLD_PLANNERS, HPAStar
from ..measuring import mean
from ..tables import Row
from .trees import share_cut


class About(NamedTuple):
    """The sizes of a kind, where its trips start and end, its figures."""

    sizes: Sequence[int]
    trips: str
    queries: str
    preparation: str


MAPS = {
    "star": About(range(100, 501, 100), "centre", "39", "41"),
    "lines": About(range(100, 501, 100), "corner", "44", "45"),
    "checker": About(range(20, 61, 10), "centre", "48", "49"),
    "maze": About(range(20, 201, 20), "corners", "52", "53"),
    "scaled_maze": About(range(1, 11), "corners", "55", "57"),
    "maze_cor5": About(range(40, 201, 40), "corners", "58", ""),
}
GRAPHS = ("vg", "vgo", "bsp*")
ON_POLYGONS: dict[str, tuple[str, dict[str, Any]]] = {
    "vg": ("vg", {}),
    "vgo": ("vgo", {}),
    "vgo-": ("vgo", {"prune_successors": False}),
    "bsp*": ("bsp*", {}),
    "bsp*-": ("bsp*", {"prune_successors": False}),
    "optimal": ("optimal", {}),
    "channel": ("channel", {}),
}
ON_CELLS = ("dijkstra", "a*", "jps", "hpa*")


def made(kind: str, size: int) -> tuple[Grid, Any, float]:
    """The grid, which may cut corners; the world of its polygons; seconds to build that."""
    given = {"corridor": size} if kind == "scaled_maze" else {"size": size}
    make: Any = generate.KINDS[kind]
    grid = make(form="grid", **given)
    begin = process_time()
    world = make(form="polygon", **given)
    built = process_time() - begin
    return Grid(grid.blocked, grid.cell, grid.origin, corner_cutting=True), world, built


def measure(kind: str, size: int, repeats: int, limit: float) -> Iterator[Row]:
    """One row: times of a query in microseconds, means over the trips of the document."""
    grid, world, built = made(kind, size)
    x0, y0, x1, _ = world.bounds
    cell = (x1 - x0) / grid.width  # the scaled maze leaves its polygons as they are

    def centres(cells: Any) -> Any:
        return (cells + 0.5) * cell + (x0, y0)

    free = np.argwhere(~grid.blocked)[:, ::-1]
    trips = trips_of(
        grid, MAPS[kind].trips, free, lambda a: world.reachable(centres(a), centres(free))
    )
    row: dict[str, Any] = {"kind": kind, "size": size, "cells": int(grid.width * grid.height)}
    row |= {"trips": len(trips), "mesh_ms": 1e3 * built, "mesh_kB": world.stats["bytes"] / 1e3}
    row |= _prepared(grid, world) | {"cut": share_cut(world)}
    lengths = {}
    for name, (planner, options) in ON_POLYGONS.items():
        found = asked(world, centres(trips), planner, options, repeats, limit)
        row[f"{name}_us"], row[f"{name}_expanded"], lengths[name] = found
    for name in ON_CELLS:
        found = asked(grid, trips, name, {}, repeats, limit)
        row[f"{name}_us"], row[f"{name}_expanded"], lengths[name] = found
    best = np.array(lengths["optimal"])
    for name in (*GRAPHS, "vgo-", "bsp*-"):
        if not np.allclose(lengths[name], best, rtol=1e-9, atol=0):
            raise InternalError(f"{kind} {size}: {name} {lengths[name]}, optimal {best}")
    # The document builds the tree of BSP* before each query.
    row["bsp*+tree_us"] = row["bsp*_us"] + 1e3 * row["bsp*_prepare_ms"]
    row["grid_over"] = mean(cell * np.array(lengths["jps"]) / grid.cell / best)
    row["hpa_over"] = mean(np.array(lengths["hpa*"]) / np.array(lengths["jps"]))
    yield row


def _prepared(grid: Grid, world: Any) -> dict[str, Any]:
    begin = process_time()
    row: dict[str, Any] = {"hpa*_kB": HPAStar(grid).prepare() / 1e3}
    row["hpa*_prepare_ms"] = 1e3 * (process_time() - begin)
    for name in GRAPHS:
        begin = process_time()
        cost = WORLD_PLANNERS[name](world).prepare(1)  # type: ignore[attr-defined]
        row[f"{name}_prepare_ms"] = 1e3 * (process_time() - begin)
        row[f"{name}_kB"] = cost["bytes"] / 1e3
        if name == "bsp*":
            row |= {key: cost[key] for key in ("segments", "fragments", "depth")}
        else:
            row |= {"corners": cost["corners"], f"{name}_edges": cost["edges"]}
    return row


def trips_of(grid: Grid, where: str, free: Any, reached_from: Callable[[Any], Any]) -> Any:
    """Pairs of cells, each the nearest free one that the first start reaches.

    From the centre to each corner, from one corner to the far one, or from each corner to its
    opposite.
    """
    w, h = grid.width - 1, grid.height - 1
    corners = [(0, 0), (w, 0), (w, h), (0, h)]
    ends = {
        "centre": [((w // 2, h // 2), c) for c in corners],
        "corner": [(corners[0], corners[2])],
        "corners": [(corners[i], corners[(i + 2) % 4]) for i in range(4)],
    }[where]

    def snapped(cells: Any, cell: Any) -> Any:
        return cells[np.argmin(((cells - cell) ** 2).sum(axis=1))]

    reached = free[reached_from(snapped(free, ends[0][0]))]
    return np.array([[snapped(reached, a), snapped(reached, b)] for a, b in ends])


def asked(
    place: Any, trips: Any, planner: str, options: dict[str, Any], repeats: int, limit: float
) -> tuple[float, float, list[float]]:
    """Mean microseconds of the search alone, the least of the repetitions; expansions; lengths.

    A search says how long it took by the clock on the wall; where it had to wait for the processor
    the time of the call is the smaller number, and nearly all search.
    """
    taken, expanded, lengths = [], [], []
    for a, b in trips:
        place.find_path(a, b, planner=planner, **options)  # prepares, and warms the caches
        seconds: list[float] = []
        while not seconds or (len(seconds) < repeats and sum(seconds) < limit):
            begin = process_time()
            path = place.find_path(a, b, planner=planner, **options)
            seconds.append(min(process_time() - begin, path.stats["seconds"]))
        taken.append(min(seconds))
        expanded.append(path.stats["expanded"])
        lengths.append(path.length)
    return 1e6 * mean(taken), mean(expanded), lengths
