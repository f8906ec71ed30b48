"""Section 4.1: priority queues, compared on the same queries."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._planners._named import QUEUES
from ..report.sections import Claim, Section
from ..tables import Table

TITLES = {
    "buckets": "buckets",
    "binary": "binary heap",
    "fibonacci": "Fibonacci heap",
    "list": "unsorted list",
}


def queues_section(table: Table) -> Section:
    """Times of each map, planner and queue."""
    rows: list[Any] = []
    over_binary = []
    for kind, of_kind in table.by("kind"):
        for planner, of in of_kind.by("planner"):
            us = {queue: float(of.where(queue=queue)["us"][0]) for queue in QUEUES}
            expanded = [float(of.where(queue=queue)["expanded"][0]) for queue in QUEUES]
            over_binary.append(us["fibonacci"] / us["binary"])
            label = f"{kind} {of['size'][0]:.0f}"
            rows.append((label, planner, *us.values(), *expanded))
    ratio = np.array(over_binary)
    return Section(
        "Section 4.1: priority queues",
        "The same search over cells with four queues; processor time of a query, and expansions: "
        "the order of equal keys differs. Both heaps and the list decrease keys; buckets take a "
        "cell in again.",
        columns=("map", "planner", *(f"{TITLES[q]} µs" for q in QUEUES),
                 *(f"{TITLES[q]} expanded" for q in QUEUES)),
        rows=rows,
        claims=[
            Claim(
                "The Fibonacci heap was the fastest of unsorted list, binary heap and Fibonacci "
                "heap.",
                f"It takes {ratio.min():.2f} to {ratio.max():.2f} times the time of the binary "
                "heap.",
                bool(np.median(ratio) < 1),
                "keys rarely decrease on a grid, and the nodes of a Fibonacci heap lie apart in "
                "memory, the entries of a binary heap together.",
            )
        ],
    )  # fmt: skip
