"""The sections on HPA*: pictures of its graph, cluster sizes, and clusters that fit corridors."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing


def graph_section() -> Section:
    """Figures 20 to 22."""
    return Section(
        "Figures 20 to 22: clusters, marked cells and edges of HPA*",
        "Clusters of 10 x 10 cells. Of an entrance of up to five cells the middle pair is marked, "
        "of a wider one the first and the last.",
        drawing.abstract_graph,
        size=(9.0, 2.4),
    )


def clusters_section(table: Table) -> Section:
    """All sizes, then what fits."""
    names = ("prepare_ms", "kB", "nodes", "inter_edges", "intra_edges", "us")
    rows: list[Any] = [
        (r["corridor"], r["cluster"], "yes" if r["fits"] else "no", *(r[n] for n in names),
         100 * r["longer"]) for r in table.rows()
    ]  # fmt: skip
    best = {corridor: of.ordered("us")["cluster"][0] for corridor, of in table.by("corridor")}
    fastest = ", ".join(f"{corridor:.0f}: {cluster:.0f}" for corridor, cluster in best.items())
    return Section(
        "HPA*: cluster size by corridor width",
        "Scaled Maze, whose walls are as wide as its corridors. A cluster fits if its side is a "
        "multiple of the corridor, or the reverse. The fastest cluster for each corridor width: "
        f"{fastest}.",
        partial(drawing.clusters, table=table),
        ("corridor", "cluster", "fits", "prepare ms", "kB", "nodes", "inter-edges", "intra-edges",
         "µs", "longer than JPS, %"),
        rows,
        _claims(table),
    )  # fmt: skip


def _claims(table: Table) -> list[Claim]:
    claims = []
    default = table.where(cluster=10)
    if set(default["corridor"]) >= {4, 5, 6, 9, 10}:
        at = {c: default.where(corridor=c) for c in (4, 5, 6, 9, 10)}
        for column, unit, said in (
            ("prepare_ms", "ms", "the preparation"),
            ("us", "µs", "pathfinding"),
        ):
            value = {c: float(of[column][0]) for c, of in at.items()}
            claims.append(
                Claim(
                    f"Corridors of 5 and 10 cells divide the cluster size of 10: {said} drops.",
                    "Corridors of 4, 5, 6, 9, 10: "
                    + ", ".join(f"{v:.3g}" for v in value.values())
                    + f" {unit}.",
                    value[5] < (value[4] + value[6]) / 2 and value[10] < value[9],
                    "most of the preparation is searches inside clusters, which depend on cells.",
                )
            )
    ratios, edges = _over_others(table, "us"), _over_others(table, "inter_edges")
    if len(ratios):
        claims.append(
            Claim(
                "A fitting cluster size may lead to fewer inter-edges, and should be chosen by the "
                "width of the corridors.",
                f"The best fitting cluster takes {np.median(ratios):.2f} of the time of the best "
                f"other one in the median, at most {ratios.max():.2f}, with "
                f"{np.median(edges):.2f} of its inter-edges.",
                bool(np.median(ratios) < 1),
                "size matters more than fitting.",
            )
        )
    return claims


def _over_others(table: Table, column: str) -> Any:
    """The value of the fastest cluster that fits over that of the fastest other one."""
    out = []
    for corridor, of in table.by("corridor"):
        fitting, others = of.where(fits=1.0), of.where(fits=0.0)
        if corridor > 1 and len(fitting) and len(others):
            out.append(fitting.ordered("us")[column][0] / others.ordered("us")[column][0])
    return np.array(out)
