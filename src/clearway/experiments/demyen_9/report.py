"""The figures of chapter 9, with the statements of its text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ..experiment import Results
from ..measuring import fit, percentile
from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing
from .anytime import anytime_sections
from .drawing import PERCENTS, RANGES

NAMES = {"a": "A*", "pra": "PRA*", "ta": "TA*(1)", "tra": "TRA*(1)"}
MORE = {**NAMES, "heap": "A* with a heap", "channel": "channel", "optimal": "optimal"}
FASTER = (
    "A* here breaks ties by depth and reads the grid as bits: in the open it expands little more "
    "than the cells of the path, so that an abstraction has little left to save."
)


def sections(results: Results) -> Iterator[Section]:
    """Figures 9.1 to 9.13."""
    if results.has("maps"):
        maps = results["maps"].ordered("triangles")
        yield _sizes(maps)
        yield _preprocessing(maps)
    if results.has("queries"):
        queries = answered(results["queries"])
        yield from _times(queries)
        yield _speedups(queries)
        yield _expansions(queries)
        yield from anytime_sections(queries)


def answered(queries: Table) -> Table:
    """The queries that every planner answers; a disc may not fit where a cell path cuts through."""
    lengths = [queries[f"{name}_length"] for name in MORE]
    return queries.where(np.all(np.isfinite(lengths), axis=0) & (queries["optimal_length"] > 0))


def _sizes(maps: Table) -> Section:
    cells, triangles = maps["cells"], maps["triangles"]
    ratio = cells / triangles
    over_constraints = cells / maps["constraints"]
    level_3 = maps["level_3"]
    return Section(
        "Figure 9.1: triangles, constraints and level-3 nodes",
        f"{len(maps)} maps, ordered by number of triangles; the table names them. Constraints and "
        "triangles are about as many.",
        lambda figure: drawing.sizes(figure, maps),
        ("map", "cells", "constraints", "triangles", "level-3 nodes", "refinement vertices"),
        [
            (r["map"], r["cells"], r["constraints"], r["triangles"], r["level_3"], r["refinements"])
            for r in maps.rows()
        ],
        [
            Claim(
                "A grid has over 10 times as many cells as the largest triangulation has "
                "triangles, over 65 times the median.",
                f"{ratio.min():.0f} and {np.median(ratio):.0f} times.",
                bool(ratio.min() > 10 and np.median(ratio) > 65),
                "obstacles of the generated or published maps differ in number from the 116 maps.",
            ),
            Claim(
                "More than 20 times as many cells as constraints on every map, above 100 on many.",
                f"At least {over_constraints.min():.0f} times; above 100 on "
                f"{int((over_constraints > 100).sum())} of {len(maps)}.",
                bool(over_constraints.min() > 20 and (over_constraints > 100).any()),
                "the maps differ.",
            ),
            Claim(
                "Level-3 nodes hardly grow with the triangles; a few hundred at most.",
                f"At most {level_3.max():.0f}; median {np.median(level_3):.0f}.",
                bool(level_3.max() < 1000),
                "more obstacles than on any map of the document.",
            ),
        ],
    )


def _preprocessing(maps: Table) -> Section:
    steps = ("tracing", "triangulation", "sectors", "clearance", "reduction")
    parts = [maps[f"{name}_ms"] for name in steps[1:]]
    total = np.sum(parts, axis=0)
    each = 1e3 * total / maps["triangles"]
    _, r2 = fit(maps["triangles"], total, 1)
    share = float(parts[-1].sum() / total.sum())
    return Section(
        "Figure 9.2: preprocessing",
        "Processor time, every map. Sectors: the table of point location (8.1), built again by "
        "itself. "
        "Clearance, which the document has no counterpart of, refines the mesh and measures "
        "widths; the document measures widths in its reduction.",
        lambda figure: drawing.preprocessing(figure, maps),
        ("map", "triangles", *(f"{step} ms" for step in steps), "µs per triangle"),
        [
            (
                r["map"],
                r["triangles"],
                *(r[f"{step}_ms"] for step in steps),
                1e3 * sum(r[f"{step}_ms"] for step in steps[1:]) / r["triangles"],
            )
            for r in maps.rows()
        ],
        [
            Claim(
                "Linear in the number of triangles.",
                f"R squared of a line is {r2:.3f}.",
                bool(r2 > 0.8),
                "maps with few triangles are ruled by fixed costs, and there are few maps.",
            ),
            Claim(
                "About 20 µs a triangle.",
                f"{np.median(each):.1f} µs in the median.",
                bool(np.median(each) > 10),
                "a processor twenty years newer.",
            ),
            Claim(
                "Evenly split between triangulation and reduction.",
                f"The reduction takes {100 * share:.0f} %.",
                bool(0.35 < share < 0.65),
                "widths are measured by the clearance layer here, in the reduction there.",
            ),
        ],
    )


def _times(queries: Table) -> Iterator[Section]:
    medians = {name: _by_range(queries, f"{name}_us", 50) for name in MORE}
    spread = {
        name: percentile(long[f"{name}_us"], 95) / percentile(long[f"{name}_us"], 25)
        for long in [queries.where(queries["grid_length"] >= 256)]
        for name in NAMES
        if len(long)
    }
    claims = {
        "a": [
            Claim(
                "The time grows more and more with the length; long paths take over 250 ms.",
                f"The median grows from {medians['a'][0]:.0f} to {_last(medians['a']):.0f} µs; the "
                f"longest query takes {np.nanmax(queries['a_us']) / 1e3:.1f} ms.",
                bool(np.nanmax(queries["a_us"]) > 250e3),
                "the growth is the same; the processor and the search are faster.",
            )
        ],
        "pra": [
            Claim(
                "PRA* is much faster than A*, the more so for long paths.",
                f"On the longest paths {_last(medians['a']) / _last(medians['pra']):.1f} times as "
                f"fast, on the shortest {medians['a'][0] / medians['pra'][0]:.2f} times.",
                bool(_last(medians["a"]) > 2 * _last(medians["pra"])),
                FASTER,
            ),
            Claim(
                "The percentiles of PRA* are closer together than those of A*.",
                f"From 256 tiles on the 95th is {spread.get('pra', np.nan):.1f} times the 25th, "
                f"that of A* {spread.get('a', np.nan):.1f} times.",
                bool(spread.get("pra", 0.0) < spread.get("a", np.inf)),
                FASTER,
            ),
        ],
        "ta": [
            Claim(
                "TA*(1) is faster than A* and PRA*.",
                f"On the longest paths {_last(medians['a']) / _last(medians['ta']):.1f} and "
                f"{_last(medians['pra']) / _last(medians['ta']):.1f} times as fast.",
                bool(_last(medians["ta"]) < min(_last(medians["a"]), _last(medians["pra"]))),
                FASTER,
            )
        ],
        "tra": [
            Claim(
                "TRA*(1) is the fastest of all.",
                f"On the longest paths {_last(medians['ta']) / _last(medians['tra']):.1f} times as "
                "fast as TA*(1).",
                all(_last(medians["tra"]) <= _last(medians[name]) for name in NAMES),
                FASTER,
            )
        ],
    }
    for number, (name, title) in enumerate(NAMES.items(), 3):
        yield Section(
            f"Figure 9.{number}: times of {title} by path length",
            f"{len(queries):,} queries; percentiles {', '.join(map(str, PERCENTS))}.",
            partial(drawing.times, queries=queries, name=name),
            ("tiles", "queries", *(f"{p} %, µs" for p in PERCENTS)),
            [
                (label, len(of), *(percentile(of[f"{name}_us"], p) for p in PERCENTS))
                for label, of in drawing.by_range(queries)
            ],
            claims[name],
        )


def _by_range(queries: Table, column: str, percent: float) -> list[float]:
    return [percentile(of[column], percent) for _, of in drawing.by_range(queries)]


def _last(values: list[float]) -> float:
    return values[-1]


def _speedups(queries: Table) -> Section:
    others = [name for name in MORE if name not in ("a", "heap")]
    rows: list[tuple[Any, ...]] = [
        (
            label,
            *(float(np.median(of["a_us"] / of[f"{name}_us"])) for name in others),
            *(float(np.median(of["heap_us"] / of[f"{name}_us"])) for name in ("a", "pra")),
            *(float(np.median(of[f"a_{what}"] / of[f"pra_{what}"])) for what in ("expanded",)),
        )
        for label, of in drawing.by_range(queries)
    ]
    fair = np.array([row[-2] for row in rows])
    cells = np.array([row[-1] for row in rows])
    pra, ta, tra = (
        np.array([row[1 + others.index(n)] for row in rows]) for n in ("pra", "ta", "tra")
    )
    return Section(
        "Figure 9.7: median speedup over A*",
        "The median of the time of A* over that of each planner; channel and optimal beside it. A* "
        "here keeps its open cells in buckets. PRA* searches its graphs with a heap, as its "
        "authors do; A* with a heap, beside which it stands in two columns, is the A* of the "
        "document. Last: expansions of A* over those of PRA* on all levels.",
        lambda figure: drawing.speedups(figure, queries, others),
        (
            "tiles",
            *(MORE[name] for name in others),
            "A* with a heap / A*",
            "A* with a heap / PRA*",
            "expansions, A* / PRA*",
        ),
        rows,
        [
            Claim(
                "PRA* is faster than A* at every length.",
                f"{fair.min():.2f} to {fair.max():.1f} times as fast as A* with a heap; A* expands "
                f"{cells.min():.2f} to {cells.max():.1f} times as many nodes.",
                bool((fair > 1).all()),
                "in the open A* expands hardly more than the cells of the path, while PRA* expands "
                "a path on every level: it has more nodes to expand on short paths, not slower "
                "ones.",
            ),
            Claim(
                "TRA* gains most, then TA*, then PRA*, at every length.",
                f"TRA* {tra[0]:.1f} to {tra[-1]:.1f}, TA* {ta[0]:.1f} to {ta[-1]:.1f}, PRA* "
                f"{pra[0]:.2f} to {pra[-1]:.1f}.",
                bool((tra > ta).all() and (ta > pra).all()),
                FASTER,
            ),
            Claim(
                "The gain of PRA* and of TRA* grows with the length.",
                f"By {pra[-1] / pra[0]:.1f} and {tra[-1] / tra[0]:.1f} times.",
                bool(pra[-1] > pra[0] and tra[-1] > tra[0]),
                FASTER,
            ),
            Claim(
                "The gain of TA* is large from the start, falls, and levels off.",
                f"It goes from {ta[0]:.1f} to {ta[-1]:.1f}.",
                bool(ta[-1] < ta[0]),
                "A* is cheap on short paths here and expands much on long ones, so that TA* gains "
                "with the length.",
            ),
        ],
    )


def _expansions(queries: Table) -> Section:
    rows: list[tuple[Any, ...]] = [
        (label, *(percentile(of[f"{name}_expanded"], 90) for name in MORE))
        for label, of in drawing.by_range(queries)
    ]
    last: dict[str, Any] = dict(zip(MORE, rows[-1][1:], strict=True))
    return Section(
        "Figure 9.8: expansions, 90th percentile",
        f"Queries by grid length, {len(RANGES)} ranges in the table.",
        lambda figure: drawing.expansions(figure, queries),
        ("tiles", *MORE.values()),
        rows,
        [
            Claim(
                "A* expands most, then PRA*, then TA*, then TRA*.",
                ", ".join(f"{NAMES[name]} {last[name]:,.0f}" for name in NAMES) + " on long paths.",
                bool(last["a"] > last["pra"] > last["ta"] > last["tra"]),
                "PRA* refines level by level, and counts the nodes of every level.",
            )
        ],
    )
