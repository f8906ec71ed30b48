"""Paths: exact lines and arcs, and what is proved and measured about them."""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from ._errors import InvalidInput, shown
from ._imports import importing
from ._input import Floats, as_radius
from ._segments import Arc, Line, length_of_row, sample_row, segment

if TYPE_CHECKING:
    from ._avoid import Avoidance
    from ._grid import Grid
    from ._world import World


class Status(enum.IntEnum):
    """How a search ended."""

    FOUND = 0
    PARTIAL = 1
    NO_PATH = 2
    START_BLOCKED = 3
    GOAL_BLOCKED = 4

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__


class Answers(NamedTuple):
    """The answers of one `find_paths` in a world, with the names of `_core.PathBatch`."""

    version: int
    status: npt.NDArray[np.uint8]
    length: Floats
    lower_bound: Floats
    optimal: npt.NDArray[np.bool_]
    segment_starts: npt.NDArray[np.int64]
    segments: Floats
    channel_starts: npt.NDArray[np.int64]
    channel: npt.NDArray[np.int32]
    expanded: npt.NDArray[np.int64]
    generated: npt.NDArray[np.int64]
    seconds: Floats


class Path:
    """The answer to one query.

    Truthy when FOUND. A path belongs to the world in which it was found; later edits do not
    change the path. `clearance` and `verify` are exceptions: they measure when they are read,
    against the obstacles of that moment.
    """

    __slots__ = ("_answers", "_clearance", "_goal", "_i", "_start", "_world", "planner", "radius")

    _arrays: ClassVar[Any] = Answers  # the type of answers as plain arrays

    def __init__(
        self,
        world: World | Grid,
        answers: Any,
        i: int,
        start: Floats | tuple[float, float],
        goal: Floats | tuple[float, float],
        radius: float,
        planner: str,
    ) -> None:
        self._world = world
        self._answers = answers
        self._i = i
        self._clearance: float | None = None
        self._start = start
        self._goal = goal
        self.radius = radius
        self.planner = planner

    # Creating an array costs as much as a short search, so it is created on first access.
    @property
    def start(self) -> Floats:
        """The start of the query."""
        if type(self._start) is tuple:
            self._start = np.array(self._start, dtype=float)
        return self._start  # type: ignore[return-value]

    @property
    def goal(self) -> Floats:
        """The goal of the query."""
        if type(self._goal) is tuple:
            self._goal = np.array(self._goal, dtype=float)
        return self._goal  # type: ignore[return-value]

    @property
    def status(self) -> Status:
        """How the search ended."""
        return Status(int(self._answers.status[self._i]))

    @property
    def found(self) -> bool:
        """True when the path leads from start to goal."""
        return self.status is Status.FOUND

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Length of the exact path; infinity when there is none."""
        return float(self._answers.length[self._i])

    @property
    def optimal(self) -> bool:
        """True when proved shortest."""
        return bool(self._answers.optimal[self._i])

    @property
    def lower_bound(self) -> float:
        """No path between these ends is shorter than this."""
        return float(self._answers.lower_bound[self._i])

    @property
    def version(self) -> int:
        """`World.version` at the time of the query."""
        return int(self._answers.version)

    @property
    def channel(self) -> npt.NDArray[np.int32]:
        """Triangles crossed, in order: rows of `World.mesh()` as it was at `version`.

        On a Grid: the `cells` of the path, each as y * width + x.
        """
        a, b = self._answers.channel_starts[self._i : self._i + 2]
        return self._answers.channel[a:b]  # type: ignore[no-any-return]

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """Every cell of a path on a Grid, in order, N x 2; on a World there are none."""
        return np.empty((0, 2), dtype=np.int32)

    @property
    def stats(self) -> dict[str, Any]:
        """What the search did: planner, expanded, generated, seconds."""
        return {
            "planner": self.planner,
            "expanded": int(self._answers.expanded[self._i]),
            "generated": int(self._answers.generated[self._i]),
            "seconds": float(self._answers.seconds[self._i]),
        }

    @property
    def _rows(self) -> Floats:
        a, b = self._answers.segment_starts[self._i : self._i + 2]
        return self._answers.segments[a:b]  # type: ignore[no-any-return]

    @property
    def segments(self) -> tuple[Line | Arc, ...]:
        """The exact path."""
        return tuple(segment(row) for row in self._rows)

    @property
    def points(self) -> Floats:
        """N x 2; arcs sampled to a chord error of at most 1e-3 of the radius."""
        return self.sample()

    def sample(self, tolerance: float | None = None) -> Floats:
        """Points along the path, no farther than `tolerance` from its arcs.

        Lines contribute their ends only. Empty (0 x 2) when there is no path; one point when start
        and goal are equal. The default tolerance is 1e-3 of each arc's radius.
        """
        if tolerance is not None:
            as_radius(tolerance, "tolerance")
            if tolerance == 0:
                raise InvalidInput(
                    f"tolerance is {shown(tolerance)}: it must be positive", value=tolerance
                )
            tolerance = float(tolerance)
        if self.status not in (Status.FOUND, Status.PARTIAL):
            return np.empty((0, 2))
        out = [self._rows[0, :2] if len(self._rows) else self.start]
        for row in self._rows:
            out.extend(sample_row(row, tolerance))
        return np.array(out)

    @property
    def clearance(self) -> float:
        """Least distance from the exact path to any obstacle or bound; NaN without a path.

        The verifier measures it at the first access, against the obstacles of that moment, which
        need not be those of the search: compare `version` with `World.version`. It shares no code
        with the search.
        """
        if self._clearance is None:
            self._clearance = self.verify()["clearance"] if len(self.points) else math.nan
        return self._clearance

    @property
    def max_radius(self) -> float:
        """Radius of the largest disc that can take this route; NaN without a path.

        A route is the same as long as it passes every obstacle on the same side; see `narrowest`.
        """
        return self._narrowest()[0]

    @property
    def narrowest(self) -> Floats:
        """Where this route is narrowest; NaN without a path.

        The middle of the gap that stops discs larger than `max_radius`, or the end at which they
        do not fit. Measured on access, in the world of that moment. A disc's path is traced
        through the mesh again; that of a point is known only by its `channel`, so read this
        property before the next edit.
        """
        return np.array(self._narrowest()[1:])

    def _of_world(self, what: str) -> World:
        from ._world import World

        if not isinstance(self._world, World):
            raise InvalidInput(f"{what}: only a path in a World has it", value=self)
        return self._world

    def _narrowest(self) -> tuple[float, float, float]:
        world = self._of_world("narrowest")
        if self.status not in (Status.FOUND, Status.PARTIAL):
            return math.nan, math.nan, math.nan
        rows = np.ascontiguousarray(self._rows)
        ends = np.array([self.start, rows[-1, 2:4] if len(rows) else self.start])
        channel = np.empty(0, np.int32)
        if self.radius == 0.0 and len(rows):
            mesh = world.mesh()
            if mesh.version != self.version:
                raise InvalidInput(
                    f"the world has changed since version {self.version}: what a point's path "
                    "leaves on either side is known only before the next edit",
                    value=self.version,
                )
            channel = np.ascontiguousarray(mesh.ids[self.channel])
        radius, x, y = world._core.narrowest(ends, rows, channel)
        # If the disc's end lies in a gate, that gate may be too narrow and yet not on its path.
        return max(radius, self.radius), x, y

    def verify(self) -> dict[str, Any]:
        """Checks the path against the raw obstacles of the world as they are now.

        Every call measures again; after an edit the result may differ from that at the time of
        the search.

        clearance: least distance to any obstacle; nearest: the handle of that obstacle (-1: the
        bounds); gap: largest jump between consecutive segments; inside: whether the start is
        free; crosses: whether the path passes through an obstacle; length: summed again.
        Anything within 2^-49 of the coordinates of a boundary touches it: beginning, ending or
        running along it there is neither inside an obstacle nor a crossing. Obstacles are checked
        one by one: a line between two that touch crosses neither.
        """
        rows = np.ascontiguousarray(self._rows)
        if not len(rows) and len(self.points):
            rows = np.array([[*self.start, *self.start, 0.0, 0.0, 0.0, 0.0]])
        verdict: dict[str, Any] = dict(self._world._core.verify(rows))
        verdict["length"] = math.fsum(length_of_row(row) for row in rows)
        return verdict

    def avoid(self, disc: Any) -> Avoidance:
        """What to do about a moving obstacle: (x, y, radius) or (center, radius).

        The agent is at the start of this path. The answer is CLEAR when the disc is not on the
        path; PASS with a path around it near this one (within twice both radii); REPLAN with the
        shortest path elsewhere when the disc closes the channel; WAIT when it closes every route
        or covers an end. Paths are legal for the static obstacles and for the disc, which counts
        as a polygon at most 0.12 % wider. REPLAN costs a copy of the world.
        """
        from ._avoid import avoid

        if self.status not in (Status.FOUND, Status.PARTIAL):
            raise InvalidInput(f"there is no path to avoid anything on: {self!r}", value=self)
        return avoid(self, disc)

    def _moved_to(self, world: World) -> Path:
        """The same path as a path of another world, without a channel in its mesh."""
        answers = arrays_of(self._answers)._replace(
            version=world.version,
            channel_starts=np.zeros(len(self._answers.status) + 1, dtype=np.int64),
            channel=np.empty(0, dtype=np.int32),
            optimal=np.zeros(len(self._answers.status), dtype=bool),
            lower_bound=np.zeros(len(self._answers.status)),
        )
        return Path(world, answers, self._i, self.start, self.goal, self.radius, self.planner)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        points = [tuple(map(float, p)) for p in self.points]
        if len(points) == 1:  # a line string has two ends
            points *= 2
        return {"type": "LineString", "coordinates": tuple(points)}

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON Feature, ready for `json.dump`; its geometry is None without a path."""
        line = self.__geo_interface__
        coordinates = [list(p) for p in line["coordinates"]]
        return {
            "type": "Feature",
            "geometry": {"type": "LineString", "coordinates": coordinates} if coordinates else None,
            "properties": {
                "status": self.status.name,
                "length": self.length if math.isfinite(self.length) else None,
                "optimal": self.optimal,
                "radius": self.radius,
                "planner": self.planner,
            },
        }

    def to_wkt(self) -> str:
        """A WKT LINESTRING, in full precision."""
        points = self.__geo_interface__["coordinates"]
        if not points:
            return "LINESTRING EMPTY"
        return "LINESTRING (" + ", ".join(f"{x!r} {y!r}" for x, y in points) + ")"

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the path with matplotlib; returns the axes."""
        with importing():
            from .render import plot_path

        return plot_path(self, ax, **style)

    def __repr__(self) -> str:
        if not self.found:
            return f"<Path {self.status.name}>"
        proof = ", optimal" if self.optimal else ""
        return f"<Path FOUND, length {self.length:.6g}, {len(self._rows)} segments{proof}>"

    def __getstate__(self) -> tuple[Any, ...]:
        return (
            self._world,
            arrays_of(self._answers, self._arrays),
            self._i,
            self.start,
            self.goal,
            self.radius,
            self.planner,
            self._clearance,
        )

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        *fields, clearance = state
        self.__init__(*fields)  # type: ignore[misc]
        self._clearance = clearance


class Paths(Sequence[Path]):
    """The answers of one `find_paths`: a sequence of `Path`, created on access.

    `status`, `found`, `length`, `lower_bound` and `optimal` are arrays over all of them.
    """

    _item: ClassVar[type[Path]] = Path

    def __init__(
        self,
        world: World | Grid,
        answers: Any,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        planner: str,
        rows: npt.NDArray[np.intp] | None = None,
    ) -> None:
        self._fields = (world, answers, starts, goals, radii, planner)
        self._rows = np.arange(len(starts)) if rows is None else rows

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        """Values of `Status`, one per path."""
        return self._fields[1].status[self._rows]  # type: ignore[no-any-return]

    @property
    def found(self) -> npt.NDArray[np.bool_]:
        """Which paths were found."""
        return np.asarray(self.status == Status.FOUND)

    @property
    def length(self) -> Floats:
        """Length of each path; infinity where there is none."""
        return self._fields[1].length[self._rows]  # type: ignore[no-any-return]

    @property
    def lower_bound(self) -> Floats:
        """A proved bound on each optimum."""
        return self._fields[1].lower_bound[self._rows]  # type: ignore[no-any-return]

    @property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """Which are proved shortest."""
        return self._fields[1].optimal[self._rows]  # type: ignore[no-any-return]

    @property
    def seconds(self) -> Floats:
        """Time of each search."""
        return self._fields[1].seconds[self._rows]  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, i: int) -> Path: ...
    @overload
    def __getitem__(self, i: slice) -> Paths: ...
    def __getitem__(self, i: int | slice) -> Path | Paths:
        if isinstance(i, slice):
            return type(self)(*self._fields, rows=self._rows[i])
        index = operator.index(i)
        if not -len(self._rows) <= index < len(self._rows):
            raise IndexError(f"path {shown(index)} of {len(self._rows)}")
        world, answers, starts, goals, radii, planner = self._fields
        row = int(self._rows[index])
        radius = float(radii[row])
        return self._item(world, answers, row, starts[row], goals[row], radius, planner)

    def __iter__(self) -> Iterator[Path]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<Paths: {len(self)}, {int(self.found.sum())} found>"

    def __getstate__(self) -> tuple[Any, ...]:
        world, answers, *rest = self._fields
        return (world, arrays_of(answers, self._item._arrays), *rest, self._rows)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]


def arrays_of(answers: Any, kind: Any = Answers) -> Any:
    """A copy of the answers as plain arrays: an instance of `kind`."""
    arrays = (np.array(getattr(answers, name)) for name in kind._fields[1:])
    return kind(answers.version, *arrays)


# Fields that have a varying number of rows for each path: where the rows start, and one path's.
_RAGGED = {
    "segments": ("segment_starts", np.empty((0, 8))),
    "channel": ("channel_starts", np.empty(0, dtype=np.int32)),
    "cells": ("cell_starts", np.empty((0, 2), dtype=np.int32)),
}


def joined(paths: Sequence[Path], kind: Any = Answers) -> Any:
    """Paths as one batch, in this order."""
    out: dict[str, Any] = {"version": max((p._answers.version for p in paths), default=0)}
    for name, (starts, empty) in _RAGGED.items():
        if name not in kind._fields:
            continue
        pieces = []
        for p in paths:
            first, last = getattr(p._answers, starts)[p._i : p._i + 2]
            pieces.append(getattr(p._answers, name)[first:last])
        counts = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
        out[starts] = np.concatenate(([0], counts))
        out[name] = np.concatenate([empty, *pieces])
    types = {"status": np.uint8, "optimal": bool, "expanded": np.int64, "generated": np.int64}
    for name in kind._fields:
        if name not in out:
            column = [getattr(p._answers, name)[p._i] for p in paths]
            out[name] = np.array(column, dtype=types.get(name, float))
    return kind(**out)


def through(points: Floats, version: int, kind: Any = Answers) -> Any:
    """The polyline through N x 2 points as one answer; without points: no path."""
    steps = np.hypot(*np.diff(points, axis=0).T) if len(points) else np.empty(0)
    rows = np.zeros((len(steps), 8))
    rows[:, :2], rows[:, 2:4] = points[:-1], points[1:]
    length = float(steps.sum()) if len(points) else math.inf
    straight = math.dist(points[0], points[-1]) if len(points) else math.inf
    out: dict[str, Any] = {
        "version": version,
        "status": np.array([Status.FOUND if len(points) else Status.NO_PATH], dtype=np.uint8),
        "length": np.array([length]),
        "lower_bound": np.array([min(straight, length)]),
        "optimal": np.array([False]),
        "expanded": np.array([0]),
        "generated": np.array([0]),
        "seconds": np.array([0.0]),
    }
    for name, (starts, empty) in _RAGGED.items():
        if name in kind._fields:
            out[starts], out[name] = np.array([0, 0]), empty
    out["segment_starts"], out["segments"] = np.array([0, len(rows)]), rows
    return kind(**out)
