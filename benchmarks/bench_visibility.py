"""What do visibility graphs cost beside other libraries, and beside grids on the thesis' maps?

Rows of three sorts: `peer` (preparing and asking VGO beside extremitypathfinder and pyvisgraph on
the same world and pairs), `region` (a visible region by triangles and by BSP on real maps), and
`map` (Vinther 2015, Figures 39 to 58: preparation, query, graph and tree sizes, grid planners). The
columns `random` are of random pairs, with and without Property Two; `vgo-` is VGO without it.
`tools/visibility_table.py` puts what comes out into docs/measurements/visibility.md.
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

# Section and sizes of the thesis; where its queries start and end.
MAPS = {
    "star": (range(100, 501, 100), "centre", "39, 41"),
    "lines": (range(100, 501, 100), "corner", "44, 45"),
    "checker": (range(20, 61, 10), "centre", "48, 49"),
    "maze": (range(20, 201, 20), "corners", "52, 53"),
    "scaled_maze": (range(1, 11), "corners", "55, 57"),
    "maze_cor5": (range(40, 201, 40), "corners", "58"),
}
GRAPHS = {"vg": ("vg", {}), "vgo": ("vgo", {}), "vgo-": ("vgo", {"prune_successors": False})}
WORLD_PLANNERS = {**GRAPHS, "bsp*": ("bsp*", {}), "optimal": ("optimal", {})}
GRID_PLANNERS = ("dijkstra", "a*", "jps", "hpa*")


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
    for kind, (sizes, _, _) in MAPS.items():
        for size in sizes[:1] if quick else sizes:
            rows.append(in_child(on_map, kind, size))
    return rows


# --- beside other libraries -------------------------------------------------------------------


def beside_peer(name, peer, queries=10):
    """Processor time; queries warm, medians. The peer gets the first pairs only."""
    outer, rings = worlds.named(name)
    places = worlds.free_places(2 * PAIRS, rings, outer)
    pairs = list(zip(places[:PAIRS], places[PAIRS:], strict=True))
    world = ours.build(outer, rings)
    ours_prepared = min(_prepared(world) for _ in range(3))
    mine, lengths = _taken(lambda a, b: world.find_path(a, b, planner="vgo").length, pairs)
    make = peers.extremity_finder if peer == "extremitypathfinder" else _visgraph
    make(*worlds.named("boxes_25"))(*places[:2].tolist())  # compiles what it compiles
    begin = process_time()
    find = make(outer, rings)
    peer_prepared = process_time() - begin
    other, found = _taken(lambda a, b: find(a.tolist(), b.tolist()), pairs[:queries])
    return {
        "vgo_edges": cw.VGO(world).edge_count,
        "peer_compiled": peer == "extremitypathfinder" and find_spec("numba") is not None,
        "prepare_ms": 1e3 * ours_prepared,
        "peer_prepare_ms": 1e3 * peer_prepared,
        "prepare_ratio": peer_prepared / ours_prepared,
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
        points = np.array([(p.x, p.y) for p in way])
        return float(np.hypot(*np.diff(points, axis=0).T).sum())

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


# --- the maps of the thesis -------------------------------------------------------------------


def on_map(kind, size):
    make = cw.generate.KINDS[kind]
    given = {"corridor": size} if kind == "scaled_maze" else {"size": size}
    grid, world = make(form="grid", **given), make(form="polygon", **given)
    x0, y0, x1, _ = world.bounds
    cell = (x1 - x0) / grid.width  # the scaled maze leaves the polygons as they are

    def centres(cells):
        return (cells + 0.5) * cell + (x0, y0)

    free = np.argwhere(~np.asarray(grid.blocked))[:, ::-1]
    trips = _trips(grid, MAPS[kind][1], free, lambda a: world.reachable(centres(a), centres(free)))
    row = {"sort": "map", "map": kind, "size": size, "figures": MAPS[kind][2]}
    row |= {"cells": int(grid.width * grid.height), "trips": len(trips)}
    begin = process_time()
    row["hpa*_kB"] = cw.HPAStar(grid).prepare() / 1e3
    row["hpa*_prepare_ms"] = 1e3 * (process_time() - begin)
    for name in ("vg", "vgo", "bsp*"):
        begin = process_time()
        cost = cw._planners.WORLD_PLANNERS[name](world).prepare(1)
        row[f"{name}_prepare_ms"] = 1e3 * (process_time() - begin)
        row[f"{name}_kB"] = cost["bytes"] / 1e3
        if name == "bsp*":
            row |= {"segments": cost["segments"], "fragments": cost["fragments"]}
            row["depth"] = cost["depth"]
        else:
            row |= {"corners": cost["corners"], f"{name}_edges": cost["edges"]}
    lengths = {}
    ends = centres(trips)
    for name, (planner, options) in WORLD_PLANNERS.items():
        row[f"{name}_us"], lengths[name] = _asked(world, ends, planner, options)
    best = np.array(lengths["optimal"])
    if not np.isfinite(best).all():
        raise RuntimeError(f"{kind} {size}: a trip without a path")
    for name in ("vg", "vgo", "bsp*"):
        if not np.allclose(lengths[name], best, rtol=1e-9, atol=0):
            raise RuntimeError(f"{kind} {size}: {name} {lengths[name]}, optimal {best}")
    known = cw.planners()
    for name in GRID_PLANNERS:
        if name in known:
            row[f"{name}_us"], lengths[name] = _asked(grid, trips, name, {})
    if "jps" in lengths:
        row["grid_longer"] = float(np.mean(np.array(lengths["jps"]) / best))
    return row | at_random(world)


def _trips(grid, where, free, reached_from):
    """Pairs of cells: from the centre to each corner, from one corner to the far one, or from
    each corner to its opposite; each at the nearest free cell that the first start reaches."""
    w, h = grid.width - 1, grid.height - 1
    corners = [(0, 0), (w, 0), (w, h), (0, h)]
    ends = {
        "centre": [((w // 2, h // 2), c) for c in corners],
        "corner": [(corners[0], corners[2])],
        "corners": [(corners[i], corners[(i + 2) % 4]) for i in range(4)],
    }[where]

    def snapped(cell):
        return free[np.argmin(((free - cell) ** 2).sum(axis=1))]

    free = free[reached_from(snapped(ends[0][0]))]
    return np.array([[snapped(a), snapped(b)] for a, b in ends])


def _asked(place, trips, planner, options, repetitions=7, limit=0.3):
    """Mean microseconds of the search alone, the best of some repetitions; and the lengths.

    A search says how long it took by the clock on the wall; where it had to wait for the
    processor the time of the call is the smaller number, and nearly all search.
    """
    taken, lengths = [], []
    for a, b in trips:
        seconds = []
        while len(seconds) < repetitions and sum(seconds) < limit:
            begin = process_time()
            path = place.find_path(a, b, planner=planner, **options)
            seconds.append(min(process_time() - begin, path.stats["seconds"]))
        taken.append(min(seconds))
        lengths.append(path.length)
    return 1e6 * sum(taken) / len(taken), lengths
