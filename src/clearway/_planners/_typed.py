"""The base class of built-in planners of worlds, with their options for type checkers.

Planners of users have options of their own, so `Planner` takes any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._base import Planner

if TYPE_CHECKING:
    from typing import Unpack

    from .._path import Path, Paths
    from .._progress import Show
    from .._types import GoalLike, GoalsLike, PointLike, PointsLike, Several
    from ._option_types import WorldOptions

    class TypedPlanner(Planner, core=""):
        """`Planner` at run time."""

        def find_path(  # type: ignore[override]
            self,
            start: PointLike,
            goal: GoalLike,
            radius: float = 0.0,
            *,
            snap: float | None = None,
            **options: Unpack[WorldOptions],
        ) -> Path: ...
        def find_paths(  # type: ignore[override]
            self,
            starts: PointLike | PointsLike,
            goals: GoalsLike,
            radius: float | Several = 0.0,
            threads: int | None = None,
            *,
            snap: float | None = None,
            progress: Show = None,
            **options: Unpack[WorldOptions],
        ) -> Paths: ...

else:
    TypedPlanner = Planner
