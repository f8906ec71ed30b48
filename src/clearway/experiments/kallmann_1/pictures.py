"""Figures 6, 11, 13, 14 and 15: refinement, metrics, funnel, fronts, improvements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ..._planners import Channel, Optimal
from ..._world import World
from ..report.sections import Claim, Section
from . import drawing
from .environments import environment
from .fronts import fronts_section
from .measure import Fronts

IMPROVED = {15: (32.49, 32.46, 32.30, 32.29)}  # lengths of the better paths, as published
SMALL = (0.0, 0.0, 60.0, 40.0)
RADIUS = 1.5
PAIRS = 400  # of which the one that improves most often is shown
EXPANDED = "#d5ecd4"


def small_world(max_radius: float | None = None) -> World:
    """A wall with corners behind it: refinement is needed where corners come near its inside."""
    world = World(SMALL, max_radius=max_radius)
    world.add([(4, 4), (56, 4), (56, 7), (4, 7)])
    for x, y, h in ((12, 9.5, 9), (22, 11, 6), (33, 10, 12), (46, 9, 8)):
        world.add([(x, y), (x + 3, y + h), (x - 3, y + h)])
    world.add([(8, 30), (50, 33), (50, 34), (8, 32)])
    return world


def picture_sections() -> Iterator[Section]:
    """Drawn again for each report, from small worlds."""
    limits = (0.0, 3.0, 6.0, None)
    counts = [small_world(limit).stats["refinements"] for limit in limits]
    yield Section(
        "Figure 6: refinement",
        "The same world refined for discs of at most the radius shown; refinement vertices are "
        f"red. They number {', '.join(map(str, counts))}.",
        lambda figure: _refinement(figure, limits),
        size=(9.0, 6.0),
    )
    world = environment("env1")
    ends = np.array([(20.0, 30.0), (280.0, 250.0)])
    a, b = (world.snap(p, RADIUS) for p in ends)
    metrics = [Channel(world).find_path(a, b, RADIUS, metric=m) for m in (1, 2, 3, 4)]
    best = world.find_path(a, b, RADIUS)
    yield Section(
        "Figure 11: four metrics",
        "The same query with the four measures of a channel, whose triangles are grey; green: the "
        "other triangles that the search expands. Metrics 3 and 4 find the straight line at once.",
        lambda figure: _metrics(figure, world, metrics),
        ("metric", "length", "longer than the optimum, %", "expanded"),
        [
            (i, p.length, 100 * (p.length / best.length - 1), p.stats["expanded"])
            for i, p in enumerate(metrics, 1)
        ],
        size=(9.0, 8.5),
    )
    c, d = (world.snap(p, 3 * RADIUS) for p in np.array([(25.0, 270.0), (270.0, 60.0)]))
    bent = Channel(world).find_path(c, d, 3 * RADIUS)
    yield Section(
        "Figure 13: the funnel in its channel",
        "The path of a disc in its channel of triangles, with the circles that it bends around.",
        lambda figure: _funnel(figure, world, bent),
        size=(7.2, 6.5),
    )
    for number, name in ((14, "env1"), (15, "obst1k")):
        yield from _improvements(number, name)


def _improvements(number: int, name: str) -> Iterator[Section]:
    """Of random queries: the fronts of one, the paths of that which improves most often."""
    world = environment(name)
    starts, goals = (world.random_points(PAIRS, RADIUS / 2, seed) for seed in (5, 6))
    yield fronts_section(number, name, world, starts, goals, RADIUS / 2)
    best: list[Any] = []
    improved = 0
    for p, q in zip(starts, goals, strict=True):
        paths = list(Fronts(world).improve(p, q, RADIUS / 2, by="fronts", weight=1.0))
        better = [p for p, last in pairwise(paths) if p.length > last.length]
        improved += bool(better)
        if paths[-1].found and len(better) >= len(best):
            best = [*better, paths[-1]]
    lengths = [path.length for path in best]
    then: tuple[float, ...] = IMPROVED.get(number, ())
    rows: list[tuple[Any, ...]] = []
    for i in range(max(len(lengths), len(then))):
        here, published = (
            (of[i], 100 * (of[i] / of[-1] - 1)) if i < len(of) else (None, None)
            for of in (lengths, then)
        )
        rows.append((i + 1, *here, *published))
    yield Section(
        f"Figure {number}: each better path",
        f"{name}: the paths that the global search finds, one after the other, in their channels; "
        "green: the triangles that planner optimal expands for the same query. Of "
        f"{PAIRS} random pairs {improved} are improved, at most {len(best) - 1} times; the pair "
        "shown is one of these.",
        lambda figure: _sequence(figure, world, best),
        (
            "path",
            "length",
            "longer than the last, %",
            "published length",
            "published, longer than the last, %",
        ),
        rows,
        [
            Claim(
                "The first path is improved step by step; the last one is optimal.",
                f"{len(lengths)} paths, from {lengths[0]:.2f} to {lengths[-1]:.2f}"
                + (f"; published: {len(then)}." if then else "."),
                bool(best[-1].optimal and (np.diff(lengths) < 1e-12).all()),
            )
        ],
        (9.0, 4.4),
    )


def _refinement(figure: Any, limits: tuple[float | None, ...]) -> None:
    bare = {tuple(p) for p in np.asarray(small_world(0.0).mesh().vertices).tolist()}
    for ax, limit in zip(figure.subplots(2, 2).flat, limits, strict=True):
        world = small_world(limit)
        mesh = world.mesh()
        points = np.asarray(mesh.vertices)
        drawing.mesh(ax, mesh)
        added = np.array([p for p in points.tolist() if tuple(p) not in bare]).reshape(-1, 2)
        ax.plot(*added.T, "o", ms=3.5, color="tab:red")
        ax.set_title("any radius" if limit is None else f"radius {limit:g}", fontsize=8)
        drawing.frame(ax, world)


def _metrics(figure: Any, world: World, paths: list[Any]) -> None:
    for number, (ax, path) in enumerate(zip(figure.subplots(2, 2).flat, paths, strict=True), 1):
        if path.stats["expanded"]:
            rows = Channel(world).explored(path.start, path.goal, path.radius, metric=number)
            drawing.fill(ax, world, rows, EXPANDED)
        drawing.channel(ax, world, path)
        drawing.path(ax, path, color="tab:blue", lw=1.2)
        ax.set_title(f"metric {number}: length {path.length:.1f}", fontsize=8)
        drawing.frame(ax, world)


def _funnel(figure: Any, world: World, path: Any) -> None:
    ax = figure.subplots()
    drawing.channel(ax, world, path)
    for part in path.segments:
        if hasattr(part, "center"):
            turn = np.linspace(0, 2 * np.pi, 40)
            ring = part.radius * np.column_stack((np.cos(turn), np.sin(turn)))
            ax.plot(*(ring + part.center).T, color="tab:red", lw=0.8)
    drawing.path(ax, path, color="tab:blue", lw=1.2)
    drawing.frame(ax, world)


def _sequence(figure: Any, world: World, paths: list[Any]) -> None:
    shown = paths if len(paths) <= 3 else [paths[0], paths[len(paths) // 2], paths[-1]]
    rows = Optimal(world).explored(paths[0].start, paths[0].goal, paths[0].radius)
    for ax, path in zip(figure.subplots(1, len(shown), squeeze=False).flat, shown, strict=True):
        drawing.fill(ax, world, rows, EXPANDED)
        drawing.channel(ax, world, path)
        drawing.path(ax, path, color="tab:blue", lw=1.2)
        ax.set_title(f"length {path.length:.3f}", fontsize=8)
        drawing.frame(ax, world)
