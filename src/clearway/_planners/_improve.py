"""Anytime search: the common part of all planners with `improve`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._input import as_point
from .._lengths import as_radius
from .._path import Answers, Path, arrays_of
from .._segments import paid
from ._base import Planner

# The fields of the last path that the end of the search updates.
_PROVED = ("optimal", "lower_bound", "expanded", "generated", "seconds")


def improve(
    planner: Planner, mode: str, start: Any, goal: Any, radius: Any, options: dict[str, Any]
) -> Iterator[Path]:
    """Begins the search of a planner immediately, and yields its paths as they are found.

    Each is shorter than the one before (with links: costs less), or as short and proved. A better
    lower bound alone, and the end of the search, update the last one. An edit of the world during
    the search raises `ClearwayError`.
    """
    a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
    name = planner._searching().name
    return _paths(planner, planner.world._core.improve(name, mode, a, b, r, options), a, b, r)


def _paths(planner: Planner, search: Any, a: Any, b: Any, radius: float) -> Iterator[Path]:
    last: Answers | None = None
    while (found := search.next()) is not None:
        answers = arrays_of(found)
        if last is None or _is_better(answers, last):
            last = answers
            yield Path(planner.world, last, 0, a[0], b[0], radius, planner.name)
        else:
            _update(last, answers)
    _update(last, search.best())


def _is_better(answers: Answers, last: Answers) -> bool:
    is_proved = answers.optimal[0] and not last.optimal[0]
    return bool(_cost(answers) < _cost(last) or is_proved)


def _cost(answers: Answers) -> float:
    """Its length, and what its links cost (`Link` in the segments)."""
    return float(answers.length[0]) + paid(answers.segments)


def _update(last: Any, answers: Any) -> None:
    for name in _PROVED:
        getattr(last, name)[0] = getattr(answers, name)[0]
