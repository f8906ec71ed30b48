"""From which size on THPA* pays, beside the planners that need no preparation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._planners import THPAStar
from ..._world import World
from ..measuring import in_turns, least_seconds, mean
from ..tables import Row


def measure_large(boxes: int, radius: float, queries: int, repeats: int) -> Iterator[Row]:
    """One row: turned squares on a jittered lattice; the radius is a share of their spacing."""
    world: Any = World.from_obstacles(lattice(boxes), bounds=(0.0, 0.0, 1.0, 1.0))
    r = float(radius / np.sqrt(boxes))
    a, b = (world.random_points(queries, r, seed) for seed in (1, 2))
    pairs = list(zip(a, b, strict=True))
    prepared, thpa = least_seconds(lambda: THPAStar(world, r, threads=1), 1)
    legs: list[Any] = []

    def first_legs() -> None:
        legs[:] = [thpa.begin(p, q, r).next() for p, q in pairs]

    works: dict[str, Any] = {
        "optimal": lambda: world.find_paths(a, b, r, threads=1),
        "channel": lambda: world.find_paths(a, b, r, "channel", 1),
        "thpa": lambda: thpa.find_paths(a, b, r, 1),
        "leg": first_legs,
    }
    taken = in_turns(works, repeats)
    best = taken["optimal"][1]
    known = best.found & (best.length > 0)
    row: dict[str, Any] = {"boxes": boxes, "radius": radius, "queries": int(known.sum())}
    row |= {"triangles": world.stats["free_triangles"], "prepare_s": prepared}
    row |= {f"{name}_us": 1e6 * seconds / queries for name, (seconds, _) in taken.items()}
    for name in ("channel", "thpa"):
        row[f"{name}_over"] = mean(taken[name][1].length[known] / best.length[known])
    parts = [leg.length for leg, is_known in zip(legs, known, strict=True) if is_known and leg]
    row["leg_share"] = mean(parts) / mean(best.length[known])
    row["bytes"] = sum(level["bytes"] for level in thpa.stats.values())
    yield row


def lattice(count: int, seed: int = 11) -> list[Any]:
    """Turned squares of mixed size in the unit square, one to a cell, none touching another."""
    rng = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(count)))
    cell = rng.permutation(side * side)[:count]
    radii = rng.uniform(0.35, 1.0, count) * 0.45 / side
    room = (1 / side - 2 * radii)[:, None]
    corner = np.column_stack((cell % side, cell // side)) / side
    centres = corner + radii[:, None] + rng.uniform(0.02, 0.98, (count, 2)) * room
    turn = rng.uniform(0, np.pi / 2, count)[:, None] + np.arange(4) * np.pi / 2
    ring = np.stack((np.cos(turn), np.sin(turn)), axis=2)
    return list(centres[:, None] + radii[:, None, None] * ring)
