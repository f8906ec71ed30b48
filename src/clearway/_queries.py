"""Queries about points: the part of `World` without state."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ._arguments import as_generator, is_row
from ._core import World as CoreWorld
from ._errors import InvalidInput, shown
from ._goals import Places, are_places, as_places, point_places
from ._input import Floats, as_one_or_many
from ._lengths import as_radii, as_radius
from ._sight import SightQueries, point_pairs
from ._types import GoalsLike, Pair, Pairs, PointLike, PointsLike, Several

# For lists of points in which a line or an area was meant.
_LISTED = "; a line or an area is a geometry or a list of one, as in [[(0, 0), (1, 0)]]"


class Queries(SightQueries):
    """The queries of `World`; they change nothing, and any number of threads may call them."""

    _core: CoreWorld
    _limit: float

    @overload
    def is_free(self, points: Pair, radius: float = 0.0) -> bool: ...
    @overload
    def is_free(self, points: Pairs, radius: float = 0.0) -> npt.NDArray[np.bool_]: ...
    @overload
    def is_free(self, points: PointLike | PointsLike, radius: float = 0.0) -> Any: ...
    def is_free(self, points: PointLike | PointsLike, radius: float = 0.0) -> Any:
        """Whether a disc of this radius fits there: a bool for one point, an array for N x 2.

        A point that is too near to an obstacle by no more than rounding counts as free, here and as
        an end of every query: 2**-45 of the largest coordinate (of the point, the radius and the
        nearest obstacle) plus 2**-40 of the radius. So all points of a path are free for its
        radius. Radii below 2**-40 of the coordinates are decided exactly.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.is_free((5, 5)), world.is_free([(1, 5), (3.8, 5)], radius=0.5).tolist()
        (False, [True, False])
        >>> world.is_free((1 - 1e-15, 5), 1.0), world.is_free((1 - 1e-9, 5), 1.0)
        (True, False)
        """
        array, single = as_one_or_many(points)
        free = self._core.is_free(array, as_radius(radius))
        return bool(free[0]) if single else free

    @overload
    def clearance(self, points: Pair) -> float: ...
    @overload
    def clearance(self, points: Pairs) -> Floats: ...
    @overload
    def clearance(self, points: PointLike | PointsLike) -> Any: ...
    def clearance(self, points: PointLike | PointsLike) -> Any:
        """Distance to the nearest obstacle or bound; 0 inside one and outside the bounds.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.clearance((1, 5)), world.clearance([(3, 5), (5, 5)]).tolist()
        (1.0, [1.0, 0.0])
        """
        array, single = as_one_or_many(points)
        distances = self._core.clearance(array)
        return float(distances[0]) if single else distances

    @overload
    def snap(self, points: Pair, radius: float = 0.0) -> Floats | None: ...
    @overload
    def snap(self, points: Pairs, radius: float = 0.0) -> Floats: ...
    @overload
    def snap(self, points: PointLike | PointsLike, radius: float = 0.0) -> Any: ...
    def snap(self, points: PointLike | PointsLike, radius: float = 0.0) -> Any:
        """The nearest point where the disc fits; the point itself if it is free (`is_free`).

        One point gives an array (x, y), or None if the disc fits nowhere; N x 2 points give
        N x 2 with rows of NaN instead.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.snap((4.5, 5), radius=0.5).tolist()
        [3.5, 5.0]
        """
        array, single = as_one_or_many(points)
        snapped = self._core.snap(array, as_radius(radius))
        if not single:
            return snapped
        return None if np.isnan(snapped[0, 0]) else snapped[0]

    @overload
    def reachable(self, a: Pair, b: Pair, radius: float = 0.0) -> bool: ...
    @overload
    def reachable(
        self,
        a: GoalsLike,
        b: GoalsLike,
        radius: float | Several = 0.0,
    ) -> Any: ...
    def reachable(
        self,
        a: GoalsLike,
        b: GoalsLike,
        radius: float | Several = 0.0,
    ) -> Any:
        """Whether a disc of this radius fits at a and at b and can move from one to the other.

        A bool for two points; an array for N x 2 points (one point stands for N equal ones) or
        N radii. Exact: a disc exactly as wide as a gap passes it. The first call after an edit
        builds an index for later ones; a radius above the `max_radius` of the world needs a search
        in every call, as in `find_path`.

        Either end may be a place, given as a geometry or a list of geometries or lines: the answer
        is True if the disc can move from some point of one to some point of the other.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.reachable((1.5, 5), (8.5, 5), radius=1.0), world.reachable((2, 5), (8, 5), 1.5)
        (True, False)
        >>> exit = {"type": "LineString", "coordinates": [(9, 0), (9, 10)]}
        >>> world.reachable((1, 5), exit, 0.9), world.reachable((1, 5), exit, 1.1)
        (True, False)
        """
        if are_places(a) or are_places(b):
            starts, ends, single = self._place_pairs(a, b)
            answers = self._core.reachable_places(starts, ends, as_radii(radius, len(starts)))
            return bool(answers[0]) if single else answers
        starts, ends, single = point_pairs(a, b, _LISTED)
        if single and is_row(radius):
            count = np.size(radius)
            starts, ends = (np.repeat(array, count, axis=0) for array in (starts, ends))
            single = False
        answers = self._core.reachable(starts, ends, as_radii(radius, len(starts)))
        return bool(answers[0]) if single else answers

    @overload
    def max_radius(self, a: Pair, b: Pair) -> float: ...
    @overload
    def max_radius(self, a: GoalsLike, b: GoalsLike) -> Any: ...
    def max_radius(self, a: GoalsLike, b: GoalsLike) -> Any:
        """The largest radius of a disc that can move from a to b; NaN if not even a point can.

        A float for two points, an array for N x 2 points. If the world has a `max_radius`, larger
        values are only upper bounds.

        Either end may be a place, as for `reachable`. Then the gates and the places limit the
        radius, not the position of a point. The value is exact up to rounding, and slower.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.max_radius((1.5, 5), (8.5, 5))
        1.0
        >>> left = {"type": "LineString", "coordinates": [(2, 0), (2, 10)]}
        >>> round(world.max_radius(left, (8, 5)), 9)
        1.0
        """
        if are_places(a) or are_places(b):
            starts, ends, single = self._place_pairs(a, b)
            radii = self._core.max_radius_places(starts, ends)
            return float(radii[0]) if single else radii
        starts, ends, single = point_pairs(a, b, _LISTED)
        radii = self._core.max_radius(starts, ends)
        return float(radii[0]) if single else radii

    @staticmethod
    def _place_pairs(a: Any, b: Any) -> tuple[Any, Any, bool]:
        """As `point_pairs`, for places."""
        sides = []
        for value, name in ((a, "a"), (b, "b")):
            if are_places(value):
                sides.append((as_places(value, name), not isinstance(value, list | tuple)))
            else:
                points, single = as_one_or_many(value, name)
                sides.append((point_places(points), single))
        (starts, one_start), (ends, one_end) = sides
        count = max(len(starts), len(ends))
        starts, ends = (side * count if len(side) == 1 else side for side in (starts, ends))
        if len(starts) != len(ends):
            raise InvalidInput(
                f"{len(starts)} places a but {len(ends)} places b", value=(len(starts), len(ends))
            )
        return Places(starts).core, Places(ends).core, one_start and one_end

    def random_point(self, radius: float = 0.0, rng: Any = None) -> Floats | None:
        """A point chosen uniformly where the disc fits; None if it fits nowhere.

        `rng` is a numpy Generator, a seed, or None.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.is_free(world.random_point(radius=0.5, rng=1), 0.5)
        True
        """
        points = self.random_points(1, radius, rng)
        return points[0] if len(points) else None

    def random_points(self, count: int, radius: float = 0.0, rng: Any = None) -> Floats:
        """As `random_point`, `count` x 2; empty when the disc fits nowhere.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.random_points(3, radius=0.5, rng=1).shape
        (3, 2)
        """
        is_number = isinstance(count, int | np.integer) and not isinstance(count, bool)
        if not is_number or not 0 <= count < 2**31:
            raise InvalidInput(
                f"count is {shown(count)}: the number of points, an integer >= 0", value=count
            )
        seed = int(as_generator(rng).integers(2**64, dtype=np.uint64))
        return self._core.random_points(int(count), as_radius(radius), seed)

    def locate(self, points: Any) -> npt.NDArray[np.int32]:
        """Rows of `mesh().triangles` that contain the points; -1 outside the mesh.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.locate([(1, 1), (20, 20)]).tolist()
        [1, -1]
        """
        array, single = as_one_or_many(points)
        rows = self._core.locate(array)[0]
        return rows[0] if single else rows
