"""A* and HPA* as the document has them: four neighbours, clusters of side sqrt(width).

Written for comparison, not for speed: Clearway's grids are 8-connected.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

Cell = tuple[int, int]
Graph = dict[Cell, dict[Cell, float]]
WIDE = 7  # cells of an entrance from which on it has a node at both ends


def longer(blocked: Any, starts: Any, goals: Any, wide: float = WIDE) -> float:
    """The mean length of HPA* over that of A*, over the pairs with a path; NaN without any."""
    side = max(2, math.isqrt(max(blocked.shape)))
    graph = abstract_graph(blocked, side, wide)
    ratios = []
    for start, goal in zip(map(tuple, starts.tolist()), map(tuple, goals.tolist()), strict=True):
        exact = shortest(start, goal, lambda cell: _steps(blocked, cell))
        if not 0 < exact < math.inf:
            continue
        ratios.append(_by_clusters(blocked, side, graph, start, goal) / exact)
    return float(np.mean(ratios)) if ratios else math.nan


def shortest(
    start: Cell, goal: Cell, edges: Callable[[Cell], Iterable[tuple[Cell, float]]]
) -> float:
    """A* with the Euclidean heuristic: the length of the shortest path, or infinity."""
    cost, queue = {start: 0.0}, [(math.dist(start, goal), start)]
    closed = set()
    while queue:
        _, cell = heapq.heappop(queue)
        if cell == goal:
            return cost[cell]
        if cell in closed:
            continue
        closed.add(cell)
        for other, step in edges(cell):
            total = cost[cell] + step
            if total < cost.get(other, math.inf):
                cost[other] = total
                heapq.heappush(queue, (total + math.dist(other, goal), other))
    return math.inf


def _steps(blocked: Any, cell: Cell) -> Iterator[tuple[Cell, float]]:
    x, y = cell
    for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= j < blocked.shape[0] and 0 <= i < blocked.shape[1] and not blocked[j, i]:
            yield (i, j), 1.0


def abstract_graph(blocked: Any, side: int, wide: float = WIDE) -> Graph:
    """Entrances in the middle of each run of free border cells, at both ends of wide runs."""
    graph: Graph = {}
    for axis in (0, 1):
        cells = blocked if axis == 0 else blocked.T  # borders between rows, then between columns
        for at in range(side, cells.shape[0], side):
            open_cells = ~(cells[at - 1] | cells[at])
            for first, last in _runs(open_cells, side):
                ends = (first, last) if last - first + 1 >= wide else ((first + last) // 2,)
                for i in ends:
                    a, b = ((i, at - 1), (i, at)) if axis == 0 else ((at - 1, i), (at, i))
                    graph.setdefault(a, {})[b] = 1.0
                    graph.setdefault(b, {})[a] = 1.0
    clusters: dict[Cell, list[Cell]] = {}
    for cell in graph:
        clusters.setdefault((cell[0] // side, cell[1] // side), []).append(cell)
    for cells in clusters.values():
        for cell in cells:
            near = _within(blocked, side, cell)
            graph[cell] |= {
                other: near[other] for other in cells if other != cell and other in near
            }
    return graph


def _runs(open_cells: Any, side: int) -> Iterator[tuple[int, int]]:
    """First and last of each run of True, cut where a cluster ends."""
    first = None
    for i, is_open in enumerate(open_cells.tolist()):
        if first is not None and (not is_open or i % side == 0):
            yield first, i - 1
            first = None
        if is_open and first is None:
            first = i
    if first is not None:
        yield first, len(open_cells) - 1


def _within(blocked: Any, side: int, start: Cell) -> dict[Cell, float]:
    """Distances to the cells of the same cluster, without leaving it."""
    found, queue = {start: 0.0}, deque([start])
    home = start[0] // side, start[1] // side
    while queue:
        cell = queue.popleft()
        for other, _ in _steps(blocked, cell):
            if other not in found and (other[0] // side, other[1] // side) == home:
                found[other] = found[cell] + 1.0
                queue.append(other)
    return found


def _by_clusters(blocked: Any, side: int, graph: Graph, start: Cell, goal: Cell) -> float:
    """The length of the unsmoothed path over the abstract graph."""
    from_start, to_goal = _within(blocked, side, start), _within(blocked, side, goal)
    direct = from_start.get(goal, math.inf)

    def edges(cell: Cell) -> Iterator[tuple[Cell, float]]:
        yield from graph.get(cell, {}).items()
        if cell == start:
            yield from ((other, d) for other, d in from_start.items() if other in graph)
        if cell in to_goal:
            yield goal, to_goal[cell]

    return min(direct, shortest(start, goal, edges))
