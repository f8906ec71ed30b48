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

MOST = 9  # maps of a class

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
    table = _with_abstraction(results["planners"])
    points = summary(table.where(table["radius"] == 0.0))
    discs = summary(table.where(table["radius"] > 0.0))
    common = measured_by_all(table.where(table["radius"] == 0.0))
    shared = len(np.unique(common["map"])) if len(common) else 0
    yield Section(
        "Which planner when",
        "The fastest planner that fits, by class of map, for points; in brackets the mean time of "
        "a query. On cells lengths are compared with the shortest path on cells. Beside the mesh "
        "tra* needs its abstraction, made at the first query. Classes with more maps than the "
        f"tables count ({MOST}) are represented by the first ones by name.",
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
        "Time of the mesh and the preparation plus that of n queries, means over the "
        f"{shared} maps on which every planner was measured: where lines cross, preparing begins "
        "to pay.",
        draw=lambda figure: _break_even(figure, common),
        size=(7.2, 4.6),
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


def _with_abstraction(table: Table) -> Table:
    """The abstraction counted for the first paths of "tra*" too: its complete search made it."""
    rows = list(table.rows())
    made = {r["map"]: r["prepare_ms"] for r in rows if r["planner"] == "tra*" and not r["radius"]}
    for row in rows:
        if row["planner"] in ("tra*", "tra*(1)"):
            row["prepare_ms"] = max(row["prepare_ms"], made.get(row["map"], 0.0))
    return Table.of_rows(rows)


def measured_by_all(table: Table) -> Table:
    """The rows of the maps on which every planner was measured."""
    planners = len(np.unique(table["planner"])) if len(table) else 0
    parts = [of for _, of in table.by("map") if len(of) == planners] if planners else []
    return Table.joined(parts) if parts else Table({})


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
    styles = _styles(points)
    handles: dict[str, Any] = {}
    for ax, (kind, of) in zip(axes.flat, kinds, strict=False):
        for row in of.rows():
            name = str(row["planner"])
            [mark] = ax.plot(row["us_mean"], row["over_mean"], ls="", ms=5, **styles[name])
            handles.setdefault(name, mark)
        ax.set_xscale("log")
        ax.set_title(str(kind), fontsize=9)
        ax.set(xlabel="µs", ylabel="length / optimum")
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=8)


def _styles(points: Table) -> dict[str, dict[str, Any]]:
    """A marker and a colour for each planner: filled on polygons, open on cells."""
    out: dict[str, dict[str, Any]] = {}
    for on, fill in (("polygons", "full"), ("cells", "none")):
        for i, (name, _) in enumerate(points.where(on=on).by("planner")):
            out[str(name)] = {"marker": "osD^v"[i % 5], "color": f"C{i % 10}", "fillstyle": fill}
            if i >= 10:
                out[str(name)] |= {"color": "k"}
    return out


def _break_even(figure: Any, table: Table) -> None:
    ax = figure.subplots()
    count = np.logspace(0, 6, 60)
    styles = _styles(table) if len(table) else {}
    for planner, of in table.by("planner") if len(table) else ():
        before = 1e-3 * (mean(of["build_ms"]) + mean(of["prepare_ms"]))
        each = 1e-6 * mean(of["us_mean"])
        dashed = "--" if of["on"][0] == "cells" else "-"
        ax.plot(count, before + count * each, dashed, lw=1.1, markevery=12, ms=4, label=planner,
                **styles[str(planner)])  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="queries", ylabel="seconds in all")
    ax.legend(ncols=2, loc="upper left", bbox_to_anchor=(1.0, 1.0))
