"""A baseline for many agents: prioritised space-time A* on a grid, as most games and texts have it.

Cells are squares of side 2 r; an agent stands in the middle of a cell or moves to one of the four
neighbours, each in one unit of time. Two agents never share a cell, and never swap two. Like every
plan of this kind it ignores that a disc which turns a corner behind another may overlap it for a
moment: the baseline is optimistic.

Agents are served in the order of their distances, the longest first. One that finds no path comes
first, and all are planned again: up to `restarts` times.
"""

from __future__ import annotations

import heapq
from collections import deque

STEPS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


class SpaceTimeGrid:
    """`moves[cell]`: the cells that can be reached in one step, itself included."""

    def __init__(self, moves):
        self.moves = moves

    def distances(self, goal):
        """Steps to the goal, without other agents."""
        found, queue = {goal: 0}, deque([goal])
        while queue:
            cell = queue.popleft()
            for near in self.moves[cell]:
                if near not in found:
                    found[near] = found[cell] + 1
                    queue.append(near)
        return found

    def plan(self, starts, goals, restarts=20):
        """The paths, lists of cells by time, or None; the best of all orders tried."""
        far = [self.distances(goal) for goal in goals]
        reachable = [i for i in range(len(starts)) if starts[i] in far[i]]
        order = sorted(reachable, key=lambda i: (-far[i][starts[i]], i))
        best, best_worth = [None] * len(starts), (-1, 0)
        for _ in range(restarts + 1):
            paths, failed = [None] * len(starts), []
            taken, swaps, parked, last_use = set(), set(), {}, {}
            for i in order:
                path = self._find(starts[i], goals[i], far[i], taken, swaps, parked, last_use)
                if path is None:
                    failed.append(i)
                    continue
                paths[i] = path
                for t, cell in enumerate(path):
                    taken.add((cell, t))
                    last_use[cell] = max(last_use.get(cell, 0), t)
                    if t:
                        swaps.add((path[t - 1], cell, t))
                parked[path[-1]] = len(path) - 1
            worth = (sum(p is not None for p in paths), -sum(len(p) - 1 for p in paths if p))
            if worth > best_worth:
                best, best_worth = paths, worth
            if not failed:
                break
            order = failed + [i for i in order if i not in failed]
        return best

    def _find(self, start, goal, far, taken, swaps, parked, last_use):
        if (start, 0) in taken or goal in parked:
            return None
        horizon = 4 * (far[start] + len(parked)) + 50
        begun = (far[start], 0, start)
        queue, parent = [begun], {(start, 0): None}
        while queue:
            _, minus_t, cell = heapq.heappop(queue)
            t = -minus_t
            if cell == goal and last_use.get(goal, -1) < t:
                path, state = [], (cell, t)
                while state is not None:
                    path.append(state[0])
                    state = parent[state]
                return path[::-1]
            if t == horizon:
                continue
            for near in self.moves[cell]:
                state = (near, t + 1)
                if (
                    state in parent
                    or state in taken
                    or (near, cell, t + 1) in swaps
                    or parked.get(near, horizon + 1) <= t + 1
                    or near not in far
                ):
                    continue
                parent[state] = (cell, t)
                heapq.heappush(queue, (t + 1 + far[near], -(t + 1), near))
        return None


def moves_in(world, radius):
    """The cells of side 2 r whose middles a disc can stand in, and its steps between them."""
    import numpy as np

    x0, y0, x1, y1 = world.bounds
    side = 2 * radius
    columns, rows = int((x1 - x0) / side), int((y1 - y0) / side)
    cells = [(i, j) for j in range(rows) for i in range(columns)]
    middles = np.array([(x0 + (i + 0.5) * side, y0 + (j + 0.5) * side) for i, j in cells])
    free = world.is_free(middles, radius)
    place = {cell: middle for cell, middle, ok in zip(cells, middles, free, strict=True) if ok}
    pairs = [
        (cell, (cell[0] + dx, cell[1] + dy))
        for cell in place
        for dx, dy in STEPS[1:]
        if (cell[0] + dx, cell[1] + dy) in place
    ]
    hits = world.raycast(
        np.array([place[a] for a, _ in pairs]), np.array([place[b] for _, b in pairs]), radius
    )
    moves = {cell: [cell] for cell in place}
    for (a, b), hit in zip(pairs, hits, strict=True):
        if hit is None:
            moves[a].append(b)
    return moves, place
