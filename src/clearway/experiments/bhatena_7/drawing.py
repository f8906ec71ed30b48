"""How the figures of chapter 7 are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..measuring import fit
from ..tables import Table


def with_fit(
    figure: Any,
    table: Table,
    x: str,
    y: str,
    degree: int,
    labels: tuple[str, str],
    published: str,
) -> None:
    """Points, and the polynomial that fits them; what the document says of its own."""
    ax = figure.subplots()
    ax.plot(table[x], table[y], "o", ms=4)
    ax.plot([], [], " ", label=f"published: {published}")
    coefficients, r2 = fit(table[x], table[y], degree)
    if np.isfinite(coefficients).all():
        along = np.linspace(table[x].min(), table[x].max(), 50)
        name = "line" if degree == 1 else "parabola"
        ax.plot(along, np.polyval(coefficients, along), "k--", lw=1, label=f"{name}, R² = {r2:.3f}")
    ax.legend()
    ax.set(xlabel=labels[0], ylabel=labels[1])
    ax.set_ylim(bottom=0)


def lines(figure: Any, table: Table, x: str, names: Mapping[str, str], label: str) -> None:
    """A line for each planner, with logarithmic axes."""
    ax = figure.subplots()
    for i, (name, title) in enumerate(names.items()):
        us = table[f"{name}_us"]
        known = np.isfinite(us)
        ax.plot(table[x][known], us[known], marker="osD^v"[i % 5], ms=3, label=title)
    ax.axhline(40e3, color="k", ls="--", lw=1, label="published: THPA* at most 40 ms")
    ax.set(xlabel=label, ylabel="µs", xscale="log", yscale="log")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
