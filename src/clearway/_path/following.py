"""Following a path: positions and directions by distance from the start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from .._errors import InvalidInput
from .._input import Floats, as_one_or_many
from .._lengths import as_distances, as_positive
from .base import BasePath
from .sampling import MOST_POINTS

Several = Sequence[float] | Floats

_SAME = 1 - 2.0**-50  # a step that divides the length up to rounding divides it


class Following(BasePath):
    """Positions, headings and curvatures along a path, exact on its lines and arcs.

    `s` is a distance from the start, one number or a row of them; distances before the start or
    behind the end are clamped. PARTIAL paths are followed up to their end. All methods raise
    `InvalidInput` when there is no path, while `points` and `sample` are empty.
    """

    __slots__ = ()

    def at(self, s: float | Several) -> Floats:
        """The point at a distance from the start: (x, y), or N x 2 for N distances.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (4, 5)).at([0, 2.5, 99]).tolist()
        [[1.0, 1.0], [2.5, 3.0], [4.0, 5.0]]
        """
        distances, single = as_distances(s)
        points = self._followed.positions(self._followed.locate(distances))
        return points[0] if single else points

    @overload
    def heading(self, s: float) -> float: ...
    @overload
    def heading(self, s: Several) -> Floats: ...
    def heading(self, s: Any) -> Any:
        """The direction of motion in radians, in (-pi, pi]: a float, or one for each distance.

        0 is along x, pi / 2 along y. At a bend it is the direction after the bend, at the end of
        the path the last direction. NaN on a path without length.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (1, 5)).heading(2)
        1.5707963267948966
        """
        distances, single = as_distances(s)
        return _given(self._followed.headings(self._followed.locate(distances)), single)

    @overload
    def curvature(self, s: float) -> float: ...
    @overload
    def curvature(self, s: Several) -> Floats: ...
    def curvature(self, s: Any) -> Any:
        """1 / radius on an arc, positive when it turns left, negative when right; 0 on lines.

        Where a line and an arc meet, it is that of the later one.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (1, 5)).curvature([0, 1]).tolist()
        [0.0, 0.0]
        """
        distances, single = as_distances(s)
        return _given(self._followed.curvatures(self._followed.locate(distances)), single)

    def resample(self, step: float) -> Floats:
        """Points at equal distances along the path, no larger than `step`; both ends included.

        N x 2; one point when start and goal are equal.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (4, 1)).resample(2).tolist()
        [[1.0, 1.0], [2.5, 1.0], [4.0, 1.0]]
        """
        return self.at(self._distances(step))

    def poses(self, step: float) -> Floats:
        """As `resample`, with headings: N x 3 rows of x, y, heading.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (4, 1)).poses(3).tolist()
        [[1.0, 1.0, 0.0], [4.0, 1.0, 0.0]]
        """
        at = self._followed.locate(self._distances(step))
        return np.column_stack((self._followed.positions(at), self._followed.headings(at)))

    def project(self, point: Any) -> Any:
        """The distance from the start of the path's point nearest to a given one.

        A float for one point, an array for N x 2. Of several nearest points, the first counts.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (5, 1)).project((3, 2))
        2.0
        """
        array, single = as_one_or_many(point, "point")
        return _given(self._followed.project(array), single)

    def _distances(self, step: Any) -> Floats:
        """Equal distances from 0 to the length."""
        length = self._followed.length
        step = as_positive(step, "step")
        if length == 0:
            return np.zeros(1)
        if not length <= MOST_POINTS * step:
            raise InvalidInput(
                f"step is {step!r}: a path of length {length!r} would need more than "
                f"{MOST_POINTS} points",
                value=step,
            )
        return np.linspace(0.0, length, 1 + max(1, math.ceil(length / step * _SAME)))


def _given(values: Floats, single: bool) -> Any:
    """One float, or all as an array."""
    return float(values[0]) if single else values
