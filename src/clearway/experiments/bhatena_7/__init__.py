"""Bhatena 2014, chapter 7: THPA* beside A*, HPA* and TA*."""

from __future__ import annotations

from ..experiment import Experiment, Settings, Task
from .large import measure_large
from .measure import measure
from .report import sections

UNIFORM = tuple(range(10, 101, 10))
LARGER = (200, 400)  # beyond the document
NONUNIFORM = (50, *range(100, 2001, 100))
LARGE = (1_000, 10_000, 100_000)


def tasks(settings: Settings) -> list[Task]:
    """One for each world of the document, and some larger ones."""
    quick = settings.quick
    queries, repeats = (15, 1) if quick else (100, 3)
    worlds = [("uniform", "size", n) for n in ((10, 20, 40) if quick else (*UNIFORM, *LARGER))]
    counts = (50, 200, 500, 1000) if quick else NONUNIFORM
    worlds += [("nonuniform", "obstacles", n) for n in counts]
    out = []
    for kind, option, value in worlds:
        given = {"kind": kind, "option": option, "value": value}
        given |= {"queries": queries, "repeats": repeats}
        weight = value**2 / 100 if kind == "uniform" else value / 10
        out.append(Task("worlds", f"{kind}-{value}", measure, given, weight=weight))
    for boxes in LARGE[:1] if quick else LARGE:
        for radius in (0.0, 0.02):
            given = {"boxes": boxes, "radius": radius, "queries": queries, "repeats": repeats}
            name = f"boxes-{boxes}-{radius}"
            out.append(Task("large", name, measure_large, given, weight=boxes / 10))
    return out


EXPERIMENT = Experiment(
    "bhatena-7",
    "Bhatena 2014, chapter 7: THPA* beside A*, HPA* and TA*",
    "Z. Bhatena, Near Optimal Hierarchical Pathfinding using Triangulations, 2014, Figures 7.1 to "
    "7.10",
    "time of a query, of the abstract path, the first leg and the whole path; edges of the "
    "abstract graph; time of its cache; lengths over the optimum; in uniform and nonuniform worlds",
    "TA* grows linearly with the world, THPA* hardly; THPA* is a few per cent longer than the "
    "optimum; its cache is the most expensive part",
    tasks,
    sections,
    generated="worlds generated as section 7.1 describes them",
)
