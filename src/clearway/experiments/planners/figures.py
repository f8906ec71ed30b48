"""The pictures and tables that answer which planner to use when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..experiment import Results
from ..measuring import mean
from ..report.sections import Section
from ..tables import Table
from .statements import PREPARED, statements

EXACT = 1e-6  # relative: a planner whose paths are no longer than this counts as exact
CHOICES = (
    ("any-angle, proved shortest, nothing but the mesh", {"on": "polygons"}, 0.0, False),
    ("any-angle, within 1 % in the mean, nothing but the mesh", {"on": "polygons"}, 0.01, False),
    ("any-angle, within 5 % in the mean, prepared or not", {"on": "polygons"}, 0.05, True),
    ("cells, shortest, nothing prepared", {"on": "cells"}, 0.0, False),
    ("cells, prepared or not", {"on": "cells"}, 1.0, True),
)


def sections(results: Results) -> Iterator[Section]:
    """Which planner when, then the numbers behind it."""
    if not results.has("planners"):
        return
    table = results["planners"]
    points = summary(table.where(table["radius"] == 0.0))
    discs = summary(table.where(table["radius"] > 0.0))
    yield Section(
        "Which planner when",
        "The fastest planner that fits, by class of map, for points; in brackets the mean time of "
        "a query. On cells lengths are compared with the shortest path on cells.",
        columns=("you need", *(str(kind) for kind, _ in points.by("kind"))),
        rows=list(_choices(points)),
        claims=list(statements(points)),
    )
    yield Section(
        "Time of a query and length of its path",
        "Means over the queries of a class, points. To the left is faster, below is shorter; "
        "planners on cells cannot get below about 1.05, the price of 8-connected moves.",
        draw=lambda figure: _scatter(figure, points),
        size=(9.0, 2.6 * -(-len(list(points.by("kind"))) // 3)),
    )
    yield Section(
        "Preparation and queries",
        "Time of the preparation plus that of n queries, in all classes together: where lines "
        "cross, preparing begins to pay.",
        draw=lambda figure: _break_even(figure, points),
    )
    for title, of in (("Points", points), ("Discs of 0.45 cells", discs)):
        if len(of):
            yield Section(
                f"{title}: all numbers",
                "Means over the maps of a class; graphs and labels are not built on maps with very "
                "many corners, nor beyond their memory. build: tracing and triangulating the grid; "
                "prepare: what the planner adds. Times are processor times of one thread, of each "
                "query the least of the repetitions. Memory counts the world or grid, what is "
                "kept, and on cells the scratch of one thread; the abstraction of tra* is not "
                "counted.",
                columns=tuple(_SHOWN.values()),
                rows=[[row[name] for name in _SHOWN] for row in of.rows()],
            )


_SHOWN = {
    "kind": "class",
    "planner": "planner",
    "maps": "maps",
    "build_ms": "build ms",
    "prepare_ms": "prepare ms",
    "memory_kB": "memory kB",
    "us_50": "query µs, median",
    "us_95": "95 %",
    "us_mean": "mean",
    "expanded": "expanded",
    "over_mean": "length / optimum",
    "over_95": "95 % ",
    "missed": "not found",
}


def summary(table: Table) -> Table:
    """A row for each class and planner: means over maps."""
    rows = []
    for kind, of_kind in table.by("kind") if len(table) else ():
        for planner, of in of_kind.by("planner"):
            row: dict[str, Any] = {"kind": kind, "planner": planner, "maps": len(of)}
            row["on"] = of["on"][0]
            for name in (*_SHOWN, "over_max", "proved"):
                if name not in row:
                    row[name] = mean(of[name])
            rows.append(row)
    return Table.of_rows(rows)


def _choices(points: Table) -> Iterator[list[str]]:
    kinds = [of for _, of in points.by("kind")]
    for text, wanted, longer, may_prepare in CHOICES:
        yield [text, *(_fastest(of.where(**wanted), longer, may_prepare) for of in kinds)]


def _fastest(of: Table, longer: float, may_prepare: bool) -> str:
    if not len(of):
        return "-"
    least = float(np.nanmin(of["over_mean"]))
    fits = of["over_mean"] <= least * (1.0 + longer + EXACT)
    fits &= of["missed"] == 0
    if not longer:
        fits &= of["proved"] > 1.0 - EXACT
    if not may_prepare:
        fits &= ~np.isin(of["planner"], PREPARED)
    if not fits.any():
        return "-"
    best = of.where(fits).ordered("us_mean")
    return f"{best['planner'][0]} ({best['us_mean'][0]:.0f} µs)"


def _scatter(figure: Any, points: Table) -> None:
    kinds = list(points.by("kind"))
    columns = min(3, len(kinds))
    axes = figure.subplots(-(-len(kinds) // columns), columns, squeeze=False)
    for ax in axes.flat[len(kinds) :]:
        ax.set_visible(False)
    for ax, (kind, of) in zip(axes.flat, kinds, strict=False):
        for on, colour in (("polygons", "tab:blue"), ("cells", "tab:orange")):
            some = of.where(on=on)
            ax.plot(some["us_mean"], some["over_mean"], "o", ms=4, color=colour, label=on)
            for x, y, name in zip(some["us_mean"], some["over_mean"], some["planner"], strict=True):
                ax.annotate(str(name), (x, y), (3, 3), textcoords="offset points", fontsize=6)
        ax.set_xscale("log")
        ax.set_title(str(kind), fontsize=9)
        ax.set(xlabel="µs", ylabel="length / optimum")
    axes.flat[0].legend()


def _break_even(figure: Any, points: Table) -> None:
    ax = figure.subplots()
    count = np.logspace(0, 6, 60)
    for planner, of in points.by("planner"):
        before = 1e-3 * (mean(of["build_ms"]) + mean(of["prepare_ms"]))
        each = 1e-6 * mean(of["us_mean"])
        dashed = "--" if of["on"][0] == "cells" else "-"
        ax.plot(count, before + count * each, dashed, lw=1.1, label=planner)
    ax.set(xscale="log", yscale="log", xlabel="queries", ylabel="seconds in all")
    ax.legend(ncols=2, loc="upper left", bbox_to_anchor=(1.0, 1.0))
