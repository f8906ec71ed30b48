"""Table 1 with the published values, and pictures of the searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..experiment import Results
from ..measuring import exponent
from ..report.sections import Claim, Section
from ..tables import Table
from . import drawing
from .environments import LOOKS, PUBLISHED
from .pictures import picture_sections
from .refinement import refinement_section

ALIKE = "the environments are look-alikes: their obstacles lie differently."


def sections(results: Results) -> Iterator[Section]:
    """The table, its growth, then the figures."""
    if results.has("table"):
        table = results["table"]
        yield _table(table)
        yield _beside(table)
        yield _growth(table)
    if results.has("refinement"):
        yield refinement_section(results["refinement"])
    yield from picture_sections()


def _published(table: Table, column: int) -> Any:
    return np.array([PUBLISHED[name][column] for name in table["environment"]])


def _table(table: Table) -> Section:
    rows = []
    for r in table.rows():
        name, then = r["environment"], PUBLISHED[r["environment"]]
        rows.append((f"{name}, published", *then, 100 * (then[5] / then[6] - 1)))
        longer = 100 * (r["local_length"] / r["global_length"] - 1)
        now = ("segments", "refinements", "triangles", "local_ms", "global_ms")
        lengths = (r["local_length"], r["global_length"])
        rows.append((f"{name}, here", *(r[column] for column in now), *lengths, longer))
    longer = 100 * (table["local_length"] / table["global_length"] - 1)
    share = table["refinements"] / table["segments"]
    looks = "; ".join(f"{name}: {look}" for name, look in LOOKS.items())
    return Section(
        "Table 1",
        f"Means over {int(table['pairs'].min())} random pairs that are connected, for discs of a "
        "twentieth of the distance between obstacles. Lengths are in the units of each environment "
        "and cannot be compared between published and here; their ratios can. Look-alikes: "
        f"{looks}; the others: scattered polygons, as in Figure 15.",
        columns=(
            "environment",
            "n",
            "refinements",
            "LCT triangles",
            "t_local ms",
            "t_global ms",
            "len_local",
            "len_global",
            "local longer, %",
        ),
        rows=rows,
        claims=[
            Claim(
                "Few refinements: 0.4 to 9 % of the segments.",
                f"{100 * share.min():.1f} to {100 * share.max():.1f} %.",
                bool(share.max() < 0.1),
                ALIKE,
            ),
            Claim(
                "Locally optimal paths are 0.1 to 0.9 % longer than global ones.",
                f"{longer.min():.2f} to {longer.max():.2f} %.",
                bool(longer.max() < 1.5),
                ALIKE,
            ),
            Claim(
                "A local search takes 3 ms at 63,000 segments, 0.1 ms at 171.",
                f"{table['local_ms'].min():.3f} to {table['local_ms'].max():.2f} ms.",
                bool(table["local_ms"].max() < 3.5),
                "a loaded machine, or another distribution of obstacles.",
            ),
        ],
    )


def _beside(table: Table) -> Section:
    ratio = table["global_ms"] / table["local_ms"]
    then = _published(table, 4) / _published(table, 3)
    rows = [
        (
            r["environment"],
            r["triangulation_ms"],
            r["build_ms"] - r["triangulation_ms"],
            r["local_ms"],
            r["greedy_ms"],
            r["global_ms"],
            r["optimal_ms"],
            r["global_ms"] / r["local_ms"],
            PUBLISHED[r["environment"]][4] / PUBLISHED[r["environment"]][3],
            r["optimal_ms"] / r["local_ms"],
            r["expanded"],
            r["fronts"],
            r["wedges"],
            r["improvements"],
        )
        for r in table.rows()
    ]
    return Section(
        "Construction, fronts and planner optimal",
        "local: the channel of metric 4 at weight 1, then the funnel; greedy: the default weight "
        "1.05; fronts prove without the help of planner optimal. Expanded: triangles of the local "
        "search, fronts, wedges of optimal; improvements: better paths after the first.",
        columns=(
            "environment",
            "triangulation ms",
            "clearance ms",
            "local ms",
            "greedy ms",
            "fronts ms",
            "optimal ms",
            "fronts / local",
            "published",
            "optimal / local",
            "expanded",
            "fronts",
            "wedges",
            "improvements",
        ),
        rows=rows,
        claims=[
            Claim(
                f"Global searches cost {then.min():.1f} to {then.max():.0f} times the local ones.",
                f"{ratio.min():.1f} to {ratio.max():.0f} times.",
                bool(0.3 < ratio.max() / then.max() < 3),
                "a front costs more where a disc is wide beside the edges around it, as on the "
                "coasts of the world map (a radius of 0.03: 4 µs, of 0.146: 54 µs, of 0.5: about "
                "400 µs), while the local search costs less there; fronts begin from Python, which "
                "takes longer than a local search in a small world; " + ALIKE,
            ),
            Claim(
                "The global search ends at the global optimum.",
                f"Its lengths differ from those of planner optimal by at most "
                f"{table['disagreement'].max():.1g}.",
                bool(table["disagreement"].max() < 1e-9),
            ),
        ],
    )


def _growth(table: Table) -> Section:
    ours = exponent(table["segments"], table["global_ms"])
    then = exponent(_published(table, 0), _published(table, 4))
    rows = [
        (label, exponent(table["segments"], table[f"{name}_ms"]), published)
        for label, name, published in (
            ("local", "local", exponent(_published(table, 0), _published(table, 3))),
            ("global, by fronts", "global", then),
            ("planner optimal", "optimal", None),
        )
    ]
    return Section(
        "Growth with the number of segments",
        "The exponent of n; 1 is linear.",
        lambda figure: drawing.growth(figure, table),
        ("search", "here", "published"),
        rows,
        [
            Claim(
                f"The global search grows as n to the power {then:.2f}.",
                f"{ours:.2f}.",
                abs(ours - then) < 0.4,
                ALIKE,
            )
        ],
    )
