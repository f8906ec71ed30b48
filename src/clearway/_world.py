"""World: obstacles that may change, and queries among them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _geometry as geometry
from . import shapes
from ._abstraction import Abstraction, abstraction_of
from ._arguments import as_list, as_truth
from ._arrays import FEATURES, WORLD, checked_arrays
from ._batches import box_around, join
from ._core import World as CoreWorld
from ._editing import Edits, Transaction, apply, editing
from ._errors import InvalidInput, UnknownHandle, shown
from ._features import (
    AREA,
    DOOR,
    OBSTACLE,
    Placed,
    apply_features,
    feature_arrays,
    features_of_arrays,
    link_shape,
    unpack_features,
)
from ._featuring import Featuring
from ._frame import Frame, crs_of_data
from ._geometry import POST, WALL, Batch, Geometry, Ints
from ._imports import importing
from ._input import as_handle, as_limit, as_points, as_radius
from ._mesh import Mesh
from ._numbers import exact
from ._obstacles import Obstacles, geojson_geometry
from ._pathfinding import Pathfinding
from ._planners import Planner
from ._progress import Show, as_show, working
from ._queries import Queries
from ._types import PointLike, PointsLike, RingLike
from ._watch import Watching

if TYPE_CHECKING:
    from ._grid import Grid
    from ._waypoints import Waypoints

_NO_HANDLES = np.empty(0, dtype=np.int64)
_NOTHING = geometry.pack([])


class World(Queries, Pathfinding, Featuring, Frame):
    """A bounded part of the plane with obstacles.

    `bounds` is (x0, y0, x1, y1) or a ring of points. Obstacles may overlap, touch, cross
    themselves and each other, and reach beyond the bounds. Points that at least one obstacle
    covers are blocked, and so is everything outside the bounds. Boundaries are free, but obstacles
    that touch leave no gap.

    Coordinates are finite and at most 2**100 in magnitude; magnitudes below 2**-100 count as
    zero. GeoJSON-like geometries may have altitudes, which are dropped.

    `max_radius`: the largest radius that queries will use; the mesh is refined only as far as
    this requires (docs/explanation/clearance.md). None: any radius. 0: points only, the plain
    constrained Delaunay triangulation. Queries for larger discs take longer.

    Many threads may query and edit at the same time; an edit waits for running queries. A forked
    child can use the world, unless another thread was editing it at that moment: then every call
    raises `ClearwayError`, and the child must load or build the world again.

    A subclass keeps its attributes (`__dict__`) when pickled or copied. `from_obstacles` and
    `from_walkable` create an instance by calling the class with the bounds alone, as a
    GeoJSON-like polygon; override them where `__init__` needs more.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world
    <World (0, 0, 10, 10): 1 obstacle>
    >>> world.find_path((1, 5), (9, 5)).found
    True
    """

    def __init__(self, bounds: Any, max_radius: float | None = None) -> None:
        self._start(geometry.bounds(bounds), max_radius)

    def _start(self, bounds: Geometry, max_radius: float | None = None) -> None:
        _, chain_starts, roles, points = geometry.pack([bounds])
        limit = as_limit(max_radius, "max_radius")
        self._begin(CoreWorld(chain_starts, roles, points, limit), limit)

    def _begin(self, core: CoreWorld, limit: float) -> None:
        self._core = core
        self._limit = limit
        self._edits = Edits()
        self._watching = Watching()
        self._planners: dict[str, Planner] = {}  # planners with preparation, by name
        self._variants: dict[Any, Any] = {}  # the last ones, by what queries asked for
        self._abstraction: Abstraction | None = None  # of the last version requested
        self._waypoint_graphs: dict[Any, Any] = {}  # the last ones, by radius

    @property
    def _transaction(self) -> Transaction | None:
        return self._edits.open

    @classmethod
    def _from_bounds(cls, bounds: Geometry, max_radius: float | None = None) -> World:
        if cls.__init__ is not World.__init__:
            more = {} if max_radius is None else {"max_radius": max_radius}
            return cls(geojson_geometry(bounds), **more)
        world = cls.__new__(cls)
        world._start(bounds, max_radius)
        return world

    # --- construction ---------------------------------------------------------

    @classmethod
    def from_obstacles(
        cls,
        obstacles: Any = (),
        bounds: Any = None,
        *,
        walls: Any = (),
        posts: Any = (),
        max_radius: float | None = None,
        progress: Show = None,
    ) -> World:
        """A world with these obstacles, built as one edit.

        `obstacles` is a sequence of arguments of `add`, `walls` one of arguments of `add_wall`,
        `posts` an N x 2 array. Lines and points among `obstacles` become walls and posts. Without
        `bounds`: the bounding box of all, grown on every side by 5 % of its larger side.
        Handles are 0, 1, 2, ... in this order: obstacles, walls, posts. `progress`: True shows
        the phase and the elapsed time.

        >>> import clearway as cw
        >>> cw.World.from_obstacles([[(1, 1), (2, 1), (2, 2)]], bounds=(0, 0, 9, 9), posts=[(5, 5)])
        <World (0, 0, 9, 9): 2 obstacles>
        """
        with working("reading obstacles", as_show(progress)):
            parts = [
                geometry.obstacles(obstacles),
                geometry.pack(geometry.each(geometry.wall, walls, "walls")),
                geometry.pack_posts(as_points(posts, "posts", copy=False)),
            ]
            batch = join([part for part in parts if len(part.obstacle_starts) > 1])
            box = geometry.bounds(bounds) if bounds is not None else box_around(batch.points)
            with working("building the mesh"):
                world = cls._from_bounds(box, max_radius)
                world._add_batch(batch)
        world._set_crs(crs_of_data(obstacles))
        return world

    @classmethod
    def from_walkable(
        cls, area: Any, max_radius: float | None = None, *, progress: Show = None
    ) -> World:
        """A world whose free space is this area; everything else is blocked.

        `area` is a ring, a polygon with holes (GeoJSON-like or `__geo_interface__`), a
        MultiPolygon, or a sequence of those, which are united. `progress`: True shows the phase
        and the elapsed time.

        >>> import clearway as cw
        >>> cw.World.from_walkable([(0, 0), (9, 0), (9, 9)]).is_free([(8, 1), (1, 8)]).tolist()
        [True, False]
        """
        with importing():
            from ._walkable import walkable_area

        with working("uniting the area", as_show(progress)):
            united = walkable_area(area)
            with working("building the mesh"):
                world = cls._from_bounds(united, max_radius)
        world._set_crs(crs_of_data(area))
        return world

    # --- edits ----------------------------------------------------------------

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
        return editing(self, self._edits, self._core)

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
            raise UnknownHandle(f"no obstacle has the handle {known}", value=known)
        return known

    def _convert_as(self, handle: int, value: Any) -> Geometry | Placed:
        queued = None if self._transaction is None else self._transaction.changes.get(handle)
        if queued is None and self._core.kind(handle) != OBSTACLE:
            queued = unpack_features(self._core.features())[handle]
        if isinstance(queued, Placed):
            return queued._replace(shape=_moved_shape(queued.record.kind, value))
        role = self.obstacles[handle]._role if queued is None else queued[0][0]
        convert = {WALL: geometry.wall, POST: geometry.post}.get(role, geometry.area)
        return convert(value)

    # --- reading --------------------------------------------------------------

    @property
    def obstacles(self) -> Obstacles:
        """Handle -> obstacle, a live view."""
        return Obstacles(self)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(x0, y0, x1, y1): the bounding box of the bounds."""
        points = self._core.bounds()[2]
        (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        return x0, y0, x1, y1

    @property
    def version(self) -> int:
        """A number that grows with every edit."""
        return int(self._core.version)

    def mesh(self) -> Mesh:
        """The current triangulation, as read-only arrays.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.mesh().free_area
        88.0
        """
        return Mesh(self._core.mesh())

    def abstraction(self) -> Abstraction:
        """Decision nodes, corridors, dead ends and rooms of the current free space.

        Kept until the next edit: until then all calls return the same object.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.abstraction().component_count
        1
        """
        kept = self._abstraction
        if kept is None or kept.version != self.version:
            kept = self._abstraction = abstraction_of(self)
        return kept

    def waypoints(self, radius: float = 0.0, *, dead_ends: bool = True) -> Waypoints:
        """A graph of waypoints for a disc of this radius: decision nodes, gates and corridors.

        Two points where the disc fits are connected by the graph exactly if they are connected
        for the disc. `dead_ends=False` leaves out what lies on no route between two other places.
        Kept until the next edit. The graph after an edit keeps the ids of the nodes that remain,
        and searches again only where the edit can have changed a path (docs/how-to/waypoints.md).
        Worlds with links or one-way doors are refused.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> graph = world.waypoints(radius=0.5)
        >>> graph.kinds, graph.lengths.round(3).tolist()
        (('gate', 'gate', 'gate'), [6.0, 6.0, 6.0])
        """
        with importing():
            from ._waypoints import waypoints_of

        return waypoints_of(self, as_radius(radius), as_truth(dead_ends, "dead_ends"))

    @property
    def last_edit(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """`Mesh.ids` of the triangles that the last edit removed, and of those it added."""
        removed, added = self._core.last_edit()
        return removed, added

    @property
    def stats(self) -> dict[str, int]:
        """Counts: vertices, crossings, refinements, triangles, obstacles, bytes and more."""
        return dict(self._core.stats())

    def validate(self) -> None:
        """Checks every invariant from scratch; raises `InternalError`, which names a broken one.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.validate()
        """
        self._core.validate()

    def __len__(self) -> int:
        return len(self.obstacles)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, handle: object) -> bool:
        return handle in self.obstacles

    def __repr__(self) -> str:
        box = ", ".join(map(exact, self.bounds))
        count = len(self)
        s = "" if count == 1 else "s"
        return f"<World ({box}): {count} obstacle{s}>"

    # --- files, pictures, pickles ---------------------------------------------

    def save(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,  # noqa: A002
        **options: Any,
    ) -> None:
        """Writes the world to a file; the suffix decides the format unless it is named.

        `options` are those of the format (docs/reference/formats.md).

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> file = Path(tempfile.mkdtemp()) / "room.clearway"
        >>> world.save(file)
        >>> cw.load(file)
        <World (0, 0, 10, 10): 1 obstacle>
        """
        with importing():
            from .formats import save

        save(self, path, format, **options)

    def to_grid(self, cell: float, *, progress: Show = None) -> Grid:
        """Cells of this side over the bounds, each free only if all of it is free.

        Walls and posts block every cell that they touch. The first cell begins at the lower left
        corner of the bounds, so `grid.to_world().to_grid(grid.cell)` is the same grid.
        `progress`: True shows the elapsed time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.to_grid(1.0)
        <Grid 10 x 10: 88 % free>
        """
        with importing():
            from ._grid import Grid
            from ._raster import world_to_grid

        with working("rasterising", as_show(progress)):
            blocked, origin = world_to_grid(self, cell)
        grid = Grid(blocked, cell=cell, origin=origin)
        grid._in_frame_of(self)
        return grid

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON FeatureCollection, as `save("x.geojson")` writes it.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> len(world.to_geojson()["features"])
        2
        """
        with importing():
            from .formats.geojson import to_geojson

        return to_geojson(self)

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the world with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> axes = world.plot(mesh=True)  # doctest: +SKIP
        """
        with importing():
            from .render import plot_world

        return plot_world(self, ax, **what)

    def _repr_svg_(self) -> str | None:
        with importing():
            from .render.notebook import world_svg

        return world_svg(self)

    def _state(self) -> dict[str, Any]:
        if self._transaction is not None:
            raise InvalidInput("a world cannot be saved or copied inside editing()")
        chain_starts, roles, points = self._core.bounds()
        next_handle, handles, *flat, features = self._core.state()
        return {
            "ground_starts": chain_starts,
            "ground_roles": roles,
            "ground_points": points,
            "handles": handles,
            **dict(zip(Batch._fields, flat, strict=True)),
            "next_handle": np.array([next_handle], dtype=np.int64),
            "max_radius": np.array([self._limit]),
            **(feature_arrays(features) if len(features[0]) else {}),
        }

    @classmethod
    def _from_state(cls, state: dict[str, Any]) -> World:
        world = cls.__new__(cls)
        world.__setstate__(state)
        return world

    def __getstate__(self) -> dict[str, Any]:
        own = {"_core", "_limit", "_edits", "_watching", "_planners", "_variants", "_abstraction"}
        own.add("_waypoint_graphs")
        extra = {name: value for name, value in self.__dict__.items() if name not in own}
        return {**self._state(), "attributes": extra}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state.get("attributes", {}))
        kinds = WORLD | FEATURES if "feature_handles" in state else WORLD
        state = checked_arrays({"max_radius": np.array([np.inf])} | state, kinds)
        starts, roles, points = (state[f"ground_{name}"] for name in ("starts", "roles", "points"))
        limit, next_handle = float(state["max_radius"][0]), int(state["next_handle"][0])
        if not 0 <= next_handle <= 2**62 or (state["handles"] >= next_handle).any():
            raise InvalidInput(f"next_handle {next_handle} is out of range", value=next_handle)
        self._begin(CoreWorld(starts, roles, points, limit), limit)
        self._add_batch(Batch(*(state[name] for name in Batch._fields)), state["handles"])
        if "feature_handles" in state:
            features = features_of_arrays(state)
            if any(not 0 <= handle < next_handle for handle in features):
                raise InvalidInput("a feature has a handle that is out of range")
            apply_features(self._core, [], {}, features, {})
        self._core.reserve_handles(max(0, next_handle - self._core.reserve_handles(0)))


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
