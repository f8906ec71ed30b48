"""Figures 9.1 and 9.2: how large the representations are, and what preprocessing costs."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from ..._tracing import outlines_to_world, trace
from ..._world import World
from ..tables import Row
from ..worlds import grid_of
from .layers import layers_of

STEPS = ("tracing", "triangulation", "sectors", "clearance", "reduction")
COUNTS = ("free", "constraints", "triangles", "level_3", "refinements")


def measure_map(kind: str, place: str, repeats: int) -> Iterator[Row]:
    """One row: counts over all terrain kinds of the map, and the times of each step.

    The triangulation is that of a world without the clearance layer, from outlines traced before,
    less its sectors, which are built again by themselves; clearance is what the layer adds; the
    reduction is that of the abstraction.
    """
    sums: dict[str, Any] = dict.fromkeys((*COUNTS, *(f"{step}_ms" for step in STEPS)), 0)
    for passable in layers_of(kind, place):
        grid = grid_of(place, passable)
        if grid.stats["free_cells"]:
            for name, value in _of_terrain(grid, repeats).items():
                sums[name] += value
    cells = int(np.prod(grid_of(place).shape))
    yield {"map": place.rpartition("/")[2], "kind": kind, "cells": cells, **sums}


def _of_terrain(grid: Any, repeats: int) -> dict[str, Any]:
    """Counts of one terrain kind, and milliseconds: of each clock the least, then differences.

    The least of differences would be too small: a slow moment in the part that is taken away.
    """
    taken = [_once(grid) for _ in range(repeats)]
    tracing, bare, whole, sectors, reduction = np.min([times for times, _ in taken], axis=0)
    world = taken[-1][1]
    seconds = (tracing, max(0.0, bare - sectors), sectors, max(0.0, whole - bare), reduction)
    return {
        "free": grid.stats["free_cells"],
        "constraints": world.stats["constrained_edges"],
        "triangles": world.stats["free_triangles"],
        "level_3": len(world.abstraction().decision_nodes),
        "refinements": world.stats["refinements"],
        **{f"{step}_ms": 1e3 * float(s) for step, s in zip(STEPS, seconds, strict=True)},
    }


def _once(grid: Any) -> tuple[list[float], World]:
    """Seconds of tracing, bare and whole world, sectors and reduction; the whole world."""
    blocked = grid.blocked
    marks = [process_time()]
    outlines = trace(blocked)
    marks.append(process_time())
    bare_world = outlines_to_world(outlines, blocked.shape, max_radius=0.0)
    marks.append(process_time())
    world = outlines_to_world(outlines, blocked.shape)
    marks.append(process_time())
    free = tuple(world.random_points(1, rng=1)[0].tolist())
    begin = process_time()
    world._core.find_path("tra*", free, free, 0.0, {})  # makes the abstraction
    reduction = process_time() - begin
    sectors = min(bare_world._core.time_sectors() for _ in range(3))
    return [*np.diff(marks).tolist(), sectors, reduction], world
