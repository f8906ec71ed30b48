"""Anytime search by funnel fronts (Kallmann 2010, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import ClearwayError, InvalidInput
from .._input import as_point, as_radius
from .._path import Path, arrays_of

if TYPE_CHECKING:
    from ._base import Planner

# Funnels of discs are rounded: among gaps wider than the disc by 1e-7 of it, one proof in 16,000
# was wrong. So the exact search, far cheaper than the fronts, checks the result. (Tests switch
# this off.)
LAST_WORD = True
SAME = 1e-9  # relative: lengths that differ by no more belong to one path


def improve(
    planner: Planner, start: Any, goal: Any, radius: Any, options: dict[str, Any]
) -> Iterator[Path]:
    """Paths, each shorter than the previous one; then the last again, if more was proved."""
    a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
    return _improve(planner, a, b, r, {**options, "prove_with_optimal": False})


def _improve(
    planner: Planner, start: Any, goal: Any, radius: float, options: dict[str, Any]
) -> Iterator[Path]:
    world = planner.world
    version = world.version

    def path_of(answers: Any) -> Path:
        return Path(world, arrays_of(answers), 0, start[0], goal[0], radius, planner.name)

    search = world._core.improve("fronts", start, goal, radius, options)
    last: Path | None = None
    while True:
        if world.version != version:
            raise ClearwayError("the world has changed while a path was being improved")
        try:
            found = search.next()
        except InvalidInput:
            if world.version == version:
                raise
            continue  # an edit of another thread, after the version was checked
        if found is None:
            break
        last = path_of(found)
        yield last
    final = path_of(search.best())
    if LAST_WORD and final.optimal and radius > 0:
        answers = world._core.find_paths("optimal", start, goal, np.array([radius]), 1, {})
        if answers.version != version:
            raise ClearwayError("the world has changed while a path was being improved")
        exact = Path(world, answers, 0, start[0], goal[0], radius, planner.name)
        if exact.length < final.length * (1 - SAME):
            final = exact
    if last is None or final.lower_bound > last.lower_bound or final.length < last.length:
        yield final
