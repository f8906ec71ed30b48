"""How times grow, ours beside the published ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..tables import Table
from .environments import PUBLISHED


def growth(figure: Any, table: Table) -> None:
    """Milliseconds over segments."""
    ax = figure.subplots()
    table = table.ordered("segments")
    n = table["segments"]
    for name, colour, label in (
        ("local", "tab:blue", "local"),
        ("global", "tab:red", "global, by fronts"),
        ("optimal", "tab:green", "planner optimal"),
    ):
        ax.plot(n, table[f"{name}_ms"], "o-", ms=3, color=colour, label=label)
    then = np.array([PUBLISHED[name] for name in table["environment"]])
    for column, colour, label in ((3, "tab:blue", "local"), (4, "tab:red", "global")):
        ax.plot(then[:, 0], then[:, column], "s--", ms=3, color=colour, alpha=0.5,
                label=f"published: {label}")  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="segments", ylabel="ms")
    ax.legend()
