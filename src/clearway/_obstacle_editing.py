"""Obstacles that come, move and go: the part of `World` that edits."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _geometry as geometry
from . import shapes
from ._arguments import as_list
from ._core import World as CoreWorld
from ._editing import Edits, Transaction, apply, editing
from ._errors import InvalidInput, UnknownHandle, shown
from ._features import AREA, DOOR, OBSTACLE, Placed, apply_features, link_shape, unpack_features
from ._geometry import POST, WALL, Batch, Geometry, Ints
from ._input import as_handle, as_points
from ._types import PointLike, PointsLike, RingLike

if TYPE_CHECKING:
    from ._obstacles import Obstacles
    from ._world import World

_NO_HANDLES = np.empty(0, dtype=np.int64)
_NOTHING = geometry.pack([])


class ObstacleEditing:
    """`add` and the other edits of obstacles; `editing` makes several one.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _edits: Edits

    if TYPE_CHECKING:  # of `World`

        @property
        def obstacles(self) -> Obstacles: ...

    def add(self, ring: RingLike) -> int:
        """Adds an obstacle that blocks an area, and returns its handle.

        `ring`: N x 2 array-like of at least 3 points, either winding, closed or not; or a
        GeoJSON-like dict or `__geo_interface__` object: Polygon (with holes), MultiPolygon.
        Empty geometries are refused.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        0
        """
        return self._add(geometry.area(ring))

    def add_wall(self, line: RingLike) -> int:
        """Adds an open polyline, walkable on both sides; at least 2 points.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.add_wall([(5, 0), (5, 8)])
        0
        """
        return self._add(geometry.wall(line))

    def add_post(self, point: PointLike) -> int:
        """Adds a point obstacle.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.add_post((5, 5))
        0
        """
        return self._add(geometry.post(point))

    def add_posts(self, points: PointsLike) -> Ints:
        """Adds a post for each row of an N x 2 array as one edit; returns their handles.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.add_posts([(5, 5), (6, 6)]).tolist()
        [0, 1]
        """
        return self._add_batch(geometry.pack_posts(as_points(points, copy=False)))

    def add_disc(self, center: PointLike, radius: float, *, tolerance: float | None = None) -> int:
        """Adds a disc, as a polygon around it, and returns its handle.

        The polygon contains the disc and reaches beyond it by at most `tolerance`, by default
        1e-3 of the radius. `world.move(handle, cw.shapes.disc(center, radius))` moves it.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> pillar = world.add_disc((5, 5), 2)
        >>> round(world.find_path((1, 5), (9, 5)).length, 2)
        9.02
        """
        return self.add(shapes.disc(center, radius, tolerance=tolerance))

    def add_capsule(
        self, a: PointLike, b: PointLike, radius: float, *, tolerance: float | None = None
    ) -> int:
        """Adds all points within `radius` of the segment from a to b, as a polygon around them.

        A wall with a thickness and round ends. `tolerance` as in `add_disc`; returns the handle.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> hedge = world.add_capsule((2, 5), (8, 5), 0.5)
        >>> round(world.clearance((5, 8)), 9)
        2.0
        """
        return self.add(shapes.capsule(a, b, radius, tolerance=tolerance))

    def add_rect(self, corner: PointLike, opposite: PointLike, *, angle: float = 0.0) -> int:
        """Adds the rectangle between two opposite corners, and returns its handle.

        `angle` turns it counter-clockwise around its centre, in radians.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> table = world.add_rect((4, 2), (6, 8))
        >>> world.is_free((5, 5))
        False
        """
        return self.add(shapes.rect(corner, opposite, angle=angle))

    def move(self, handle: int, ring: RingLike | PointLike) -> None:
        """Replaces an obstacle under the same handle.

        `ring` is an argument of `add`; for a wall one of `add_wall`, for a post one of `add_post`.
        Areas, doors and links move too: for a door it is its line, for a link the pair (a, b).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.move(box, [(1, 1), (2, 1), (2, 2)])
        >>> world.is_free((5, 5))
        True
        """
        handle = self._known(handle)
        new = self._convert_as(handle, ring)
        if self._transaction is not None:
            self._transaction.move(handle, new)
            return
        if isinstance(new, Placed):
            apply_features(self._core, [handle], {}, {handle: new}, {})
            return
        apply(self._core, [handle], np.array([handle]), geometry.pack([new]))

    def remove(self, handle: Any) -> None:
        """Removes an obstacle, or several as one edit when given a sequence of handles.

        Areas, doors and links are removed alike.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.remove(box)
        >>> len(world)
        0
        """
        if isinstance(handle, Iterable) and not isinstance(handle, str | bytes):
            handles = [as_handle(h) for h in as_list(handle, "handle", "handles")]
        else:
            handles = [as_handle(handle)]
        if self._transaction is not None:
            self._transaction.remove(handles)
            return
        if len(set(handles)) != len(handles):
            raise InvalidInput(f"a handle is given twice: {shown(handles)}", value=handles)
        if handles:
            apply(self._core, handles, _NO_HANDLES, _NOTHING)

    def editing(self) -> AbstractContextManager[World]:
        """A transaction: collects the edits made in the block and applies them together at its end.

        Handles are returned immediately; queries inside the block see the world as it was before
        the block. If the block raises, nothing changes. A nested block joins the outer one.

        The block belongs to the thread that opened it. Edits of other threads are not part of it
        and do not wait: each is applied separately, immediately. If one of them has removed an
        obstacle that the block moves or removes, the block ends with `UnknownHandle` and
        changes nothing.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> with world.editing():
        ...     a, b = world.add_post((3, 3)), world.add_post((7, 7))
        >>> len(world)
        2
        """
        return editing(self, self._edits, self._core)  # type: ignore[arg-type]

    @property
    def _transaction(self) -> Transaction | None:
        return self._edits.open

    # Each edit ends with one call of the core, which applies it: an interrupt or an error before
    # this call leaves the world unchanged. A handle that was reserved and not used is skipped.
    def _add(self, new: Geometry) -> int:
        batch = geometry.pack([new])
        handle = self._core.reserve_handles(1)
        if self._transaction is not None:
            self._transaction.add({handle: new})
        else:
            self._core.apply(_NO_HANDLES, np.array([handle]), *batch)
        return handle

    def _add_batch(self, batch: Batch, handles: Ints | None = None) -> Ints:
        count = len(batch.obstacle_starts) - 1
        if handles is None:
            first = self._core.reserve_handles(count)
            handles = np.arange(first, first + count)
        if self._transaction is not None:
            pairs = zip(handles.tolist(), geometry.unpack(batch), strict=True)
            self._transaction.add(dict(pairs))
        elif count:
            self._core.apply(_NO_HANDLES, handles, *batch)
        return handles

    def _known(self, handle: Any) -> int:
        known = as_handle(handle)
        exists = self._core.kind(known) >= 0
        if self._transaction is not None:
            exists = self._transaction.contains(known)
        if not exists:
            raise _unknown(known)
        return known

    def _convert_as(self, handle: int, value: Any) -> Geometry | Placed:
        queued = None if self._transaction is None else self._transaction.changes.get(handle)
        if queued is None and self._core.kind(handle) != OBSTACLE:
            queued = unpack_features(self._core.features()).get(handle)
            if queued is None:  # another thread has removed it
                raise _unknown(handle)
        if isinstance(queued, Placed):
            return queued._replace(shape=_moved_shape(queued.record.kind, value))
        role = self.obstacles[handle]._role if queued is None else queued[0][0]
        convert = {WALL: geometry.wall, POST: geometry.post}.get(role, geometry.area)
        return convert(value)


def _unknown(handle: int) -> UnknownHandle:
    return UnknownHandle(f"no obstacle has the handle {handle}", value=handle)


def _moved_shape(kind: int, value: Any) -> Geometry:
    """The new shape of a feature."""
    if kind == AREA:
        return geometry.area(value)
    if kind == DOOR:
        return geometry.wall(value)
    ends = as_list(value, "ring", "the two ends (a, b) of the link")
    if len(ends) != 2:
        raise InvalidInput(f"{len(ends)} ends of a link: it has two", value=value)
    return link_shape(*ends)
