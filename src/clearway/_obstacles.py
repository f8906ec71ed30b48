"""The obstacles of a world, for reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._errors import InvalidInput, UnknownHandle, shown
from ._geometry import HOLE, POST, SHELL, WALL, Batch, Geometry, unpack
from ._input import Floats

if TYPE_CHECKING:
    from ._world import World


class Obstacle:
    """The obstacle of a handle: `kind` is "area", "wall" or "post".

    `chains` are its rings (shells, each followed by its holes), lines or points; rings are
    open. `numpy.asarray` gives all its points, `__geo_interface__` the geometry, so
    `world.add(other.obstacles[h])` copies an area from one world to another.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world.obstacles[box].__geo_interface__["type"]
    'Polygon'
    """

    __slots__ = ("_geometry", "handle")

    def __init__(self, handle: int, geometry: Geometry) -> None:
        self.handle = handle
        self._geometry = geometry

    @property
    def kind(self) -> str:
        """Whether it is an "area", a "wall" or a "post"."""
        return "wall" if self._role == WALL else "post" if self._role == POST else "area"

    @property
    def _role(self) -> int:
        """The role of its first chain."""
        return self._geometry[0][0]

    @property
    def chains(self) -> list[Floats]:
        """Its rings, lines or points, each N x 2."""
        return [points for _, points in self._geometry]

    @property
    def points(self) -> Floats:
        """All its points, N x 2."""
        return np.concatenate(self.chains)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.points, dtype=dtype)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return geojson_geometry(self._geometry)

    def __repr__(self) -> str:
        return f"<Obstacle {self.handle}: {self.kind}, {len(self.points)} points>"


class Obstacles(Mapping[int, Obstacle]):
    """Handle -> Obstacle: a live view of a world, in the order of the handles.

    A pickle includes the world.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> list(world.obstacles), box in world.obstacles
    ([0], True)
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def __getitem__(self, handle: int) -> Obstacle:
        unknown = UnknownHandle(f"no obstacle has the handle {shown(handle)}", value=handle)
        if handle not in self:
            raise unknown
        try:
            flat = self._world._core.obstacles(np.array([handle], dtype=np.int64))
        except InvalidInput:  # another thread has removed it
            raise unknown from None
        return Obstacle(int(handle), unpack(Batch(*flat))[0])

    def __iter__(self) -> Iterator[int]:
        return iter(self._world._core.handles().tolist())

    def __len__(self) -> int:
        return len(self._world._core.handles())

    def __contains__(self, handle: object) -> bool:
        if isinstance(handle, bool) or not isinstance(handle, int | np.integer):
            return False
        number = int(handle)
        return -(2**63) <= number < 2**63 and self._world._core.contains(number)

    def __repr__(self) -> str:
        return f"<Obstacles: {len(self)}>"


def geojson_geometry(geometry: Geometry) -> dict[str, Any]:
    """A GeoJSON-like geometry; Multi only if there are several parts.

    Rings are closed and have 4 positions or more: a ring of one or two points repeats them.
    """
    role = geometry[0][0]
    if role in (SHELL, HOLE):
        polygons: list[list[Any]] = []
        for r, points in geometry:
            if r == SHELL:
                polygons.append([])
            polygons[-1].append(_ring(points))
        return _single_or_multi("Polygon", polygons)
    if role == WALL:
        return _single_or_multi("LineString", [_line(points) for _, points in geometry])
    return _single_or_multi("Point", [_positions(points)[0] for _, points in geometry])


def _single_or_multi(kind: str, parts: list[Any]) -> dict[str, Any]:
    if len(parts) == 1:
        return {"type": kind, "coordinates": parts[0]}
    return {"type": f"Multi{kind}", "coordinates": parts}


def _ring(points: Floats) -> list[list[float]]:
    positions = _positions(points)
    return positions + positions[-1:] * (3 - len(positions)) + positions[:1]


def _line(points: Floats) -> list[list[float]]:
    positions = _positions(points)
    return positions if len(positions) > 1 else positions * 2  # a wall of one point


def _positions(points: Floats) -> list[list[float]]:
    return points.tolist()  # type: ignore[no-any-return]
