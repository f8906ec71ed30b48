"""Figures 9.9 to 9.13: how soon anytime search gets how good."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..measuring import percentile
from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing
from .queries import FACTORS

# Half of a grid path straight, half diagonal, beside the straight line (Figure 9.9).
BOUND = math.hypot(0.5 + math.sqrt(0.125), math.sqrt(0.125))
SAME = 1e-6  # relative: lengths closer than this are equal


def anytime_sections(queries: Table) -> Iterator[Section]:
    """The bound, then both planners at both percentiles."""
    yield _bound(queries)
    for number, (name, percent) in enumerate(
        (("ta", 75), ("ta", 95), ("tra", 75), ("tra", 95)), 10
    ):
        yield _section(number, queries, name, percent)


def _bound(queries: Table) -> Section:
    ratio = queries["optimal_length"] / queries["a_length"]
    least = float(ratio.min())
    rows = [(p, percentile(ratio, p)) for p in (0, 5, 25, 50, 75, 95, 100)]
    return Section(
        "Figure 9.9: the bound",
        "The length of the optimal path of the disc over that of the grid path. Half straight and "
        f"half diagonal gives C = {BOUND:.4f}.",
        lambda figure: drawing.bound(figure, ratio, BOUND),
        ("percentile", "optimal / A*"),
        rows,
        [
            Claim(
                f"No path is shorter than {BOUND:.4f} times the grid path.",
                f"The least ratio is {least:.4f}.",
                bool(least >= BOUND - SAME),
                "C holds in free space. Around the corner of an obstacle, which grid paths may not "
                "cut, a quarter of a circle replaces two steps: 0.893 of their length.",
            )
        ],
    )


def _ratios(queries: Table, name: str, factor: int, base: str) -> Any:
    return queries[f"{name}_{factor}"] / queries[base]


def _reach(queries: Table, name: str, factor: int, percent: int) -> float:
    """The grid length up to which the percentile of the ratio to TA*(10) is 1."""
    for start, of in drawing.by_bucket(queries):
        if percentile(_ratios(of, name, factor, "ta_10"), percent) > 1 + SAME:
            return start
    return math.inf


def _most(queries: Table, name: str, factor: int, percent: int) -> float:
    """The largest percentile of the ratio to TA*(10) over all ranges."""
    return max(
        percentile(_ratios(of, name, factor, "ta_10"), percent)
        for _, of in drawing.by_range(queries)
    )


def _section(number: int, queries: Table, name: str, percent: int) -> Section:
    title = name.upper() + "*"
    rows = []
    for label, of in drawing.by_range(queries):
        over = [percentile(_ratios(of, name, f, "ta_10"), percent) for f in FACTORS]
        true = [percentile(_ratios(of, name, f, "optimal_length"), percent) for f in FACTORS]
        grid = percentile(of["a_length"] / of["ta_10"], percent)
        rows.append((label, *over, *true, grid))
    return Section(
        f"Figure 9.{number}: {title} at the {percent}th percentile",
        f"Length of the best path when F times the time of the first path has passed, over that of "
        f"TA*(10) (left) and over the proved optimum (right); the {percent}th percentile.",
        lambda figure: drawing.anytime(figure, queries, name, percent, BOUND),
        (
            "tiles",
            *(f"F={f}" for f in FACTORS),
            *(f"F={f}, over optimum" for f in FACTORS),
            "A* / TA*(10)",
        ),
        rows,
        _claims(queries, name, percent),
        (9.0, 4.2),
    )


def _claims(queries: Table, name: str, percent: int) -> list[Claim]:
    first, second = (_reach(queries, name, f, percent) for f in (1, 2))
    most = {f: 100 * (_most(queries, name, f, percent) - 1) for f in FACTORS}
    maps = "other maps, and other costs of an expansion: F is a time."
    if (name, percent) == ("ta", 75):
        under = _ratios(queries, "ta", 10, "a_length") / BOUND
        within = float(np.mean(under < 1.04))
        return [
            Claim(
                "TA*(1) is as good as TA*(10) up to about 400 tiles.",
                f"Up to {_tiles(first)}; at most {most[1]:.2f} % longer.",
                first >= 300,
                maps,
            ),
            Claim(
                "TA*(2) is as good as TA*(10) everywhere.",
                f"At most {most[2]:.2f} % longer.",
                most[2] < 0.1,
                maps,
            ),
            Claim(
                "TA*(10) is within 4 % of the shortest possible for most paths.",
                f"For {100 * within:.0f} %.",
                within > 0.5,
                maps,
            ),
        ]
    if (name, percent) == ("ta", 95):
        return [
            Claim(
                "TA*(1) is longer from 150 tiles on, by up to about 5 %.",
                f"From {_tiles(first)} on, by up to {most[1]:.1f} %.",
                first < 300 and 1 < most[1] < 8,
                maps,
            ),
            Claim(
                "TA*(2) is longer from 250 tiles on, by up to 3 %; TA*(6) hardly at all.",
                f"From {_tiles(second)} on, by up to {most[2]:.1f} %; TA*(6) by {most[6]:.1f} %.",
                second > first and most[2] < 5 and most[6] < 1,
                maps,
            ),
        ]
    if (name, percent) == ("tra", 75):
        return [
            Claim(
                "TRA*(1) is as good as TA*(10) below 200 tiles, TRA*(2) up to 400.",
                f"Up to {_tiles(first)} and {_tiles(second)}.",
                first >= 100 and second > first,
                maps,
            )
        ]
    worse = _most(queries, name, 1, percent)
    grid = max(percentile(of["a_length"] / of["ta_10"], 50) for _, of in drawing.by_range(queries))
    return [
        Claim(
            "The first path of TRA* is at times longer than the path on the grid; more time helps.",
            f"Up to {most[1]:.1f} % longer than TA*(10), the grid path "
            f"{100 * (grid - 1):.1f} %; with F = 2 {most[2]:.1f} %, with F = 10 {most[10]:.1f} %.",
            bool(worse > grid and most[10] < most[2] < most[1]),
            maps,
        )
    ]


def _tiles(length: float) -> str:
    return "the longest" if math.isinf(length) else f"{length:.0f} tiles"
