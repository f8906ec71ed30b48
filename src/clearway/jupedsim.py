"""A drop-in replacement for JuPedSim's `RoutingEngine`: the same methods, and `radius=`.

>>> from clearway.jupedsim import RoutingEngine
>>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)])
>>> engine.compute_waypoints((1, 1), (9, 9))
[(1.0, 1.0), (9.0, 9.0)]

JuPedSim itself is not needed. docs/how-to/jupedsim.md lists the differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ._arguments import as_list
from ._errors import ClearwayError, InvalidInput, shown
from ._imports import importing_extra
from ._input import as_point, geo_interface, plain_tuple
from ._lengths import as_radius
from ._numbers import exact
from ._path import Status
from ._planners import Planner, planner_class
from ._world import World

__all__ = ["OutsideArea", "RoutingEngine"]

Point = tuple[float, float]

_DEEPEST = 32  # levels of nested collections


class OutsideArea(ClearwayError, RuntimeError):
    """An end lies outside the area, or nearer to its border than the radius.

    A RuntimeError, as JuPedSim raises; the end is in `point`.

    >>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)])
    >>> try:
    ...     engine.compute_waypoints((1, 1), (12, 9))
    ... except OutsideArea as error:
    ...     print(error.point)
    (12.0, 9.0)
    """

    def __init__(self, message: str, point: Point | None = None) -> None:
        super().__init__(message)
        self.point = point


class RoutingEngine:
    """Shortest paths for pedestrians of any size in a walkable area.

    `geometry` takes the same arguments as in JuPedSim: a list of points (the outer boundary, with
    `excluded_areas=` for holes), a shapely Polygon, MultiPolygon or GeometryCollection of
    those, a MultiPoint that is a boundary, or any of them as WKT; and those of
    `World.from_walkable`. Several areas are united, and an area that one excludes is excluded from
    all, as in JuPedSim.

    `radius` is the default radius of the pedestrians; 0 is a point, as in JuPedSim.
    `planner` as in `World.find_path`.

    >>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)], radius=0.5)
    >>> engine.is_routable((1, 1)), engine.is_routable((0.2, 5))
    (True, False)
    """

    def __init__(
        self,
        geometry: Any,
        *,
        excluded_areas: Any = None,
        radius: float = 0.0,
        planner: str | type[Planner] = "optimal",
    ) -> None:
        shells, holes = _areas(geometry)
        if excluded_areas is not None:
            holes += as_list(excluded_areas, "excluded_areas", "several areas")
        self._world = World.from_walkable(shells)
        with self._world.editing():
            for hole in holes:
                self._world.add(hole)
        self._radius = as_radius(radius)
        self._planner = planner_class(planner)(self._world)
        self._fast_name = self._planner._fast_name

    @property
    def world(self) -> World:
        """The world of the engine; the next answer takes its edits into account."""
        return self._world

    def compute_waypoints(self, frm: Any, to: Any, radius: float | None = None) -> list[Point]:
        """The shortest path as points, `frm` and `to` included; [] if there is none.

        Arcs are sampled to 1e-3 of the radius. Raises `OutsideArea` if the pedestrian does not
        fit at an end.

        >>> from clearway.jupedsim import RoutingEngine
        >>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> engine.compute_waypoints((1, 1), (9, 9), radius=0.3)
        [(1.0, 1.0), (9.0, 9.0)]
        """
        r = self._radius if radius is None else as_radius(radius)
        name = self._fast_name
        if name:
            a = frm if type(frm) is tuple else plain_tuple(frm)
            b = to if type(to) is tuple else plain_tuple(to)
            found = self._world._core.find_points(name, a, b, r)
            if found is not None:
                return found  # type: ignore[return-value]
        path = self._planner.find_path(frm, to, radius=r)
        points: list[Point] = list(map(tuple, path.points.tolist()))
        if not points and path.status is not Status.NO_PATH:
            raise self._outside(frm if path.status is Status.START_BLOCKED else to, r)
        return points * 2 if len(points) == 1 else points

    def is_routable(self, p: Any, radius: float | None = None) -> bool:
        """Whether the pedestrian fits at this point of the area; borders belong to it.

        >>> from clearway.jupedsim import RoutingEngine
        >>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> engine.is_routable((0.2, 5)), engine.is_routable((0.2, 5), radius=0.3)
        (True, False)
        """
        r = self._radius if radius is None else as_radius(radius)
        return bool(self._world.is_free(as_point(p, "p")[0], radius=r))

    def mesh(self) -> tuple[list[Point], list[list[int]]]:
        """Vertices, and the convex polygons (triangles) as indices of them, counter-clockwise.

        >>> from clearway.jupedsim import RoutingEngine
        >>> engine = RoutingEngine([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> vertices, polygons = engine.mesh()
        >>> len(vertices), len(polygons)
        (4, 2)
        """
        mesh = self._world.mesh()
        vertices = [(x, y) for x, y in mesh.vertices.tolist()]
        return vertices, mesh.triangles[~mesh.blocked].tolist()

    def _outside(self, end: Any, radius: float) -> OutsideArea:
        x, y = as_point(end, "point")[0].tolist()
        text = f"Point ({exact(x)}, {exact(y)}) is outside of accessible area"
        if radius and self._world.is_free((x, y)):
            near = f"is nearer than {exact(radius)} to the border of the area"
            text = f"Point ({exact(x)}, {exact(y)}) {near}"
        return OutsideArea(text, (x, y))


def _areas(geometry: Any) -> tuple[Any, list[Any]]:
    """The areas to unite, and rings to subtract from the union."""
    if isinstance(geometry, str):
        geometry = _from_wkt(geometry)
    plain = geo_interface(geometry)
    if plain is None:
        return geometry, []
    shells: list[Any] = []
    holes: list[Any] = []
    for rings in _polygons(plain):
        if rings:
            shells.append(_polygon(rings[0]))
            holes += map(_polygon, rings[1:])
    return shells, holes


def _polygon(ring: Any) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [ring]}


def _polygons(geometry: dict[str, Any], depth: int = 0) -> Iterator[Sequence[Any]]:
    """The rings of each polygon."""
    kind = geometry["type"]
    if depth > _DEEPEST:
        raise InvalidInput(f"collections are nested more than {_DEEPEST} deep")
    if kind == "GeometryCollection":
        for part in _list(geometry, "geometries"):
            plain = geo_interface(part)
            if plain is None:
                raise InvalidInput(f"{shown(part)} is not a geometry", value=part)
            yield from _polygons(plain, depth + 1)
    elif kind == "MultiPolygon":
        for i, rings in enumerate(_list(geometry, "coordinates")):
            if not isinstance(rings, list | tuple):
                raise InvalidInput(f"polygon {i} is {shown(rings)}: not a list of rings", i, rings)
            yield rings
    elif kind == "Polygon":
        yield _list(geometry, "coordinates")
    elif kind in ("MultiPoint", "LineString"):  # a LinearRing in shapely
        yield [_list(geometry, "coordinates")]
    else:
        raise InvalidInput(f"a {shown(kind)} is not an area", value=geometry)


def _list(geometry: dict[str, Any], key: str) -> Sequence[Any]:
    found = geometry.get(key)
    if not isinstance(found, list | tuple):
        kind = shown(geometry["type"])
        raise InvalidInput(f"{key} of a {kind} are {shown(found)}: not a list", value=found)
    return found


def _from_wkt(text: str) -> Any:
    with importing_extra("shapely", "reading WKT", "geo"):
        import shapely
    try:
        return shapely.from_wkt(text)
    except shapely.errors.ShapelyError as e:
        raise InvalidInput(f"not WKT: {shown(text)}: {shown(str(e))}", value=text) from None
