"""The compiled core of Clearway. Private: use the names of the package."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

MAX_COORDINATE: float = 1.2676506002282294e+30

MIN_COORDINATE: float = 7.888609052210118e-31

def in_domain(points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> bool:
    """
    Whether every coordinate is zero or has a magnitude in the numeric domain.
    """

def set_deadline(seconds: float) -> float:
    """
    Ends calls on this thread with TimeoutError so many seconds from now; infinity: never. Returns what was left of the last deadline.
    """

def self_test() -> bool:
    """False when the build broke exact arithmetic (fast-math, contraction)."""

def orientation(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> int:
    """+1 when c lies left of a -> b, -1 right, 0 on the line."""

def in_circle(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> int:
    """+1 when d is inside the circle of a, b, c (counter-clockwise)."""

def in_circle_perturbed(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> int:
    """As in_circle, with cocircular points decided by their order."""

def direction(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> int:
    """Sign of (b - a) . (c - a)."""

def crossing(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> tuple[float, float] | None:
    """Crossing of lines ab and cd, rounded to nearest; None: parallel."""

def compare_distance(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float], r: float) -> int:
    """Sign of (distance from p to segment ab) - r."""

def compare_distances(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> int:
    """Sign of |p - a| - |p - b|."""

class ProgressCounter:
    """Counts the steps of calls of one thread."""

    def __init__(self) -> None: ...

    def attach(self) -> None:
        """From now on, counts the calls of this thread."""

    def detach(self) -> None:
        """Ends that; on the same thread. The last one attached first."""

    def state(self) -> tuple[str, int, int] | None:
        """The phase, its steps done, and all of them (0: not known)."""

class World:
    """Obstacles by handle, and the mesh that every edit updates."""

    def __init__(self, chain_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], max_radius: float = float('inf')) -> None: ...

    def mesh(self) -> Mesh:
        """The current mesh; its data is shared until the next edit."""

    def apply(self, removed: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], handles: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], obstacle_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chain_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> None:
        """Removes, then adds, as one edit: all or nothing."""

    def reserve_handles(self, count: int) -> int:
        """Reserves consecutive unused handles; returns the first."""

    @property
    def version(self) -> int: ...

    def last_edit(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        The ids of the triangles that the last edit removed, and of those that it added.
        """

    def handles(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def contains(self, handle: int) -> bool: ...

    def obstacles(self, handles: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]]: ...

    def state(self) -> tuple[Any, ...]:
        """
        The next handle; every obstacle with its handle; the features; all of one version.
        """

    def bounds(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]]: ...

    def validate(self) -> None:
        """Checks every invariant; raises InternalError."""

    def time_sectors(self) -> float:
        """Builds the sectors of point location again; returns the seconds."""

    def stats(self) -> dict[str, int]: ...

    def apply_features(self, removed: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], handles: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], obstacle_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chain_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], feature_handles: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_chain_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], records: list[tuple[int, str, bool, int, float, float, bool]], switched: Sequence[tuple[int, bool]]) -> None:
        """Obstacles and features as one edit: all or nothing."""

    def features(self) -> tuple[Any, ...]:
        """
        Handles and shapes in flat arrays, and for each feature: kind, name, is_on, direction, cost, radius, two_way.
        """

    def kind(self, handle: int) -> int:
        """0 area, 1 door, 2 link, 3 obstacle; -1: nothing has this handle."""

    def has_area(self, name: str) -> bool:
        """Whether an area has this name."""

    @property
    def has_ways(self) -> bool:
        """Whether there are links or one-way doors, switched on or not."""

    def relaxed(self) -> World | None:
        """
        The variant in which open one-way doors may be passed to both sides; None without any.
        """

    def wrong_way(self, segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], surely: bool = False) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether each path passes a one-way door to the wrong side."""

    def variant(self, avoided: Sequence[str], doors: Sequence[tuple[int, bool]]) -> World | None:
        """
        The world with these areas avoided and doors overridden; None: the world itself.
        """

    def area_lengths(self, segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], factors: Mapping[str, float]) -> list[Any]:
        """
        Lengths of a path by the names of the areas that it runs in. Along boundaries: on the side that costs less by these factors, by name, of those that are not behind a wall; outside if there are none.
        """

    def is_free(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def clearance(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def locate(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        The row of a triangle that contains each point, -1 outside, and the steps walked.
        """

    def snap(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]: ...

    def raycast(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float) -> tuple[Annotated[NDArray[numpy.bool_], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...

    def reachable(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether a disc can move from each start to its end."""

    def max_radius(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The largest disc that can; NaN where not even a point can."""

    def random_points(self, count: int, radius: float, seed: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]: ...

    def verify(self, segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)]) -> dict[str, Any]: ...

    def narrowest(self, ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], channel: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[float, float, float]:
        """
        The largest radius and the narrowest point (radius, x, y) of the channel (slots of triangles), or of the segments if the channel is empty; NaN without one.
        """

    def abstraction(self) -> Abstraction:
        """Levels and structures of the free triangles."""

    def gates(self) -> Gates:
        """Every gate with the cells on its left and on its right."""

    def cells(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> tuple[int, Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """The version, and the cell of each point; -1 outside free space."""

    def visible(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether each start sees its end."""

    def visible_regions(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], method: str) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """Rings in one array, and where each starts."""

    def visible_corners(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], method: str) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """Corners seen from each point in one array, and where each list starts."""

    def prepare_bsp(self) -> dict[str, Any]:
        """Builds the BSP of this version; returns its cost."""

    def bsp(self) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int32], dict(shape=(None, 2))]]:
        """
        The lines of the nodes of the BSP, two points each, and the children of the nodes.
        """

    def prepare_graph(self, pruned: bool, threads: int) -> dict[str, Any]:
        """Builds the visibility graph of this version; returns its cost."""

    def visibility_graph(self, pruned: bool) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int32], dict(shape=(None, 2))]]:
        """The corners, and the pairs of them that are joined by an edge."""

    def watch(self, segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], x: float, y: float, radius: float, shorter: bool, version: int, continues: int = -1) -> int: ...

    def unwatch(self, id: int) -> None: ...

    def advance(self, id: int, distance: float) -> None: ...

    def reports(self) -> tuple[int, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]]:
        """
        Serial number; id, reason, position, nearest free point, since the last acceptance.
        """

    def accept_reports(self, serial: int) -> bool:
        """Marks the reports as received; False: outdated, request them again."""

    def is_watched(self, id: int) -> bool: ...

    def swept(self, segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], radius: float) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The rows of the triangles that a moving disc touches."""

    def find_paths(self, planner: str, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any], snap: float | None = None) -> PathBatch:
        """One path per row; the answers do not depend on the number of threads."""

    def find_weighted_paths(self, planner: str, factors: Mapping[str, float], starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any], snap: float | None = None) -> PathBatch:
        """
        Like find_paths, where areas multiply the cost by the factors of their names.
        """

    def find_corridor_paths(self, version: int, costs: Sequence[tuple[int, float]], gates: Sequence[tuple[float, float, float, float, float, int]], starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any]) -> PathBatch:
        """
        Like find_paths of planner tra*, where passing corridors, by number, and gates (x0, y0, x1, y1, cost, corridor) costs extra.
        """

    def find_path(self, planner: str, start: object | None, goal: object | None, radius: object | None, options: dict[str, Any]) -> PathBatch | None:
        """
        Like find_paths, for one; None unless the ends are tuples and all numbers are plain.
        """

    def find_points(self, planner: str, start: object | None, goal: object | None, radius: object | None) -> object:
        """
        The points of find_path as pairs, at least two; [] without a path. None where find_path gives None, and if an end is blocked.
        """

    def explored(self, planner: str, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float, options: dict[str, Any]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The triangles that a search expands, in this order, as rows of mesh()."""

    def explored_corners(self, planner: str, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], options: dict[str, Any]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4))]:
        """
        The corners that a search expands, in this order: x, y of the predecessor, then of the corner.
        """

    def explored_fronts(self, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float, options: dict[str, Any]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 8))], Annotated[NDArray[numpy.int64], dict(shape=(None, 6))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]]:
        """
        The fronts that planner channel queues when it improves by fronts, in this order: rows of numbers, rows of counts, and the points of their chains.
        """

    def improve(self, planner: str, mode: str, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float, options: dict[str, Any]) -> Improvement:
        """Starts an anytime search."""

    def distances(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float, snap: float | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """Lengths of shortest paths, start by start, from each to every goal."""

    def find_nearest(self, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radius: float, snap: float | None = None) -> tuple[int, PathBatch]:
        """The goal nearest by path (-1: none) and the path to it."""

    def find_place_paths(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], places: Places, place_of: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any], snap: float | None = None, snap_places: bool = False) -> PathBatch:
        """The shortest path from each start to its place."""

    def find_weighted_place_paths(self, planner: str, factors: Mapping[str, float], starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], places: Places, place_of: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any]) -> PathBatch:
        """
        A cheap path from each start to its place, with factors of areas by name.
        """

    def reachable_places(self, starts: Places, ends: Places, radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether a disc can move from a place to another."""

    def max_radius_places(self, starts: Places, ends: Places) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The largest disc that can; NaN where not even a point can."""

    def field(self, goals: Places, radius: float) -> Field:
        """A field; builds it."""

    def crowd(self, horizon: float, neighbours: int) -> Crowd:
        """A crowd without agents."""

    def hierarchy(self, least: float, most: float, step: float, per_border: int, tolerance: float) -> Hierarchy:
        """An empty hierarchy that observes every edit."""

class Option:
    """An option of a planner, as the core declares it."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str:
        """"flag", "whole" or "number"."""

    @property
    def default(self) -> float:
        """NaN: none."""

    @property
    def least(self) -> float: ...

    @property
    def most(self) -> float: ...

    @property
    def is_open(self) -> bool:
        """Whether `least` itself is excluded."""

    @property
    def range(self) -> str:
        """The accepted values, in words."""

    @property
    def doc(self) -> str: ...

    @property
    def when_made(self) -> bool: ...

    @property
    def when_finding(self) -> bool: ...

    @property
    def when_improving(self) -> bool: ...

class PlannerInfo:
    """A planner, as the core declares it."""

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def takes_discs(self) -> bool: ...

    @property
    def options(self) -> list[Option]: ...

    @property
    def improve_modes(self) -> list[str]:
        """The first is the default."""

    @property
    def reports_expansions(self) -> bool:
        """Whether `explored` works."""

    @property
    def takes_factors(self) -> bool:
        """Whether areas may have factors."""

def world_planners() -> list[PlannerInfo]:
    """Planners on a World, by name."""

def grid_planners() -> list[PlannerInfo]:
    """Planners on a Grid, by name."""

class PathBatch:
    """Answers of one call in a World, as read-only arrays."""

    def __len__(self) -> int: ...

    @property
    def version(self) -> int: ...

    def points(self, row: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2), writable=False)]:
        """The polyline of a path: lines, and arcs within 1e-3 of their radius."""

    @property
    def status(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def length(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def lower_bound(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def optimal(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def segment_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def segments(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 8), writable=False)]: ...

    @property
    def expanded(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def generated(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def seconds(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def end(self) -> tuple[float, float] | None:
        """The end of the last segment."""

    @property
    def snapped(self) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.bool_], dict(shape=(None,))], Annotated[NDArray[numpy.bool_], dict(shape=(None,))]] | None:
        """
        The ends of the searches and which were moved, if the call was to move them.
        """

    @property
    def goal_parts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def channel_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def channel(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

class GridPathBatch:
    """Answers of one call on a Grid, as read-only arrays."""

    def __len__(self) -> int: ...

    @property
    def version(self) -> int: ...

    def points(self, row: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2), writable=False)]:
        """The polyline of a path: lines, and arcs within 1e-3 of their radius."""

    @property
    def status(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def length(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def lower_bound(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def optimal(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def segment_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def segments(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 8), writable=False)]: ...

    @property
    def expanded(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def generated(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def seconds(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def cell_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def cells(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

class Mesh:
    """The mesh of one version of a world, as read-only arrays."""

    @property
    def version(self) -> int: ...

    @property
    def vertices(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2), writable=False)]: ...

    @property
    def triangles(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3), writable=False)]: ...

    @property
    def neighbours(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3), writable=False)]: ...

    @property
    def constrained(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, 3), writable=False)]: ...

    @property
    def blocked(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def clearances(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 3), writable=False)]: ...

    def widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 3))]:
        """T x 3, computed by each call."""

    @property
    def refined(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def ids(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

class Editing:
    """Opens a transaction of the calling thread and applies it."""

    def __init__(self, world: object, edits: object, make: object) -> None: ...

    def __enter__(self) -> object: ...

    def __exit__(self, type: object | None, value: object | None, traceback: object | None) -> None: ...

class Abstraction:
    """Levels and structures of one version, as read-only arrays."""

    @property
    def version(self) -> int: ...

    @property
    def components(self) -> int: ...

    @property
    def levels(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), writable=False)]: ...

    @property
    def component(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def adjacent(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3), writable=False)]: ...

    @property
    def structures(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3), writable=False)]: ...

    @property
    def chokes(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 3), writable=False)]: ...

    @property
    def angles(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 3), writable=False)]: ...

    @property
    def lengths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 3), writable=False)]: ...

    @property
    def decisions(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def ends(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

    @property
    def end_sides(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

    @property
    def corridors(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4), writable=False)]: ...

    @property
    def gates(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4), writable=False)]: ...

    @property
    def corridor_starts(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def corridor_path(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def roots(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def root_sides(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def dead_end_starts(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def dead_end_path(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def dead_end_widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def dead_end_gates(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4), writable=False)]: ...

    @property
    def choke_widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def choke_gates(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4), writable=False)]: ...

    @property
    def choke_places(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

    @property
    def reach_parents(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def reach_widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def decision_nodes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3), writable=False)]: ...

    @property
    def corridor_nodes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

    @property
    def exits(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def near_pairs(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

    @property
    def near_widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

class Gates:
    """The gates of one version, as read-only arrays."""

    @property
    def version(self) -> int: ...

    @property
    def cell_count(self) -> int: ...

    @property
    def widths(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def gates(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 4), writable=False)]: ...

    @property
    def cells(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2), writable=False)]: ...

