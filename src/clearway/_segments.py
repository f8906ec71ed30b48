"""Line, Arc and Link: the pieces of a path.

The core returns segments as rows of 8: x0, y0, x1, y1, cx, cy, radius, turn; turn is 0 for a
line, +1 for a counter-clockwise arc around (cx, cy), -1 for a clockwise one. A link has turn 0 and
radius -1; cx is its handle, cy its cost.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._angles import angles
from ._input import Floats


class Line(NamedTuple):
    """A straight piece of a path, from `start` to `end`.

    >>> import clearway as cw
    >>> cw.Line((0.0, 0.0), (3.0, 4.0)).length
    5.0
    """

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.dist(self.start, self.end)


class Arc(NamedTuple):
    """A circular piece around `center`, of this `radius`, counter-clockwise if `ccw`.

    Angles are in radians: `end_angle` >= `start_angle` if `ccw`, else <=.

    >>> import clearway as cw
    >>> arc = cw.Arc((0.0, 0.0), 2.0, 0.0, 1.5, ccw=True)
    >>> arc.length, arc.start
    (3.0, (2.0, 0.0))
    """

    center: tuple[float, float]
    radius: float
    start_angle: float
    end_angle: float
    ccw: bool

    @property
    def start(self) -> tuple[float, float]:
        """The first point."""
        return self._at(self.start_angle)

    @property
    def end(self) -> tuple[float, float]:
        """The last point."""
        return self._at(self.end_angle)

    @property
    def length(self) -> float:
        """Length along the arc."""
        return self.radius * abs(self.end_angle - self.start_angle)

    def _at(self, angle: float) -> tuple[float, float]:
        x, y = self.center
        return x + self.radius * math.cos(angle), y + self.radius * math.sin(angle)


class Link(NamedTuple):
    """A piece of a path that takes a link, from `start` to `end`, and pays its `cost`.

    It is not walked: its `length` is 0.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> ferry = world.add_link((2, 1), (8, 1), cost=1.0)
    >>> world.find_path((1, 1), (9, 1)).segments[1]
    Link(start=(2.0, 1.0), end=(8.0, 1.0), handle=0, cost=1.0)
    """

    start: tuple[float, float]
    end: tuple[float, float]
    handle: int
    cost: float

    @property
    def length(self) -> float:
        """0: nothing is walked."""
        return 0.0


def segment(row: Floats) -> Line | Arc | Link:
    """The Line, Arc or Link of a row."""
    x0, y0, x1, y1, cx, cy, radius, turn = map(float, row)
    if radius < 0:
        return Link((x0, y0), (x1, y1), int(cx), cy)
    if turn == 0:
        return Line((x0, y0), (x1, y1))
    a, b = math.atan2(y0 - cy, x0 - cx), math.atan2(y1 - cy, x1 - cx)
    if turn > 0 and b < a:
        b += math.tau
    elif turn < 0 and b > a:
        b -= math.tau
    return Arc((cx, cy), radius, a, b, turn > 0)


def sweeps(rows: Floats) -> Floats:
    """The angle that each row turns by, in radians: 0 for lines, negative for clockwise arcs.

    Computed as in the core, so that the lengths agree.
    """
    from_x, from_y = rows[:, 0] - rows[:, 4], rows[:, 1] - rows[:, 5]
    to_x, to_y = rows[:, 2] - rows[:, 4], rows[:, 3] - rows[:, 5]
    cross, dot = from_x * to_y - from_y * to_x, from_x * to_x + from_y * to_y
    turned = rows[:, 7] * angles(cross, dot)
    turned[turned < 0] += math.tau
    return np.asarray(rows[:, 7] * turned)


def row_lengths(rows: Floats) -> Floats:
    """Length of the segment of each row."""
    straight = np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1])
    lengths = np.where(rows[:, 7] == 0, straight, rows[:, 6] * np.abs(sweeps(rows)))
    lengths[are_links(rows)] = 0.0
    return lengths


def are_links(rows: Floats) -> npt.NDArray[np.bool_]:
    """Which rows are links."""
    return np.asarray(rows[:, 6] < 0)


def paid(rows: Floats) -> float:
    """What the links among the rows cost."""
    return math.fsum(rows[are_links(rows), 5])
