"""Types of arguments: points, rings, geometries.

They are for editors and type checkers; `_input` and `_geometry` check the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy.typing as npt


class HasGeometry(Protocol):
    """Anything with `__geo_interface__`: shapely, geopandas, `Path`, `Obstacle`."""

    @property
    def __geo_interface__(self) -> Mapping[str, Any]: ...


Array: TypeAlias = npt.NDArray[Any]
Pair: TypeAlias = tuple[float, float] | list[float]  # (x, y)
Pairs: TypeAlias = Sequence[tuple[float, float]] | Sequence[list[float]]
GeoJSON: TypeAlias = Mapping[str, Any]

PointLike: TypeAlias = Pair | Array | HasGeometry | GeoJSON
PointsLike: TypeAlias = (
    Pairs | Sequence[Array] | Sequence[HasGeometry] | Sequence[GeoJSON] | Array | HasGeometry
)
RingLike: TypeAlias = Pairs | Sequence[Array] | Array | HasGeometry | GeoJSON
PlaceLike: TypeAlias = RingLike | Sequence[RingLike]  # a line, an area, or several
GoalLike: TypeAlias = PointLike | PlaceLike
GoalsLike: TypeAlias = PointLike | PointsLike | PlaceLike
CellLike: TypeAlias = tuple[int, int] | list[int] | Array
CellsLike: TypeAlias = Sequence[tuple[int, int]] | Sequence[list[int]] | Sequence[Array] | Array
Several: TypeAlias = Sequence[float] | Array
CostsLike: TypeAlias = Mapping[str, float] | None  # by name of an area
DoorsLike: TypeAlias = Mapping[int, bool] | Mapping[str, bool] | Mapping[int | str, bool] | None
