"""What do visibility graphs cost beside other libraries, and visible regions on real maps?

Rows of two sorts: `peer` (preparing and asking VGO beside extremitypathfinder and pyvisgraph on the
same world and pairs; preparing with and without our mesh) and `region` (a visible region by
triangles and by BSP on real maps). The columns `random` are of random pairs, with and without
Property Two; `vgo-` is VGO without it. The maps of Vinther 2015 are `clearway experiment run
vinther-6`.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from subprocess import TimeoutExpired
from time import process_time

import numpy as np

import clearway as cw

from . import ours, peers, worlds
from .measure import in_child

TITLE = "visibility"
DATA = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data"))
LONG = 600.0  # seconds after which a peer is stopped on a world
PAIRS = 200
HOW_TO_GET = {
    "extremitypathfinder": peers.PATH_FINDERS["extremitypathfinder"].install,
    "pyvisgraph": "pip install --no-deps pyvisgraph tqdm",
}
PEER_WORLDS = ("boxes_25", "boxes_100", "boxes_1000")  # 100, 400 and 4,000 vertices

GRAPHS = {"vg": ("vg", {}), "vgo": ("vgo", {}), "vgo-": ("vgo", {"prune_successors": False})}


def run(quick=False):
    rows = []
    for peer in ("extremitypathfinder", "pyvisgraph"):
        for name in PEER_WORLDS[:2] if quick else PEER_WORLDS:
            vertices = sum(map(len, worlds.named(name)[1]))
            row = {"sort": "peer", "world": name, "peer": peer, "vertices": vertices}
            if not peers.installed(peer):
                rows.append(row | {"note": f"skipped: {HOW_TO_GET[peer]}"})
                break
            try:
                row |= in_child(beside_peer, name, peer, timeout=LONG)
            except TimeoutExpired:
                rows.append(row | {"note": f"given up after {LONG:g} s"})
                break
            rows.append(row)
    maps = sorted((DATA / "polygons" / "iron-harvest").glob("*.txt"))
    rows += [in_child(region, str(m)) for m in maps[: 2 if quick else None]]
    return rows


# --- beside other libraries -------------------------------------------------------------------


def beside_peer(name, peer, queries=10):
    """Processor time; queries warm, medians. The peer gets the first pairs only."""
    outer, rings = worlds.named(name)
    places = worlds.free_places(2 * PAIRS, rings, outer)
    pairs = list(zip(places[:PAIRS], places[PAIRS:], strict=True))
    begin = process_time()
    world = ours.build(outer, rings)
    mesh = process_time() - begin
    ours_prepared = min(_prepared(world) for _ in range(3))
    mine, lengths = _taken(lambda a, b: world.find_path(a, b, planner="vgo").length, pairs)
    make = peers.extremity_finder if peer == "extremitypathfinder" else _visgraph
    make(*worlds.named("boxes_25"))(*places[:2].tolist())  # compiles what it compiles
    begin = process_time()
    find = make(outer, rings)
    peer_prepared = process_time() - begin
    other, ways = _taken(lambda a, b: find(a.tolist(), b.tolist()), pairs[:queries])
    found = [peers.length(way) for way in ways]
    return {
        "vgo_edges": cw.VGO(world).edge_count,
        "peer_compiled": peer == "extremitypathfinder" and find_spec("numba") is not None,
        "prepare_ms": 1e3 * ours_prepared,
        "peer_prepare_ms": 1e3 * peer_prepared,
        "prepare_ratio": peer_prepared / ours_prepared,
        "mesh_ms": 1e3 * mesh,
        "prepare_ratio_with_mesh": peer_prepared / (ours_prepared + mesh),
        "query_us": 1e6 * mine,
        "peer_query_us": 1e6 * other,
        "query_ratio": other / mine,
        "apart": max(abs(x / y - 1) for x, y in zip(found, lengths, strict=False)),
    }


def _taken(ask, pairs):
    """Median seconds of a query, and the answers."""
    ask(*pairs[0])
    answers, taken = [], []
    for pair in pairs:
        begin = process_time()
        answers.append(ask(*pair))
        taken.append(process_time() - begin)
    return float(np.median(taken)), answers


def _prepared(world):
    world.remove(world.add_post((0.5, 0.5)))  # discards the graph
    begin = process_time()
    cw.VGO(world).prepare()
    return process_time() - begin


def _visgraph(_, rings):
    import pyvisgraph as vg

    graph = vg.VisGraph()
    graph.build([[vg.Point(*p) for p in ring.tolist()] for ring in rings], status=False)

    def find(a, b):
        way = graph.shortest_path(vg.Point(*a), vg.Point(*b))
        return [(p.x, p.y) for p in way]

    return find


# --- regions ----------------------------------------------------------------------------------


def region(file, count=400):
    """Processor time in microseconds for one region, from random points."""
    world = cw.load(file) if Path(file).suffix != ".txt" else _iron_harvest(file)
    here = world.random_points(count, rng=1)
    cost = cw.BSPStar(world).prepare()
    taken = {}
    for method, use in (("triangles", here), ("bsp", here[:40])):
        world.visible_region(use[:2], method=method)
        begin = process_time()
        rings = world.visible_region(use, method=method)
        taken[method] = 1e6 * (process_time() - begin) / len(use)
    return {
        "sort": "region",
        "world": Path(file).stem,
        "vertices": world.stats["vertices"],
        "points": float(np.mean([len(r) for r in rings])),
        "triangles_us": taken["triangles"],
        "bsp_us": taken["bsp"],
        "bsp_fragments": cost["fragments"] / cost["segments"],
        "bsp_depth": cost["depth"],
        "bsp_prepare_ms": 1e3 * cost["seconds"],
        **at_random(world),
    }


def at_random(world, count=200, repetitions=15):
    """Processor time in microseconds for a path between random points, by planner, alternating."""
    places = world.random_points(2 * count, rng=2)
    best = dict.fromkeys(GRAPHS, np.inf)
    for turn in range(1 + repetitions):
        for name, (planner, options) in GRAPHS.items():
            begin = process_time()
            world.find_paths(*np.split(places, 2), planner=planner, threads=1, **options)
            if turn:  # the first prepares
                best[name] = min(best[name], process_time() - begin)
    return {f"{name}_random_us": 1e6 * taken / count for name, taken in best.items()}


def _iron_harvest(file):
    try:
        return cw.load(file)
    except cw.InvalidInput:
        import sys

        sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
        from support.data_readers import read

        _, bounds, pieces = next(iter(read(file)))
        shapes = [{"type": "Polygon", "coordinates": c} for _, c in pieces]
        return cw.World.from_obstacles(shapes, bounds=bounds)
