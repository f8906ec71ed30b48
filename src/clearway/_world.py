"""World: obstacles that change, and the queries among them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _geometry as geometry
from ._abstraction import Abstraction, abstraction_of
from ._arguments import as_list
from ._arrays import WORLD, taken
from ._core import World as CoreWorld
from ._editing import Edits, Transaction, apply, editing
from ._errors import InvalidInput, UnknownHandle, shown
from ._geometry import POST, WALL, Batch, Geometry, Ints
from ._imports import importing
from ._input import Floats, as_handle, as_limit, as_one_or_many, as_point, as_points, as_radius
from ._journey import Journey
from ._mesh import Mesh
from ._obstacles import Obstacles, geojson_geometry
from ._path import Path, Paths
from ._planners import Planner, planner_class
from ._queries import Queries
from ._watch import Report, Watch, Watching

if TYPE_CHECKING:
    from ._grid import Grid

_NO_HANDLES = np.empty(0, dtype=np.int64)
_NOTHING = geometry.pack([])
_MARGIN = 0.05  # of the larger side of the obstacles' box, where no bounds are given


class World(Queries):
    """A bounded piece of the plane with obstacles.

    `bounds` is (x0, y0, x1, y1) or a ring of points. Obstacles may overlap, touch, cross
    themselves and each other, and reach beyond the bounds. Whatever at least one of them covers
    is blocked, and so is everything outside the bounds. Boundaries are free, but obstacles that
    touch leave no gap.

    Coordinates are finite and at most 2**100 in magnitude; magnitudes below 2**-100 count as
    zero. GeoJSON-like geometries may have altitudes, which are dropped.

    `max_radius`: the largest radius that queries will use; the mesh is refined only as far as
    this requires (docs/explanation/clearance.md). None: any radius. 0: points only, the plain
    constrained Delaunay triangulation. Larger discs are answered too, by longer searches.

    Many threads may query and edit at once; an edit waits for running queries. A forked child
    can use the world, unless another thread was editing it at that moment: then every call
    raises `ClearwayError`, and the child must load or build the world again.

    A subclass keeps its attributes (`__dict__`) when pickled or copied. `from_obstacles` and
    `from_walkable` create an instance by calling the class with the bounds alone, as a
    GeoJSON-like polygon; override them where `__init__` needs more.
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
        self._kept: dict[str, Planner] = {}  # planners with preparation, by name
        self._abstraction: Abstraction | None = None  # of the last version requested

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
    ) -> World:
        """A world with these obstacles, built as one edit.

        `obstacles` is a sequence of what `add` takes, `walls` of what `add_wall` takes, `posts`
        an N x 2 array. Lines and points among `obstacles` become walls and posts. Without
        `bounds`: the bounding box of all, grown on every side by 5 % of its larger side.
        Handles are 0, 1, 2, ... in this order: obstacles, walls, posts.
        """
        parts = [
            geometry.obstacles(obstacles),
            geometry.pack(geometry.each(geometry.wall, walls, "walls")),
            geometry.pack_posts(as_points(posts, "posts", copy=False)),
        ]
        batch = _join([part for part in parts if len(part.obstacle_starts) > 1])
        box = geometry.bounds(bounds) if bounds is not None else _box_around(batch.points)
        world = cls._from_bounds(box, max_radius)
        world._add_batch(batch)
        return world

    @classmethod
    def from_walkable(cls, area: Any, max_radius: float | None = None) -> World:
        """A world whose free space is this area; everything else is blocked.

        `area` is a ring, a polygon with holes (GeoJSON-like or `__geo_interface__`), a
        MultiPolygon, or a sequence of those, which are united.
        """
        with importing():
            from ._walkable import walkable_area

        return cls._from_bounds(walkable_area(area), max_radius)

    # --- edits ----------------------------------------------------------------

    def add(self, ring: Any) -> int:
        """Adds an obstacle that blocks an area, and returns its handle.

        `ring`: N x 2 array-like of at least 3 points, either winding, closed or not; or a
        GeoJSON-like dict or `__geo_interface__` object: Polygon (with holes), MultiPolygon.
        Empty geometries are refused.
        """
        return self._add(geometry.area(ring))

    def add_wall(self, line: Any) -> int:
        """Adds an open polyline, walkable on both sides; at least 2 points."""
        return self._add(geometry.wall(line))

    def add_post(self, point: Any) -> int:
        """Adds a point obstacle."""
        return self._add(geometry.post(point))

    def add_posts(self, points: Any) -> Ints:
        """Adds a post for each row of an N x 2 array as one edit; returns their handles."""
        return self._add_batch(geometry.pack_posts(as_points(points, copy=False)))

    def move(self, handle: int, ring: Any) -> None:
        """Replaces an obstacle under the same handle.

        `ring` is what `add` takes; for a wall what `add_wall` takes, for a post what
        `add_post` takes.
        """
        handle = self._known(handle)
        new = self._convert_as(handle, ring)
        if self._transaction is not None:
            self._transaction.move(handle, new)
            return
        apply(self._core, [handle], np.array([handle]), geometry.pack([new]))

    def remove(self, handle: Any) -> None:
        """Removes an obstacle, or several as one edit when given a sequence of handles."""
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
        """Collects the changes made in the block and applies them as one edit at its end.

        Handles are returned at once; queries inside the block see the world as it was before.
        If the block raises, nothing changes. A nested block joins the outer one.

        The block belongs to the thread that opened it. Edits of other threads are not part of it
        and do not wait: each is applied on its own, at once. If one of them has removed an
        obstacle that the block moves or removes, the block ends with `UnknownHandle` and
        changes nothing.
        """
        return editing(self, self._edits, self._core)

    # The core applies each change in one call, the last one: an interrupt or an error before it
    # leaves the world unchanged. A handle that was reserved and not used is skipped.
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
        stands = self.__contains__ if self._transaction is None else self._transaction.contains
        if not stands(known):
            raise UnknownHandle(f"no obstacle has the handle {known}", value=known)
        return known

    def _convert_as(self, handle: int, value: Any) -> Geometry:
        queued = None if self._transaction is None else self._transaction.changes.get(handle)
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
        points = self._core.ground()[2]
        (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        return x0, y0, x1, y1

    @property
    def version(self) -> int:
        """A number that grows with every edit."""
        return int(self._core.version)

    def mesh(self) -> Mesh:
        """The triangulation as it is now, as read-only arrays."""
        return Mesh(self._core.mesh())

    def abstraction(self) -> Abstraction:
        """Decision nodes, corridors, dead ends and rooms of the free space, as it is now.

        Kept until the next edit: calls in between return the same object.
        """
        kept = self._abstraction
        if kept is None or kept.version != self.version:
            kept = self._abstraction = abstraction_of(self)
        return kept

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
        """Checks every invariant from scratch; raises `InternalError` naming what broke."""
        self._core.validate()

    def __len__(self) -> int:
        return len(self.obstacles)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, handle: object) -> bool:
        return handle in self.obstacles

    def __repr__(self) -> str:
        x0, y0, x1, y1 = self.bounds
        count = len(self)
        s = "" if count == 1 else "s"
        return f"<World ({x0:g}, {y0:g}, {x1:g}, {y1:g}): {count} obstacle{s}>"

    # --- paths ----------------------------------------------------------------

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        planner: str | type[Planner] = "optimal",
        **options: Any,
    ) -> Path:
        """A path for a disc of this radius: always a `Path`, whose `status` says how it ended.

        `options` are those of the planner (`Planner.options`): `limit=`, `effort=`, ...
        """
        cls = planner_class(planner)
        path = cls._find_fast(self, start, goal, radius, options)
        if path is not None:
            return path
        return cls._cached_for(self).find_path(start, goal, radius, **options)

    def find_paths(
        self,
        starts: Any,
        goals: Any,
        radius: Any = 0.0,
        planner: str | type[Planner] = "optimal",
        threads: int | None = None,
        **options: Any,
    ) -> Paths:
        """A path for each row of N x 2 starts and goals; one point stands for N equal ones.

        `radius` is one number or N; two points and N radii give N paths. The answers do not
        depend on `threads`; None uses as many as pay off.
        """
        return (
            planner_class(planner)
            ._cached_for(self)
            .find_paths(starts, goals, radius, threads, **options)
        )

    def watch(self, path: Path | Journey, *, shorter: bool = False) -> Watch:
        """Watches a path or journey: `disturbed` reports it once an edit blocks it.

        `shorter`: also reports it when an edit that removes something may have opened a shorter
        path (a search may still find none). A path found before the last edit may be blocked
        already: it is checked in full, once. The watch lasts as long as the returned object. It
        is not saved or copied with the world.
        """
        return self._watching.start(self, path, shorter)

    def disturbed(self) -> list[Report]:
        """Exactly the watched paths that edits have blocked, as of now.

        A path is blocked when `Path.verify` would find an obstacle on its remaining part; only
        paths whose triangles have changed are checked. A point's path is also blocked where
        obstacles on both sides of it have come to touch: they leave no gap, though the path
        enters no obstacle and `verify` finds nothing. A path that one edit blocked and a later one
        freed is not reported and stays watched. A path reported as BLOCKED or INSIDE is no longer
        watched.
        """
        return self._watching.reports(self)

    def distances(self, start: Any, goals: Any, radius: float = 0.0) -> Floats:
        """Lengths of the shortest paths from one start to N x 2 goals, up to rounding.

        Infinity where there is no path: the goal or the start is blocked for a disc of this
        radius, or they are not connected. One search serves all goals where a sample of them
        shows that this is cheaper. S x 2 starts give S x N lengths.
        """
        starts, single = as_one_or_many(start, "start")
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        r = as_radius(radius)
        lengths = self._core.distances(starts, ends, r)
        return lengths if single else lengths.reshape(len(starts), len(ends))

    def find_nearest(self, start: Any, goals: Any, radius: float = 0.0) -> tuple[int | None, Path]:
        """The one of N x 2 goals with the shortest path, and that path.

        (row of the goal, path). If no goal can be reached: (None, path), with status
        START_BLOCKED or NO_PATH and a goal of NaN.
        """
        a, r = as_point(start, "start"), as_radius(radius)
        ends, _ = as_one_or_many(goals, "goals", empty=True)
        nearest, answers = self._core.find_nearest(a, ends, r)
        found = nearest >= 0
        goal = ends[nearest] if found else np.full(2, np.nan)
        path = Path(self, answers, 0, a[0], goal, r, "optimal")
        return (nearest if found else None), path

    # --- files, pictures, pickles ---------------------------------------------

    def save(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,  # noqa: A002
        **options: Any,
    ) -> None:
        """Writes the world to a file; the suffix decides the format unless it is named.

        `options` are those of the format (docs/reference/formats.md).
        """
        with importing():
            from .formats import save

        save(self, path, format, **options)

    def to_grid(self, cell: float) -> Grid:
        """Cells of this side over the bounds, each free only when all of it is free.

        Walls and posts block every cell that they touch. The first cell begins at the lower left
        corner of the bounds, so `grid.to_world().to_grid(grid.cell)` is the same grid.
        """
        with importing():
            from ._grid import Grid
            from ._raster import world_to_grid

        blocked, origin = world_to_grid(self, cell)
        return Grid(blocked, cell=cell, origin=origin)

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON FeatureCollection, as `save("x.geojson")` writes it."""
        with importing():
            from .formats.geojson import to_geojson

        return to_geojson(self)

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the world with matplotlib; returns the axes."""
        with importing():
            from .render import plot_world

        return plot_world(self, ax, **what)

    def _state(self) -> dict[str, Any]:
        if self._transaction is not None:
            raise InvalidInput("a world cannot be saved or copied inside editing()")
        chain_starts, roles, points = self._core.ground()
        next_handle, handles, *flat = self._core.state()
        return {
            "ground_starts": chain_starts,
            "ground_roles": roles,
            "ground_points": points,
            "handles": handles,
            **dict(zip(Batch._fields, flat, strict=True)),
            "next_handle": np.array([next_handle], dtype=np.int64),
            "max_radius": np.array([self._limit]),
        }

    @classmethod
    def _from_state(cls, state: dict[str, Any]) -> World:
        world = cls.__new__(cls)
        world.__setstate__(state)
        return world

    def __getstate__(self) -> dict[str, Any]:
        own = ("_core", "_limit", "_edits", "_watching", "_kept", "_abstraction")
        extra = {name: value for name, value in self.__dict__.items() if name not in own}
        return {**self._state(), "attributes": extra}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state.get("attributes", {}))
        state = taken({"max_radius": np.array([np.inf])} | state, WORLD)
        starts, roles, points = (state[f"ground_{name}"] for name in ("starts", "roles", "points"))
        limit, next_handle = float(state["max_radius"][0]), int(state["next_handle"][0])
        if not 0 <= next_handle <= 2**62 or (state["handles"] >= next_handle).any():
            raise InvalidInput(f"next_handle {next_handle} is out of range", value=next_handle)
        self._begin(CoreWorld(starts, roles, points, limit), limit)
        self._add_batch(Batch(*(state[name] for name in Batch._fields)), state["handles"])
        self._core.reserve_handles(max(0, next_handle - self._core.reserve_handles(0)))


def _join(parts: list[Batch]) -> Batch:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return geometry.pack([])
    return Batch(
        geometry.starts(np.concatenate([np.diff(p.obstacle_starts) for p in parts])),
        geometry.starts(np.concatenate([np.diff(p.chain_starts) for p in parts])),
        np.concatenate([p.roles for p in parts]),
        np.concatenate([p.points for p in parts]),
    )


def _box_around(points: Floats) -> Geometry:
    from ._core import MAX_COORDINATE

    if not len(points):
        raise InvalidInput("a world without obstacles needs bounds")
    low, high = points.min(axis=0), points.max(axis=0)
    margin = _MARGIN * float((high - low).max()) or max(1.0, float(np.abs(points).max()))
    box = np.concatenate((low - margin, high + margin))
    return geometry.bounds(np.clip(box, -MAX_COORDINATE, MAX_COORDINATE))
