"""What the library expects of its planners, beside what was measured."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..report.sections import Claim
from ..tables import Table

PREPARED = ("vg", "vgo", "bsp*", "labels", "thpa*", "hpa*", "pra*")
NOISE = "random"
AT_MOST = 5.0  # times the fastest planner that is not proved: the price of a proof


def statements(points: Table) -> Iterator[Claim]:
    """About the table of means, a row for each class and planner; no cells or polygons: none."""
    polygons, cells = points.where(on="polygons"), points.where(on="cells")
    if not len(polygons) or not len(cells):
        return
    ready = polygons.where(~np.isin(polygons["planner"], PREPARED))
    first = {str(kind): _fastest(of) for kind, of in ready.by("kind")}
    yield Claim(
        "On polygons, with nothing prepared, channel or a first path of tra* answers first.",
        "; ".join(f"{kind}: {name}" for kind, (name, _) in first.items()) + ".",
        all(name in ("channel", "tra*(1)") for name, _ in first.values()),
        "in mazes all paths lie in one corridor: every search runs straight through it.",
    )
    proved = {str(r["kind"]): r["us_mean"] for r in polygons.where(planner="optimal").rows()}
    price = {kind: us / first[kind][1] for kind, us in proved.items()}
    yield Claim(
        f"optimal proves its path in at most {AT_MOST:.0f} times the time of that first answer.",
        "; ".join(f"{kind}: {times:.1f}" for kind, times in price.items()) + " times.",
        max(price.values()) <= AT_MOST,
        "where nearly every corner bends a path, the proof looks at most of them.",
    )
    exact = cells.where(np.isin(cells["planner"], ("dijkstra", "a*", "jps")))
    quickest = {str(kind): _fastest(of)[0] for kind, of in exact.by("kind")}
    yield Claim(
        "Of the shortest paths on cells, jps finds them first, except in noise.",
        "; ".join(f"{kind}: {name}" for kind, name in quickest.items()) + ".",
        all((name == "jps") == (kind != NOISE) for kind, name in quickest.items()),
        "jumps are short where corridors bend often.",
    )
    pays = {name: _queries_to_pay(polygons, name) for name in ("thpa*", "labels")}
    known = {name: count for name, count in pays.items() if np.isfinite(count)}
    yield Claim(
        "Prepared planners pay off after many queries.",
        "Beside optimal, in the median of the classes: "
        + "; ".join(f"{name} after {count:,.0f}" for name, count in known.items())
        + ".",
        bool(known) and min(known.values()) > 100,
        "they prepare in less time than a hundred queries take.",
    )


def _fastest(of: Table) -> tuple[str, float]:
    best = of.ordered("us_mean")
    return str(best["planner"][0]), float(best["us_mean"][0])


def _queries_to_pay(polygons: Table, planner: str) -> float:
    """The median over classes of how many queries make up for preparing; inf: never in half."""
    counts = []
    for _, of in polygons.by("kind"):
        mine, other = of.where(planner=planner), of.where(planner="optimal")
        if len(mine) and len(other):
            saved = float(other["us_mean"][0] - mine["us_mean"][0])
            counts.append(1e3 * float(mine["prepare_ms"][0]) / saved if saved > 0 else np.inf)
    return float(np.median(counts)) if counts else float("inf")
