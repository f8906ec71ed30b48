"""One world of chapter 7: queries, edges and cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ... import generate
from ..._planners import HPAStar, TAStar, THPAStar
from ..._world import World
from ..measuring import in_turns, least_seconds, mean
from ..tables import Row
from . import four_neighbours

# A* and HPA* on four neighbours are written in Python, to be as in the document: few queries do.
REFERENCE_QUERIES = 12
REFERENCE_CELLS = 100_000
# Expansions after which TA*, left to its own proof, is stopped: where many paths are equally long
# it would have to examine all of them.
END = 20_000


def measure(kind: str, option: str, value: int, queries: int, repeats: int) -> Iterator[Row]:
    """One row. Times are processor times in microseconds of a query."""
    size: dict[str, Any] = {option: value}
    world: World = generate.make(kind, **size)
    grid = generate.make(kind, **size, form="grid")
    a, b = (world.random_points(queries, 0.0, seed) for seed in (1, 2))
    cells: Any = [np.floor((p - np.asarray(grid.origin)) / grid.cell).astype(int) for p in (a, b)]
    prepared, thpa = least_seconds(lambda: THPAStar(world, threads=1), 1)
    fresh = grid.copy()
    hpa_prepared, _ = least_seconds(lambda: HPAStar(fresh).prepare(), 1)
    hpa: Any = HPAStar(grid)
    hpa.prepare()
    pairs = list(zip(a, b, strict=True))
    works: dict[str, Any] = {
        "a": lambda: grid.find_paths(*cells, planner="a*", threads=1),
        "hpa": lambda: hpa.find_paths(*cells, threads=1),
        "rough": lambda: hpa.find_paths(*cells, threads=1, smooth=False),
        "ta": lambda: world.find_paths(a, b, planner="ta*", threads=1),
        "first": lambda: world.find_paths(a, b, planner="ta*", threads=1, effort=1),
        "channel": lambda: world.find_paths(a, b, planner="channel", threads=1),
        "optimal": lambda: world.find_paths(a, b, threads=1),
        "thpa": lambda: thpa.find_paths(a, b, threads=1),
        "leg": lambda: [thpa.begin(p, q).next() for p, q in pairs],
    }
    taken = in_turns(works, repeats)
    own: dict[str, Any] = {"prove_with_optimal": False, "limit": END}
    taken["end"] = least_seconds(lambda: TAStar(world).find_paths(a, b, 0.0, 1, **own), 1)
    row: dict[str, Any] = {"kind": kind, "value": value, "queries": queries}
    row |= {"triangles": world.stats["free_triangles"], "cells": grid.stats["free_cells"]}
    row |= {f"{name}_us": 1e6 * seconds / queries for name, (seconds, _) in taken.items()}
    row["end_proved"] = mean(taken["end"][1].optimal)
    row["plan_us"] = 1e6 * _planning(thpa, pairs, repeats)
    row |= _lengths(taken)
    row |= {"cache_s": prepared, "hpa_cache_s": hpa_prepared}
    stats = thpa.stats[0.0]
    row |= {name: stats[name] for name in ("clusters", "nodes", "edges", "cut", "bytes")}
    row |= document_edges(world, thpa.clusters(0.0))
    if grid.width * grid.height <= REFERENCE_CELLS:
        some = [c[:REFERENCE_QUERIES] for c in cells]
        row["hpa4_over"] = four_neighbours.longer(grid.blocked, *some)
    yield row


def _planning(thpa: Any, pairs: list[Any], repeats: int) -> float:
    """Mean seconds of the abstract path alone, as the core measures it; the least of some runs."""
    level = thpa._levels[0]
    return min(
        mean([thpa._planned(level, tuple(p), tuple(q), 0.0).seconds for p, q in pairs])
        for _ in range(repeats)
    )


def _lengths(taken: dict[str, Any]) -> dict[str, float]:
    """Lengths over those of the document's yardstick."""
    best, grid = taken["optimal"][1], taken["a"][1]
    far = best.found & (best.length > 0)

    def over(name: str, base: Any) -> float:
        paths = taken[name][1]
        both = far & paths.found & base.found & (base.length > 0)
        return mean(paths.length[both] / base.length[both]) if both.any() else float("nan")

    return {
        "thpa_over": over("thpa", best),
        "channel_over": over("channel", best),
        "first_over": over("first", best),
        "a_over": over("a", best),
        "hpa_over_a": over("hpa", grid),
        "rough_over_a": over("rough", grid),
    }


def document_edges(world: World, clusters: Any) -> dict[str, int]:
    """Edges of the document's abstract graph on these clusters.

    Its nodes are the triangles with a neighbour in another cluster; inter-edges join such
    neighbours, intra-edges all pairs of nodes of a cluster (Bhatena 2014, 4.2).
    """
    mesh = world.mesh()
    labels = np.asarray(clusters)
    beyond = np.where(mesh.constrained, -1, mesh.neighbours)
    other = np.where(beyond >= 0, labels[beyond], -1)
    crossing = (other >= 0) & (other != labels[:, None]) & (labels >= 0)[:, None]
    nodes = np.bincount(labels[crossing.any(axis=1)], minlength=1).astype(np.int64)
    return {
        "inter_edges": int(crossing.sum()) // 2,
        "intra_edges": int((nodes * (nodes - 1) // 2).sum()),
        "document_nodes": int(nodes.sum()),
    }
