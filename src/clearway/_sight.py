"""Queries about lines of sight: the part of `World` that looks and sweeps along lines."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple, overload

import numpy as np

from ._core import World as CoreWorld
from ._errors import InvalidInput, shown
from ._geometry import Ints
from ._input import Floats, as_one_or_many
from ._lengths import as_radius
from ._types import Pair, Pairs, PointLike, PointsLike


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


class SightQueries:
    """The queries of `World` about lines of sight; they change nothing, from any thread."""

    _core: CoreWorld

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
        starts, ends, single = point_pairs(a, b)
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


def point_pairs(a: Any, b: Any, hint: str = "") -> tuple[Floats, Floats, bool]:
    """As many points a as b, one of either standing for all, and whether both were one."""
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


def _parts(flat: Floats, starts: Ints) -> list[Floats]:
    return [flat[a:b] for a, b in itertools.pairwise(starts.tolist())]


def _method(name: str) -> str:
    if not isinstance(name, str) or name not in ("triangles", "bsp"):
        raise InvalidInput(f'method is {shown(name)}: "triangles" or "bsp"', value=name)
    return name
