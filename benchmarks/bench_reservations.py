"""How many agents get a path in time, and how soon do they arrive, beside a grid baseline?

Both planners get the same starts and goals: centres of cells whose side is the diameter. `found`:
the share of agents with a path. `sum`: of the arrival times, over that of the shortest paths
without other agents, for the agents that both planners serve. The baseline is prioritised
space-time A* with four moves and restarts (space_time_grid.py), in Python.
"""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from .measure import in_child
from .space_time_grid import SpaceTimeGrid, moves_in

TITLE = "reservations"
COUNTS = (10, 25, 50, 100, 200)
RADIUS = 0.5


def run(quick=False):
    names = ("open",) if quick else ("open", "boxes", "rooms")
    counts = (10, 25) if quick else COUNTS
    return [in_child(row, name, count, timeout=3600) for name in names for count in counts]


def world_named(name):
    import clearway as cw

    rng = np.random.default_rng(5)
    world = cw.World(bounds=(0, 0, 48, 48))
    if name == "boxes":
        with world.editing():
            for x, y in rng.uniform(3, 43, (40, 2)):
                w, h = rng.uniform(0.8, 3, 2)
                world.add_rect((x, y), (x + w, y + h))
    if name == "rooms":
        with world.editing():
            for at in (12, 24, 36):
                for begin in range(0, 48, 12):
                    for a, b in ((begin, begin + 4.5), (begin + 7.5, begin + 12)):
                        world.add_rect((at - 0.1, a), (at + 0.1, b))
                        world.add_rect((a, at - 0.1), (b, at + 0.1))
    return world


def row(name, count, seed=3):
    import clearway as cw

    world = world_named(name)
    moves, place = moves_in(world, RADIUS)
    grid = SpaceTimeGrid(moves)
    inside = sorted(grid.distances(max(moves, key=lambda c: (len(moves[c]), c))))
    rng = np.random.default_rng(seed)
    starts = [inside[i] for i in rng.permutation(len(inside))[:count]]
    goals = [inside[i] for i in rng.permutation(len(inside))[:count]]
    begin = perf_counter()
    steps = grid.plan(starts, goals)
    by_grid = perf_counter() - begin
    a, b = np.array([place[c] for c in starts]), np.array([place[c] for c in goals])
    plan = cw.Reservations(world)
    begin = perf_counter()
    paths = plan.find_paths(a, b, RADIUS)
    ours = perf_counter() - begin
    both = [i for i in range(count) if paths[i].found and steps[i] is not None]
    shortest = math.fsum(world.find_path(a[i], b[i], RADIUS).length for i in both)
    return {
        "world": name,
        "agents": count,
        "found": sum(p.found for p in paths) / count,
        "found_by_grid": sum(p is not None for p in steps) / count,
        "sum": math.fsum(paths[i].arrival for i in both) / shortest,
        "sum_by_grid": sum(len(steps[i]) - 1 for i in both) * 2 * RADIUS / shortest,
        "latest": max(paths[i].arrival for i in both),
        "latest_by_grid": max(len(steps[i]) - 1 for i in both) * 2 * RADIUS,
        "seconds": ours,
        "seconds_by_grid": by_grid,
    }
