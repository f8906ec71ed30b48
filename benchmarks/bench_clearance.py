"""What does the clearance layer cost and refine, beside Kallmann 2010, Table 1?"""

from __future__ import annotations

from . import ours, worlds
from .measure import alternate, in_child

TITLE = "clearance"
# Segments and refinements of two of its worlds.
TABLE_1 = ((14_963, 88), (63_426, 2_198))


def run(quick=False):
    names = ("boxes_100", "cave128") if quick else ("boxes_1000", "boxes_10000", "cave512")
    rows = [in_child(world_row, name, 3 if quick else 9) for name in names]
    paper = [
        {"world": "Kallmann", "segments": s, "refinements": r, "per_mille": 1000 * r / s}
        for s, r in TABLE_1
    ]
    return [*rows, *paper]


def world_row(name, repetitions):
    outer, rings = worlds.named(name)
    taken = alternate(
        {
            "plain": lambda: ours.build(outer, rings, max_radius=0),
            "clearance": lambda: ours.build(outer, rings),
        },
        repetitions,
    )
    plain, world = ours.build(outer, rings, max_radius=0), ours.build(outer, rings)
    segments = plain.stats["constrained_edges"]
    return {
        "world": name,
        "segments": segments,
        "refinements": world.stats["refinements"],
        "per_mille": 1000 * world.stats["refinements"] / segments,
        "triangles": world.stats["free_triangles"],
        "plain_triangles": plain.stats["free_triangles"],
        "clearance_s": taken["clearance"],
        "plain_s": taken["plain"],
        "ratio": taken["clearance"] / taken["plain"],
        "bytes_ratio": world.stats["bytes"] / plain.stats["bytes"],
    }
