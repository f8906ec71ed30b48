"""One row of Table 1: how long local and global searches take, and how long their paths are."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from ..._planners import Channel
from ..._world import World
from ..measuring import in_turns, mean
from ..tables import Row
from .environments import environment, radius_of


class Fronts(Channel):
    """The search of section 7 alone: its own proof, not that of planner "optimal"."""

    _proves_fronts = False


def measure(name: str, pairs: int, repeats: int) -> Iterator[Row]:
    """Means over random pairs that are connected."""
    world = environment(name)
    radius = radius_of(world)
    build, bare = (min(_built(world, most) for _ in range(repeats)) for most in (None, 0.0))
    a, b = connected_pairs(world, radius, pairs)
    channel, fronts = Channel(world), Fronts(world)
    proofs: list[Any] = []
    seconds_of: list[list[float]] = []  # by round

    def prove() -> None:
        proofs.clear()
        for p, q in zip(a, b, strict=True):
            proofs.append(list(fronts.improve(p, q, radius, by="fronts", weight=1.0)))
        seconds_of.append([paths[-1].stats["seconds"] for paths in proofs])

    works = {
        "local": lambda: channel.find_paths(a, b, radius, 1, weight=1.0),
        "greedy": lambda: channel.find_paths(a, b, radius, 1),
        "optimal": lambda: world.find_paths(a, b, radius, threads=1),
        "global": prove,
    }
    world.find_paths(a[:5], b[:5], radius, threads=1)  # the first queries of a world cost more
    taken = in_turns(works, repeats)
    best = taken["optimal"][1]
    last = [paths[-1] for paths in proofs]
    longest = max(abs(p.length / o - 1) for p, o in zip(last, best.length, strict=True))
    row: dict[str, Any] = {
        "environment": name,
        "segments": world.stats["constrained_edges"] - world.stats["refinements"],
        "refinements": world.stats["refinements"],
        "triangles": world.stats["triangles"],
        "radius": radius,
        "pairs": len(a),
        "build_ms": 1e3 * build,
        "triangulation_ms": 1e3 * bare,
        "improvements": mean([len(paths) for paths in proofs]) - 1,
        "fronts": mean([path.stats["expanded"] for path in last]),
        "wedges": mean(best.expanded),
        "expanded": mean(taken["local"][1].expanded),
        "disagreement": longest,
    }
    # Each proof begins in Python, which the time of the search itself leaves out. That is read from
    # the wall clock: of each pair the least counts, which another process has hardly interrupted.
    searched = float(np.min(seconds_of, axis=0).sum())
    taken["global"] = min(taken["global"][0], searched), None
    for work, (seconds, paths) in taken.items():
        row[f"{work}_ms"] = 1e3 * seconds / len(a)
        if paths is not None:
            row[f"{work}_length"] = mean(paths.length)
    row["global_length"] = mean([path.length for path in last])
    yield row


def _built(world: World, max_radius: float | None) -> float:
    """Seconds to build the world, with or without the clearance layer."""
    known = world.obstacles.values()
    rings = [chain for one in known if one.kind == "area" for chain in one.chains]
    walls = [chain for one in known if one.kind == "wall" for chain in one.chains]
    begin = process_time()
    World.from_obstacles(rings, bounds=world.bounds, walls=walls, max_radius=max_radius)
    return process_time() - begin


def connected_pairs(world: World, radius: float, count: int) -> tuple[Any, Any]:
    """Random pairs with a path."""
    a, b = (world.random_points(2 * count, radius, seed) for seed in (1, 2))
    met = np.array([world.reachable(p, q, radius) for p, q in zip(a, b, strict=True)])
    return a[met][:count], b[met][:count]
