"""Anytime search: a path at once, better ones while there is time, the shortest at the end.

The planner's own searches run first, quick and then thorough. Then the exact search of "optimal"
runs in rounds, each with four times the expansions of the previous one. A round that is cut short
still proves a lower bound; one that is not gives the shortest path. So the rounds cost at most a
third more than one exact search, and use as much memory. (Kallmann 2010, section 7, keeps funnel
fronts instead: _fronts.py.)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import ClearwayError
from .._input import as_point, as_radius
from .._path import Path, Status, arrays_of

if TYPE_CHECKING:
    from ._base import Planner

_FIRST_ROUND = 1000  # expansions
_GROWTH = 4


def improve(
    planner: Planner,
    start: Any,
    goal: Any,
    radius: Any,
    tries: Sequence[dict[str, Any]],
    limit: float = math.inf,
    effort: float = math.inf,
) -> Iterator[Path]:
    """Paths, each shorter than the previous one or with a better lower bound.

    `tries` are the options of the planner's own searches; the first of them gives the first path.
    Ends with the shortest path, `optimal`; or, after `limit` expansions or `effort` times those of
    the first path, with the best path so far and the proved lower bound. If there is no path, or
    an end is blocked, yields one path that says so.
    """
    a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
    return _improve(planner, (a, b, r), tries, limit, effort)


def _improve(
    planner: Planner,
    query: tuple[Any, Any, float],
    tries: Sequence[dict[str, Any]],
    limit: float,
    effort: float,
) -> Iterator[Path]:
    a, b, r = query
    world, spent, bound = planner.world, 0, 0.0
    version = world.version

    def ask(name: str, options: dict[str, Any]) -> Path:
        nonlocal spent, bound
        if math.isfinite(limit):
            options = {**options, "limit": min(options.get("limit", math.inf), limit - spent)}
        answers = world._core.find_paths(name, a, b, np.array([r]), 1, options)
        if answers.version != version:
            raise ClearwayError("the world has changed while a path was being improved")
        path = Path(world, answers, 0, a[0], b[0], r, planner.name)
        spent += max(1, path.stats["expanded"])
        bound = max(bound, path.lower_bound)
        return path

    best = ask(planner.name, tries[0])
    yield best
    if not best.found or best.optimal:
        return
    limit = min(limit, effort * spent)
    shown = bound  # by the last path
    for options in tries[1:]:
        if spent >= limit:
            break
        path = ask(planner.name, options)
        if path.found and path.length < best.length:
            best, shown = _with(path, bound), bound
            yield best
    size = max(_FIRST_ROUND, spent)
    while spent < limit:
        path = ask("optimal", {"limit": float(size)})
        if path.status is Status.FOUND and path.length < best.length:
            best, shown = path if path.optimal else _with(path, bound), bound
            yield best
        if path.optimal or bound >= best.length:
            if not best.optimal:
                yield _with(best, best.length)
            return
        size *= _GROWTH
    if bound > shown:
        yield _with(best, bound)


def _with(path: Path, bound: float) -> Path:
    """The path with this lower bound; proved shortest when it is no longer than the bound."""
    answers = arrays_of(path._answers)
    answers.lower_bound[path._i] = min(bound, path.length)
    answers.optimal[path._i] = bound >= path.length
    return Path(path._world, answers, path._i, path.start, path.goal, path.radius, path.planner)
