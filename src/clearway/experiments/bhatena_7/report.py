"""The figures of chapter 7, with fits and the statements of its text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ..experiment import Results
from ..measuring import exponent, fit, mean
from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing
from .measure import END

SHOWN = {
    "a": "A*",
    "hpa": "HPA*",
    "end": "TA* to its end",
    "ta": "TA* with the proof of optimal",
    "first": "TA*'s first path",
    "channel": "channel",
    "optimal": "optimal",
    "thpa": "THPA*",
    "plan": "its abstract path",
    "leg": "plan and first leg",
}
FIGURES = {"a": "A*", "hpa": "HPA*", "end": "TA*", "thpa": "THPA*"}
BITS = "the grid is searched by bits and a query takes microseconds, not milliseconds."
TIES = (
    "TA* left to its end is slowest: many paths are equally long, and the proof examines them all."
)
MEANS = "each point is the mean of many queries, which hides how much single ones vary."
# What the text says of each figure: it has no coefficients.
FITS = {1: "no correlation", 2: "no correlation", 3: "line, R² = 0.997", 4: "weak correlation",
        6: "line, R² = 0.9037", 7: "high variability", 8: "parabola, R² = 0.9642",
        9: "parabola, R² = 0.9642", 10: "both quadratic in the graph"}  # fmt: skip
LABELS = {
    "inter_edges": "inter-edges",
    "intra_edges": "intra-edges",
    "plan_us": "abstract path, µs",
    "cache_s": "cache, s",
}
PUBLISHED_SIZE = 100  # of the largest uniform map
UNCORRELATED, CORRELATED = 0.5, 0.9  # R squared at most, at least


def sections(results: Results) -> Iterator[Section]:
    """Figures 7.1 to 7.10, then what the document leaves open."""
    if results.has("worlds"):
        table = results["worlds"]
        random, uniform = (table.where(kind=kind) for kind in ("nonuniform", "uniform"))
        if len(random):
            yield _optimality(table)
            for number, name in enumerate(FIGURES, 1):
                yield _by_size(number, random, name)
        if len(uniform):
            yield _uniform(uniform)
        if len(random):
            yield from _edges(random)
        yield _all(table)
    if results.has("large"):
        yield _large(results["large"])


def _optimality(table: Table) -> Section:
    thpa, rough, four = (
        100 * (mean(table[name]) - 1) for name in ("thpa_over", "rough_over_a", "hpa4_over")
    )
    return Section(
        "Section 7.2: near optimality",
        "Mean lengths. HPA* over A*, both unsmoothed; THPA* over the optimum.",
        columns=("planner", "longer, %", "published, %"),
        rows=[
            ("HPA* over A*, four neighbours, clusters of the square root", four, 5.967),
            ("HPA* over A*, eight neighbours, unsmoothed", rough, None),
            ("HPA* over A*, smoothed", 100 * (mean(table["hpa_over_a"]) - 1), None),
            ("THPA* over the optimum", thpa, 4.378),
            ("channel over the optimum", 100 * (mean(table["channel_over"]) - 1), None),
            ("TA*'s first path over the optimum", 100 * (mean(table["first_over"]) - 1), None),
        ],
        claims=[
            Claim(
                "HPA* is within 5.967 % of A*.",
                f"{four:.2f} % in the document's way, {rough:.2f} % with eight neighbours.",
                bool(2 < four < 12),
                "uniform worlds have none: all their shortest paths without diagonals are equally "
                "long. The document does not say how entrances are placed; they are here as in "
                "Botea 2004. With one in the middle of each (wide=math.inf in four_neighbours.py), "
                "five nonuniform worlds of 50 to 2,000 obstacles have 2.7 % instead of 0.9 %.",
            ),
            Claim(
                "THPA* is within 4.378 % of TA*.",
                f"{thpa:.2f} %.",
                bool(2 < thpa < 7),
                "cached paths are shortest ones, three nodes on a border are far apart, and the "
                "whole channel is pulled tight at once.",
            ),
        ],
    )


def _by_size(number: int, table: Table, name: str) -> Section:
    us = table[f"{name}_us"]
    line, r2 = fit(table["triangles"], us, 1)
    grows = float(us[-1] / us[0]) if len(us) else float("nan")
    said = {
        "a": ("No correlation with the graph: the area is constant.", r2 < UNCORRELATED,
              "more obstacles leave fewer straight runs: among 2,000 A* expands 13 times as many "
              "cells as among 50. And " + MEANS),
        "hpa": ("No correlation with the graph: the area is constant.", r2 < UNCORRELATED,
                "more obstacles cut the borders of clusters into more entrances: 2,000 make 1.7 "
                "times as many edges as 50. And " + MEANS),
        "end": ("A strong linear correlation, R squared 0.997.", r2 > CORRELATED,
                "random queries of different lengths in each world."),
        "thpa": ("A weak positive correlation, with high variation.",
                 grows > 1 and r2 < CORRELATED, MEANS),
    }[name]  # fmt: skip
    claims = [Claim(said[0], f"R squared {r2:.3f}; {grows:.1f} times.", bool(said[1]), said[2])]
    if name == "thpa":
        claims.append(_order(table))
    return Section(
        f"Figure 7.{number}: time of {FIGURES[name]} by graph size, nonuniform",
        f"Line: {line[0]:.3g} µs a triangle {line[1]:+.3g}, R squared {r2:.3f}.",
        partial(drawing.with_fit, table=table, x="triangles", y=f"{name}_us", degree=1,
                labels=("triangles", "µs"), published=FITS[number]),
        ("obstacles", "triangles", "cells", "µs"),
        [(r["value"], r["triangles"], r["cells"], r[f"{name}_us"]) for r in table.rows()],
        claims,
    )  # fmt: skip


def _order(table: Table) -> Claim:
    """Who is faster than whom in nonuniform worlds, in the mean over all of them."""
    us = {name: mean(table[f"{name}_us"]) for name in (*FIGURES, "first")}
    return Claim(
        "THPA* and TA* take about as long, HPA* more, A* most.",
        f"THPA* {us['thpa']:.0f}, TA* to its end {us['end']:.0f}, its first path "
        f"{us['first']:.0f}, HPA* {us['hpa']:.0f}, A* {us['a']:.0f} µs.",
        bool(us["thpa"] <= us["end"] < us["hpa"] < us["a"]),
        BITS + " " + TIES,
    )


def _uniform(table: Table) -> Section:
    small = table.where(table["value"] <= PUBLISHED_SIZE)
    large = table.where(table["value"] >= PUBLISHED_SIZE)
    first = {name: small[f"{name}_us"] for name in FIGURES}
    last = {name: float(us[-1]) for name, us in first.items()}
    others = np.min([first[name] for name in FIGURES if name != "thpa"], axis=0)
    behind = small["value"][first["thpa"] > others]
    size = f"At size {small['value'][-1]:.0f}"
    power = exponent(small["value"], small["a_us"])
    beyond = exponent(large["value"], large["a_us"])
    grown = f"to the power {power:.1f}" + (f", above {beyond:.1f}" if len(large) > 1 else "")
    return Section(
        "Figure 7.5: all planners, uniform worlds",
        "A block on every cell with even coordinates; above size 100 beyond the document, whose "
        f"statements are compared up to there. TA* left to its end is stopped after {END:,} "
        "expansions; the column says how many it proves.",
        partial(drawing.lines, table=table, x="value", names=SHOWN, label="size of the map"),
        ("size", "triangles", *SHOWN.values(), "TA* proves, %"),
        [
            (
                r["value"],
                r["triangles"],
                *(r.get(f"{name}_us") for name in SHOWN),
                100 * r["end_proved"],
            )
            for r in table.rows()
        ],
        [
            Claim(
                "THPA* is clearly the fastest, never above 40 ms.",
                f"{size} it takes {last['thpa']:.0f} µs, A* {last['a']:.0f}, HPA* "
                f"{last['hpa']:.0f}; "
                + (f"up to size {behind[-1]:.0f} another is faster." if len(behind)
                   else "at every size."),
                not len(behind),
                BITS + " In small worlds its search ends before a plan over clusters is made.",
            ),
            Claim(
                "A* is the slowest; its time grows with the square of the width.",
                f"{size} it takes {last['a']:.0f} µs, HPA* {last['hpa']:.0f}, TA* to its end "
                f"{last['end']:.0f}; it grows {grown}.",
                bool(last["a"] >= max(last.values()) and power > 1.7),
                BITS + " A block on every second cell makes entrances of HPA* along every border. "
                + TIES + " In small worlds the ends of a query of A* cost more than its search.",
            ),
            Claim(
                "TA* and HPA* are similar.",
                f"{size} TA* to its end takes {last['end']:.0f} µs, its first path "
                f"{float(small['first_us'][-1]):.0f}, HPA* {last['hpa']:.0f}.",
                bool(0.3 < last["end"] / last["hpa"] < 3),
                BITS + " " + TIES,
            ),
        ],
    )  # fmt: skip


def _edges(table: Table) -> Iterator[Section]:
    figures = (
        (6, "inter-edges by graph size", "triangles", "inter_edges", 1,
         "Approximately linear, R squared 0.9037."),
        (7, "time of the abstract path by inter-edges", "inter_edges", "plan_us", 1,
         "High variability."),
        (8, "intra-edges by graph size", "triangles", "intra_edges", 2,
         "Quadratic, R squared 0.9642."),
        (9, "time of the cache by graph size", "triangles", "cache_s", 2,
         "Approximately quadratic, R squared 0.9642."),
        (10, "time of the cache by intra-edges", "intra_edges", "cache_s", 1,
         "Both grow quadratically with the graph."),
    )  # fmt: skip
    for number, title, x, y, degree, said in figures:
        _, r2 = fit(table[x], table[y], degree)
        power = exponent(table[x], table[y])
        yield Section(
            f"Figure 7.{number}: {title}, nonuniform",
            "Intra-edges are those of the document: all pairs of triangles at the border of a "
            "cluster. Clearway keeps cached paths instead: at most three nodes on a border.",
            partial(drawing.with_fit, table=table, x=x, y=y, degree=degree,
                    labels=(LABELS.get(x, x), LABELS[y]), published=FITS[number]),
            ("obstacles", LABELS.get(x, x), LABELS[y], "cached paths"),
            [(r["value"], r[x], r[y], r["edges"]) for r in table.rows()],
            [_claim(number, said, r2, power)],
        )  # fmt: skip


def _claim(number: int, said: str, r2: float, power: float) -> Claim:
    ours = f"R squared {r2:.3f}; it grows to the power {power:.2f}."
    if number == 7:
        return Claim(said, ours, r2 < UNCORRELATED, MEANS)
    if number == 6:
        return Claim(said, ours, r2 > CORRELATED, "sqrt(n) good clusters of a planar graph have a "
                     "cut of n to the power 3/4.")  # fmt: skip
    if number == 8:
        return Claim(said, ours, power > 1.5, "clusters of sqrt(n) triangles have borders of about "
                     "n to the power 1/4, so pairs grow about linearly; the document's clusters "
                     "have longer borders.")  # fmt: skip
    return Claim(said, ours, power > 1.5, "at most three nodes on a border: cached paths grow "
                 "about linearly with the triangles.")  # fmt: skip


def _all(table: Table) -> Section:
    rows: list[Any] = [
        (
            f"{r['kind']} {r['value']:.0f}",
            r["triangles"],
            *(r.get(f"{name}_us") for name in SHOWN),
            100 * (r["thpa_over"] - 1),
            100 * (r["channel_over"] - 1),
            r["edges"],
            r["inter_edges"],
            r["intra_edges"],
            r["cache_s"],
            r["bytes"] / 1e6,
        )
        for r in table.rows()
    ]
    return Section(
        "All numbers",
        "Microseconds of a query.",
        columns=(
            "world",
            "triangles",
            *SHOWN.values(),
            "THPA* longer, %",
            "channel longer, %",
            "cached paths",
            "inter-edges",
            "intra-edges of the document",
            "cache, s",
            "cache, MB",
        ),
        rows=rows,
    )


def _large(table: Table) -> Section:
    rows = [
        (
            int(r["boxes"]),
            r["radius"],
            r["triangles"],
            r["prepare_s"],
            r["optimal_us"],
            r["channel_us"],
            r["thpa_us"],
            r["leg_us"],
            r["leg_share"],
            100 * (r["channel_over"] - 1),
            100 * (r["thpa_over"] - 1),
            r["channel_us"] / r["thpa_us"],
        )
        for r in table.rows()
    ]
    return Section(
        "Where THPA* pays: beside channel, which prepares nothing",
        "Boxes on a jittered lattice; the radius is a share of their spacing. The first leg is a "
        "part of the path, of which the column says how large it is; the others are whole paths.",
        columns=(
            "boxes",
            "radius",
            "triangles",
            "prepared in s",
            "optimal µs",
            "channel µs",
            "THPA* µs",
            "plan and first leg µs",
            "first leg / path",
            "channel longer, %",
            "THPA* longer, %",
            "channel / THPA*",
        ),
        rows=rows,
    )
