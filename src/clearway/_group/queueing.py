"""When the members of a group arrive, if they queue at gates."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple


class Trip(NamedTuple):
    """A member's way: gates in order, and the distances before, between and behind them."""

    gates: tuple[int, ...]
    distances: tuple[float, ...]  # one more than gates
    speed: float
    headways: tuple[float, ...]  # at each gate: how long it keeps the next member waiting


def arrivals(trips: Sequence[Trip]) -> list[float]:
    """The time at which each member arrives; all set out at time 0.

    Members pass a gate in the order in which they come to it (ties by index), each one headway
    after the member before it.
    """
    free: dict[int, float] = {}  # by gate: when the next member may pass
    out = [0.0] * len(trips)
    queue = [(trip.distances[0] / trip.speed, i, 0) for i, trip in enumerate(trips)]
    heapq.heapify(queue)
    while queue:
        time, i, at = heapq.heappop(queue)
        trip = trips[i]
        if at == len(trip.gates):
            out[i] = time
            continue
        gate = trip.gates[at]
        time = max(time, free.get(gate, 0.0))
        free[gate] = time + trip.headways[at]
        heapq.heappush(queue, (time + trip.distances[at + 1] / trip.speed, i, at + 1))
    return out
