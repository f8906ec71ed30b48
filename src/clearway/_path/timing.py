"""Arrival times of an agent along a path."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .._input import Floats
from .._lengths import as_positive
from .along import Along, Indices
from .following import Following

STEPS = 100  # of the path, where no step is given
SMOOTH = 1e-3  # radians: an agent does not brake for a bend or an arc that turns by less


class Profile(NamedTuple):
    """Speeds along the rows of a path, for each row: at its start, at most, at its end."""

    first: Floats
    most: Floats
    last: Floats
    pauses: Floats  # time for turning on the spot before the row


class Timing(Following):
    """Arrival times under limits of speed, acceleration and angular speed."""

    __slots__ = ()

    def times(
        self,
        speed: float,
        acceleration: float | None = None,
        turn_speed: float | None = None,
        step: float | None = None,
    ) -> Floats:
        """Arrival times at the points of `resample(step)`, from 0 at the start: the least possible.

        `speed` is the largest speed. `acceleration` limits acceleration and braking; if it is
        given, the agent starts and ends at rest. `turn_speed` is the largest angular speed
        in radians per unit of time: on an arc the speed is at most `turn_speed` times its radius;
        at a bend the agent turns on the spot, after it has arrived there, and with an
        `acceleration` it stops for that. No agent brakes for an arc or a bend of less than 1e-3
        radians. The default `step` is a hundredth of the length: 101 points. Times are exact, for
        any step.

        >>> import clearway as cw
        >>> path = cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (9, 1))
        >>> path.times(2.0, step=4.0).tolist()
        [0.0, 2.0, 4.0]
        >>> path.times(2.0, acceleration=1.0, step=2.0).tolist()
        [0.0, 2.0, 3.0, 4.0, 6.0]
        """
        along = self._followed
        most = as_positive(speed, "speed")
        rate = None if acceleration is None else as_positive(acceleration, "acceleration")
        turning = math.inf if turn_speed is None else as_positive(turn_speed, "turn_speed")
        even = np.linspace(0.0, along.length, STEPS + 1)
        s = even if step is None else self._distances(step)
        if along.length == 0:
            return np.zeros(1)
        profile = _profile(along, most, rate, turning)
        row, part = along.locate(s)
        spans = along.ends - along.starts
        here = part * spans[row]
        if rate is None:
            took, within = spans / profile.most, here / profile.most[row]
        else:
            took = _time(profile, spans, spans, np.arange(len(spans)), rate)
            within = _time(profile, spans, here, row, rate)
        begun = np.cumsum(profile.pauses + took) - took
        # The agent arrives at a bend before it turns there.
        return np.where(part > 0, begun[row], begun[row] - profile.pauses[row]) + within


def _profile(along: Along, speed: float, rate: float | None, turning: float) -> Profile:
    rows, spans = along.rows, along.ends - along.starts
    most = np.full(len(rows), speed)
    arcs = (rows[:, 7] != 0) & (np.abs(along.sweeps) > SMOOTH)
    most[arcs] = np.minimum(speed, turning * rows[arcs, 6])
    bends = _bends(along)
    pauses = np.concatenate(([0.0], bends / turning))
    joints = np.minimum(most[:-1], most[1:])
    if not math.isinf(turning):
        joints[bends > SMOOTH] = 0.0
    squares = np.concatenate(([0.0], joints, [0.0])) ** 2
    if rate is not None:
        gains = 2 * rate * spans
        for i in range(len(spans)):
            squares[i + 1] = min(squares[i + 1], squares[i] + gains[i])
        for i in reversed(range(len(spans))):
            squares[i] = min(squares[i], squares[i + 1] + gains[i])
    speeds = np.sqrt(squares)
    return Profile(speeds[:-1], most, speeds[1:], pauses)


def _bends(along: Along) -> Floats:
    """The change of direction where rows meet, in radians, at least 0."""
    rows = along.rows
    quarter = rows[:, 7] * (math.pi / 2)
    first, last = along.angles + quarter, along.angles + along.sweeps + quarter
    turned = first[1:] - last[:-1]
    turned -= math.tau * np.round(turned / math.tau)
    return np.abs(turned)


def _time(profile: Profile, spans: Floats, here: Floats, row: Indices, rate: float) -> Floats:
    """Time from the start of a row to a distance on it: acceleration, constant speed, braking."""
    first, most, last = profile.first[row], profile.most[row], profile.last[row]
    span = spans[row]
    peak = np.minimum(most, np.sqrt((first**2 + last**2) / 2 + rate * span))
    gaining = (peak - first) * (peak + first) / (2 * rate)
    losing = (peak - last) * (peak + last) / (2 * rate)
    steady = np.maximum(span - gaining - losing, 0.0)
    near = np.minimum(here, gaining)
    left = np.minimum(span - here, losing)
    out = _accelerated(first, near, rate)
    level = np.clip(here - gaining, 0.0, steady)
    out += np.divide(level, peak, out=np.zeros_like(peak), where=peak > 0)  # 0: it has no length
    out += _accelerated(last, losing, rate) - _accelerated(last, left, rate)
    return out


def _accelerated(speed: Floats, distance: Floats, rate: float) -> Floats:
    """Time for a distance, accelerating from this speed."""
    total = speed + np.sqrt(speed**2 + 2 * rate * distance)
    return np.divide(2 * distance, total, where=total > 0, out=np.zeros_like(total))
