"""World: obstacles that may change, and queries among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _geometry as geometry
from ._abstraction import Abstraction, abstraction_of
from ._arguments import as_truth
from ._batches import box_around, join
from ._core import World as CoreWorld
from ._distances import Distances
from ._editing import Edits
from ._exporting import Exporting
from ._featuring import Featuring
from ._frame import Frame, crs_of_data
from ._geometry import Geometry
from ._imports import importing
from ._input import as_points
from ._lengths import as_limit, as_radius
from ._mesh import Mesh
from ._numbers import exact
from ._obstacle_editing import ObstacleEditing
from ._obstacles import Obstacles, geojson_geometry
from ._pathfinding import Pathfinding
from ._pickling import Pickling
from ._progress import Show, as_show, working
from ._queries import Queries
from ._watch import Watching

if TYPE_CHECKING:
    from ._waypoints import Waypoints


class World(
    ObstacleEditing, Queries, Pathfinding, Distances, Featuring, Exporting, Pickling, Frame
):
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
        # These do not refer to the world, so that it is freed as soon as nobody uses it.
        self._planners: dict[str, Any] = {}  # what planners have prepared, by name
        self._variants: dict[Any, Any] = {}  # the last ones, by what queries asked for
        self._abstraction: Abstraction | None = None  # of the last version requested
        self._waypoint_graphs: dict[Any, Any] = {}  # the last ones, by radius

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
        with working("building the world", as_show(progress)):
            with working("reading obstacles"):
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

        with working("building the world", as_show(progress)):
            with working("uniting the area"):
                united = walkable_area(area)
            with working("building the mesh"):
                world = cls._from_bounds(united, max_radius)
        world._set_crs(crs_of_data(area))
        return world

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

    def waypoints(
        self, radius: float = 0.0, *, dead_ends: bool = True, progress: Show = None
    ) -> Waypoints:
        """A graph of waypoints for a disc of this radius: decision nodes, gates and corridors.

        Two points where the disc fits are connected by the graph exactly if they are connected
        for the disc. `dead_ends=False` leaves out what lies on no route between two other places.
        Kept until the next edit. The graph after an edit keeps the ids of the nodes that remain,
        and searches again only where the edit can have changed a path (docs/how-to/waypoints.md).
        Worlds with links or one-way doors are refused. `progress`: True shows the elapsed time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> graph = world.waypoints(radius=0.5)
        >>> graph.kinds, graph.lengths.round(3).tolist()
        (('gate', 'gate', 'gate'), [6.0, 6.0, 6.0])
        """
        with importing():
            from ._waypoints import waypoints_of

        r, with_dead_ends = as_radius(radius), as_truth(dead_ends, "dead_ends")
        with working("waypoints", as_show(progress)):
            return waypoints_of(self, r, with_dead_ends)

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
