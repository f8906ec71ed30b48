"""A path as a polyline."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._arguments import as_truth
from .._errors import InvalidInput, shown
from .._input import Floats
from .._lengths import as_radius
from .base import BasePath
from .sampling import circumscribed, inscribed
from .status import Status

_CORE = (_core.PathBatch, _core.GridPathBatch)


class Polyline(BasePath):
    """Points along a path, with its arcs sampled."""

    __slots__ = ()

    @property
    def points(self) -> Floats:
        """N x 2; arcs sampled to a chord error of at most 1e-3 of the radius.

        Computed once: a read-only array, the same one at every access. Copy it to modify it.
        """
        if self._points is None:
            answers = self._answers
            points: Floats
            if isinstance(answers, _CORE):
                points = answers.points(self._i)
                if not len(points):
                    points = self._without_segments()
            else:
                points = self._sampled(None)
                points.flags.writeable = False
            self._points = points
        return self._points

    def _without_segments(self) -> Floats:
        """The start, if there is a path."""
        is_path = self.status in (Status.FOUND, Status.PARTIAL)
        points = np.array([self.start]) if is_path else np.empty((0, 2))
        points.flags.writeable = False
        return points

    def sample(self, tolerance: float | None = None, *, outside: bool = False) -> Floats:
        """Points along the path, no farther than `tolerance` from its arcs: a new array.

        Lines contribute their ends only. Empty (0 x 2) when there is no path; one point when start
        and goal are equal. The default tolerance is 1e-3 of each arc's radius.

        The chords of an arc pass its corner nearer than the radius, by up to the tolerance. With
        `outside=True` the polyline follows tangents instead and keeps the radius, up to rounding,
        from every obstacle from which the path keeps it in the current world. It is longer than
        the path and has one more point for each arc, and a few more in narrow gaps.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=1)
        >>> len(path.sample(0.1)), len(path.sample(0.1, outside=True))
        (8, 10)
        """
        if tolerance is not None:
            as_radius(tolerance, "tolerance")
            if tolerance == 0:
                raise InvalidInput(
                    f"tolerance is {shown(tolerance)}: it must be positive", value=tolerance
                )
            tolerance = float(tolerance)
        is_outside = as_truth(outside, "outside")
        if tolerance is None and not is_outside:
            return np.array(self.points)
        return self._sampled(tolerance, is_outside)

    def _sampled(self, tolerance: float | None, is_outside: bool = False) -> Floats:
        rows = self._rows
        if not len(rows):
            return np.array(self._without_segments())
        if not rows[:, 7].any():
            rest = rows[:, 2:4]
        elif is_outside:
            world: Any = self._world  # paths on a Grid have no arcs
            rest = circumscribed(rows, tolerance, world, self.radius)
        else:
            rest = inscribed(rows, tolerance)
        return np.concatenate((rows[:1, :2], rest))
