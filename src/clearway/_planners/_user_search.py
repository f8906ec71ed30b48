"""Searches that users write: the part of `Planner` that calls them and checks what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats, as_points
from .._lengths import as_radius
from .._one_version import in_one_version
from .._path import Path, Paths, joined, through
from .._progress import Progress, Show
from .._snapping import free_points

if TYPE_CHECKING:
    from .._world import World


class UserSearch:
    """What a planner with its own `find_path` needs.

    Only `Planner` derives from this class: `self` is a Planner.
    """

    world: World
    name: ClassVar[str]
    _on: ClassVar[type]
    _path: ClassVar[type[Path]]

    if TYPE_CHECKING:  # of `Planner`

        def find_path(self, start: Any, goal: Any, radius: float = ..., **options: Any) -> Path: ...

    def _row_by_row(
        self,
        a: Any,
        b: Any,
        radii: Floats,
        most: float | None,
        options: dict[str, Any],
        show: Show,
    ) -> Paths:
        """Paths by a `find_path` that a user has written."""
        if most is None:
            answers = self._answers_row_by_row(a, b, radii, options, show)
            return Paths(self.world, answers, a, b, radii, self.name)
        reach = most

        def find() -> Paths:
            (p, from_a), (q, from_b) = (
                free_points(self.world._core, ends, radii, reach) for ends in (a, b)
            )
            answers = self._answers_row_by_row(p, q, radii, options, show)
            moved = np.column_stack((from_a, from_b))
            return Paths(self.world, answers, p, q, radii, self.name, snapped=moved)

        return in_one_version(self.world, find)

    def _answers_row_by_row(
        self, a: Any, b: Any, radii: Floats, options: dict[str, Any], show: Show
    ) -> Any:
        """The answers of a `find_path` that a user has written."""
        paths = []
        with Progress(show, len(a), self.name) as bar:
            for p, q, r in zip(a, b, radii.tolist(), strict=True):
                paths.append(self.find_path(p, q, r, **options))
                bar(len(paths))
        for i, path in enumerate(paths):
            self._checked_path(path, i)
        return joined(paths, self._path._arrays)

    def _checked_path(self, path: Any, index: int | None = None) -> Path:
        """What a `find_path` returned, which a user may have written."""
        if not isinstance(path, Path) or path._arrays is not self._path._arrays:
            raise InvalidInput(
                f"find_path of planner {self.name!r} returned {shown(path)}, not a Path"
                f" of a {self._on.__name__}",
                index,
                path,
            )
        return path

    def path_through(self, points: Any, radius: float = 0.0) -> Path:
        """A path along the polyline through N x 2 points, found by this planner.

        The path is not checked: use `Path.verify`. One point gives a path of length 0; no points
        give a path that was not found.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> cw.Optimal(world).path_through([(1, 1), (5, 5), (9, 1)]).verify()["free"]
        True
        """
        line, r = as_points(points, "points"), as_radius(radius)
        ends = line[[0, -1]] if len(line) else np.full((2, 2), np.nan)
        answers = through(line, self.world.version, self._path._arrays)
        return self._path(self.world, answers, 0, ends[0], ends[1], r, self.name)
