"""The answer to one query: status, length, segments."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from .. import _core
from .._errors import InvalidInput, shown
from .._input import Floats
from .._numbers import exact
from .._segments import Arc, Line, Link, are_links, paid, segment
from .absent import AbsentWorld
from .along import Along
from .answers import Answers, joined
from .blocked import blocked_note
from .snapped import Snapped
from .status import Status

if TYPE_CHECKING:
    from .._grid import Grid
    from .._world import World

_IN_PLACE = (False, False)  # neither the start nor the goal was moved


class BasePath:
    """The answer to one query, as a view of one row of `Answers`."""

    __slots__ = (
        "_along",
        "_answers",
        "_avoided",
        "_clearance",
        "_extra",
        "_factors",
        "_goal",
        "_goal_index",
        "_i",
        "_points",
        "_snapped",
        "_start",
        "_world",
        "planner",
        "radius",
    )

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
        self._points: Floats | None = None  # both are computed on first access
        self._along: Along | None = None
        self._snapped = _IN_PLACE
        self._avoided: tuple[tuple[float, float, float], ...] = ()
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
        """The goal of the query; for a place, the point that the path reaches (NaN: none)."""
        if type(self._goal) is tuple:
            self._goal = np.array(self._goal, dtype=float)
        return self._goal  # type: ignore[return-value]

    @property
    def snapped(self) -> Snapped | None:
        """The points to which `snap=` has moved blocked ends; None if neither was moved.

        `start` and `goal` are the ends after the move.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.find_path((1, 1), (12, 1), snap=3).snapped.goal.tolist()
        [10.0, 1.0]
        """
        start, goal = self._snapped
        if not (start or goal):
            return None
        return Snapped(self.start if start else None, self.goal if goal else None)

    @property
    def goal_index(self) -> int | None:
        """The index of the goal that the path reaches, among several; None if it reaches none.

        >>> import clearway as cw
        >>> exits = [[(0, 4), (0, 6)], [(10, 4), (10, 6)]]
        >>> path = cw.World((0, 0, 10, 10)).find_path((7, 2), exits)
        >>> path.goal_index, path.goal.tolist()
        (1, [10.0, 4.0])
        """
        # Set for places only: an assignment costs time in every query.
        index = getattr(self, "_goal_index", 0)
        return index if self.found and index >= 0 else None

    @property
    def status(self) -> Status:
        """The result of the search."""
        return Status(int(self._answers.status[self._i]))

    @property
    def found(self) -> bool:
        """True when the path leads from start to goal."""
        return self.status is Status.FOUND

    def __bool__(self) -> bool:
        return self.found

    @property
    def length(self) -> float:
        """Length of the exact path, without links; infinity when there is none."""
        return float(self._answers.length[self._i])

    @property
    def links(self) -> tuple[int, ...]:
        """The handles of the links that the path takes, in order.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ferry = world.add_link((2, 1), (8, 1), cost=1.0)
        >>> world.find_path((1, 1), (9, 1)).links
        (0,)
        """
        rows = self._rows
        return tuple(int(handle) for handle in rows[are_links(rows), 4])

    @property
    def cost(self) -> float:
        """What the path costs: its length, weighted by `costs` of the query, links, corridors.

        Measured on access, with the areas of that moment, where the query has given factors.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ferry = world.add_link((2, 1), (8, 1), cost=1.0)
        >>> path = world.find_path((1, 1), (9, 1))
        >>> path.length, path.cost
        (2.0, 3.0)
        """
        factors, rows = self._weights, self._rows
        walked = self.length
        if factors and len(rows):
            walked = math.fsum(
                length * math.prod(factors.get(name, 1.0) for name in names)
                for names, length in self._lengths_in_areas()
            )
        return walked + paid(rows) + getattr(self, "_extra", 0.0)

    @property
    def costs(self) -> dict[str, float]:
        """By the name of each area that the path enters: its length inside times the factor.

        The factor is that of the query, 1 unless it was given. Measured exactly along lines and
        arcs, on access, with the areas of that moment. Running along a boundary is not inside; if
        the query has given factors, it is on the side that costs less, and not behind a wall.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> mud = world.add_area([(4, 2), (6, 2), (6, 8), (4, 8)], "mud")
        >>> world.find_path((1, 5), (9, 5)).costs
        {'mud': 2.0}
        """
        out: dict[str, float] = {}
        for names, length in self._lengths_in_areas():
            for name in names:
                out[name] = out.get(name, 0.0) + length * self._weights.get(name, 1.0)
        return out

    @property
    def _weights(self) -> dict[str, float]:
        """The factors of the query; set only where there are any."""
        return getattr(self, "_factors", {})

    def _lengths_in_areas(self) -> list[tuple[list[str], float]]:
        measure = getattr(self._world._core, "area_lengths", None)  # a Grid has no areas
        rows = np.ascontiguousarray(self._rows)
        if measure is None or not len(rows):
            return []
        return measure(rows, {k: f for k, f in self._weights.items() if math.isfinite(f)})  # type: ignore[no-any-return]

    @property
    def optimal(self) -> bool:
        """True when proved shortest; where the query has links or factors of areas, cheapest."""
        return bool(self._answers.optimal[self._i])

    @property
    def lower_bound(self) -> float:
        """No path between these ends is shorter than this; with links or factors: costs less."""
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
        """Statistics of the search: planner, expanded, generated, seconds."""
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
    def segments(self) -> tuple[Line | Arc | Link, ...]:
        """The exact path: `Line`, `Arc` and `Link` pieces."""
        return tuple(segment(row) for row in self._rows)

    @property
    def _followed(self) -> Along:
        """The path by distance from its start; refuses when there is no path."""
        if self._along is None:
            if self.status not in (Status.FOUND, Status.PARTIAL):
                raise InvalidInput(f"there is no path to follow: {self!r}", value=self)
            self._along = Along(self._rows, self.start, self.length)
        return self._along

    @property
    def _note(self) -> str | None:
        """A possible reason why an end is blocked, shown in the repr."""
        return blocked_note(self)

    def __repr__(self) -> str:
        if self.status not in (Status.FOUND, Status.PARTIAL):
            note = f": {self._note}" if self._note else ""
            return f"<Path {self.status.name}{note}>"
        proof = ", optimal" if self.optimal else ""
        name, count = self.status.name, len(self._rows)
        return f"<Path {name}, length {exact(self.length)}, {count} segments{proof}>"

    def in_world(self, world: World | Grid) -> Self:
        """The same path as a path of this world. A path needs this after it was pickled.

        The world should be the one in which the path was found, for example one pickled with it.
        Status, length and lower bound stay the same; the channel is dropped, because it consists
        of rows of the old mesh.

        >>> import pickle
        >>> import clearway as cw
        >>> world = cw.World((0, 0, 10, 10))
        >>> path = pickle.loads(pickle.dumps(world.find_path((1, 1), (9, 1))))
        >>> path.in_world(world).clearance
        1.0
        """
        core = getattr(world, "_core", None) if not isinstance(world, AbsentWorld) else None
        wanted = _core.Grid if "cells" in self._arrays._fields else _core.World
        if not isinstance(core, wanted):
            kind = wanted.__name__
            raise InvalidInput(f"world is {shown(world)}: the {kind} of the path", value=world)
        path = self.__copy__()
        if world is self._world:
            return path
        if "channel" in self._arrays._fields:
            none = np.empty(0, dtype=np.int32)
            path._answers = path._answers._replace(
                channel_starts=np.zeros(2, dtype=np.int64), channel=none
            )
        path._world, path._clearance = world, None
        return path

    @classmethod
    def _from_state(cls, state: tuple[Any, ...]) -> Self:
        path = cls.__new__(cls)
        path.__setstate__(state)
        return path

    def __copy__(self) -> Self:
        return self._from_state((self._world, *self.__getstate__()[1:]))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self._from_state((deepcopy(self._world, memo), *self.__getstate__()[1:]))

    # A pickle holds the path itself, not the other answers of its batch and not its world, which
    # may be a thousand times larger.
    def __getstate__(self) -> tuple[Any, ...]:
        return (
            AbsentWorld(self._world),
            joined([self], self._arrays),
            0,
            self.start,
            self.goal,
            self.radius,
            self.planner,
            self._clearance,
            self._snapped,
            self._avoided,
            getattr(self, "_goal_index", 0),
            self._weights,
            getattr(self, "_extra", 0.0),
        )

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        *fields, clearance, snapped, avoided, goal_index, factors, extra = state
        self.__init__(*fields)  # type: ignore[misc]
        self._clearance = clearance
        self._snapped, self._avoided, self._goal_index = snapped, avoided, goal_index
        if factors:
            self._factors = factors
        if extra:
            self._extra = extra
