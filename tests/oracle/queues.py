"""Discs in a row at gates, simulated lane by lane, and the best split by trying all."""

from __future__ import annotations

import itertools
import math


def last_arrival(trips):
    """The time of the last arrival. trips: (time to the gate, gate, time from it, radius, speed,
    width of the gate); each gate has as many lanes as discs fit side by side, and a disc occupies
    its lane until it has moved by its diameter."""
    by_gate = {}
    for trip in trips:
        by_gate.setdefault(trip[1], []).append(trip)
    last = 0.0
    for waiting in by_gate.values():
        lanes = None
        for before, _, behind, radius, speed, width in sorted(waiting):
            if lanes is None:
                lanes = [0.0] * max(1, math.floor(width / (2 * radius) * (1 + 1e-12)))
            k = lanes.index(min(lanes))
            passes = max(before, lanes[k])
            lanes[k] = passes + 2 * radius / speed
            last = max(last, passes + behind)
    return last


def best_split(options):
    """The least last arrival of all ways to choose one option for each member."""
    return min(last_arrival(chosen) for chosen in itertools.product(*options))
