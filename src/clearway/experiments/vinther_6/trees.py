"""What decides the size of a BSP tree (4.4.3.1): lines that cut segments, and the worst case."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from ..._planners import BSPStar
from ..._world import World
from ..measuring import exponent
from ..report.sections import Claim, Section
from ..tables import Row, Table

LINES = 400  # of a map, chosen at random, whose cuts are counted


def share_cut(world: World) -> float:
    """The mean of c_i / N: the share of the segments that the line through segment i cuts."""
    segments = np.concatenate([_sides(one) for one in world.obstacles.values()])
    chosen = np.random.default_rng(1).permutation(len(segments))[:LINES]
    sums = 0
    for a, b in segments[chosen]:
        side = [(b[0] - a[0]) * (p[:, 1] - a[1]) - (b[1] - a[1]) * (p[:, 0] - a[0])
                for p in (segments[:, 0], segments[:, 1])]  # fmt: skip
        sums += int((side[0] * side[1] < 0).sum())
    return sums / (len(chosen) * len(segments))


def _sides(one: Any) -> Any:
    is_ring = one.kind == "area"
    return np.concatenate(
        [
            np.stack((c, np.roll(c, -1, axis=0)), axis=1)[: None if is_ring else -1]
            for c in map(np.asarray, one.chains)
        ]
    )


def worst_world(n: int) -> World:
    """Figure 33: n horizontal segments, whose lines cut n vertical ones on their right."""
    world = World((0.0, 0.0, float(n + 4), float(n + 2)))
    for i in range(n):
        world.add_wall([(1.0, i + 1.0), (1.5, i + 1.0)])
        world.add_wall([(i + 3.0, 0.25), (i + 3.0, n + 1.5)])
    return world


def measure_worst(n: int) -> Iterator[Row]:
    """One row: the tree of the worst case."""
    world = worst_world(n)
    begin = process_time()
    cost: Any = BSPStar(world).prepare(1)
    seconds = process_time() - begin
    yield {
        "n": n,
        "segments": cost["segments"],
        "fragments": cost["fragments"],
        "depth": cost["depth"],
        "ms": 1e3 * seconds,
        "cut": share_cut(world),
    }


def worst_section(table: Table) -> Section:
    """The worst case beside its bounds."""
    table = table.ordered("n")
    n, fragments, depth = table["n"], table["fragments"], table["depth"]
    growth, each = exponent(n, fragments), fragments / table["segments"]
    return Section(
        "Figures 33 and 34: the worst case of a BSP tree",
        "n horizontal segments on the left, whose lines cut all of n vertical segments on the "
        "right. In the worst order of splitting the tree has n + n (n + 1) nodes, (n + 2) / 2 for "
        "each segment. c: the mean share of the segments that the line through a segment cuts. The "
        "tree here has both sides of a wall, its ends and the bounds.",
        columns=(
            "n",
            "segments",
            "fragments",
            "fragments per segment",
            "in the worst order",
            "depth",
            "c",
            "build ms",
        ),
        rows=[
            (
                r["n"],
                r["segments"],
                r["fragments"],
                r["fragments"] / r["segments"],
                (r["n"] + 2) / 2,
                r["depth"],
                r["cut"],
                r["ms"],
            )
            for r in table.rows()
        ],
        claims=[
            Claim(
                "The worst case has n squared fragments, but random orders hardly ever meet it.",
                f"Fragments grow as n to the power {growth:.2f}; at n = {n[-1]:.0f} there are "
                f"{each[-1]:.2f} for each segment, not {(n[-1] + 2) / 2:.0f}, and the depth is "
                f"{depth[-1]:.0f}.",
                bool(each[-1] < 0.5 * (n[-1] + 2) / 2),
                "the order of splitting is not random here.",
            )
        ],
    )


def cuts_claims(table: Table) -> list[Claim]:
    """What the document says on c_i."""
    share = table["cut"]
    falling = []
    for _, of in table.by("kind"):
        ordered = of.ordered("segments")
        if ordered["segments"][-1] > ordered["segments"][0]:
            falling.append(bool(ordered["cut"][-1] <= ordered["cut"][0]))
    return [
        Claim(
            "The mean c_i is below 0.05 N on all kinds of map.",
            f"{share.min():.3f} to {share.max():.3f} N.",
            bool(share.max() < 0.05),
            "small maps have few segments, and each line crosses the map.",
        ),
        Claim(
            "Its share falls as N grows.",
            f"On {sum(falling)} of {len(falling)} kinds.",
            all(falling),
            "on the others lines along corridors cut as large a share in large maps.",
        ),
    ]
