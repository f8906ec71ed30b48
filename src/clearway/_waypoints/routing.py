"""Paths along a waypoint graph."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput
from .._input import Floats, as_point
from .._path import Path, Status
from .cells import cells_at

if TYPE_CHECKING:
    from .graph import Waypoints

_START, _GOAL = -1, -2  # beside the rows of nodes


class Router:
    """Connects two points with the graph, and finds the shortest route along it."""

    def __init__(self, graph: Waypoints) -> None:
        self._graph = graph
        self._beside: list[list[tuple[int, int, float]]] = [[] for _ in graph.points]
        for edge, ((a, b), length) in enumerate(
            zip(graph.ends.tolist(), graph.lengths.tolist(), strict=True)
        ):
            self._beside[a].append((b, edge, length))
            self._beside[b].append((a, edge, length))

    def find(self, start: Any, goal: Any, tight: bool) -> Path:
        """A path between two points; see `Waypoints.find_path`."""
        graph, world, radius = self._graph, self._graph.world, self._graph.radius
        ends = np.concatenate((as_point(start, "start"), as_point(goal, "goal")))
        near = self.near(ends)
        for end, status in zip(ends, (Status.START_BLOCKED, Status.GOAL_BLOCKED), strict=True):
            if not world.is_free(end, radius):
                return graph._path([], ends[0], ends[1], status)
        links = [self.links(end, nodes) for end, nodes in zip(ends, near, strict=True)]
        best, route = self._shortest(*links)
        if set(near[0]) & set(near[1]) or not route:
            direct = world.find_path(ends[0], ends[1], radius)
            if direct.length <= best:
                return graph._path([direct._rows], ends[0], ends[1], direct.status)
        along = graph._path(self._pieces(route, ends), ends[0], ends[1])
        if not tight:
            return along
        gates = [node for node, _ in route if graph.kinds[node] == "gate"]
        stops = np.concatenate((ends[:1], graph.points[gates], ends[1:]))
        pieces = [path._rows for path in world.find_paths(stops[:-1], stops[1:], radius)]
        shorter = graph._path(pieces, ends[0], ends[1])
        return shorter if shorter.length < along.length else along

    def near(self, points: Floats) -> list[tuple[int, ...]]:
        """The waypoints next to each point: equal for points of one cell."""
        graph = self._graph
        cells = cells_at(graph.world, points, graph.version)
        if cells is None:
            raise InvalidInput(
                f"the world has changed since version {graph.version}: call World.waypoints again",
                value=graph.version,
            )
        return [graph._layout.attached.get(cell, ()) for cell in cells.tolist()]

    def links(self, end: Floats, nodes: tuple[int, ...]) -> dict[int, float]:
        """The lengths of the shortest paths from a point to these waypoints, where there is one."""
        graph = self._graph
        if not nodes:
            return {}
        lengths = graph.world.distances(end, graph.points[list(nodes)], graph.radius)
        found = zip(nodes, lengths.tolist(), strict=True)
        return {node: length for node, length in found if math.isfinite(length)}

    def _shortest(
        self, start: dict[int, float], goal: dict[int, float]
    ) -> tuple[float, list[tuple[int, int]]]:
        """Length, and (node, the edge to it; -1: the first) for each node of the route.

        Dijkstra's algorithm; infinity and an empty list without a route.
        """
        best: dict[int, float] = {}
        before: dict[int, tuple[int, int]] = {}
        queue = [(length, node, _START, -1) for node, length in start.items()]
        heapq.heapify(queue)
        while queue:
            length, node, parent, edge = heapq.heappop(queue)
            if node in best:
                continue
            best[node], before[node] = length, (parent, edge)
            if node == _GOAL:
                break
            for other, number, step in self._beside[node]:
                if other not in best:
                    heapq.heappush(queue, (length + step, other, node, number))
            if node in goal:
                heapq.heappush(queue, (length + goal[node], _GOAL, node, -1))
        if _GOAL not in best:
            return math.inf, []
        route, node = [], before[_GOAL][0]
        while node != _START:
            parent, edge = before[node]
            route.append((node, edge))
            node = parent
        return best[_GOAL], route[::-1]

    def _pieces(self, route: list[tuple[int, int]], ends: Floats) -> list[Floats]:
        graph, world = self._graph, self._graph.world
        points = graph.points
        first, last = route[0][0], route[-1][0]
        links = world.find_paths([ends[0], points[last]], [points[first], ends[1]], graph.radius)
        out = [links[0]._rows]
        for (a, _), (b, edge) in pairwise(route):
            out.append(graph._rows_between(a, b, edge))
        return [*out, links[1]._rows]
