"""Anytime search by funnel fronts (Kallmann 2010, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._errors import ClearwayError
from .._input import as_point, as_radius
from .._path import Path, arrays_of

if TYPE_CHECKING:
    from ._base import Planner


def improve(
    planner: Planner, start: Any, goal: Any, radius: Any, options: dict[str, Any]
) -> Iterator[Path]:
    """Paths, each shorter than the one before; then the last once more, if more was proved."""
    a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
    return _improve(planner, a, b, r, {**options, "closing": False})


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
        found = search.next()
        if found is None:
            break
        last = path_of(found)
        yield last
    final = path_of(search.best())
    if last is None or final.lower_bound > last.lower_bound:
        yield final
