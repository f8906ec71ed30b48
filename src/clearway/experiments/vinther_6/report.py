"""The figures of chapter 6, with the statements of its text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ..experiment import Results
from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing
from .clusters import clusters_section, graph_section
from .measure import MAPS
from .queues import queues_section
from .statements import about_preparation, about_queries
from .trees import cuts_claims, worst_section

TITLES = {"star": "Star", "lines": "Lines", "checker": "Checker", "maze": "Maze"}
TITLES |= {"scaled_maze": "Scaled Maze", "maze_cor5": "MazeCor5"}
QUERIES = {
    "dijkstra": "Dijkstra",
    "a*": "A*",
    "jps": "JPS",
    "hpa*": "HPA*",
    "vg": "VG",
    "vgo": "VGO",
    "bsp*+tree": "BSP* with its tree",
    "bsp*": "BSP* alone",
    "optimal": "optimal",
}
PREPARED = {"vg": "VG", "vgo": "VGO", "bsp*": "BSP", "hpa*": "HPA*"}


def sections(results: Results) -> Iterator[Section]:
    """Queries and preparation of each kind, then what the document only mentions."""
    if results.has("heuristics"):
        yield _heuristics(results["heuristics"])
    if results.has("queues"):
        yield queues_section(results["queues"])
    yield _explored()
    if results.has("maps"):
        table = results["maps"]
        for kind, about in MAPS.items():
            of = table.where(kind=kind)
            if len(of):
                yield _queries(kind, of)
                if about.preparation:
                    yield _preparation(kind, of)
                if kind == "checker":
                    yield Section(
                        "Figure 47: the visibility graph of Checker 20",
                        draw=drawing.visibility_graph,
                        size=(9.0, 4.4),
                    )
        yield _graphs(table)
        yield _property_two(table)
    if results.has("worst"):
        yield worst_section(results["worst"])
    yield graph_section()
    if results.has("clusters"):
        yield clusters_section(results["clusters"])


def _queries(kind: str, table: Table) -> Section:
    what = "corridor" if kind == "scaled_maze" else "size"
    return Section(
        f"Figure {MAPS[kind].queries}: pathfinding, {TITLES[kind]}",
        "Microseconds of a search, means over the trips of the document, on a logarithmic axis.",
        partial(
            drawing.lines, table=table, names=QUERIES, suffix="_us", scale=1.0, what=what, y="µs"
        ),
        (what, *QUERIES.values()),
        [(r["size"], *(r[f"{name}_us"] for name in QUERIES)) for r in table.rows()],
        about_queries(kind, table),
    )


def _preparation(kind: str, table: Table) -> Section:
    what = "corridor" if kind == "scaled_maze" else "size"
    rows = [
        (
            r["size"],
            r["mesh_ms"],
            *(r[f"{name}_prepare_ms"] for name in PREPARED),
            r["vgo_prepare_ms"] + r["mesh_ms"],
            r["mesh_kB"],
            *(r[f"{name}_kB"] for name in PREPARED),
        )
        for r in table.rows()
    ]
    return Section(
        f"Figure {MAPS[kind].preparation}: preprocessing, {TITLES[kind]}",
        "Milliseconds of processor time. The mesh, on which graphs and BSP are built, is apart: "
        "tracing, smoothing and triangulating the map.",
        partial(
            drawing.lines,
            table=table,
            names={**PREPARED, "mesh": "mesh"},
            suffix="_prepare_ms",
            scale=1.0,
            what=what,
            y="ms",
        ),
        (
            what,
            "mesh ms",
            *(f"{title} ms" for title in PREPARED.values()),
            "VGO with mesh ms",
            "mesh kB",
            *(f"{title} kB" for title in PREPARED.values()),
        ),
        rows,
        about_preparation(kind, table),
    )


def _graphs(table: Table) -> Section:
    rows = []
    for r in table.rows():
        each = r["fragments"] / r["segments"]
        rows.append(
            (
                TITLES[r["kind"]],
                r["size"],
                r["corners"],
                r["vg_edges"],
                r["vgo_edges"],
                each,
                r["depth"],
                r["cut"],
                r["vg_expanded"],
                r["vgo_expanded"],
                r["bsp*_expanded"],
                r["grid_over"],
                r["hpa_over"],
            )
        )
    each = table["fragments"] / table["segments"]
    checker = table.where(kind="checker")
    claims = cuts_claims(table)
    if len(checker) and checker["size"].max() == 60:
        edges = float(checker["vg_edges"].max())
        claims.append(
            Claim(
                "Checker 20 has about 8,000 edges (Figure 47).",
                f"{float(checker['vg_edges'].min()):,.0f}.",
                bool(0.7 < checker["vg_edges"].min() / 8_000 < 1.5),
                "the document estimates n cubed.",
            )
        )
        claims.append(
            Claim(
                "Checker 60 has about 216,000 edges.",
                f"{edges:,.0f}.",
                bool(0.7 < edges / 216_000 < 1.5),
                "the document estimates n cubed. Corners in line with each other, which graze "
                "those between, see each other here: 245,224 of the edges pass a third corner, the "
                "other 190,180 are 0.88 n cubed.",
            )
        )
    return Section(
        "Graphs and trees: sizes and explored corners",
        f"A segment is cut into {each.min():.2f} to {each.max():.2f} fragments by the BSP. Grid "
        "paths, which may cut corners, over the shortest path of the polygons; HPA* over the "
        "shortest grid path. c: the mean share of the segments that the line through a segment "
        "cuts.",
        columns=(
            "map",
            "size",
            "corners",
            "edges VG",
            "edges VGO",
            "fragments per segment",
            "depth",
            "c",
            "explored VG",
            "explored VGO",
            "explored BSP*",
            "grid / optimum",
            "HPA* / grid",
        ),
        rows=rows,
        claims=claims,
    )


def _property_two(table: Table) -> Section:
    rows: list[Any] = []
    for r in table.rows():
        saved = 100 * (1 - r["vgo_us"] / r["vgo-_us"])
        bsp = 100 * (1 - r["bsp*_us"] / r["bsp*-_us"])
        pair = (r["vgo_us"], r["vgo-_us"], saved, r["bsp*_us"], r["bsp*-_us"], bsp)
        rows.append((TITLES[r["kind"]], r["size"], r["vg_us"], *pair))
    better = float(np.mean(table["vgo_us"] < table["vgo-_us"]))
    return Section(
        "Property Two",
        "Microseconds with and without it.",
        columns=(
            "map",
            "size",
            "VG",
            "VGO",
            "VGO without",
            "saved, %",
            "BSP*",
            "BSP* without",
            "saved by it, %",
        ),
        rows=rows,
        claims=[
            Claim(
                "Property Two probably yields no benefit and costs time (chapter 7).",
                f"It makes VGO faster on {100 * better:.0f} % of the maps.",
                better < 0.5,
                "successors are sorted around the corner, and the test stops at the first that "
                "is not hidden.",
            )
        ],
    )


def _heuristics(table: Table) -> Section:
    exact = table.where(np.isin(table["heuristic"], ("octile", "euclidean")))
    rough = table.where(heuristic="manhattan")
    names = ("us", "expanded")
    rows: list[Any] = [
        (
            f"{r['kind']} {r['size']:.0f}",
            r["heuristic"],
            *(r[name] for name in names),
            100 * r["longer_mean"],
            100 * r["longer_95"],
            100 * r["proved"],
        )
        for r in table.rows()
    ]
    return Section(
        "Figures 10 and 11: heuristics of A*",
        "Random queries. none is Dijkstra.",
        columns=("map", "heuristic", "µs", "expanded", "longer, %", "95th, %", "proved, %"),
        rows=rows,
        claims=[
            Claim(
                "A heuristic that never overestimates gives shortest paths.",
                f"Octile and Euclidean are at most {100 * exact['longer_95'].max():.2g} % longer.",
                bool(np.abs(exact["longer_mean"]).max() < 1e-9),
            ),
            Claim(
                "One that overestimates is faster and may give longer paths.",
                f"Manhattan is {100 * rough['longer_mean'].mean():.1f} % longer in the mean.",
                bool(rough["longer_mean"].max() > 0),
                "on these maps no path got longer.",
            ),
        ],
    )


def _explored() -> Section:
    return Section(
        "Figure 40: cells explored by Dijkstra and A*",
        "Star 100, from the centre to a corner.",
        drawing.explored,
        size=(9.0, 3.4),
    )