class Improvement:
    """A running anytime search."""

    def next(self) -> PathBatch | None:
        """The next better path; None at the end of the search."""

    def best(self) -> PathBatch:
        """The last path, with everything proved about it."""

class Places:
    """Lines, areas and points as goals."""

    def __init__(self, place_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], part_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chain_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> None: ...

    def __len__(self) -> int: ...

class Field:
    """Exact distances from everywhere to the nearest goal."""

    def at(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], int]:
        """
        Distances, directions, parts of the goals (-1: none), and the version of the world.
        """

    def paths(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], threads: int) -> PathBatch:
        """Shortest paths to the nearest goal."""

    @property
    def is_stale(self) -> bool:
        """Whether the next query builds the field again."""

    def stats(self) -> dict[str, Any]:
        """The size of the field, and what building it cost."""

class Roadmap:
    """A graph for searches in time."""

    def __init__(self, nodes: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], edge_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], segment_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)]) -> None: ...

class Reservations:
    """Motions of discs, and when others can pass."""

    def __init__(self, cell: float) -> None: ...

    def add(self, motions: Annotated[NDArray[numpy.float64], dict(shape=(None, 10), order='C', device='cpu', writable=False)], radius: float) -> int:
        """Reserves motions; returns their id."""

    def remove(self, id: int) -> bool: ...

    def ids(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def first_conflict(self, motions: Annotated[NDArray[numpy.float64], dict(shape=(None, 10), order='C', device='cpu', writable=False)], radius: float) -> tuple[float, int] | None:
        """
        The time of the first conflict and the id of the other; None: no conflict.
        """

    def blocked_times(self, x: float, y: float, radius: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]:
        """When a disc at this place would be in conflict: N x 2."""

    def blocked_departures(self, motions: Annotated[NDArray[numpy.float64], dict(shape=(None, 10), order='C', device='cpu', writable=False)], radius: float, begin: float, end: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]:
        """By how much these motions must not be shifted in time: N x 2."""

    def find(self, field: Field, graph: Roadmap, start: int, goal: int, radius: float, speed: float, depart: float, latest: float, leaves: bool, max_expansions: int) -> tuple[int, bool, Annotated[NDArray[numpy.float64], dict(shape=(None, 10))], int, int]:
        """Status, whether the search was complete, motions, expanded, generated."""

    def find_near(self, world: World, graph: Roadmap, start: int, goal: int, radius: float, speed: float, depart: float, latest: float, leaves: bool, max_expansions: int) -> tuple[int, bool, Annotated[NDArray[numpy.float64], dict(shape=(None, 10))], int, int]:
        """The same without a field."""

def first_conflict(a: Annotated[NDArray[numpy.float64], dict(shape=(None, 10), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.float64], dict(shape=(None, 10), order='C', device='cpu', writable=False)], apart: float) -> float:
    """The first time at which two discs meet; infinity: never."""

def walk(segments: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)], speed: float, depart: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 10))]:
    """The motions of a disc that walks along a path."""

