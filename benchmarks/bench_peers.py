"""What does a path cost beside other path finders, on the same worlds and pairs?"""

from __future__ import annotations

import json
import sys
from statistics import mean
from subprocess import TimeoutExpired
from time import perf_counter, process_time

import numpy as np

from clearway.jupedsim import RoutingEngine

from . import ours, peers, worlds
from .measure import in_child

TITLE = "peers"
# By number of corners: a peer that cannot prepare one of them is not measured on larger ones.
WORLDS = ("boxes_100", "cave64", "boxes_300", "cave128", "boxes_1000", "cave512", "boxes_10000")
BUDGET = 20.0  # seconds for a peer in one world, including preparation
PAIRS = 200
BLOCK = 10  # consecutive queries per library: they alternate, yet each has warm caches
RADIUS = 0.03  # relative to the spacing of the obstacles: most gaps let the disc pass


def run(quick=False):
    """A row for each world and peer. Columns of ours are over all pairs; `pairs` is how many
    the peer was asked within the budget; `ratio` is its time over that of "optimal" on those, in
    turns in one process; `longer` is the mean of its lengths over the optimum."""
    rows = []
    for peer, finder in peers.PATH_FINDERS.items():
        if not peers.installed(peer):
            rows.append({"peer": peer, "note": f"skipped: {finder.install}"})
            continue
        is_prepared = True
        for name in WORLDS[:2] if quick else WORLDS:
            row = {"peer": peer, "world": name}
            row |= measured(name, peer if is_prepared else None, 20 if quick else PAIRS)
            if not is_prepared:
                row["note"] = "not tried: a smaller world was not prepared"
            is_prepared = "peer_prepare_s" in row
            rows.append(row)
            done = row["note"] if "note" in row else f"{row['pairs']} pairs"
            print(f"{peer}, {name}: {done}", file=sys.stderr, flush=True)
    return rows


def measured(name, peer, pairs):
    """The last row the child printed; it is stopped when a call of the peer does not return."""
    try:
        return in_child(measure, name, peer, pairs, timeout=BUDGET + 10)
    except TimeoutExpired as stopped:
        return json.loads((stopped.stdout or b"{}").decode().splitlines()[-1])


def measure(name, peer, pairs):
    outer, rings = worlds.named(name)
    places = worlds.free_places(2 * pairs, rings, outer)
    asked = list(zip(places[:pairs], places[pairs:], strict=True))
    radius = RADIUS * worlds.SCALE / (np.sqrt(len(rings)) if outer is None else int(name[4:]))
    begin = perf_counter()
    world = ours.build(outer, rings)
    row = {"prepare_s": perf_counter() - begin} | ours_alone(world, asked, radius)
    if peer is None:
        return row
    tell(row | {"note": f"not prepared within {BUDGET:g} s"})
    begin = perf_counter()
    find = peers.PATH_FINDERS[peer].prepare(outer, rings)
    engine = RoutingEngine(peers.ground(outer), excluded_areas=rings)
    row["peer_prepare_s"] = perf_counter() - begin
    beside, taken, longer, failed = [], [], [], 0
    for i in range(0, pairs, BLOCK):
        if perf_counter() - begin > BUDGET:
            break
        tell(row | {"note": f"{len(taken)} of {pairs} pairs within {BUDGET:g} s"})
        block = [(tuple(a.tolist()), tuple(b.tolist())) for a, b in asked[i : i + BLOCK]]
        # The same call on both sides: from pairs of numbers to the points of the path.
        ways = [timed(beside, engine.compute_waypoints, a, b) for a, b in block]
        lengths = [peers.length(way) for way in ways]
        found = [timed(taken, way_or_none, find, a, b) for a, b in block]
        theirs = [None if way is None else peers.length(way) for way in found]
        failed += theirs.count(None)
        longer += [p / o for p, o in zip(theirs, lengths, strict=True) if p is not None and o > 0]
        row |= {
            "pairs": len(taken),
            "peer_us": 1e6 * mean(taken),
            "ratio": mean(taken) / mean(beside),
            "longer": mean(longer) if longer else None,
            "peer_failed": failed,
        }
    if len(taken) < pairs:
        row["note"] = f"{len(taken)} of {pairs} pairs within {BUDGET:g} s"
    return row


def ours_alone(world, asked, radius):
    ways = {"optimal": {}, "channel": {"planner": "channel"}}
    ways |= {f"{name}_disc": way | {"radius": radius} for name, way in ways.items()}
    taken = {name: [] for name in ways}
    for a, b in asked:
        for name, way in ways.items():
            timed(taken[name], world.find_path, a, b, **way)
    return {f"{name}_us": 1e6 * mean(times) for name, times in taken.items()}


def way_or_none(find, a, b):
    try:
        return find(a, b)
    except Exception:  # whatever it raises, it has no path
        return None


def tell(row):
    print(json.dumps(row), flush=True)


def timed(into, call, *arguments, **options):
    """Processor time: other work on the machine must not count for either side."""
    begin = process_time()
    out = call(*arguments, **options)
    into.append(process_time() - begin)
    return out
