"""What does a path cost beside other path finders, on the same worlds and pairs?"""

from __future__ import annotations

from statistics import mean
from subprocess import TimeoutExpired
from time import perf_counter

import numpy as np

import clearway as cw

from . import ours, peers, worlds
from .measure import in_child

TITLE = "peers"
WORLDS = ("boxes_100", "boxes_1000", "boxes_10000", "cave512")
LONG = 300.0  # seconds; a peer that takes longer on a world is given up there
RADIUS = 0.03  # of the spacing of the obstacles: discs that most gaps let through


def run(quick=False):
    """A row for each world and peer; both are asked in turns by one process. Ratios are the
    peer's time over that of "optimal"; `longer` is the mean of its lengths over the optimum."""
    rows = []
    for peer in peers.PATH_FINDERS:
        for name in WORLDS[:2] if quick else WORLDS:
            row = {"world": name, "peer": peer}
            if not peers.installed(peer):
                rows.append(row | {"note": f"skipped: {peers.PATH_FINDERS[peer].install}"})
                break
            try:
                row |= in_child(measure, name, peer, 20 if quick else 200, timeout=LONG)
            except TimeoutExpired:
                row["note"] = f"given up after {LONG:g} s"
            rows.append(row)
    return rows


def measure(name, peer, queries, limit=LONG / 3):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    begin = perf_counter()
    find = peers.PATH_FINDERS[peer].prepare(outer, rings)
    prepared = perf_counter() - begin
    places = worlds.free_places(2 * queries, rings, outer)
    radius = RADIUS * worlds.SCALE / (np.sqrt(len(rings)) if outer is None else 512)
    taken = {"optimal": [], "channel": [], "optimal_disc": [], "channel_disc": [], "peer": []}
    longer, failed, begin = [], 0, perf_counter()
    for a, b in zip(places[:queries], places[queries:], strict=True):
        path = timed(taken["optimal"], world.find_path, a, b)
        timed(taken["channel"], world.find_path, a, b, planner="channel")
        timed(taken["optimal_disc"], world.find_path, a, b, radius=radius)
        if cw.Channel._takes_discs:
            timed(taken["channel_disc"], world.find_path, a, b, radius=radius, planner="channel")
        try:
            length = timed(taken["peer"], find, a.tolist(), b.tolist())
        except Exception:
            length = None
        failed += length is None
        if length is not None and path.length > 0:
            longer.append(length / path.length)
        if perf_counter() - begin > limit:
            break
    us = {f"{key}_us": 1e6 * mean(t) for key, t in taken.items() if t}
    return {
        "pairs": len(taken["optimal"]),
        **us,
        "peer_prepare_s": prepared,
        "ratio": us["peer_us"] / us["optimal_us"],
        "longer": mean(longer) if longer else None,
        "peer_failed": failed,
    }


def timed(into, call, *arguments, **options):
    begin = perf_counter()
    out = call(*arguments, **options)
    into.append(perf_counter() - begin)
    return out
