"""Figures 9.1 and 9.2: how large the representations are, and what preprocessing costs."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from ..._tracing import grid_to_world, trace
from ..._world import World
from ..tables import Row
from ..worlds import grid_of
from .layers import layers_of

COLUMNS = ("tracing", "triangulation", "sectors", "clearance", "reduction")


def measure_map(kind: str, place: str, repeats: int) -> Iterator[Row]:
    """One row: counts over all terrain kinds of the map, and the least times.

    The triangulation is that of a world without the clearance layer, from outlines traced before,
    less its sectors, which are built again by themselves; clearance is what the layer adds; the
    reduction is that of the abstraction.
    """
    counts = dict.fromkeys(("free", "constraints", "triangles", "level_3", "refinements"), 0)
    seconds = np.zeros(len(COLUMNS))
    for passable in layers_of(kind, place):
        grid = grid_of(place, passable)
        if not grid.stats["free_cells"]:
            continue
        taken = [_once(grid) for _ in range(repeats)]
        seconds += np.min([times for times, _ in taken], axis=0)
        world = taken[-1][1]
        counts["free"] += grid.stats["free_cells"]
        counts["constraints"] += world.stats["constrained_edges"]
        counts["triangles"] += world.stats["free_triangles"]
        counts["refinements"] += world.stats["refinements"]
        counts["level_3"] += len(world.abstraction().decision_nodes)
    times = {f"{name}_ms": 1e3 * float(s) for name, s in zip(COLUMNS, seconds, strict=True)}
    cells = int(np.prod(grid_of(place).shape))
    yield {"map": place.rpartition("/")[2], "kind": kind, "cells": cells, **counts, **times}


def _once(grid: Any) -> tuple[list[float], World]:
    """Seconds for each step, and the world with everything."""
    blocked = grid.blocked
    marks = [process_time()]
    trace(blocked)
    marks.append(process_time())
    bare_world = grid_to_world(blocked, max_radius=0.0)
    marks.append(process_time())
    world = grid_to_world(blocked)
    marks.append(process_time())
    free = tuple(world.random_points(1, rng=1)[0].tolist())
    begin = process_time()
    world._core.find_path("tra*", free, free, 0.0, {})  # makes the abstraction
    reduction = process_time() - begin
    sectors = min(bare_world._core.time_sectors() for _ in range(3))
    tracing, bare, whole = np.diff(marks)
    triangulation = max(0.0, bare - tracing - sectors)
    return [tracing, triangulation, sectors, max(0.0, whole - bare), reduction], world
