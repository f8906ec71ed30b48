"""The paper's refinement beside ours: vertices added, and channels that are wrongly accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..._world import World
from ..report.sections import Claim, Section
from ..tables import Row, Table
from .channels import wrongly_accepted
from .disturbances import Triangulation, disturbances, refine
from .environments import PUBLISHED, environment

WALLS = 14  # of a small world


def small_worlds(count: int) -> Iterator[World]:
    """Random walls that do not cross, close together: hard for local tests."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        world = World((0.0, 0.0, 20.0, 20.0))
        while len(world.obstacles) < WALLS:
            a = rng.uniform(1, 19, 2)
            b = a + rng.normal(0, 4, 2)
            if (b < 1).any() or (b > 19).any():
                continue
            wall = world.add_wall([a, b])
            if world.stats["crossings"]:
                world.remove(wall)
        yield world


def measure_refinement(name: str, channels: int, worlds: int = 1) -> Iterator[Row]:
    """One row: an environment of Table 1, or many small worlds together."""
    used: Iterable[World] = small_worlds(worlds) if name == "walls" else [environment(name)]
    sums: dict[str, Any] = dict.fromkeys(
        ("segments", "disturbed", "ours", "literal", "tried", "wrong_none", "wrong_literal"), 0
    )
    sums |= {"wrong_ours": 0, "rounds": 0, "endless": 0}
    for world in used:
        bare, mesh = Triangulation(world), world.mesh()
        found = refine(world)
        sums["segments"] += world.stats["constrained_edges"] - world.stats["refinements"]
        sums["disturbed"] += len(list(disturbances(bare)))
        sums["ours"] += world.stats["refinements"]
        sums["literal"] += found.added
        sums["rounds"] = max(sums["rounds"], found.rounds)
        sums["endless"] += not found.is_complete
        for key, of, widths in (
            ("none", bare.mesh, bare.mesh.widths),
            ("literal", found.mesh, found.mesh.widths),
            ("ours", mesh, mesh.clearances),
        ):
            wrong, tried = wrongly_accepted(of, widths, channels)
            sums[f"wrong_{key}"] += wrong
            sums["tried"] += tried if key == "ours" else 0
    yield {"environment": name, "worlds": worlds, **sums}


def refinement_section(table: Table) -> Section:
    """The table; claims of sections 4.1 and 4.2."""
    rows: list[Any] = []
    for r in table.rows():
        then = PUBLISHED[r["environment"]][1] if r["environment"] in PUBLISHED else None
        names: tuple[str, ...] = ("segments", "disturbed", "rounds", "literal", "ours", "tried")
        names += ("wrong_none", "wrong_literal", "wrong_ours")
        label = f"{r['worlds']:.0f} small worlds" if r["environment"] == "walls" else None
        rows.append((label or r["environment"], then, *(r[n] for n in names)))
    wrong, tried = (int(table[k].sum()) for k in ("wrong_literal", "tried"))
    share = table["literal"] / table["segments"]
    known = np.isin(table["environment"], list(PUBLISHED))
    bare, ours = int(table["wrong_none"].sum()), int(table["wrong_ours"].sum())
    return Section(
        "Section 4: refinement to the letter",
        "The paper's refinement by disturbances, repeated with Delaunay triangulations of the same "
        "worlds, beside ours, whose vertices make turn widths local. "
        "Random channels are accepted for the widest disc that local tests allow: by cl(a, b, c) "
        "without refinement and with the paper's, by turn widths with ours. A channel is wrongly "
        "accepted if a corner of one of its sides is nearer to an obstacle on the other side. "
        f"Ours: {ours} of {tried:,}.",
        columns=(
            "environment",
            "published",
            "segments",
            "disturbed traversals",
            "iterations",
            "refinements, to the letter",
            "refinements, ours",
            "channels",
            "wrong without",
            "wrong, to the letter",
            "wrong, ours",
        ),
        rows=rows,
        claims=[
            Claim(
                "The refinement ends after a few iterations.",
                f"After {table['rounds'].min():.0f} to {table['rounds'].max():.0f}.",
                bool(table["endless"].sum() == 0),
                "it does not end in some worlds.",
            ),
            Claim(
                "In practice the number of added vertices is very low: 0.4 to 9 % of the segments.",
                f"{100 * share[known].min():.1f} to {100 * share[known].max():.1f} %."
                if known.any()
                else f"{100 * share.max():.1f} %.",
                bool(share[known].max() < 0.1) if known.any() else bool(share.max() < 0.1),
                "streets between houses have many corners opposite to walls.",
            ),
            Claim(
                "Local tests are not enough in a Delaunay triangulation (Figure 7).",
                f"They accept {bare:,} of {tried:,} channels wrongly.",
                bare > 0,
                "no such channel was among those tried.",
            ),
            Claim(
                "They are enough after the refinement.",
                f"They accept {wrong:,} of {tried:,} channels wrongly.",
                wrong == 0,
                "the definition of a disturbance leaves some corners out.",
            ),
        ],
    )
