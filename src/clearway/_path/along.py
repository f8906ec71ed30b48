"""A path by distance from its start: positions, directions, nearest points."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._angles import angles
from .._input import Floats
from .._segments import row_lengths, sweeps

_AT_ONCE = 1 << 20  # pairs of a point and a segment; bounds the memory of `project`
# Of the largest coordinate: rounding of its ends turns a line that is shorter by more than 1e-3.
_ROUNDED_LINE = 2.0**-40

Indices = npt.NDArray[np.intp]


class PathPositions(NamedTuple):
    """Positions on rows: the row, and the fraction of its length, 0 to 1."""

    row: Indices
    part: Floats


class Along:
    """The rows of positive length of a path, with their distances from its start.

    A path without length has one row, from its start to itself. A distance at which two rows meet
    belongs to the later one; the last distance to the last row. Links have no length: positions
    jump from their start to their end. `every` are all rows, with links, and `index` where those of
    positive length are among them.
    """

    def __init__(self, rows: Floats, start: Floats, length: float) -> None:
        lengths = row_lengths(rows)
        self.every, self.index = rows, np.flatnonzero(lengths > 0)
        rows, self.lengths = rows[lengths > 0], lengths[lengths > 0]
        if not len(rows):  # start and goal are equal, or a link joins them
            rows, self.lengths = np.array([[*start, *start, 0.0, 0.0, 0.0, 0.0]]), np.zeros(1)
            self.every, self.index = np.concatenate((rows, self.every)), np.zeros(1, dtype=np.intp)
        self.rows = rows
        self.ends = np.cumsum(self.lengths)
        self.ends[-1] = length  # summed in another order, it differs by rounding
        np.minimum(self.ends, length, out=self.ends)
        self.starts = np.concatenate(([0.0], self.ends[:-1]))
        self.length = length
        self.sweeps = sweeps(rows)
        self.angles = np.where(
            rows[:, 7] == 0,
            angles(rows[:, 3] - rows[:, 1], rows[:, 2] - rows[:, 0]),
            angles(rows[:, 1] - rows[:, 5], rows[:, 0] - rows[:, 4]),
        )
        self._turn_rounded_lines()
        self._last = int(np.searchsorted(self.ends, length))  # the last of positive length

    def _turn_rounded_lines(self) -> None:
        """Gives lines whose ends differ by rounding the direction of the path before or after."""
        rows = self.rows
        tiny = (rows[:, 7] == 0) & (self.lengths <= _ROUNDED_LINE * np.abs(rows[:, :4]).max(axis=1))
        known = np.flatnonzero(~tiny)
        if not len(known):
            return
        for i in np.flatnonzero(tiny).tolist():
            at = int(np.searchsorted(known, i))
            j = int(known[max(at - 1, 0)])
            turned = self.sweeps[j] if j < i else 0.0
            self.angles[i] = self.angles[j] + turned + rows[j, 7] * (math.pi / 2)

    def locate(self, s: Floats) -> PathPositions:
        """The positions at these distances; those outside the path are clamped."""
        s = np.clip(s, 0.0, self.length)
        row = np.minimum(np.searchsorted(self.ends, s, side="right"), self._last)
        span = self.ends[row] - self.starts[row]
        part = np.divide(s - self.starts[row], span, out=np.zeros_like(s), where=span > 0)
        # The last rows may be so short that their lengths are lost in the sum.
        is_end = s >= self.length
        row[is_end], part[is_end] = len(self.rows) - 1, 1.0
        return PathPositions(row, np.clip(part, 0.0, 1.0))

    def positions(self, positions: PathPositions) -> Floats:
        """N x 2; the ends of rows exactly."""
        rows, part = self.rows[positions.row], positions.part[:, None]
        step = rows[:, 2:4] - rows[:, :2]
        out = np.where(part < 0.5, rows[:, :2] + part * step, rows[:, 2:4] - (1 - part) * step)
        arcs = (rows[:, 7] != 0) & (positions.part > 0) & (positions.part < 1)
        angle = (self.angles[positions.row] + positions.part * self.sweeps[positions.row])[arcs]
        circle = np.column_stack((np.cos(angle), np.sin(angle)))
        out[arcs] = rows[arcs, 4:6] + rows[arcs, 6:7] * circle
        return out

    def headings(self, positions: PathPositions) -> Floats:
        """Radians in (-pi, pi]; NaN if the path has no length."""
        row = positions.row
        turn = self.rows[row, 7]
        angle = self.angles[row] + positions.part * self.sweeps[row] + turn * (math.pi / 2)
        angle -= math.tau * np.ceil((angle - math.pi) / math.tau)
        # The quotient is rounded: beside a multiple of pi it may be one too many or too few.
        angle[angle > math.pi] -= math.tau
        angle[angle <= -math.pi] += math.tau
        return angle if self.length > 0 else np.full(len(row), math.nan)

    def curvatures(self, positions: PathPositions) -> Floats:
        """1 / radius, positive to the left; 0 on lines."""
        turn, radius = self.rows[positions.row, 7], self.rows[positions.row, 6]
        bent: Floats = np.divide(turn, radius, out=np.zeros(len(turn)), where=turn != 0)
        return bent

    def project(self, points: Floats) -> Floats:
        """The distance of the nearest point of the path; the first if there are several."""
        out = np.empty(len(points))
        many = max(1, _AT_ONCE // len(self.rows))
        for first in range(0, len(points), many):
            block = points[first : first + many]
            far, part = self._to_lines(block)
            arcs = self.rows[:, 7] != 0
            if arcs.any():
                far[:, arcs] = self._to_arcs(block, arcs)
            row = far.argmin(axis=1)
            here = part[np.arange(len(block)), row]
            on_arc = arcs[row]
            here[on_arc] = self._parts_of_arcs(block[on_arc], row[on_arc])
            out[first : first + many] = self.starts[row] + here * (self.ends - self.starts)[row]
        return out

    def _to_lines(self, points: Floats) -> tuple[Floats, Floats]:
        """Distance to each row as a line, and the fraction of its length: points x rows."""
        start, step = self.rows[:, :2], self.rows[:, 2:4] - self.rows[:, :2]
        square = (step**2).sum(axis=1)
        off = points[:, None] - start
        ahead = (off * step).sum(axis=2)
        part = np.divide(ahead, square, out=np.zeros_like(ahead), where=square > 0)
        part = np.clip(part, 0.0, 1.0)
        gap = off - part[:, :, None] * step
        return np.hypot(gap[:, :, 0], gap[:, :, 1]), part

    def _to_arcs(self, points: Floats, arcs: npt.NDArray[np.bool_]) -> Floats:
        """Distance to each arc: points x arcs."""
        rows, sweep = self.rows[arcs], self.sweeps[arcs]
        off = points[:, None] - rows[:, 4:6]
        first, last = rows[:, :2] - rows[:, 4:6], rows[:, 2:4] - rows[:, 4:6]
        # A sector of at most a half turn, that of the arc or of the rest of its circle: between its
        # sides, and on their side of the centre, where rounding has made the sides one line.
        wide, turn = np.abs(sweep) > math.pi, rows[:, 7]
        middle = self.angles[arcs] + sweep / 2
        ahead = off[..., 0] * np.cos(middle) + off[..., 1] * np.sin(middle)
        after, before = turn * _cross(first, off), turn * _cross(off, last)
        inside = np.where(
            wide,
            ~((after < 0) & (before < 0) & (ahead < 0)),
            (after >= 0) & (before >= 0) & (ahead >= 0),
        )
        to_ends = points[:, None, None] - rows[:, :4].reshape(-1, 2, 2)
        ends = np.hypot(to_ends[..., 0], to_ends[..., 1]).min(axis=2)
        on_circle = np.abs(np.hypot(off[..., 0], off[..., 1]) - rows[:, 6])
        return np.where(inside, on_circle, ends)

    def _parts_of_arcs(self, points: Floats, row: Indices) -> Floats:
        """The fraction of an arc's length at its point nearest to each point."""
        rows, sweep = self.rows[row], np.abs(self.sweeps[row])
        x, y = (points - rows[:, 4:6]).T
        turned = (angles(y, x) - self.angles[row]) * rows[:, 7] % math.tau
        # Beyond the arc the nearer end: half of the rest of the circle belongs to each.
        nearer_end = (turned < (sweep + math.tau) / 2).astype(float)
        part = np.divide(turned, sweep, out=np.zeros_like(turned), where=sweep > 0)
        return np.where(turned <= sweep, part, nearer_end)


def _cross(a: Floats, b: Floats) -> Floats:
    out: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return out
