"""The quickest flow: routes and rates by which a number of discs arrives earliest.

Ford and Fulkerson (1958) repeat a static flow over time; the successive shortest paths of a minimum
cost flow give the best one for every number of discs (Burkard, Dlaska and Klinz 1993).
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

_ROUNDED = 1e-9  # flows and potentials are sums of few numbers


class FlowPath(NamedTuple):
    """A path of the flow."""

    nodes: tuple[int, ...]
    time: float  # from end to end
    rate: float  # discs per time


class Network:
    """A directed network with capacities (discs per time) and times of travel."""

    def __init__(self) -> None:
        self._arcs: list[list[int]] = []  # by node
        self._to: list[int] = []
        self._left: list[float] = []  # residual capacity; arc i ^ 1 is the reverse of arc i
        self._time: list[float] = []

    def add_node(self) -> int:
        """A new node."""
        self._arcs.append([])
        return len(self._arcs) - 1

    def add_arc(self, a: int, b: int, capacity: float, time: float) -> None:
        """An arc from a to b."""
        for node, to, left, cost in ((a, b, capacity, time), (b, a, 0.0, -time)):
            self._arcs[node].append(len(self._to))
            self._to.append(to)
            self._left.append(left)
            self._time.append(cost)

    def quickest(self, source: int, sink: int, count: int) -> list[FlowPath]:
        """The paths by which `count` discs arrive earliest, quickest first; none: unreachable.

        Paths are added while the next one takes less time than the whole group then needs:
        count / rate + the mean time of travel, as every path is used until the end.
        """
        potential = [0.0] * len(self._arcs)
        total, work = 0.0, 0.0  # sum of rates; of rates times travel times
        while True:
            found = self._shortest(source, sink, potential)
            if found is None:
                break
            arcs, time = found
            if total > 0 and time >= (count + work) / total:
                break
            step = min(self._left[arc] for arc in arcs)
            if math.isinf(step):  # nothing limits this one: all take it
                return [FlowPath(self._nodes(source, arcs), time, step)]
            for arc in arcs:
                self._left[arc] -= step
                self._left[arc ^ 1] += step
            total, work = total + step, work + step * time
        return self._paths(source, sink)

    def _shortest(
        self, source: int, sink: int, potential: list[float]
    ) -> tuple[list[int], float] | None:
        """Arcs of the quickest path with capacity left, and its time: Dijkstra's algorithm.

        Potentials make all times non-negative; they are updated.
        """
        best = [math.inf] * len(self._arcs)
        by = [-1] * len(self._arcs)
        best[source] = 0.0
        queue = [(0.0, source)]
        while queue:
            time, node = heapq.heappop(queue)
            if time > best[node]:
                continue
            for arc in self._arcs[node]:
                to = self._to[arc]
                if self._left[arc] <= _ROUNDED * self._left[arc ^ 1] or self._left[arc] <= 0:
                    continue
                reached = time + max(0.0, self._time[arc] + potential[node] - potential[to])
                if reached < best[to]:
                    best[to], by[to] = reached, arc
                    heapq.heappush(queue, (reached, to))
        if math.isinf(best[sink]):
            return None
        for node, time in enumerate(best):
            potential[node] += time if math.isfinite(time) else best[sink]
        arcs, node = [], sink
        while node != source:
            arcs.append(by[node])
            node = self._to[by[node] ^ 1]
        arcs.reverse()
        return arcs, math.fsum(self._time[arc] for arc in arcs)

    def _nodes(self, source: int, arcs: list[int]) -> tuple[int, ...]:
        return (source, *(self._to[arc] for arc in arcs))

    def _paths(self, source: int, sink: int) -> list[FlowPath]:
        """The flow as paths: each time the quickest one that is left."""
        flow = [self._left[i ^ 1] if i % 2 == 0 else 0.0 for i in range(len(self._to))]
        out: list[FlowPath] = []
        while True:
            found = self._follow(source, sink, flow)
            if found is None:
                return sorted(out, key=lambda path: path.time)
            step = min(flow[arc] for arc in found)
            for arc in found:
                flow[arc] = 0.0 if flow[arc] <= step * (1 + _ROUNDED) else flow[arc] - step
            time = math.fsum(self._time[arc] for arc in found)
            out.append(FlowPath(self._nodes(source, found), time, step))

    def _follow(self, source: int, sink: int, flow: list[float]) -> list[int] | None:
        best, by = {source: 0.0}, {source: -1}
        queue, done = [(0.0, source)], set()
        while queue:
            time, node = heapq.heappop(queue)
            if node in done:
                continue
            done.add(node)
            for arc in self._arcs[node]:
                to = self._to[arc]
                reached = time + self._time[arc]
                if flow[arc] > 0 and reached < best.get(to, math.inf):
                    best[to], by[to] = reached, arc
                    heapq.heappush(queue, (reached, to))
        if sink not in best:
            return None
        arcs, node = [], sink
        while node != source:
            arcs.append(by[node])
            node = self._to[by[node] ^ 1]
        return arcs[::-1]
