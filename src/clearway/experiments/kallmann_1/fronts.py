"""The fronts of Figures 14 and 15 in the course of a global search."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._planners import Front
from ..._world import World
from ..report.sections import Claim, Section
from . import drawing
from .measure import Fronts

STAGES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)  # of the fronts that are expanded


def fronts_section(
    number: int, name: str, world: World, starts: Any, goals: Any, radius: float
) -> Section:
    """The fronts of the search, of some, that expands most; drawn at several stages of it."""
    planner = Fronts(world)
    fronts, best = max(
        (
            (planner.explored_fronts(p, q, radius, weight=1.0), (p, q))
            for p, q in zip(starts, goals, strict=True)
        ),
        key=lambda found: sum(front.taken is not None for front in found[0]),
    )
    path = world.find_path(*best, radius)
    count = sum(front.taken is not None for front in fronts)
    alive = [len(alive_at(fronts, k)) for k in range(count)]
    stages = [int(share * count) for share in STAGES]
    rows = [(k, alive[k], len(queued_at(fronts, k)), bound_at(fronts, k)) for k in stages]
    return Section(
        f"Figure {number}: the fronts of the global search",
        f"{name}: the query that expands most fronts of {len(starts)} random ones, after some of "
        f"its {count} expansions. Red: the fronts that are alive, each with its funnel, from its "
        "root to its portal; grey: fronts that wait and are never expanded, because the best path "
        "is no longer than any path through them; orange: how "
        "the fronts that are alive came from the start. Blue: the shortest path. No path through "
        f"a front is shorter than its bound; the shortest path takes {path.length:.2f}.",
        lambda figure: _stages(figure, world, fronts, stages, path),
        ("expansions", "alive", "in the queue", "least bound"),
        rows,
        [_claim(max(alive), alive[stages[-1]])] if number == 14 else (),
        (9.0, 6.4),
    )


def _claim(most: int, last: int) -> Claim:
    return Claim(
        "Many fronts are expanded at first; only two or three remain at the end.",
        f"At most {most} are alive at once; {last} in the last hundredth.",
        last <= 3 < most,
        "fronts are expanded in the order of the length of their whole path here, not of the path "
        "so far.",
    )


def queued_at(fronts: list[Front], expansions: int) -> list[Front]:
    """The fronts in the queue after so many expansions."""
    return [
        front
        for front in fronts
        if front.queued <= expansions and (front.taken is None or front.taken >= expansions)
    ]


def alive_at(fronts: list[Front], expansions: int) -> list[Front]:
    """Those of them that are expanded later."""
    return [front for front in queued_at(fronts, expansions) if front.taken is not None]


def bound_at(fronts: list[Front], expansions: int) -> float:
    """The least bound of the fronts in the queue."""
    return min((front.bound for front in queued_at(fronts, expansions)), default=np.inf)


def _stages(figure: Any, world: World, fronts: list[Front], stages: list[int], best: Any) -> None:
    seen = np.vstack([best.points, *(front.portal for front in fronts)])
    low, high = seen.min(axis=0), seen.max(axis=0)
    middle, half = (low + high) / 2, 0.53 * max(high - low)
    for ax, stage in zip(figure.subplots(2, 3).flat, stages, strict=True):
        alive = alive_at(fronts, stage)
        drawing.path(ax, best, color="tab:blue", lw=0.8)
        for front in queued_at(fronts, stage):
            _funnel(ax, front, "tab:red" if front.taken is not None else "0.7")
        for front in alive:
            _origin(ax, fronts, front)
        ax.set_title(f"after {stage} expansions: {len(alive)}", fontsize=8)
        drawing.frame(ax, world, (*(middle - half), *(middle + half)))


def _funnel(ax: Any, front: Front, colour: str) -> None:
    ring = np.vstack([front.root, front.left, front.right[::-1], front.root])
    ax.fill(*ring.T, color=colour, alpha=0.25, lw=0)
    ax.plot(*front.portal.T, color=colour, lw=1.2)


def _origin(ax: Any, fronts: list[Front], front: Front) -> None:
    """The roots from the start to that of a front."""
    roots, at = [front.root], front.parent
    while at is not None:
        roots.append(fronts[at].root)
        at = fronts[at].parent
    ax.plot(*np.array(roots).T, color="tab:orange", lw=0.8)
