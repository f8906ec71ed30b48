"""What does a query cost beside C++ Polyanya on game maps, map by map?

The folder `polyanya` of CLEARWAY_PEERS holds merged meshes, queries and Polyanya's mean time on
them (cost only, no path built) beside a yardstick of the same run: triangulating boxes_1000 by
pythoncdt. Each side's time is divided by its own yardstick; `ratio` compares the two. Ours is CPU
time, the best of several rounds: other work on the machine disturbs it least.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from pathlib import Path
from time import thread_time

import numpy as np

import clearway as cw

from . import ours, peers, worlds

TITLE = "polyanya"
PEERS = Path(os.environ.get("CLEARWAY_PEERS", Path(__file__).parents[2] / "shared" / "peers"))
BATCH = 2000  # queries in a call, at least: what the call costs is measured elsewhere
ROUNDS = 15  # the best of them counts, for both sides


def run(quick=False):
    """A row for each map, then the geometric mean and the worst map."""
    folder = PEERS / "polyanya"
    if not folder.is_dir():
        print(f"polyanya: skipped, no {folder}: set CLEARWAY_PEERS")
        return []
    if not peers.installed("pythoncdt"):
        print("polyanya: skipped, the yardstick needs pythoncdt: pip install pythoncdt")
        return []
    theirs = json.loads((folder / "polyanya.json").read_text())
    names = sorted(theirs["maps"], key=lambda name: theirs["maps"][name]["polyanya_us"])
    taken, yard = measured(folder, theirs, names[:4] if quick else names, 3 if quick else ROUNDS)
    scale = theirs["yard_ms"] / yard
    rows = []
    for name, (triangles, us, expanded) in taken.items():
        peer = theirs["maps"][name]["polyanya_us"]
        rows.append(
            {
                "map": name,
                "triangles": triangles,
                "expanded": expanded,
                "us": us,
                "polyanya_us": peer,
                "ratio": us * scale / peer,
            }
        )
    ratios = [row["ratio"] for row in rows]
    worst = rows[int(np.argmax(ratios))]
    rows.append({"map": "geometric mean", "ratio": float(np.exp(np.mean(np.log(ratios))))})
    rows.append({"map": f"worst: {worst['map']}", "ratio": worst["ratio"]})
    rows.append({"map": f"yardstick {yard:.2f} ms, theirs {theirs['yard_ms']:.2f} ms"})
    return rows


def measured(folder, theirs, names, rounds):
    """{map: (triangles, us a query, expansions a query)} and the yardstick in ms."""
    rings = worlds.boxes(1000, seed=3)
    yard, loaded, best = np.inf, {}, {}
    for name in names:
        world = load(folder / f"{name}.mesh.gz")
        queries = np.asarray(theirs["maps"][name]["queries"], float)
        queries = np.tile(queries, (-(-BATCH // len(queries)), 1))
        loaded[name] = world, queries[:, :2].copy(), queries[:, 2:].copy()
        best[name] = np.inf
    for _ in range(rounds):
        begin = thread_time()
        peers.pythoncdt_build(None, rings, peers.graph_by_rings)
        yard = min(yard, 1e3 * (thread_time() - begin))
        for name, (world, starts, goals) in loaded.items():
            begin = thread_time()
            world.find_paths(starts, goals, threads=1)
            best[name] = min(best[name], 1e6 * (thread_time() - begin) / len(starts))
    out = {}
    for name, (world, starts, goals) in loaded.items():
        expanded = float(world.find_paths(starts, goals, threads=1).expanded.mean())
        out[name] = ours.triangles(world), best[name], expanded
    return out, yard


def load(path):
    """A world from a packed mesh; `cw.load` reads what is unpacked."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / path.stem
        plain.write_bytes(gzip.decompress(path.read_bytes()))
        return cw.load(plain)
