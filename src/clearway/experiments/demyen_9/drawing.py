"""How the figures of chapter 9 are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..measuring import percentile
from ..tables import Table
from .queries import BUCKETS, FACTORS, WIDTH

PERCENTS = (5, 25, 50, 75, 95)
RANGES = ((0, 32), (32, 64), (64, 128), (128, 192), (192, 256), (256, 384), (384, 512))
FEWEST = 20  # queries for a point of a line; buckets are merged until they have so many
TITLES = {"a": "A*", "heap": "A* with a heap", "pra": "PRA*", "ta": "TA*(1)", "tra": "TRA*(1)"}
TITLES |= {"channel": "channel", "optimal": "optimal"}

# Of the text: tiles from which TA* or TRA*, at this percentile and F, is longer than TA*(10), and
# how much at most, if it says so.
END = BUCKETS * WIDTH
PUBLISHED: dict[tuple[str, int], dict[int, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    ("ta", 75): {1: ((400.0,), (1.0,))},
    ("ta", 95): {1: ((150.0, END), (1.0, 1.05)), 2: ((250.0, END), (1.0, 1.03))},
    ("tra", 75): {1: ((200.0,), (1.0,)), 2: ((400.0,), (1.0,))},
    ("tra", 95): {},
}


def by_range(queries: Table) -> list[tuple[str, Table]]:
    """The ranges of grid lengths that have queries, for tables."""
    length = queries["grid_length"]
    out = []
    for low, high in RANGES:
        of = queries.where((length >= low) & (length < high))
        if len(of):
            out.append((f"{low}-{high}", of))
    return out


def by_bucket(queries: Table) -> Iterator[tuple[float, Table]]:
    """(least length, queries) of the buckets of the document; small ones are merged."""
    bucket = queries["bucket"]
    merged = 1
    while merged < BUCKETS // 4 and len(queries) < FEWEST * BUCKETS // merged:
        merged *= 2
    for first in range(0, BUCKETS, merged):
        of = queries.where((bucket >= first) & (bucket < first + merged))
        if len(of) >= min(FEWEST, 5):
            yield WIDTH * first, of


def _line(ax: Any, queries: Table, value: Any, **style: Any) -> None:
    points = [(start, value(of)) for start, of in by_bucket(queries)]
    if points:
        ax.plot(*zip(*points, strict=True), **style)


def sizes(figure: Any, maps: Table) -> None:
    """Counts over the maps, ordered."""
    ax = figure.subplots()
    index = np.arange(len(maps))
    for name, label, line in (("cells", "cells of the grid", "-"), ("triangles", "triangles", "-"),
                              ("constraints", "constraints", "--"),
                              ("level_3", "level-3 nodes", "-")):  # fmt: skip
        ax.plot(index, np.maximum(maps[name], 0.5), line, label=label)
    for times, what in ((10, "most"), (65, "median")):
        ax.axhline(maps["cells"].max() / times, color="k", ls=":", lw=1 if times == 10 else 0.6,
                   label=f"published: {what} triangles, below")  # fmt: skip
    ax.set(yscale="log", xlabel="map", ylabel="count")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def preprocessing(figure: Any, maps: Table) -> None:
    """Stacked times over triangles, beside the 20 µs of the document."""
    ax = figure.subplots()
    x, below = maps["triangles"], np.zeros(len(maps))
    for name in ("triangulation", "sectors", "clearance", "reduction"):
        above = below + maps[f"{name}_ms"]
        ax.plot(x, above, ".", ms=4, label=f"+ {name}" if name != "triangulation" else name)
        below = above
    ends = np.array([x.min(), x.max()])
    ax.plot(ends, 0.02 * ends, "k--", lw=1, label="published: 20 µs a triangle")
    ax.set(xscale="log", yscale="log", xlabel="triangles", ylabel="ms")
    ax.legend()


def times(figure: Any, queries: Table, name: str) -> None:
    """The median, with bands of percentiles."""
    ax = figure.subplots()
    points = list(by_bucket(queries))
    x = [start for start, _ in points]
    curves = [[percentile(of[f"{name}_us"], p) for _, of in points] for p in PERCENTS]
    ax.fill_between(x, curves[0], curves[4], alpha=0.2, label=f"{PERCENTS[0]} to {PERCENTS[4]} %")
    ax.fill_between(x, curves[1], curves[3], alpha=0.4, label=f"{PERCENTS[1]} to {PERCENTS[3]} %")
    ax.plot(x, curves[2], label="median")
    if name == "a":
        ax.axhline(250e3, color="k", ls="--", lw=1, label="published: the slowest, 250 ms")
    ax.set(xlabel="length on the grid, tiles", ylabel="µs", yscale="log")
    ax.legend()


def speedups(figure: Any, queries: Table, names: Sequence[str]) -> None:
    """Median ratios to A*."""
    ax = figure.subplots()
    for name in names:
        _line(
            ax,
            queries,
            lambda of, n=name: np.median(of["a_us"] / of[f"{n}_us"]),
            label=TITLES[name],
        )
    ax.axhline(1, color="k", lw=0.8)
    ax.set(xlabel="length on the grid, tiles", ylabel="time of A* / time", yscale="log")
    ax.legend()


def expansions(figure: Any, queries: Table) -> None:
    """The 90th percentile for each planner."""
    ax = figure.subplots()
    for name, title in TITLES.items():
        _line(
            ax,
            queries,
            lambda of, n=name: max(0.5, percentile(of[f"{n}_expanded"], 90)),
            label=title,
        )
    ax.set(xlabel="length on the grid, tiles", ylabel="expansions", yscale="log")
    ax.legend()


def bound(figure: Any, ratio: Any, least: float) -> None:
    """How the ratios are distributed, and the bound."""
    ax = figure.subplots()
    ax.hist(ratio, bins=60)
    ax.axvline(least, color="k", ls="--", lw=1, label=f"C = {least:.4f}")
    ax.set(xlabel="optimal / A*", ylabel="queries")
    ax.legend()


def anytime(figure: Any, queries: Table, name: str, percent: int, least: float) -> None:
    """Ratios for each F, over TA*(10) and over the optimum."""
    axes = figure.subplots(1, 2, sharey=True)
    for ax, base, title in zip(
        axes, ("ta_10", "optimal_length"), ("TA*(10)", "optimum"), strict=True
    ):
        for i, f in enumerate(FACTORS):

            def value(of: Table, f: int = f, base: str = base) -> float:
                return percentile(of[f"{name}_{f}"] / of[base], percent)

            _line(ax, queries, value, color=f"C{i}", label=f"F = {f}")
            if f in PUBLISHED[name, percent] and base == "ta_10":
                ax.plot(*PUBLISHED[name, percent][f], "x--", color=f"C{i}", ms=5, lw=0.7,
                        label=f"published: F = {f}")  # fmt: skip

        def grid(of: Table, p: float = 50, base: str = base) -> float:
            return percentile(of["a_length"] / of[base], p)

        def lowest(of: Table, grid: Any = grid) -> float:
            return float(least * grid(of, 100 - percent))

        _line(ax, queries, grid, color="grey", ls=":", label="A*, median")
        _line(ax, queries, lowest, color="k", ls="--", lw=1, label="bound")
        ax.set(xlabel="length on the grid, tiles", ylabel=f"length / {title}")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=5)