class Crowd:
    """Discs that walk to their goals and never overlap."""

    def add(self, positions: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], speeds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], priorities: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], avoid: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Places, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaders: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Adds agents with goals as in `send`, all or none; the number of the first.
        """

    def send(self, agents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Places, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaders: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Gives agents goals, one for all or one for each: the place with this index, or a leader, or neither (-1).
        """

    def remove(self, agents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def stop(self, agents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], stopped: bool) -> None: ...

    def set_speed(self, agents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], speed: float) -> None: ...

    def set_priority(self, agents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], priority: int) -> None: ...

    def step(self, dt: float, threads: int) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def time(self) -> float: ...

    def positions(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]: ...

    def velocities(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]: ...

    def radii(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def speeds(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def remaining(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def left(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def arrived(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def waiting(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def inside(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def stopped(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def sent_to_place(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def reports(self) -> tuple[int, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        How many reports were forgotten; times, events, agents and others (-1: none) of the rest.
        """

    def forget_reports(self, forgotten: int, count: int) -> bool:
        """
        Forgets the first so many; False: others are forgotten now, request them again.
        """

    @property
    def changes(self) -> int:
        """How often `add` or `send` took place."""

    def stats(self) -> dict[str, Any]:
        """Counts of the work so far, and bytes."""

class DegradedRegion:
    """Triangles to be cut into clusters again, as a graph."""

    @property
    def parts(self) -> int: ...

    def graph(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """The neighbours of vertex i are neighbours[starts[i]:starts[i + 1]]."""

class Plan:
    """The nodes that a journey passes, before its legs are computed."""

    @property
    def status(self) -> int: ...

    @property
    def length(self) -> float: ...

    @property
    def version(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    def positions(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]:
        """The positions of the nodes."""

class Hierarchy:
    """Clusters, nodes and cached paths for one radius or a range."""

    def partition(self, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], clusters: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], version: int) -> bool:
        """
        The clusters (-1: none) of triangles, by id; False: the world has another version.
        """

    def compute(self, max_count: int, threads: int) -> int:
        """Computes some pending edges; returns how many are left."""

    @property
    def pending(self) -> int: ...

    @property
    def is_stale(self) -> bool:
        """
        Edits have been made since degraded_regions() and compute(), or is_lost.
        """

    @property
    def is_lost(self) -> bool:
        """A change was interrupted: empty until the next partition()."""

    def quality(self) -> tuple[int, int, float]:
        """
        Number of clusters and of free triangles; growth of the cut since partition().
        """

    def degraded_regions(self) -> list[DegradedRegion]:
        """Regions that edits have degraded, since the last call."""

    def recut(self, region: DegradedRegion, parts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
        """
        Cuts a region into these parts, one for each triangle; False: the world has another version.
        """

    def clusters(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The cluster of each row of mesh(); -1: none."""

    def validate(self) -> None:
        """Raises InternalError when an invariant is broken."""

    def edges(self, radius: float) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """Both ends and the length of every cached path."""

    def stats(self) -> dict[str, Any]: ...

    def find_path(self, x0: float, y0: float, x1: float, y1: float, radius: float, refreshed: bool) -> PathBatch | None:
        """As find_hierarchy_paths, for one. None: is_stale, and not `refreshed`."""

    def explored(self, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], planned_radius: float, radius: float) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 4))]]:
        """
        Rows of mesh() that exact searches expand; x, y of the predecessor, then of a node that the search for a plan expands.
        """

    def plan(self, x0: float, y0: float, x1: float, y1: float, radius: float, refreshed: bool) -> Plan | None:
        """None: is_stale, and not `refreshed`."""

    def leg(self, plan: Plan, index: int, x: float, y: float, radius: float) -> tuple[PathBatch, int | None]:
        """
        The leg from a position, with its index in the channel of the plan (0 at the start), and the index of its end; None: at the goal. Empty: the plan is no longer valid.
        """

    def state(self) -> tuple[int, Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 2))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        Version, clusters(); nodes: positions, clusters; edges: nodes, numbers of paths; paths: radii and lengths, numbers of triangles, triangles.
        """

    def restore(self, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], clusters: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], node_clusters: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], edges: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], path_counts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], paths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], channel_counts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], channel: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], version: int) -> bool:
        """
        Restores what state() returned, on an equal mesh; False: the world has another version.
        """

def find_hierarchy_paths(levels: Sequence[Hierarchy], level_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], planned_radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, snap: float | None = None) -> PathBatch:
    """
    One path per row, planned by the level and for the radius of the row; an exact search where a disc larger than radii has no path.
    """

def cover_radii(ranges: Sequence[tuple[float, float, float]], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    For each radius the range (least, most, step; 0: any) with the smallest one not below it, and that one; -1 and infinity: none.
    """

def grow_partition(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
    """
    The part of each vertex of a graph; the neighbours of i are neighbours[starts[i]:starts[i + 1]].
    """

def intended_clusters(triangles: int, wanted: int | None) -> int:
    """The number of clusters to cut so many free triangles into."""

def needs_partition(now: tuple[int, int, float], before: tuple[int, int, float], wanted: int | None) -> bool:
    """
    Whether edits have degraded a partition, by quality() now and after it was made.
    """

class Labels:
    """Hub labels, prepared for one version of a world."""

    def __init__(self, world: World) -> None: ...

    def begin(self, memory: int, hubs: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], threads: int) -> None:
        """
        Begins a preparation. `hubs`: what hubs() returned for an equal world, or empty.
        """

    def compute(self, max_count: int) -> int:
        """Labels some corners; returns how many are left."""

    @property
    def is_ready(self) -> bool: ...

    def stats(self) -> dict[str, Any]:
        """Of the last preparation."""

    def hubs(self) -> tuple[int, Annotated[NDArray[numpy.float64], dict(shape=(None, 2))]]:
        """The version, and the corners as they became hubs; empty: not ready."""

    def find_path(self, x0: float, y0: float, x1: float, y1: float, radius: float) -> PathBatch: ...

    def explored(self, start: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, 4))]]:
        """
        Rows of mesh() that a search expands; x, y of an end, then of a corner whose labels are read.
        """

    def find_paths(self, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, snap: float | None = None) -> PathBatch:
        """One path per row."""

def trace(mask: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order='C', device='cpu', writable=False)], tolerance: float = 0.0) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, 2))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """Outlines of the True cells: points, ring_starts, region_starts."""

