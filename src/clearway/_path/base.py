"""The answer to one query: status, length, segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput
from .._input import Floats
from .._segments import Arc, Line, segment
from .along import Along
from .answers import Answers, arrays_of
from .status import Status

if TYPE_CHECKING:
    from .._grid import Grid
    from .._world import World


class BasePath:
    """The answer to one query, as a view of one row of `Answers`."""

    __slots__ = (
        "_along",
        "_answers",
        "_clearance",
        "_goal",
        "_i",
        "_points",
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
    def _followed(self) -> Along:
        """The path by distance from its start; refuses when there is no path."""
        if self._along is None:
            if self.status not in (Status.FOUND, Status.PARTIAL):
                raise InvalidInput(f"there is no path to follow: {self!r}", value=self)
            self._along = Along(self._rows, self.start, self.length)
        return self._along

    def __repr__(self) -> str:
        if self.status not in (Status.FOUND, Status.PARTIAL):
            return f"<Path {self.status.name}>"
        proof = ", optimal" if self.optimal else ""
        name, count = self.status.name, len(self._rows)
        return f"<Path {name}, length {self.length:.6g}, {count} segments{proof}>"

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
