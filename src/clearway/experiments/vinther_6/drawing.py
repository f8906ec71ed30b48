"""How the figures of chapter 6 are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..._grid import Grid
from ..._planners import VG, VGO, AStar, Dijkstra, HPAStar
from ..tables import Table
from .measure import made

# Seconds that the text of the document gives: (kind, planner, size) to (least, most).
PUBLISHED = {
    ("star", "dijkstra", 500): (1.0, 2.0),
    ("star", "vg", 500): (0.01, 0.01),  # at most; VGO and HPA* too
    ("maze", "bsp*+tree", 200): (1.8, 2.0),
    ("maze", "hpa*", 200): (1.0, 2.0),
    ("maze", "vg", 200): (4.0, 4.0),
}

PUBLISHED_LABELS = {("star", "vg"): "published: VG, VGO, HPA*, below"}


def lines(
    figure: Any,
    table: Table,
    names: Mapping[str, str],
    suffix: str,
    scale: float,
    what: str,
    y: str,
) -> None:
    """A line for each planner over the size, with the seconds that the text mentions."""
    ax = figure.subplots()
    kind = str(table["kind"][0])
    unit = 1e6 if y == "µs" else 1e3
    for name, title in names.items():
        column = f"{name}{suffix}" if f"{name}{suffix}" in table else f"{name}_ms"
        [line] = ax.plot(table["size"], scale * table[column], "o-", ms=3, label=title)
        for (at, planner, size), seconds in PUBLISHED.items():
            is_query = at == "star" or planner == "bsp*+tree"
            if (at, planner) == (kind, name) and is_query == (y == "µs"):
                label = PUBLISHED_LABELS.get((at, planner), f"published: {title}")
                ax.plot([size] * 2, [unit * s for s in seconds], "x--", color=line.get_color(),
                        label=label)  # fmt: skip
    ax.set(xlabel=what, ylabel=y, yscale="log")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def explored(figure: Any) -> None:
    """The cells that two planners expand for the same query."""
    grid = made("star", 100)[0]
    middle, corner = (50, 50), (99, 99)
    used: Any = [kind(grid) for kind in (Dijkstra, AStar)]  # type: ignore[arg-type]
    for ax, planner in zip(figure.subplots(1, 2), used, strict=True):
        cells = np.asarray(planner.explored(middle, corner))
        path = planner.find_path(middle, corner)
        shade = np.where(grid.blocked, 0.25, 1.0)
        shade[cells[:, 1], cells[:, 0]] = 0.8
        ax.imshow(shade, cmap="gray", vmin=0, vmax=1, extent=(0, 100, 100, 0))
        ax.plot(*np.asarray(path.points).T, color="tab:red", lw=1.2)
        ax.set_title(f"{planner.name}: {len(cells):,} cells", fontsize=8)
        ax.set(xticks=[], yticks=[])
        ax.grid(False)


def visibility_graph(figure: Any) -> None:
    """The edges of VG and of VGO on the smallest Checker map."""
    world = made("checker", 20)[1]
    for ax, kind in zip(figure.subplots(1, 2), (VG, VGO), strict=True):
        corners, edges = kind(world).graph()
        for one in world.obstacles.values():
            ax.fill(*one.chains[0].T, color="0.3", lw=0)
        # One line with gaps is much smaller than one line for each edge.
        ends = np.full((len(edges), 3, 2), np.nan)
        ends[:, :2] = np.asarray(corners)[np.asarray(edges)]
        ax.plot(*ends.reshape(-1, 2).T, color="tab:blue", lw=0.15)
        ax.set_title(f"{kind.__name__}: {len(edges):,} edges", fontsize=8)
        ax.set(aspect="equal", xticks=[], yticks=[])
        ax.grid(False)


def cluster_world() -> Grid:
    """A small map with halls and corridors, for the pictures of clusters."""
    blocked = np.zeros((20, 30), dtype=bool)
    blocked[[0, -1]] = blocked[:, [0, -1]] = True
    for x0, y0, x1, y1 in ((4, 4, 9, 8), (12, 2, 14, 12), (6, 12, 16, 14), (18, 5, 26, 7),
                           (20, 9, 22, 18), (25, 11, 27, 16), (2, 14, 4, 18)):  # fmt: skip
        blocked[y0:y1, x0:x1] = True
    return Grid(blocked, corner_cutting=True)


def abstract_graph(figure: Any) -> None:
    """Clusters; marked cells and the edges between clusters; all edges."""
    grid = cluster_world()
    graph = HPAStar(grid).graph()
    ends = np.asarray(graph.cells)[np.asarray(graph.edges)] + 0.5
    height, width = grid.shape
    for number, ax in enumerate(figure.subplots(1, 3)):
        ax.imshow(grid.blocked, cmap="gray_r", vmin=0, vmax=1.3, extent=(0, width, height, 0))
        for x in range(10, width, 10):
            ax.axvline(x, color="tab:blue", lw=0.8)
        for y in range(10, height, 10):
            ax.axhline(y, color="tab:blue", lw=0.8)
        shown = ends[: (0, graph.across, len(ends))[number]]
        ax.plot(*shown.transpose(2, 1, 0), color="tab:green", lw=0.7)
        if number:
            ax.plot(*(np.asarray(graph.cells) + 0.5).T, "o", ms=3, color="tab:red")
        names = ("clusters", f"{graph.across} inter-edges",
                 f"{len(ends) - graph.across} intra-edges")  # fmt: skip
        ax.set_title(names[number], fontsize=8)
        ax.set(xticks=[], yticks=[])
        ax.grid(False)


def clusters(figure: Any, table: Table) -> None:
    """Time of a query and of the preparation over the cluster size."""
    axes = figure.subplots(1, 2)
    for ax, column, label in zip(axes, ("us", "prepare_ms"), ("µs", "prepare ms"), strict=True):
        for corridor, of in table.by("corridor"):
            ax.plot(of["cluster"], of[column], "o-", ms=2, label=f"corridor {corridor:.0f}")
        ax.set(xlabel="cluster size", ylabel=label, yscale="log")
    axes[1].legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
