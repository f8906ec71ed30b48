"""Kallmann 2010, Table 1: locally and globally optimal paths in a Local Clearance Triangulation."""

from __future__ import annotations

from ..experiment import Experiment, Settings, Task
from .environments import PUBLISHED
from .measure import measure
from .refinement import measure_refinement
from .report import sections

QUICK = ("env1", "env2", "obst1k", "obst5k")


def tasks(settings: Settings) -> list[Task]:
    """One for each row of the tables."""
    names = QUICK if settings.quick else tuple(PUBLISHED)
    pairs, repeats = (20, 1) if settings.quick else (100, 3)
    channels, worlds = (100, 5) if settings.quick else (1000, 200)
    used = QUICK[:2] if settings.quick else QUICK
    compared = [(name, {"channels": channels}) for name in used]
    compared.append(("walls", {"channels": 60, "worlds": worlds}))
    return [
        Task(
            "refinement", name, measure_refinement, {"name": name, **given}, timed=False, weight=20
        )
        for name, given in compared
    ] + [
        Task(
            "table",
            name,
            measure,
            {"name": name, "pairs": pairs, "repeats": repeats},
            weight=PUBLISHED[name][4],
        )
        for name in names
    ]


EXPERIMENT = Experiment(
    "kallmann-1",
    "Kallmann 2010, Table 1: local and global searches",
    "M. Kallmann, Shortest Paths with Arbitrary Clearance from Navigation Meshes, 2010, Table 1 "
    "and Figures 6, 11, 13, 14, 15",
    "refinements, triangles, and time and length of the local search (channel, then funnel), of "
    "the global search by funnel fronts and of planner optimal, means over 100 random pairs",
    "few refinements; the global search costs many times the local one, the more so in large "
    "worlds, and shortens paths by less than one per cent",
    tasks,
    sections,
    generated="look-alikes of the environments, which are not public, at their sizes",
)
