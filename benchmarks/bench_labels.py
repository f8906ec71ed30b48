"""What do hub labels cost, and how much faster than "optimal" do they answer, map by map?

Each row is one world: preparation and memory of the labels, and the time of a query by `labels` and
by `optimal` in the same process, alternating, the best of some rounds; CPU time on one thread. Game
maps are asked the queries of their scenario files where `CLEARWAY_PEERS` has them (`polyanya/`),
otherwise random pairs; `random` is the ratio for random pairs. The last row is the geometric mean
of the ratios of game maps with more than 5,000 triangles.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import tempfile
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

from . import ours, worlds
from .measure import in_child

TITLE = "labels"
SHARED = Path(__file__).parents[2] / "shared"
DATA = Path(os.environ.get("CLEARWAY_DATA", SHARED / "data"))
PEERS = Path(os.environ.get("CLEARWAY_PEERS", SHARED / "peers")) / "polyanya"
FOLDERS = ("polyanya", "merged-sc1", "merged-dao", "merged-bg512")
GENERATED = ("cave256", "cave512", "boxes_100", "boxes_1000")
LARGE = 5000  # triangles
MEMORY = 100e6
ROUNDS = 7


def run(quick=False):
    maps = {f.name.removesuffix(".mesh.gz"): f for f in sorted(PEERS.glob("*.mesh.gz"))}
    for folder in FOLDERS:
        for f in sorted((DATA / "mesh" / folder).glob("*.mesh")):
            maps.setdefault(f.stem, f)
    if quick:
        maps = dict(list(maps.items())[:2])
    rows = [in_child(on_map, name, str(file)) for name, file in maps.items()]
    large = [r for r in rows if r["triangles"] > LARGE and "ratio" in r]
    for name in GENERATED[:1] if quick else GENERATED:
        rows.append(in_child(on_generated, name))
    if large:
        mean = math.exp(sum(math.log(r["ratio"]) for r in large) / len(large))
        worst = {k: max(r[k] for r in large) for k in ("prepare_s", "MB")}
        rows.append({"world": f"{len(large)} large game maps", "ratio": mean, **worst})
    return rows


def on_map(name, file):
    data = Path(file).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "m.mesh"
        plain.write_bytes(gzip.decompress(data) if file.endswith(".gz") else data)
        world = cw.load(plain)
    given = PEERS / "polyanya.json"
    queries = json.loads(given.read_text())["maps"].get(name) if given.exists() else None
    return measured(name, world, queries and np.array(queries["queries"], float))


def on_generated(name):
    return measured(name, ours.build(*worlds.named(name)), None)


def measured(name, world, queries):
    row = {"world": name, "triangles": world.stats["triangles"]}
    planner = cw.Labels(world)
    begin = process_time()
    stats = planner.prepare(MEMORY, threads=1)
    taken = process_time() - begin
    row |= {
        "corners": stats["corners"],
        "labels": stats["labels"] / max(stats["corners"], 1),
        "prepare_s": taken,
        "MB": stats["bytes"] / 1e6,
    }
    if stats["over_budget"]:
        return row | {"note": "over budget"}
    row |= _load_time(planner)
    pairs = world.random_points(800, rng=1).reshape(-1, 4)
    if queries is not None:
        us, optimal_us = compared(planner, queries)
        row |= {"us": us, "optimal_us": optimal_us, "ratio": optimal_us / us}
    us, optimal_us = compared(planner, pairs)
    if queries is None:
        row |= {"us": us, "optimal_us": optimal_us, "ratio": optimal_us / us}
    return row | {"random": optimal_us / us}


def _load_time(planner):
    with tempfile.TemporaryDirectory() as folder:
        planner.save(Path(folder) / "l.npz")
        begin = process_time()
        cw.Labels.load(Path(folder) / "l.npz", threads=1)
    return {"load_s": process_time() - begin}


def compared(planner, pairs):
    """Microseconds of a query by labels and by "optimal", in batches on one thread."""
    a, b = pairs[:, :2], pairs[:, 2:]
    ways = (planner.find_paths, planner.world.find_paths)
    lengths = [find(a, b, threads=1).length for find in ways]
    found = np.isfinite(lengths[1])
    if not (np.isfinite(lengths[0]) == found).all() or not np.allclose(
        lengths[0][found], lengths[1][found], rtol=1e-12, atol=0
    ):
        raise RuntimeError("labels and optimal differ")
    best = [math.inf, math.inf]
    for _ in range(ROUNDS):
        for i, find in enumerate(ways):
            begin = process_time()
            find(a, b, threads=1)
            best[i] = min(best[i], process_time() - begin)
    return [1e6 * taken / len(a) for taken in best]
