"""Heuristics of A* (Figures 10 and 11), queues (4.1), and cluster sizes of HPA* (6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from ..._errors import InternalError
from ..._planners import HPAStar
from ..._planners._named import HEURISTICS, QUEUES
from ..measuring import in_turns, mean, percentile
from ..tables import Row
from ..worlds import random_pairs
from .measure import made, trips_of


def measure_heuristics(kind: str, size: int, queries: int) -> Iterator[Row]:
    """A row for each heuristic, and one for Dijkstra, which has none."""
    grid = made(kind, size)[0]
    starts, goals = random_pairs(grid, queries)
    best = grid.find_paths(starts, goals, planner="dijkstra", threads=1)
    for name in ("none", *HEURISTICS):
        paths = best
        if name != "none":
            paths = grid.find_paths(starts, goals, planner="a*", threads=1, heuristic=name)
        ratio = paths.length / best.length
        yield {
            "kind": kind,
            "size": size,
            "heuristic": name,
            "us": 1e6 * mean(paths.seconds),
            "expanded": mean(paths.expanded),
            "longer_mean": mean(ratio) - 1,
            "longer_95": percentile(ratio, 95) - 1,
            "proved": mean(paths.optimal),
        }


def measure_queues(kind: str, size: int, queries: int, repeats: int) -> Iterator[Row]:
    """A row for each planner and queue: the same search with another queue of open cells."""
    grid = made(kind, size)[0]
    starts, goals = random_pairs(grid, queries)
    for planner in ("dijkstra", "a*"):
        works: dict[str, Any] = {
            queue: partial(grid.find_paths, starts, goals, planner=planner, threads=1, queue=queue)
            for queue in QUEUES
        }
        found = in_turns(works, repeats)
        best = found["buckets"][1].length
        for queue, (seconds, paths) in found.items():
            if not np.array_equal(paths.length, best):
                raise InternalError(f"{kind} {size}: {planner} with {queue}: other lengths")
            yield {
                "kind": kind,
                "size": size,
                "planner": planner,
                "queue": queue,
                "us": 1e6 * seconds / len(starts),
                "expanded": mean(paths.expanded),
                "generated": mean(paths.generated),
            }


def measure_clusters(corridor: int, clusters: list[int]) -> Iterator[Row]:
    """A row for each cluster size, in the maze of this corridor width."""
    grid, _, _ = made("scaled_maze", corridor)
    free = np.argwhere(~grid.blocked)[:, ::-1]
    trips = trips_of(grid, "corners", free, lambda cell: np.isfinite(grid.distances(cell, free)))
    for cluster in sorted({*clusters, *(k * corridor for k in (1, 2, 3, 4) if k * corridor > 3)}):
        fresh = grid.copy()
        begin = process_time()
        kept = HPAStar(fresh, cluster).prepare()
        prepared = process_time() - begin
        planner: Any = HPAStar(fresh, cluster)
        paths = [planner.find_paths(trips[:, 0], trips[:, 1], threads=1) for _ in range(3)]
        best = fresh.find_paths(trips[:, 0], trips[:, 1], threads=1)
        graph = HPAStar(fresh, cluster).graph()
        yield {
            "corridor": corridor,
            "cluster": cluster,
            "fits": float(cluster % corridor == 0 or corridor % cluster == 0),
            "nodes": len(graph.cells),
            "inter_edges": graph.across,
            "intra_edges": len(graph.edges) - graph.across,
            "prepare_ms": 1e3 * prepared,
            "kB": kept / 1e3,
            "us": 1e6 * mean(np.min([p.seconds for p in paths], axis=0)),
            "longer": mean(paths[-1].length / best.length) - 1,
        }
