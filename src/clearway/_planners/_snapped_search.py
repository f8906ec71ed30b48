"""Paths between free points next to the ends (`snap=`): the part of `Planner` that finds one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .._errors import InvalidInput
from .._goals import Place, as_place, is_place
from .._input import Floats, as_point
from .._lengths import as_radius
from .._one_version import in_one_version
from .._path import Path, Paths
from .._snapping import SnappedEnds, as_snap, free_points, mark

if TYPE_CHECKING:
    from .._world import World


class SnappedSearch:
    """`find_path` with `snap`.

    Only `Planner` derives from this class: `self` is a Planner.
    """

    world: World
    name: ClassVar[str]
    _own_find_path: ClassVar[bool]
    _own_find_paths: ClassVar[bool]

    if TYPE_CHECKING:  # of `Planner` and the other parts of it

        @classmethod
        def _checked(cls, options: dict[str, Any], use: str = ...) -> dict[str, Any]: ...
        def _checked_path(self, path: Any, index: int | None = ...) -> Path: ...
        def _run_queries(
            self,
            starts: Floats,
            goals: Floats,
            radii: Floats,
            threads: int,
            options: dict[str, Any],
            snap: float | None = ...,
        ) -> Any: ...
        def _to_places(
            self,
            starts: Any,
            goals: list[Place],
            radius: Any,
            threads: int | None,
            options: dict[str, Any],
            snap: Any = ...,
        ) -> Paths: ...
        def find_path(self, start: Any, goal: Any, radius: float = ..., **options: Any) -> Path: ...

    def _find_snapped(
        self, start: Any, goal: Any, radius: Any, snap: Any, options: dict[str, Any]
    ) -> Path:
        """The path between the free points next to the ends; places are not moved."""
        if is_place(goal):
            return self._to_places(start, [as_place(goal)], radius, 1, options, snap)[0]
        most, r = as_snap(snap), as_radius(radius)
        a, b = as_point(start, "start"), as_point(goal, "goal")
        if self._own_find_path or self._own_find_paths:
            return self._find_between_free_points(a, b, r, most, options)
        answers = self._run_queries(a, b, np.array([r]), 1, self._checked(options), most)
        ends = SnappedEnds(a, b)
        ends.note(slice(0, 1), answers)
        path = Path(self.world, answers, 0, ends.starts[0], ends.goals[0], r, self.name)
        return mark(path, *ends.moved[0])

    def _find_between_free_points(
        self, start: Floats, goal: Floats, radius: float, most: float, options: dict[str, Any]
    ) -> Path:
        """`find_path` after moving blocked ends, for searches in which the core does not."""
        ends = np.concatenate((start, goal))

        def find() -> Path:
            points, moved = free_points(self.world._core, ends, np.full(2, radius), most)
            path = self.find_path(points[0], points[1], radius, **options)
            return mark(self._checked_path(path), *moved)

        return in_one_version(self.world, find)

    def _snap_of_batch(self, snap: Any) -> Any:
        """`snap`, for a `find_paths` that accepts it."""
        if self._own_find_paths:
            raise InvalidInput(
                f"snap: planner {self.name!r} has its own find_paths, which may not accept it; move"
                " the ends first, with world.snap",
                value=snap,
            )
        return snap