def mark_cells(ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], xs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ys: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], closed: bool) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
    """Which cells the segments touch: one bool per cell, row by row."""

MAX_CELLS: int = 268435456

MAX_SIDE: int = 1048576

class Grid:
    """Free and blocked cells, and the searches over them."""

    def __init__(self, blocked: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cell: float, x: float, y: float, corner_cutting: bool = False) -> None: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def version(self) -> int: ...

    def assign(self, x: int, y: int, blocked: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> bool:
        """
        Writes rows of cells starting at (x, y); returns whether anything changed.
        """

    def blocked(self, x0: int, y0: int, x1: int, y1: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None))]: ...

    def find_paths(self, planner: str, starts: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], threads: int, options: dict[str, Any], estimates: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> GridPathBatch:
        """One path per row; the answers do not depend on the number of threads."""

    def distances(self, cells: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """
        The length of the shortest path from every cell to the nearest of these.
        """

    def explored(self, planner: str, start: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], options: dict[str, Any], estimates: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 2))]:
        """The cells that the search expands, in order."""

    def find_subgoals(self, start: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goal: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], options: dict[str, Any]) -> tuple[int, float, int, Annotated[NDArray[numpy.int32], dict(shape=(None, 2))]]:
        """
        Status, length and version of the path of hpa* over its graph, and the first cell in each cluster that it enters.
        """

    def cluster_graph(self, options: dict[str, Any]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, 2))], Annotated[NDArray[numpy.uint32], dict(shape=(None, 2))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], int]:
        """
        The graph of hpa*: cells, edges, their lengths, and how many cross a border.
        """

    def prepare(self, planner: str, options: dict[str, Any]) -> int:
        """Prepares the planner; returns the size of the preparation in bytes."""

    def verify(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, 8), order='C', device='cpu', writable=False)]) -> dict[str, Any]: ...

    def stats(self) -> dict[str, int]: ...
