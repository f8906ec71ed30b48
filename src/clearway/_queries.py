"""Queries about points: the part of `World` without state."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from ._arguments import as_generator, is_row
from ._core import World as CoreWorld
from ._errors import InvalidInput, shown
from ._geometry import Ints
from ._goals import Places, are_places, as_places, point_places
from ._input import Floats, as_one_or_many, as_radii, as_radius
from ._types import GoalsLike, Pair, Pairs, PointLike, PointsLike, Several

# For lists of points in which a line or an area was meant.
_LISTED = "; a line or an area is a geometry or a list of one, as in [[(0, 0), (1, 0)]]"


class Hit(NamedTuple):
    """First contact of a swept disc: its centre, the distance moved, the obstacle (-1: bounds).

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world.raycast((1, 5), (9, 5))
    Hit(point=(4.0, 5.0), distance=3.0, obstacle=0)
    """

    point: tuple[float, float]
    distance: float
    obstacle: int


class Queries:
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
        starts, ends, single = self._pairs(a, b, _LISTED)
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
        starts, ends, single = self._pairs(a, b, _LISTED)
        radii = self._core.max_radius(starts, ends)
        return float(radii[0]) if single else radii

    @staticmethod
    def _place_pairs(a: Any, b: Any) -> tuple[Any, Any, bool]:
        """As `_pairs`, for places."""
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

    @staticmethod
    def _pairs(a: Any, b: Any, hint: str = "") -> tuple[Floats, Floats, bool]:
        starts, single = as_one_or_many(a, "a")
        ends, single_end = as_one_or_many(b, "b")
        if len(starts) == 1:
            starts = np.repeat(starts, len(ends), axis=0)
        elif len(ends) == 1:
            ends = np.repeat(ends, len(starts), axis=0)
        elif len(starts) != len(ends):
            raise InvalidInput(
                f"{len(starts)} points a but {len(ends)} points b{hint}",
                value=(len(starts), len(ends)),
            )
        return starts, ends, single and single_end

    @overload
    def raycast(self, start: Pair, end: Pair, radius: float = 0.0) -> Hit | None: ...
    @overload
    def raycast(self, start: Pairs, end: Pairs, radius: float = 0.0) -> list[Hit | None]: ...
    @overload
    def raycast(
        self, start: PointLike | PointsLike, end: PointLike | PointsLike, radius: float = 0.0
    ) -> Any: ...
    def raycast(
        self, start: PointLike | PointsLike, end: PointLike | PointsLike, radius: float = 0.0
    ) -> Any:
        """First contact of a disc swept from start to end: a `Hit`, or None if it arrives.

        Grazing is no contact; a disc that is not free at the start (`is_free`) hits at distance 0.
        N x 2 starts and ends give a list.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.raycast((1, 5), (9, 5), radius=0.5)
        Hit(point=(3.5, 5.0), distance=2.5, obstacle=0)
        """
        starts, single = as_one_or_many(start, "start")
        ends, single_end = as_one_or_many(end, "end")
        if single != single_end:
            one, many = ("start", "end") if single else ("end", "start")
            raise InvalidInput(
                f"{one} is one point but {many} is N x 2: give both in one form", value=(start, end)
            )
        if len(starts) != len(ends):
            raise InvalidInput(
                f"{len(starts)} starts but {len(ends)} ends", value=(len(starts), len(ends))
            )
        columns = self._core.raycast(starts, ends, as_radius(radius))
        hits = [
            Hit((x, y), distance, obstacle) if hit else None
            for hit, (x, y), distance, obstacle in zip(
                *(column.tolist() for column in columns), strict=True
            )
        ]
        return hits[0] if single else hits

    def visible(self, a: Any, b: Any) -> Any:
        """Whether a and b see each other: a point can move straight from one to the other.

        A bool for two points; an array for N x 2 points (one point, or 1 x 2, stands for N equal
        ones). Exact, but for ends that are free by rounding (`is_free`). Lines of sight may graze
        corners and run along walls, but obstacles that touch leave no gap. Nothing is visible from
        or at a blocked point. The same as `raycast` with radius 0.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.visible((1, 5), (9, 5)), world.visible((1, 5), (9, 9))
        (False, False)
        """
        starts, ends, single = self._pairs(a, b)
        seen = self._core.visible(starts, ends)
        return bool(seen[0]) if single else seen

    def visible_region(self, points: Any, method: str = "triangles") -> Any:
        """The region visible from a point, as a ring: N x 2, counter-clockwise, not closed.

        M x 2 points give a list of rings. The ring is the closure of the interior of the visible
        set: lines of sight without width are left out. Vertices of the world are exact, other
        points rounded. A point on a boundary is in its ring, once for each blocked sector around
        it; where obstacles touch in it, the ring passes it several times. Nothing is visible from
        a blocked point: 0 x 2.

        `method`: "triangles" expands through the mesh and prepares nothing; "bsp" uses a tree
        that is built once after each edit. Both give the same region
        (docs/explanation/visibility.md).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.visible_region((1, 5)).shape
        (6, 2)
        """
        array, single = as_one_or_many(points)
        flat, starts = self._core.visible_regions(array, _method(method))
        return flat if single else _parts(flat, starts)

    def visible_corners(self, points: Any, method: str = "triangles") -> Any:
        """Corners visible from a point, N x 2; for M x 2 points a list of arrays.

        These are the corners that a shortest path may bend around and that `visible` reports as
        visible, in no particular order. `method` as in `visible_region`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.visible_corners((1, 5)).tolist()
        [[4.0, 2.0], [4.0, 8.0]]
        """
        array, single = as_one_or_many(points)
        flat, starts = self._core.visible_corners(array, _method(method))
        return flat if single else _parts(flat, starts)

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


def _parts(flat: Floats, starts: Ints) -> list[Floats]:
    return [flat[a:b] for a, b in itertools.pairwise(starts.tolist())]


def _method(name: str) -> str:
    if not isinstance(name, str) or name not in ("triangles", "bsp"):
        raise InvalidInput(f'method is {shown(name)}: "triangles" or "bsp"', value=name)
    return name
