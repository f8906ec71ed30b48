"""How times grow, ours beside the published ones; and what the figures of searches consist of."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._world import World
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


def mesh(ax: Any, mesh: Any) -> None:
    """The free triangles, as lines."""
    free = np.asarray(mesh.triangles)[~np.asarray(mesh.blocked)]
    points = np.asarray(mesh.vertices)
    ax.triplot(points[:, 0], points[:, 1], free, lw=0.4, color="0.6")


def obstacles(ax: Any, world: World, low: Any, high: Any) -> None:
    """Areas and walls that reach into a rectangle."""
    for one in world.obstacles.values():
        points = np.vstack(one.chains)
        if (points.max(axis=0) < low).any() or (points.min(axis=0) > high).any():
            continue
        for chain in one.chains:
            ring = np.concatenate([chain, chain[:1]]) if one.kind == "area" else chain
            if one.kind == "area":
                ax.fill(*ring.T, color="0.35", lw=0)
            else:
                ax.plot(*ring.T, color="0.2", lw=1.2)


def frame(ax: Any, world: World, view: Any = None) -> None:
    """The obstacles within `view` (x0, y0, x1, y1), else the bounds of the world, without axes."""
    x0, y0, x1, y1 = world.bounds if view is None else view
    obstacles(ax, world, (x0, y0), (x1, y1))
    ax.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xticks=[], yticks=[])
    ax.grid(False)


def path(ax: Any, path: Any, **style: Any) -> None:
    """The line of a path."""
    ax.plot(*np.asarray(path.points).T, **style)


def channel(ax: Any, world: World, path: Any) -> None:
    """The triangles of a path."""
    fill(ax, world, path.channel, "0.88")


def fill(ax: Any, world: World, rows: Any, colour: str) -> None:
    """Triangles of the mesh."""
    mesh = world.mesh()
    for triangle in np.asarray(mesh.vertices)[np.asarray(mesh.triangles)[np.unique(rows)]]:
        ax.fill(*triangle.T, color=colour, lw=0)
