"""Vinther 2015, chapter 6: grid and polygonal planners on six kinds of map."""

from __future__ import annotations

from ..experiment import Experiment, Settings, Task
from .measure import MAPS, measure
from .report import sections
from .trees import measure_worst
from .variants import measure_clusters, measure_heuristics, measure_queues

QUICK = {"star": (100,), "lines": (100,), "checker": (20,), "maze": (20, 40)}
QUICK |= {"scaled_maze": (1, 3), "maze_cor5": (40,)}


def tasks(settings: Settings) -> list[Task]:
    """One for each map; then heuristics, queues, the clusters of HPA*, the worst BSP tree."""
    repeats, least = (1, 0.0) if settings.quick else (7, 0.3)
    out = []
    for kind, about in MAPS.items():
        for size in QUICK[kind] if settings.quick else about.sizes:
            given = {"kind": kind, "size": size, "repeats": repeats, "limit": least}
            out.append(Task("maps", f"{kind}-{size}", measure, given, weight=1 + size / 50))
    for kind, size in (("star", 300), ("lines", 300), ("maze", 100)):
        used = size // 3 if settings.quick else size
        given = {"kind": kind, "size": used, "queries": 20 if settings.quick else 200}
        out.append(Task("heuristics", f"{kind}-{used}", measure_heuristics, given))
        given = {**given, "queries": 10 if settings.quick else 50, "repeats": repeats}
        out.append(Task("queues", f"{kind}-{used}", measure_queues, given))
    for corridor in (1, 3) if settings.quick else range(1, 11):
        given = {"corridor": corridor, "clusters": [5, 8, 10, 12, 16, 20, 30]}
        out.append(Task("clusters", f"corridor-{corridor}", measure_clusters, given))
    for n in (5, 10, 20) if settings.quick else (5, 10, 20, 40, 80, 160):
        out.append(Task("worst", f"n-{n}", measure_worst, {"n": n}))
    return out


EXPERIMENT = Experiment(
    "vinther-6",
    "Vinther 2015, chapter 6: six kinds of map",
    "A. and M. Vinther, Pathfinding in Two-dimensional Worlds, 2015, 4.1, 4.4.3 and Figures 10, "
    "11, 20 to 22, 33, 34, 39 to 58",
    "time of Dijkstra, A*, JPS, HPA* on cells (which may cut corners, as there) and of VG, VGO, "
    "BSP* on polygons; preparation, graph and tree sizes, memory; clusters, heuristics and queues",
    "graphs and HPA* answer first but prepare long; Dijkstra is slow in the open; BSP* pays its "
    "tree before each query; grids win in narrow mazes, polygons in wide ones",
    tasks,
    sections,
    generated="maps generated like those of the document, which are not public, at all its sizes",
)
