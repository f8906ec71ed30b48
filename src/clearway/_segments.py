"""Line and Arc: the pieces of a path.

The core returns segments as rows of 8: x0, y0, x1, y1, cx, cy, radius, turn; turn is 0 for a
line, +1 for a counter-clockwise arc around (cx, cy), -1 for a clockwise one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ._errors import InvalidInput
from ._input import Floats

CHORD_ERROR = 1e-3  # of the radius, where no tolerance is given
MOST_POINTS = 10_000_000  # of one arc


class Line(NamedTuple):
    """A straight piece of a path."""

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.dist(self.start, self.end)


class Arc(NamedTuple):
    """A circular piece; angles in radians, end_angle >= start_angle if ccw, else <=."""

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


def segment(row: Floats) -> Line | Arc:
    """The Line or Arc of a row."""
    x0, y0, x1, y1, cx, cy, radius, turn = map(float, row)
    if turn == 0:
        return Line((x0, y0), (x1, y1))
    a, b = math.atan2(y0 - cy, x0 - cx), math.atan2(y1 - cy, x1 - cx)
    if turn > 0 and b < a:
        b += math.tau
    elif turn < 0 and b > a:
        b -= math.tau
    return Arc((cx, cy), radius, a, b, turn > 0)


def length_of_row(row: Floats) -> float:
    """Length of the segment of a row."""
    return segment(row).length


def sample_row(row: Floats, tolerance: float | None) -> Floats:
    """Points of a segment after its first; the last is exactly its end.

    Refuses a tolerance that would need more than `MOST_POINTS` points.
    """
    if row[7] == 0:
        return row[None, 2:4]
    arc = segment(row)
    assert isinstance(arc, Arc)
    error = CHORD_ERROR if tolerance is None else min(tolerance / arc.radius, 1.0)
    step = 4 * math.asin(math.sqrt(error / 2))  # 2 acos(1 - error), for small errors too
    sweep = arc.end_angle - arc.start_angle
    if not abs(sweep) <= MOST_POINTS * step:
        least = 2 * math.sin(abs(sweep) / MOST_POINTS / 4) ** 2 * arc.radius
        raise InvalidInput(
            f"tolerance is {tolerance!r}: an arc of radius {arc.radius!r} would need more than "
            f"{MOST_POINTS} points; the least that it takes is "
            f"{1.01 * least:.2e}",  # the value shown must not be rounded below it
            value=tolerance,
        )
    count = max(1, math.ceil(abs(sweep) / step)) if sweep else 1
    angles = arc.start_angle + sweep * np.arange(1, count) / count
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    return np.vstack((row[4:6] + arc.radius * circle, row[None, 2:4]))
