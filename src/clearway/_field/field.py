"""Fields: exact distances from everywhere to the nearest of several goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput, shown
from .._geometry import Ints
from .._goals import Place, Places
from .._imports import importing
from .._input import Floats, as_one_or_many, as_pair
from .._lengths import as_side
from .._path import Path, Paths
from .._planners import Optimal
from .._planners._place_paths import ends_of
from .._planners._threads import threads_for
from .._progress import Show, working
from .._types import PointLike
from .directed import DirectedValues
from .links import LinkFields, Values
from .raster import FieldRaster, field_raster
from .region import Mask, region_rings

if TYPE_CHECKING:
    from .. import _core
    from .._world import World

_POINTS_PER_THREAD = 4096  # fewer are answered faster by one thread


class Field:
    """How far it is from anywhere to the nearest goal, and in which direction: `World.field`.

    A query locates its point and looks up which shortest paths reach its triangle
    (docs/how-to/fields.md). The answers are exact: those of `find_path` to the same goals, up to
    rounding; with links, what such a path costs. After an edit the next query builds the field
    again if the edit can have changed it. Many threads may query at once. A field keeps its world
    alive; it is not saved with it.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> field = world.field((9, 5))
    >>> field.distance([(7, 5), (9, 9), (5, 5)]).tolist()
    [2.0, 4.0, inf]
    """

    def __init__(self, world: World, place: Place, radius: float, show: Show = None) -> None:
        self._world, self._place, self._radius = world, place, radius
        self._places = Places([place])
        self._links = LinkFields(world, radius)
        self._directed = DirectedValues(world, place, radius)
        self._links_at = (-1, False)  # the version of the world, and whether it has links
        with working("field", show):
            self._core: _core.Field = world._core.field(self._places.core, radius)

    @property
    def world(self) -> World:
        """The world of the field.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.field((9, 5)).world is world
        True
        """
        return self._world

    @property
    def radius(self) -> float:
        """The radius of the disc; 0 for a point.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).field((9, 5), radius=0.5).radius
        0.5
        """
        return self._radius

    @property
    def goal_count(self) -> int:
        """How many goals there are: `goal_index` is less than this.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.field([[(0, 4), (0, 6)], [(10, 4), (10, 6)]]).goal_count
        2
        """
        return 1 + max(part.goal for part in self._place)

    @property
    def is_stale(self) -> bool:
        """Whether an edit may have changed the field: the next query builds it again.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> field = world.field((9, 5))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> field.is_stale, field.distance((7, 5)), field.is_stale
        (True, 2.0, False)
        """
        return self._core.is_stale or self._links.is_stale

    @property
    def stats(self) -> dict[str, Any]:
        """The size of the field and what it cost; builds it if it is stale.

        "records": of wedges, by triangle; "strips": of lines that leave a goal at right angles;
        "roots": corners around which paths bend; "sources": the points from which they start;
        "bytes"; "seconds": of the last build; "builds": how many there were.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).field((9, 5)).stats["builds"]
        1
        """
        return self._core.stats()

    def distance(self, points: Any, threads: int | None = None) -> Any:
        """Length of the shortest path to the nearest goal: a float, or N for N x 2 points.

        With links in the world: what it costs. Infinity where the disc does not fit or cannot reach
        a goal. `threads`: as in `find_paths`.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.field([(9, 0), (9, 10)], radius=0.5).distance((7, 5))
        2.0
        """
        (distances, _, _), single = self._at(points, threads)
        return float(distances[0]) if single else distances

    def direction(self, points: Any, threads: int | None = None) -> Floats:
        """The unit vector of the first step of that path: a pair, or N x 2.

        (0, 0) at a goal; NaN where the distance is infinite. A disc that follows it in small steps
        keeps its radius and arrives (docs/how-to/fields.md).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.field((9, 5)).direction((7, 5)).tolist()
        [1.0, 0.0]
        """
        (_, directions, _), single = self._at(points, threads)
        directions += 0.0  # no negative zeros
        return directions[0] if single else directions

    def goal_index(self, points: Any, threads: int | None = None) -> Any:
        """Which of several goals is nearest: an int, or N; -1 where the distance is infinite.

        Goals are numbered as in `Path.goal_index`. Of goals that are equally near, the first.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> field = world.field([[(0, 4), (0, 6)], [(10, 4), (10, 6)]])
        >>> field.goal_index([(1, 5), (8, 5)]).tolist()
        [0, 1]
        """
        (_, _, goals), single = self._at(points, threads)
        return int(goals[0]) if single else goals

    def path(self, point: PointLike) -> Path:
        """The shortest path from the point to the nearest goal, proved.

        With one-way doors: that of `find_path`, whose `optimal` says whether it is proved.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.field((9, 5)).path((1, 5))
        >>> path.found, path.optimal, path.points.tolist()
        (True, True, [[1.0, 5.0], [4.0, 8.0], [6.0, 8.0], [9.0, 5.0]])
        """
        start = np.array([as_pair(point)])
        if self._has_links or self._directed.open_field() is not None:
            return Optimal(self._world)._to_places(start, [self._place], self._radius, 1, {})[0]
        return self._walked(start)

    def _walked(self, start: Floats) -> Path:
        """The shortest path that takes no links."""
        answers = self._core.paths(start, 1)
        goals = self._places.goal_index(np.zeros(1, dtype=np.int64), answers.goal_parts)
        paths = Paths(
            self._world,
            answers,
            start,
            ends_of(answers, start),
            np.array([self._radius]),
            "optimal",
            goal_index=goals,
        )
        return paths[0]

    def raster(self, step: float) -> FieldRaster:
        """The field at the centres of square cells of this side that cover the bounds.

        Arrays of distance, direction and goal with their coordinates: a flow field, as games use
        it. In row i and column j it has the values at (x[j], y[i]).

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> raster = world.field((9, 5)).raster(0.5)
        >>> raster.distance.shape, raster.direction.shape
        ((20, 20), (20, 20, 2))
        """
        return field_raster(self, step)

    def region(self, goal: int, error: float | None = None) -> list[Floats]:
        """The points that are nearer to this goal than to any other, as rings.

        Rings have the region on their left: shells counter-clockwise, holes clockwise. They do not
        visit a point twice; by the even-odd rule they enclose the region.

        `error`, in units of length, bounds what is wrong: for points, the distance to the goal of
        a point in the region exceeds that to its nearest goal by no more, and that of a point
        outside falls short of it by no more. For discs, the region consists of pieces of triangles
        that are no larger than this, each decided by its centre. Default: 1/200 of the longer side
        of the bounds. Builds two fields, to the goal and to the others, and queries them where
        their distances are nearly equal.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 4))
        >>> field = world.field([[(0, 0), (0, 4)], [(10, 0), (10, 4)]])
        >>> ring = field.region(0)[0]
        >>> ring.min(axis=0).tolist(), abs(ring.max(axis=0)[0] - 5) < 0.05
        ([0.0, 0.0], True)
        """
        number = as_goal(goal, self.goal_count)
        x0, y0, x1, y1 = self._world.bounds
        least = max(x1 - x0, y1 - y0) / 200 if error is None else as_side(error, "error")
        own = [part for part in self._place if part.goal == number]
        others = [part for part in self._place if part.goal != number]
        to_own = Field(self._world, own, self._radius)
        to_others = Field(self._world, others, self._radius) if others else None

        def compare(points: Floats) -> tuple[Floats, Floats, Mask]:
            near, nearest = to_own._values(points)[0], self._values(points)[2] == number
            if to_others is None:
                return near, np.full(len(points), np.inf), nearest
            return near, to_others._values(points)[0], nearest

        mesh = self._world.mesh()
        triangles = mesh.vertices[mesh.triangles[~mesh.blocked]]
        return region_rings(triangles, compare, least, through=self._radius == 0)

    def plot(
        self, ax: Any = None, *, step: float | None = None, contours: int = 12, arrows: int = 24
    ) -> Any:
        """Draws a heat map with contours and arrows with matplotlib; returns the axes.

        `step`: of the raster, by default 1/240 of the longer side of the bounds. `contours`: about
        how many lines of equal distance; 0: none. `arrows`: along the longer side; 0: none.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> axes = world.field((9, 5)).plot()  # doctest: +SKIP
        """
        with importing():
            from ..render.field import plot_field

        return plot_field(self, ax, step, contours, arrows)

    def _repr_svg_(self) -> str | None:
        with importing():
            from ..render.notebook import field_svg

        return field_svg(self)

    def _at(self, points: Any, threads: int | None) -> tuple[tuple[Floats, Floats, Ints], bool]:
        """Distances, directions and goals at the points, and whether it was one point."""
        rows, single = as_one_or_many(points, empty=True)
        return self._values(rows, threads), single

    def _values(self, rows: Floats, threads: int | None = None) -> tuple[Floats, Floats, Ints]:
        used = threads_for(threads, len(rows), _POINTS_PER_THREAD)
        while True:
            had_ways, had_links = self._world._core.has_ways, self._has_links
            values, version = self._without_links(rows, used)
            has_links = had_links or self._has_links
            if not has_links:
                self._links.forget(version)
            if not (had_ways or has_links or self._world._core.has_ways):
                return values
            found: int | None = version
            if has_links:
                found = self._links.improve(values, rows, lambda at: self._without_links(at, 1)[0])
            if found == version:
                found = self._directed.improve(values, rows, used)
            if found == version == self._world._core.version:  # all of one version
                return values

    def _without_links(self, rows: Floats, threads: int) -> tuple[Values, int]:
        distances, directions, parts, version = self._core.at(rows, threads)
        of = np.zeros(len(parts), dtype=np.int64)
        return (distances, directions, self._places.goal_index(of, parts)), version

    @property
    def _has_links(self) -> bool:
        version = self._world._core.version
        if version != self._links_at[0]:
            is_any = any(link.enabled for link in self._world.links.values())
            self._links_at = (version, is_any)
        return self._links_at[1]

    def __repr__(self) -> str:
        goals = f"{self.goal_count} goal" + "s" * (self.goal_count > 1)
        return f"<Field of {self._world!r}: {goals}, radius {self._radius!r}>"


def as_goal(value: Any, count: int) -> int:
    """The number of a goal, less than `count`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise InvalidInput(f"goal is {shown(value)}: the number of a goal", value=value)
    if not 0 <= value < count:
        raise InvalidInput(f"goal is {shown(value)}: there are {count}", value=value)
    return int(value)
